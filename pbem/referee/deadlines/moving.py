"""Move the deadlines of a game, stop its clock and let it run again: what the moderator, players and rules ask for.

Each function says what it changed, and stores one fact if it changed anything; repeating a request changes nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from pbem.engine.decision import MODERATOR, USUAL
from pbem.errors import Refusal
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines, edited_rules
from pbem.referee.game import Clock, Game
from pbem.settings.times import Duration, UntilTime, later
from pbem.store.facts import ClockResumed, ClockStopped, DeadlineMoved, OwnDeadline
from pbem.store.log import LogLine, OpenQuestion, Pause


def instead(game: Game, now: Pause, number: int | None = None, *, seat: str = "") -> str:
    """What became of round *number*, or of what *seat* was asked last: when and by what it was played, and what is now.

    *now* is the pause whose questions are open.
    """
    told = [(line.seq, line.pause) for line in game.log.lines if line.pause and _about(line.pause, now, number, seat)]
    if number is not None and not told:
        return f"there is no round {number}; the game is at round {now.round}, which {_still_open(game, now)}"
    if not told:
        return f"{seat} has not been asked anything yet; round {now.round} {_still_open(game, now)}"
    line, then = told[-1]
    questions = [one for one in then.waits if seat in ("", one.seat)]
    played = _played(game, line, questions)
    when = f"was played on {_said(game, played)}" if played else "was asked again"
    answers = ", ".join(_answer(game, one) for one in questions)
    whose = f"what {seat} was asked in round {then.round}" if seat else f"round {then.round}"
    return f"{whose} {when} ({answers}); round {now.round} {_still_open(game, now)}"


def _about(pause: Pause, now: Pause, number: int | None, seat: str) -> bool:
    if number is not None:
        return pause.round == number
    open_now = {(one.seat, one.key, one.asked) for one in now.waits}
    return any(one.seat == seat and (one.seat, one.key, one.asked) not in open_now for one in pause.waits)


def _played(game: Game, after: int, questions: list[OpenQuestion]) -> datetime | None:
    """When the first of *questions*, which were put in line *after* of the log, was played."""
    wanted = {(one.seat, one.key) for one in questions}
    for line in game.log.lines[after:]:
        if line.entry and any((one.seat, one.key) in wanted for one in line.entry.answers):
            return line.at
    return None


def _answer(game: Game, question: OpenQuestion) -> str:
    counted = submissions.counting(game, question.seat, question.key, question.asked)
    if counted is None:
        return f"{question.seat} without a sheet"
    return f"{question.seat} by {counted.by}" + (f", email {counted.item}" if counted.item else "")


def _still_open(game: Game, now: Pause) -> str:
    seats = ", ".join(dict.fromkeys(one.seat for one in now.waits if not one.bot))
    due = f", due {_said(game, now.deadline)}" if now.deadline else ""
    return f"waits for {seats}{due}" if seats else "waits for no one"


def _said(game: Game, time: datetime) -> str:
    zone = game.settings.deadlines.zone
    return f"{time.astimezone(zone.info):%A %Y-%m-%d %H:%M} {zone.name}"


FARTHEST = timedelta(days=60)
"""How far ahead a deadline may be moved without a further word: more is usually a slip."""

SLIP = timedelta(hours=1)
"""A stop shorter than this moves no deadline."""


class NoDeadline(Refusal):
    """There is nothing whose deadline could be moved."""

    code = "no-deadline"


class TooLate(Refusal):
    """What was to be moved is over; the message says what happened instead."""

    code = "too-late"


class InThePast(Refusal):
    """The deadline would be a time that has passed."""

    code = "in-the-past"


class TooFarAhead(Refusal):
    """The deadline would be so far ahead that it may be a slip."""

    code = "too-far-ahead"


class NotLater(Refusal):
    """What should be extended would end earlier than it does."""

    code = "not-later"


class ClockIsStopped(Refusal):
    """Nothing is due while the clock is stopped, so there is nothing to move."""

    code = "clock-stopped"


class MovedDeadline(msgspec.Struct, frozen=True):
    """A question, and when it was due *before* and is due now; None is never."""

    seat: str
    key: str
    before: datetime | None
    after: datetime | None


class TimeChange(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a request in *round*: whether it *changed* anything, and all deadlines that it is about.

    *line* is that of the fact in the log, of the earlier one if nothing changed because of it.
    """

    round: int
    changed: bool
    moved: tuple[MovedDeadline, ...] = ()
    line: int = 0


def extend(
    game: Game,
    clock: Clock,
    by_how_much: Duration | UntilTime,
    *,
    by: str = MODERATOR,
    reason: str = "",
    seats: Sequence[str] = (),
    this_round: int | None = None,
    far: bool = False,
    again: bool = False,
    tried: bool = False,
    request: int = 0,
) -> TimeChange:
    """Move the deadline of each open question, or only of those of *seats*, to a later time.

    What is due later than the time named stays so. A length counts from the deadline, or from now if it would otherwise
    end in the past. The same request a second time changes nothing, unless it is *again*; *request* is the line of the
    log with a player's. *this_round* refuses it if the game has moved on, *far* allows more than `FARTHEST`; if it is
    only *tried* nothing is stored. Raises `NoDeadline`, `TooLate`, `InThePast`, `NotLater`, `TooFarAhead` or
    `ClockIsStopped`.
    """
    at = clock()
    pause = _open(game, seats, this_round)
    dues = [due for one in _of(pause, seats) if (due := pause.due(one))]
    if not dues:
        raise NoDeadline(f"{_whose(seats)} has no deadline to extend; `pbem deadline set WHEN` gives one")
    zone = game.settings.deadlines.zone.name

    def moved(due: datetime | None) -> datetime | None:
        if due is None:
            return None
        if isinstance(by_how_much, UntilTime):
            return max(due, by_how_much.after(max(min(dues), at), due))
        try:
            extended = later(due, by_how_much, zone)
            return extended if extended > at else later(at, by_how_much, zone)
        except OverflowError:
            raise TooFarAhead(f"{by_how_much} is too long") from None

    if isinstance(by_how_much, UntilTime) and by_how_much.after(max(min(dues), at), min(dues)) < min(dues):
        raise NotLater(
            f"the deadline is later, {_said(game, min(dues))}; `pbem deadline set` can move it to an earlier time"
        )
    prefix = "extend until" if isinstance(by_how_much, UntilTime) else "extend"
    asked = DeadlineMoved(
        round=pause.round,
        to=None,
        by=by,
        seats=tuple(seats),
        reason=reason,
        asked=f"{prefix} {by_how_much}",
        request=request,
    )
    return _move(game, at, pause, asked, moved, far=far, again=again, tried=tried)


def set_to(
    game: Game,
    clock: Clock,
    when: UntilTime | datetime,
    *,
    by: str = MODERATOR,
    reason: str = "",
    seats: Sequence[str] = (),
    this_round: int | None = None,
    far: bool = False,
    tried: bool = False,
) -> TimeChange:
    """Set the deadline of all open questions, or only of those of *seats*, to a time; raises as `extend` does."""
    at = clock()
    pause = _open(game, seats, this_round)

    def meant(due: datetime | None) -> datetime:
        return when if isinstance(when, datetime) else when.after(at, due or pause.deadline or at)

    typed = f"set {when.isoformat() if isinstance(when, datetime) else when}"
    asked = DeadlineMoved(round=pause.round, to=None, by=by, seats=tuple(seats), reason=reason, asked=typed)
    return _move(game, at, pause, asked, meant, far=far, again=True, tried=tried)


def stop_clock(
    game: Game,
    clock: Clock,
    *,
    by: str = MODERATOR,
    reason: str = "",
    seats: Sequence[str] = (),
    plays: bool = False,
    tried: bool = False,
) -> TimeChange:
    """Stop the clock of the game, or of *seats* only: nothing is due until `resume_clock`, and sheets still count.

    A game whose clock is stopped for all plays on only if it *plays*. Others may have stopped it, too; it runs once
    none of them does. Raises `TooLate` if the game is over.
    """
    _not_over(game)
    number = game.pause.round if game.pause else 0
    for line in deadlines.stops(game.log.facts).values():
        fact = line.fact
        if isinstance(fact, ClockStopped) and (fact.by, fact.seats, fact.plays) == (by, tuple(seats), plays):
            return TimeChange(round=number, changed=False, line=line.seq)
    return _noted(game, clock(), ClockStopped(by=by, seats=tuple(seats), reason=reason, plays=plays), tried=tried)


def resume_clock(
    game: Game,
    clock: Clock,
    *,
    by: str = MODERATOR,
    reason: str = "",
    seats: Sequence[str] = (),
    stop: int | None = None,
    tried: bool = False,
) -> TimeChange:
    """End all stops of the clock of the game, or of *seats* only, or just the one in line *stop* of the log.

    What was due is then due at a time of its rule that leaves at least the time that was left; a stop shorter than
    `SLIP` moves nothing.
    """
    at = clock()
    there = deadlines.stops(game.log.facts)
    wanted = [line for line in there.values() if _meant(line, tuple(seats), stop)]
    number = game.pause.round if game.pause else 0
    if not wanted:
        return TimeChange(round=number, changed=False)
    ended = tuple(line.seq for line in wanted)
    to, own = _resumed(game, at, frozenset(there) - frozenset(ended))
    own_seats = wanted[0].fact.seats if isinstance(wanted[0].fact, ClockStopped) else ()
    fact = ClockResumed(ended=ended, round=number, to=to, by=by, seats=own_seats, reason=reason, own=own)
    return _noted(game, at, fact, tried=tried)


def _noted(game: Game, at: datetime, fact: ClockStopped | ClockResumed, *, tried: bool) -> TimeChange:
    """Store *fact*, unless it is only *tried*, and say what it changes."""
    lines = [*game.log.lines, LogLine(len(game.log.lines) + 1, at, "", fact=fact)]
    before, after = game.pause, deadlines.as_of(lines, len(lines))
    if not tried:
        game.note(fact, at)
    return TimeChange(
        round=before.round if before else 0, changed=True, moved=_compared(before, after), line=len(game.log.lines)
    )


def _meant(line: LogLine, seats: tuple[str, ...], stop: int | None) -> bool:
    if stop is not None:
        return line.seq == stop
    return isinstance(line.fact, ClockStopped) and line.fact.seats == seats


def _resumed(game: Game, at: datetime, remain: frozenset[int]) -> tuple[datetime | None, tuple[OwnDeadline, ...]]:
    """The deadline of the letters, and that of every question, once only the stops in the lines *remain* last."""
    noted = next((line for line in reversed(game.log.lines) if line.pause), None)
    if noted is None or noted.pause is None:
        return None, ()
    plain = deadlines.underlying(noted.pause, game.log.facts)

    def due(seat: str, before: datetime | None, rule: str) -> datetime | None:
        since, last = deadlines.standstill(game.log.facts, seat)
        if since is None or last & remain:
            return before
        if noted.seq > since.seq:
            return game.settings.deadlines.due(at, rule)
        if before is None or (before > at and at - since.at < SLIP):
            return before
        return edited_rules.anew(game, at, rule, due=before, stood=since.at)

    own = tuple(
        OwnDeadline(one.seat, one.key, due(one.seat, plain.due(one), edited_rules.rule_of(game, one)))
        for one in plain.waits
    )
    dues = {one.to for one in own}
    to = due("", plain.deadline, USUAL)
    return (next(iter(dues)) if len(dues) == 1 else to), own


def _move(
    game: Game,
    at: datetime,
    pause: Pause,
    asked: DeadlineMoved,
    moved: Callable[[datetime | None], datetime | None],
    *,
    far: bool,
    again: bool,
    tried: bool,
) -> TimeChange:
    """Store *asked* with the deadlines that *moved* gives, unless it is there already."""
    earlier = None if again else _asked_before(game.log.lines, asked)
    if earlier is not None:
        there = tuple(
            MovedDeadline(one.seat, one.key, pause.due(one), pause.due(one)) for one in _of(pause, asked.seats)
        )
        return TimeChange(round=pause.round, changed=False, moved=there, line=earlier.seq)
    questions = _of(pause, asked.seats)
    new = [OwnDeadline(one.seat, one.key, moved(pause.due(one))) for one in questions]
    to = moved(pause.deadline) if not asked.seats else new[0].to
    for due in {to, *(one.to for one in new)} - {None}:
        if due is not None:
            _within_bounds(game, at, due, far=far)
    fact = msgspec.structs.replace(asked, to=to, own=tuple(one for one in new if one.to != to))
    changes = tuple(
        MovedDeadline(one.seat, one.key, pause.due(question), one.to)
        for one, question in zip(new, questions, strict=True)
    )
    same = all(one.before == one.after for one in changes) and (asked.seats or to == pause.deadline)
    if not same and not tried:
        game.note(fact, at)
    return TimeChange(round=pause.round, changed=not same, moved=changes, line=0 if same else len(game.log.lines))


def _asked_before(lines: Iterable[LogLine], asked: DeadlineMoved) -> LogLine | None:
    """The last line that moved a deadline of the round, if it is the very same request."""
    there = [line for line in lines if isinstance(line.fact, DeadlineMoved) and line.fact.round == asked.round]
    last = there[-1].fact if there else None
    if not isinstance(last, DeadlineMoved):
        return None
    same = (last.by, last.seats, last.reason, last.asked) == (asked.by, asked.seats, asked.reason, asked.asked)
    return there[-1] if same else None


def _open(game: Game, seats: Sequence[str], this_round: int | None) -> Pause:
    """The pause whose questions are open; raises `NoDeadline`, `TooLate` or `ClockIsStopped`."""
    _not_over(game)
    pause = game.pause
    if pause is None or not pause.waits:
        raise NoDeadline("no letters have been written yet; `pbem turn` writes them")
    if this_round is not None and this_round != pause.round:
        raise TooLate(instead(game, pause, this_round))
    for seat in seats:
        if not any(stage.pending for stage in game.stages(seat)):
            raise TooLate(instead(game, pause, seat=seat))
    stopped = [line for line in deadlines.stops(game.log.facts).values() if _covers(line, seats)]
    if stopped:
        raise ClockIsStopped(
            "the clock is stopped, so nothing is due; `pbem deadline resume` lets it run again, then move the deadline"
        )
    return pause


def _covers(line: LogLine, seats: Sequence[str]) -> bool:
    return deadlines.stopped_for(line, "") or any(deadlines.stopped_for(line, seat) for seat in seats)


def _not_over(game: Game) -> None:
    if game.outcome is not None:
        ended = next((line.at for line in reversed(game.log.lines) if line.entry), None)
        when = f" since {_said(game, ended)}" if ended else ""
        raise TooLate(f"the game is over{when}; nothing is due any more")


def _of(pause: Pause, seats: Sequence[str]) -> tuple[OpenQuestion, ...]:
    return tuple(one for one in pause.waits if not seats or one.seat in seats)


def _compared(before: Pause | None, after: Pause | None) -> tuple[MovedDeadline, ...]:
    """The deadlines of all questions of one pause at two times, where they differ."""
    if before is None or after is None:
        return ()
    pairs = zip(before.waits, after.waits, strict=True)
    both = (MovedDeadline(one.seat, one.key, before.due(one), after.due(other)) for one, other in pairs)
    return tuple(one for one in both if one.before != one.after)


def _within_bounds(game: Game, at: datetime, due: datetime, *, far: bool) -> None:
    if due <= at:
        raise InThePast(f"{_said(game, due)} has passed; it is {_said(game, at)}")
    if due - at > FARTHEST and not far:
        raise TooFarAhead(f"{_said(game, due)} is more than {FARTHEST.days} days ahead; if you mean it, add `--far`")


def _whose(seats: Sequence[str]) -> str:
    return f"what {', '.join(seats)} must answer" if seats else "what the game waits for"
