"""All sources of the agenda, in words, and the tick that does them; outages.

When nothing was received over a deadline no one is late, and the deadline moves by its rule: no turn may have been
complete for long, as the machine slept or a mail server could not be reached; or the clock may have been wrong, so that
a deadline was set from a time that has not come. What such a time decided already stays.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from pbem.engine.decision import USUAL
from pbem.engine.reading import NO_NAMES
from pbem.referee import needs, play
from pbem.referee.deadlines import allowances, deadlines, edited_rules, ladder, reminders
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.received import WAITED_FOR, SeatStatus, seat_statuses
from pbem.referee.game import Clock, Game
from pbem.referee.people import appeals, changes
from pbem.settings.rules_of_time import LEAST
from pbem.store.facts import ClockResumed, DeadlineMoved, Fact, OwnDeadline
from pbem.store.log import LogLine, OpenQuestion, Pause

if TYPE_CHECKING:
    from pbem.report.words import Words

OUTAGE, WRONG_CLOCK = "outage", "clock"
SLACK = timedelta(hours=1)
"""How far a clock may be corrected without a word."""


def outage_since(game: Game, at: datetime) -> datetime | None:
    """When the last complete turn was, if that was so long before *at* that there was an outage."""
    last, limit = deadlines.read(game.folder), game.settings.outage_after
    if last is None or not limit.holds(regular=last.regular):
        return None
    return last.at if at - last.at > limit.longest else None


def moved_by_itself(fact: Fact | None) -> DeadlineMoved | None:
    """*fact*, if it is a deadline that an outage or a wrong clock moved."""
    return fact if isinstance(fact, DeadlineMoved) and fact.by in (OUTAGE, WRONG_CLOCK) else None


def _outage_coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """While mail cannot be fetched: when that becomes an outage that moves a deadline."""
    last, limit = deadlines.read(game.folder), game.settings.outage_after
    if last is None or not last.failing or not limit.holds(regular=last.regular) or game.pause is None:
        return
    turns = last.at + limit.longest
    seats = tuple(dict.fromkeys(one.seat for one in game.pause.waits if _fell(game.pause, one, last.at, turns)))
    if seats and _waits_for_mail(game, last.at):
        yield AgendaItem(turns, OUTAGE, seats)


def _act_on_outage(game: Game, at: datetime) -> bool:
    return _set_right(game, at) or _moved_by_outage(game, at)


def _moved_by_outage(game: Game, at: datetime) -> bool:
    """Move the deadlines that fell into an outage, if the game still waits for something."""
    since, pause = outage_since(game, at), game.pause
    if since is None or pause is None or not _waits_for_mail(game, since):
        return False

    def later(question: OpenQuestion) -> datetime | None:
        due = pause.due(question)
        if due is None or not _fell(pause, question, since, at):
            return due
        return edited_rules.anew(game, at, edited_rules.rule_of(game, question), due=due, stood=since)

    own = {(one.seat, one.key): later(one) for one in pause.waits}
    if all(own[one.seat, one.key] == pause.due(one) for one in pause.waits):
        return False
    to = pause.deadline
    if to is not None and since < to <= at:
        to = edited_rules.anew(game, at, due=to, stood=since)
    _note_moved(game, at, pause, to, own, OUTAGE, since)
    return True


def _fell(pause: Pause, question: OpenQuestion, since: datetime, at: datetime) -> bool:
    """Whether the deadline of *question*, or the end of its grace, was between two times."""
    return any(time is not None and since < time <= at for time in (pause.due(question), pause.closes(question)))


def _waits_for_mail(game: Game, at: datetime) -> bool:
    """Whether the deadline was still needed *at* a time: something is missing, held, or to be answered only then."""
    return any(
        seat.holds
        or any(one.received in WAITED_FOR or (game.even and one.received == "standing") for one in seat.questions)
        for seat in seat_statuses(game, at)
    )


def _set_right(game: Game, at: datetime) -> bool:
    """Set deadlines anew that were set at a time that has not come: by a clock that was ahead."""
    lines, pause = game.log.lines, game.pause
    setter = _setter(lines, pause) if pause else None
    if pause is None or setter is None or setter.at <= at + SLACK or not any(map(pause.due, pause.waits)):
        return False
    noted = next(line for line in reversed(lines) if line.pause)
    known = [line for line in lines if line.at <= at + SLACK]
    before = deadlines.underlying(noted.pause, known) if noted.pause and noted.at <= at + SLACK else None

    def right(due: datetime | None, kind: str) -> datetime | None:
        if before is None:
            return game.settings.deadlines.due(at, kind)
        if due is None:
            return None
        enough = game.settings.deadlines.rule_for(kind).days.between(at, due) >= LEAST
        return due if enough else edited_rules.anew(game, at, kind)

    own = {
        (one.seat, one.key): right(
            before.due_for(one.seat, one.key) if before else None, edited_rules.rule_of(game, one)
        )
        for one in pause.waits
    }
    _note_moved(game, at, pause, right(before.deadline if before else None, USUAL), own, WRONG_CLOCK, None)
    return True


def _setter(lines: list[LogLine], pause: Pause) -> LogLine | None:
    """The line that decided last when *pause* is due, unless a person did."""
    for line in reversed(lines):
        if line.pause or (isinstance(line.fact, ClockResumed) and line.fact.round == pause.round):
            return line
        if isinstance(line.fact, DeadlineMoved) and line.fact.round == pause.round and not line.fact.seats:
            return line if line.fact.by in (OUTAGE, WRONG_CLOCK) else None
    return None


def _note_moved(
    game: Game,
    at: datetime,
    pause: Pause,
    to: datetime | None,
    dues: dict[tuple[str, str], datetime | None],
    by: str,
    since: datetime | None,
) -> None:
    """Store the deadlines as one fact; where all are the same that is the one of the letters, too."""
    times = set(dues.values())
    to = next(iter(times)) if len(times) == 1 else to
    own = tuple(OwnDeadline(seat, key, due) for (seat, key), due in dues.items() if due != to)
    game.note(DeadlineMoved(round=pause.round, to=to, by=by, own=own, since=since), at)


OUTAGES = AgendaSource(_outage_coming, _act_on_outage)


def said(items: Sequence[AgendaItem], titles: Mapping[str, str]) -> list[str]:
    """What *items* are, without their times: those of one kind and time together, with the *titles* of their seats."""
    seats: dict[tuple[object, str], list[str]] = {}
    for one in items:
        there = seats.setdefault((one.at, one.kind), [])
        there += [title for seat in one.seats if (title := titles.get(seat, seat)) not in there]
    return [_said(kind, named) for (_, kind), named in seats.items()]


def _said(kind: str, seats: list[str]) -> str:
    words = _words()
    return words.phrase("agenda", kind if words.has("agenda", kind) else "other", {"kind": kind, "seats": seats})


@cache
def _words() -> "Words":
    from pbem.report.words import Words  # noqa: PLC0415 - only what is told needs them

    return Words((), NO_NAMES)


def _deadlines_coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    pause = game.pause
    for seat in seat_statuses(game, at) if pause and game.outcome is None else ():
        for one in pause.waits if pause else ():
            if pause and one.seat == seat.seat:
                yield from (item for item in _of(game, pause, seat, one) if item.at > at)


def _of(game: Game, pause: Pause, seat: SeatStatus, question: OpenQuestion) -> Iterator[AgendaItem]:
    """What the deadline of a *question* brings for *seat*, and the end of its grace, as far as is known now."""
    due, closes, seats = pause.due(question), pause.closes(question), (seat.seat,)
    if due is None or closes is None:
        return
    received = next((one.received for one in seat.questions if one.key == question.key), None)
    stages = (stage.decision for stage in game.stages(seat.seat) if stage.decision.key == question.key)
    if received in WAITED_FOR and any(decision.silence is not None for decision in stages):
        yield AgendaItem(closes, "silence", seats)
    elif received in WAITED_FOR:
        yield AgendaItem(due, "deadline", seats)
    elif received == "standing" and game.even:
        yield AgendaItem(closes, "standing", seats)
    if seat.holds:
        yield AgendaItem(min(due, seat.holds_until or due), "hold", seats)


def _act_on_nothing(game: Game, at: datetime) -> bool:
    return False


_DEADLINES = AgendaSource(_deadlines_coming, _act_on_nothing)


def sources() -> tuple[AgendaSource, ...]:
    """All sources, in the order in which they act."""
    return (
        OUTAGES,
        edited_rules.SOURCE,
        _DEADLINES,
        play.SOURCE,
        changes.SOURCE,
        allowances.STAND_INS,
        allowances.SHIFTS,
        appeals.APPEALS,
        appeals.OVERTAKEN_SHEETS,
        reminders.SOURCE,
        ladder.SOURCE,
        needs.SOURCE,
    )


def agenda(game: Game, at: datetime) -> tuple[AgendaItem, ...]:
    """What will happen by itself, the earliest first."""
    found = (one for source in sources() for one in source.coming(game, at))
    return tuple(sorted(found, key=lambda one: (one.at, one.kind, one.seats)))


def tick(game: Game, clock: Clock) -> bool:
    """Do all that is due; whether anything was. Raises what `guard` does."""
    at = clock()
    game.guard()
    acted = False
    for source in sources():
        acted = source.act(game, at) or acted
    return acted
