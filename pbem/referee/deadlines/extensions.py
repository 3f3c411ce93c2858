"""Extensions and their budgets.

Each request is a fact, known by its line in the inbox item that brought it, and so is what became of it: repeating
either changes nothing. Nothing here depends on what other seats have sent.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from pbem.errors import Refusal
from pbem.referee.deadlines import deadlines, moving
from pbem.referee.game import Clock, Game
from pbem.referee.submissions import RequestOrigin
from pbem.settings.allowances import ExtensionSettings
from pbem.settings.times import Duration, UntilTime
from pbem.store.facts import DeadlineMoved, ExtensionAsked, ExtensionRefused, SeatTaken
from pbem.store.log import LogLine, Pause

_DAY = timedelta(days=1)


class ExtensionsLeft(msgspec.Struct, frozen=True):
    """How often a player may still ask for an extension, and by how much it may be; None where nothing limits it."""

    times: int | None = None
    length: timedelta | None = None


def extensions_left(game: Game, allowed: ExtensionSettings, seat: str, at: datetime) -> ExtensionsLeft:
    """What whoever holds *seat* has left of extensions in the period of *at*."""
    granted = ((line, fact) for line, fact in _moves(game, seat) if fact.request and fact.by == seat)
    spent = [gained(game, line) for line, fact in granted if _same_period(game, allowed, line, fact, at)]
    return ExtensionsLeft(
        None if allowed.times is None else max(0, allowed.times - len(spent)),
        None if allowed.in_all is None else max(timedelta(), allowed.in_all.length - sum(spent, timedelta())),
    )


def days_left(game: Game, seat: str, year: int) -> int:
    """By how many days deadlines of a *year* may still move because whoever holds *seat* is away."""
    charges = (fact.away for _, fact in _moves(game, seat) if fact.away)
    spent = sum(one.days for one in charges if (one.seat, one.year) == (seat, year))
    return max(0, game.settings.absence.days - spent)


def year_of(game: Game, time: datetime) -> int:
    """The year of *time* on the clocks of the game."""
    return time.astimezone(game.settings.deadlines.zone.info).year


def whole_days(length: timedelta) -> int:
    """The days that *length* takes from a budget: each begun one counts, but not the hour of a changed clock."""
    return max(1, -(-(length - timedelta(hours=1)) // _DAY))


def gained(game: Game, line: LogLine) -> timedelta:
    """By how much the fact in *line* moved a deadline, at most."""
    return max((after - before for before, after in _dues(game, line)), default=timedelta())


def _dues(game: Game, line: LogLine) -> list[tuple[datetime, datetime]]:
    """The deadlines that the fact in *line* moved, before and after."""
    before, after = (deadlines.as_of(game.log.lines, number) for number in (line.seq - 1, line.seq))
    if before is None or after is None:
        return []
    pairs = ((before.due(one), after.due(other)) for one, other in zip(before.waits, after.waits, strict=True))
    return [(was, now) for was, now in pairs if was and now and was != now]


def _moves(game: Game, seat: str) -> Iterator[tuple[LogLine, DeadlineMoved]]:
    """The deadlines that were moved since the player of *seat* took it; a stand-in has the player's budget."""
    lines = game.log.lines
    taken = (line.seq for line in reversed(lines) if isinstance(line.fact, SeatTaken) and line.fact.seat == seat)
    for line in lines[next(taken, 0) :]:
        if isinstance(line.fact, DeadlineMoved):
            yield line, line.fact


def _same_period(game: Game, allowed: ExtensionSettings, line: LogLine, fact: DeadlineMoved, at: datetime) -> bool:
    """Whether an extension that was granted is of the period in which the game is now."""
    if allowed.per == "year":
        return year_of(game, line.at) == year_of(game, at)
    if allowed.per == "turn" and game.pause is not None:
        asked = next((pause for pause in game.log.pauses if pause.round == fact.round), game.pause)
        return game.turn(asked.entry) == game.turn(game.pause.entry)
    return True


GRANTED, REFUSED, ASKED = "granted", "refused", "asked"


class NoRequest(Refusal):
    """The player of the seat asks for no extension now."""

    code = "no-request"


class ExtensionReply(msgspec.Struct, frozen=True):
    """What became of a request: `granted`, `asked` if someone must agree first, or why not; *args* are its details."""

    code: str
    args: Mapping[str, Any] = {}


class ExtensionRequest(msgspec.Struct, frozen=True):
    """A request for an extension in *line* of the log, and what became of it by the line *settled*."""

    line: LogLine
    asked: ExtensionAsked
    settled: LogLine | None = None

    @property
    def granted(self) -> bool:
        return self.settled is not None and isinstance(self.settled.fact, DeadlineMoved)


def requests(game: Game) -> tuple[ExtensionRequest, ...]:
    """All requests, in their order."""
    lines = game.log.lines
    asked = [(line, line.fact) for line in lines if isinstance(line.fact, ExtensionAsked)]
    settled = {line.fact.request: line for line in lines if isinstance(line.fact, DeadlineMoved | ExtensionRefused)}
    return tuple(ExtensionRequest(line, fact, settled.get(line.seq)) for line, fact in asked)


def open_requests(game: Game, at: datetime) -> tuple[ExtensionRequest, ...]:
    """Those that are not settled, of questions that are still to be answered and whose deadline has not passed."""
    pause = game.pause
    if pause is None or game.outcome is not None:
        return ()
    return tuple(
        one
        for one in requests(game)
        if one.settled is None and one.asked.round == pause.round and _runs(pause, one.asked.seat, at)
    )


def ask(
    game: Game, seat: str, by_how_much: Duration | UntilTime, origin: RequestOrigin, arrived: datetime, clock: Clock
) -> ExtensionReply:
    """Ask for *seat* to extend the deadline, in an email that *arrived* at a time; it may be repeated."""
    before = next((one for one in requests(game) if _origin(one.asked) == (seat, origin.item, origin.line)), None)
    if before is not None:
        return _reply(game, _settled_by_rule(game, before, clock), clock())
    refused = _refused(game, seat, by_how_much, arrived, clock)
    if refused is not None:
        return refused
    allowed, pause = game.settings.extensions, game.pause
    due = pause.due_for(seat) if pause else None
    if allowed is None or pause is None or due is None:
        return ExtensionReply("nothing-due")
    fact = ExtensionAsked(
        round=pause.round,
        seat=seat,
        item=origin.item,
        line=origin.line,
        length=str(by_how_much) if isinstance(by_how_much, Duration) else "",
        until=None if isinstance(by_how_much, Duration) else by_how_much.after(max(due, clock()), due),
        granted=allowed.granted,
    )
    game.note(fact, clock())
    return _reply(game, _settled_by_rule(game, requests(game)[-1], clock), clock())


def grant(game: Game, asked: ExtensionRequest, clock: Clock, *, reason: str = "") -> ExtensionRequest:
    """Grant a request, if it is still open; its player's budget pays for it. Raises what `moving.extend` does."""
    if asked.settled is None:
        fact = asked.asked
        moving.extend(game, clock, _meant(fact), by=fact.seat, reason=reason, request=asked.line.seq, again=True)
    return next(one for one in requests(game) if one.line.seq == asked.line.seq)


def refuse(game: Game, asked: ExtensionRequest, clock: Clock, *, reason: str = "") -> ExtensionRequest:
    """Refuse a request, if it is still open."""
    if asked.settled is None:
        game.note(ExtensionRefused(request=asked.line.seq, reason=reason), clock())
    return next(one for one in requests(game) if one.line.seq == asked.line.seq)


def asked_by(game: Game, seat: str, at: datetime) -> ExtensionRequest:
    """The open request of *seat* that the moderator may settle; raises `NoRequest`."""
    found = next((one for one in open_requests(game, at) if one.asked.seat == seat), None)
    if found is None:
        raise NoRequest(f"{seat} asks for no extension now; `pbem status` lists the requests that wait for you")
    return found


def granted_by_rule(game: Game, fact: DeadlineMoved) -> bool:
    """Whether *fact* grants a request at once, so that the reply to it told it."""
    asked = game.log.lines[fact.request - 1].fact if fact.request else None
    return isinstance(asked, ExtensionAsked) and asked.granted == "by rule"


def _settled_by_rule(game: Game, asked: ExtensionRequest, clock: Clock) -> ExtensionRequest:
    """*asked*, granted at once if no one has to agree."""
    if asked.settled is None and asked.asked.granted == "by rule":
        return grant(game, asked, clock)
    return asked


def _refused(
    game: Game, seat: str, by_how_much: Duration | UntilTime, arrived: datetime, clock: Clock
) -> ExtensionReply | None:
    """Why the seat cannot have the extension, if it cannot."""
    allowed, pause = game.settings.extensions, game.pause
    if allowed is None:
        return ExtensionReply("not-here")
    if pause is None or not _asked_now(game, pause, seat):
        return ExtensionReply("nothing-due")
    if deadlines.standing_still(game.log.facts, seat):
        return ExtensionReply("stopped")
    due = pause.due_for(seat)
    if due is None:
        return ExtensionReply("nothing-due")
    if arrived >= due:
        return ExtensionReply("late")
    if any(one.asked.seat == seat for one in open_requests(game, arrived)):
        return ExtensionReply("waits-already")
    if _same_as_last(game, pause, seat, by_how_much):
        return ExtensionReply("already", {"due": due})
    return _beyond(game, allowed, seat, by_how_much, clock)


def _beyond(
    game: Game, allowed: ExtensionSettings, seat: str, by_how_much: Duration | UntilTime, clock: Clock
) -> ExtensionReply | None:
    """Why an extension goes beyond what is allowed, if it does."""
    left = extensions_left(game, allowed, seat, clock())
    if left.times == 0 or (left.length is not None and not left.length):
        return ExtensionReply("used-up", {"per": allowed.per})
    try:
        change = moving.extend(game, clock, by_how_much, by=seat, again=True, tried=True)
    except moving.NotLater:
        return ExtensionReply("not-later")
    except Refusal:
        return ExtensionReply("too-long", {"most": _told(allowed.each.length)})
    if not change.changed:
        return ExtensionReply("already", {"due": game.pause.due_for(seat) if game.pause else None})
    longest = max((one.after - one.before for one in change.moved if one.after and one.before), default=timedelta())
    most = min(allowed.each.length, left.length) if left.length is not None else allowed.each.length
    if longest > most + _changed_clocks(by_how_much):
        return ExtensionReply("too-long", {"most": _told(most)})
    return None


def _changed_clocks(by_how_much: Duration | UntilTime) -> timedelta:
    """By how much days may be longer when clocks are changed."""
    exact = isinstance(by_how_much, Duration) and by_how_much.unit != "day"
    return timedelta() if exact else timedelta(hours=1)


def _same_as_last(game: Game, pause: Pause, seat: str, by_how_much: Duration | UntilTime) -> bool:
    """Whether the last thing that moved the deadline was this very request: a second one is a slip."""
    moves = [fact for fact in game.facts if isinstance(fact, DeadlineMoved) and fact.round == pause.round]
    last = moves[-1] if moves else None
    return last is not None and bool(last.request) and (last.by, last.asked) == (seat, f"extend {by_how_much}")


def _reply(game: Game, asked: ExtensionRequest, at: datetime) -> ExtensionReply:
    """What the player is told of a request."""
    allowed = game.settings.extensions
    left = extensions_left(game, allowed, asked.asked.seat, at) if allowed else None
    args = {
        "times": left.times if left else None,
        "length": _told(left.length) if left and left.length is not None else "",
        "per": allowed.per if allowed else "game",
        "named": allowed is not None and allowed.asker == "named",
    }
    if not asked.granted or asked.settled is None:
        return ExtensionReply(ASKED if asked.settled is None else REFUSED, args)
    before, after = (deadlines.as_of(game.log.lines, asked.settled.seq - each) for each in (1, 0))
    was, now = (pause.due_for(asked.asked.seat) if pause else None for pause in (before, after))
    return ExtensionReply(GRANTED, {**args, "before": was, "due": now})


def _told(length: timedelta) -> str:
    """A length in words: in days if it has only whole ones."""
    hours = int(length.total_seconds() // 3600)
    if not hours:
        return str(Duration(int(length.total_seconds() // 60), "minute"))
    return str(Duration(hours // 24, "day") if hours % 24 == 0 and hours > 24 else Duration(hours, "hour"))


def _meant(fact: ExtensionAsked) -> Duration | UntilTime:
    if fact.until is not None:
        until = fact.until.astimezone(UTC)
        return UntilTime("UTC", day=until.date(), at=until.time())
    count, _, unit = fact.length.partition(" ")
    return Duration(int(count), unit.removesuffix("s"))


def _origin(asked: ExtensionAsked) -> tuple[str, int, int]:
    return asked.seat, asked.item, asked.line


def _asked_now(game: Game, pause: Pause, seat: str) -> bool:
    """Whether *seat* has something to answer, which no bot does for it."""
    bots = {(one.seat, one.key) for one in pause.waits if one.bot}
    return any(stage.pending and (seat, stage.decision.key) not in bots for stage in game.stages(seat))


def _runs(pause: Pause, seat: str, at: datetime) -> bool:
    due = pause.due_for(seat)
    return due is None or at < due
