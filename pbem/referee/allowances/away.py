"""When the player of a seat is away: absences on the player's own clocks, those that meet taken together."""

from datetime import date, datetime, time, timedelta

import msgspec

from pbem.referee import requests
from pbem.referee.game import Game
from pbem.settings.time.times import Zone

_DAY = timedelta(days=1)


class Away(msgspec.Struct, frozen=True):
    """A time for which *seat* is away, in UTC; *told* is when the first of its days was told."""

    seat: str
    begins: datetime
    ends: datetime
    told: datetime


def absences_of(game: Game, seat: str, at: datetime) -> tuple[Away, ...]:
    """The absences of *seat* that are not over *at* a time, the earliest first."""
    info = _zone_of(game, seat).info

    def midnight(day: date) -> datetime:
        return datetime.combine(day, time(), info).astimezone(at.tzinfo)

    found: list[Away] = []
    for one in requests.absences(game, seat, at.astimezone(info).date()):
        if one.start is None or one.end is None:
            continue
        begins, ends = midnight(one.start), midnight(one.end + _DAY)
        if found and begins <= found[-1].ends:
            last = found[-1]
            found[-1] = Away(seat, last.begins, max(last.ends, ends), min(last.told, one.received))
        else:
            found.append(Away(seat, begins, ends, one.received))
    return tuple(found)


def told_in_time(game: Game, seat: str, due: datetime) -> bool:
    """Whether *seat* is away when something is *due*, and that was told before."""
    day = due.astimezone(_zone_of(game, seat).info).date()
    known = requests.absences(game, seat, day)
    return any(one.start is not None and one.start <= day and one.received < due for one in known)


def away_at(game: Game, seat: str, time_: datetime, at: datetime) -> Away | None:
    """The absence of *seat* that a time falls into, as known *at* another."""
    return next((one for one in absences_of(game, seat, at) if one.begins <= time_ < one.ends), None)


def _zone_of(game: Game, seat: str) -> Zone:
    """The zone of the seat's own player, also while a stand-in plays it."""
    regular = game.holders[seat].regular
    return game.settings.zone_of(seat) if regular is None else regular.zone or game.settings.deadlines.zone
