"""How much a player has left of what the settings allow: extensions, and days by which absences may move deadlines."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from pbem.referee.game import Game
from pbem.referee.timekeeping import deadlines
from pbem.settings.allowances import ExtensionSettings
from pbem.store.facts.seats import SeatTaken
from pbem.store.facts.time import DeadlineMoved
from pbem.store.log import LogLine

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
