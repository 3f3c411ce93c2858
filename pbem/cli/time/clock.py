"""How commands say what the time is, what will happen, and that a clock stands."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from pbem.engine.decision import MODERATOR
from pbem.referee.timekeeping.agenda_item import AgendaItem
from pbem.referee.timekeeping.deadlines import StoppedClock


def moment(time: datetime, zone: str) -> str:
    """A time as clocks in *zone* show it."""
    return f"{time.astimezone(ZoneInfo(zone)):%A %Y-%m-%d %H:%M} {zone}"


def stopped_clock(stop: StoppedClock, zone: str) -> str:
    """That a clock stands, since when and why, and how it runs again."""
    whose = f"The clock of {', '.join(stop.seats)}" if stop.seats else "The clock"
    by = "you" if stop.by == MODERATOR else stop.by
    reason = f": {stop.reason}" if stop.reason else ""
    run = f"`pbem deadline resume{''.join(f' --as {seat}' for seat in stop.seats)}` lets it run again"
    waits = "" if stop.seats or stop.plays else " Play waits, even if all sheets are in."
    return f"{whose} is stopped by {by}, {moment(stop.since, zone)}{reason}; {run}.{waits}"


def next_by_itself(coming: Sequence[AgendaItem], titles: Mapping[str, str], at: datetime, zone: str) -> str:
    """What will happen first by itself, and when; empty if nothing will."""
    ahead = [one for one in coming if one.at > at]
    if not ahead:
        return ""
    from pbem.referee.timekeeping.agenda_words import said

    first = [one for one in ahead if one.at == ahead[0].at]
    return f"Next by itself, {moment(ahead[0].at, zone)}: {'; '.join(said(first, titles))}."
