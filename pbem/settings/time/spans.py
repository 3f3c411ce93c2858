"""How people say when something is to be due: so much later, or until a time on their clocks."""

from datetime import UTC, date, datetime, time, timedelta

import msgspec

from pbem.settings.time.clocks import instant, shown_at
from pbem.settings.time.times import DAYS, Duration

_WEEK_AND_A_LEAP = 9
"""Days to look ahead: a week, and one more as some zones once skipped a day."""


def later(start: datetime, by: Duration, zone: str) -> datetime:
    """The instant that is *by* so much later than *start*, in UTC: days keep the hour of the day, the rest is exact.

    Raises `OverflowError` where there is none.
    """
    if by.unit != "day":
        return start.astimezone(UTC) + by.length
    there = shown_at(start, zone)
    return instant(there.date() + timedelta(days=by.count), there.time(), zone)


class UntilTime(msgspec.Struct, frozen=True):
    """A *day*, or the next day of the week (Monday is 0), *at* a time; what is not said follows from what it is for.

    The clocks are those of *zone*.
    """

    zone: str
    day: date | None = None
    weekday: int | None = None
    at: time | None = None

    def __str__(self) -> str:
        day = f"{self.day:%A %Y-%m-%d}" if self.day else "" if self.weekday is None else DAYS[self.weekday].capitalize()
        return " ".join(filter(None, (day, f"{self.at:%H:%M} {self.zone}" if self.at else "")))

    def after(self, start: datetime, usual: datetime) -> datetime:
        """The instant meant; without a date the first one after *start*, without a time at the hour of *usual*."""
        at = self.at or shown_at(usual, self.zone).time()
        if self.day is not None:
            return instant(self.day, at, self.zone)
        first = shown_at(start, self.zone).date()
        days = (first + timedelta(days=ahead) for ahead in range(_WEEK_AND_A_LEAP))
        dues = (instant(day, at, self.zone) for day in days if self.weekday in (None, day.weekday()))
        return next(due for due in dues if due > start)


def after(start: datetime, said: Duration | UntilTime, zone: str) -> datetime | None:
    """The instant that is *said*, seen from *start* in a *zone*; None if that is past, or no time of any calendar."""
    try:
        found = later(start, said, zone) if isinstance(said, Duration) else said.after(start, start)
    except OverflowError:
        return None
    return found if found > start else None
