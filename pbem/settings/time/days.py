"""Days on which no time runs: days of the week, and dates, of one year or of every year."""

import calendar
from datetime import date, datetime, timedelta
from typing import Literal, Self

import msgspec

from pbem.engine.kit.reading import Node, Reader, Speller, TextNode
from pbem.settings.time.clocks import instant, shown_at, start_of
from pbem.settings.time.times import DAYS, Duration

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
_LEAP_YEAR = 2000
FURTHEST = 375
"""How many days ahead a day that counts is looked for: settings without one in a year are refused."""


class NoDayCounts(ValueError):
    """No day counts for more than a year."""


class CalendarDay(msgspec.Struct, frozen=True, order=True):
    """A date, `2026-12-24`, or with year 0 the day of every year, `24 December`."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        if self.year:
            return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"
        return f"{self.day} {calendar.month_name[self.month]}"

    def in_year(self, year: int) -> tuple[int, int, int]:
        """Year, month and day, to compare with those of a date of *year*."""
        return self.year or year, self.month, self.day


class Holiday(msgspec.Struct, frozen=True, order=True):
    """A day, or a range of days: `2026-12-24 to 2027-01-02`, `25 December`, `24 December to 2 January`."""

    first: CalendarDay
    last: CalendarDay

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-holiday")
        first, to, last = (part.strip() for part in node.text.partition(" to "))
        days = [_day(part) for part in (first, last if to else first)]
        if days[0] is None or days[1] is None or bool(days[0].year) != bool(days[1].year):
            raise reader.blame(node, "not-a-holiday", text=node.text)
        if days[0].year and days[1] < days[0]:
            raise reader.blame(node, "range-reversed", text=node.text, right=f"{days[1]} to {days[0]}")
        return cls(days[0], days[1])

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"

    def spell(self, speller: Speller) -> str:
        return str(self)

    def covers(self, day: date) -> bool:
        """Whether *day* is in it."""
        this = (day.year, day.month, day.day)
        after, before = self.first.in_year(day.year) <= this, this <= self.last.in_year(day.year)
        round_the_year = not self.first.year and self.last < self.first
        return (after or before) if round_the_year else (after and before)


class DaysThatCount(msgspec.Struct, frozen=True):
    """The days of a *zone* on which time runs: all but *days_off* and *holidays*."""

    zone: str
    days_off: tuple[Weekday, ...] = ()
    holidays: tuple[Holiday, ...] = ()

    def count(self, day: date) -> bool:
        """Whether time runs on *day*."""
        return DAYS[day.weekday()].capitalize() not in self.days_off and not any(
            each.covers(day) for each in self.holidays
        )

    def next(self, day: date) -> date:
        """The first day after *day* that counts; raises `NoDayCounts`."""
        for ahead in range(1, FURTHEST):
            if self.count(found := day + timedelta(days=ahead)):
                return found
        raise NoDayCounts(f"no day counts after {day}")

    def later(self, start: datetime, length: timedelta) -> datetime:
        """When *length* of time has run since *start*, in UTC."""
        if not (self.days_off or self.holidays):
            return start + length
        start, day = self._running(start)
        while start + length >= (midnight := start_of(day + timedelta(days=1), self.zone)):
            length -= midnight - start
            start, day = self._running(midnight)
        return start + length

    def between(self, start: datetime, end: datetime) -> timedelta:
        """The time that runs from *start* to *end*; none if that is earlier."""
        if not (self.days_off or self.holidays):
            return max(end - start, timedelta())
        found = timedelta()
        start, day = self._running(start)
        while start < end:
            midnight = start_of(day + timedelta(days=1), self.zone)
            found += min(midnight, end) - start
            start, day = self._running(midnight)
        return found

    def later_by_calendar(self, start: datetime, duration: Duration) -> datetime:
        """When *duration* has run since *start*, in UTC; days end at the local hour at which they began."""
        if duration.unit != "day":
            return self.later(start, duration.length)
        start, day = self._running(start)
        at = shown_at(start, self.zone).time()
        for _ in range(duration.count):
            day = self.next(day)
        return instant(day, at, self.zone)

    def _running(self, start: datetime) -> tuple[datetime, date]:
        """The first moment from *start* on at which time runs, and its day."""
        day = shown_at(start, self.zone).date()
        if self.count(day):
            return start, day
        following = self.next(day)
        return start_of(following, self.zone), following


def _day(text: str) -> CalendarDay | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        pass
    else:
        return CalendarDay(found.year, found.month, found.day)
    number, _, name = text.partition(" ")
    named = [month for word, month in _MONTHS.items() if len(name) > 2 and word.startswith(name.strip().casefold())]
    try:
        day = date(_LEAP_YEAR, named[0], int(number))
    except (IndexError, ValueError):
        return None
    return CalendarDay(0, day.month, day.day)
