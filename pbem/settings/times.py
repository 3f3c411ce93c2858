"""Times and spans as game.yaml writes them.

A time that clocks show twice, as they are set back, is the later of the two, which favours the player. One that they
skip, as they are set forward, moves on by as much as they do.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

from pbem.engine.reading import Node, Reader, Speller, TextNode, late_pattern


def instant(day: date, at: time, zone: str) -> datetime:
    """The instant, in UTC, at which clocks in *zone* show *at* on *day*."""
    from whenever import PlainDateTime  # noqa: PLC0415 - most commands need no deadline

    shown = PlainDateTime(datetime.combine(day, at.replace(tzinfo=None)))
    return shown.assume_tz(zone, disambiguation="later").to_instant().to_stdlib()


def start_of(day: date, zone: str) -> datetime:
    """The instant, in UTC, at which *day* begins in *zone*."""
    from whenever import PlainDateTime  # noqa: PLC0415 - as above

    midnight = PlainDateTime(datetime.combine(day, time()))
    return midnight.assume_tz(zone, disambiguation="compatible").to_instant().to_stdlib()


def shown_at(moment: datetime, zone: str) -> datetime:
    """The date and the time, without a zone, that clocks in *zone* show at *moment*."""
    from whenever import Instant  # noqa: PLC0415 - as above

    return Instant(moment).to_tz(zone).to_plain().to_stdlib()


DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAILY = "daily"
_UNITS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(hours=24)}
MOST_PARTS = 100
_NOT_BEFORE = "not before "


_NOT_ZONES = late_pattern(r"localtime|posixrules|factory|(posix|right)/.*", re.IGNORECASE)
"""Names in the database that say something else on each computer, or nothing, or count leap seconds."""


def is_zone(name: str) -> bool:
    """Whether *name*, so written, is a time zone, and the same one on every computer."""
    try:
        return not _NOT_ZONES.fullmatch(name) and bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def zone_like(name: str) -> str | None:
    """The time zone called *name*, in whatever letters."""
    if is_zone(name):
        return name
    found = (known for known in available_timezones() if known.casefold() == name.casefold())
    return next(filter(is_zone, found), None)


class Zone(msgspec.Struct, frozen=True):
    """The name of a time zone: `Europe/Vienna`."""

    name: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        name = node.text.strip() if isinstance(node, TextNode) else ""
        if not is_zone(name):
            raise reader.blame(node, "not-a-zone", text=name)
        return cls(name)

    def spell(self, speller: Speller) -> str:
        return self.name

    @property
    def info(self) -> ZoneInfo:
        """The zone's calendar."""
        return ZoneInfo(self.name)


class TimeOfWeek(msgspec.Struct, frozen=True):
    """A time of the week on the players' clocks: `Wednesday 20:00`, `daily 20:00`."""

    day: str
    at: time

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-moment")
        day, _, clock = node.text.strip().partition(" ")
        at = _clock(clock)
        if at is None or day.lower() not in (*DAYS, DAILY):
            raise reader.blame(node, "not-a-moment", text=node.text)
        return cls(day.lower(), at)

    def __str__(self) -> str:
        return f"{self.day.capitalize() if self.day in DAYS else self.day} {self.at:%H:%M}"

    def spell(self, speller: Speller) -> str:
        return str(self)

    def falls_on(self, day: date) -> bool:
        """Whether the rule names *day*."""
        return self.day == DAILY or DAYS[day.weekday()] == self.day


class ShareOfTime(msgspec.Struct, frozen=True):
    """One of *parts* equal parts of the usual time: `1/3`."""

    parts: int

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        text = node.text.replace(" ", "") if isinstance(node, TextNode) else ""
        one, _, parts = text.partition("/")
        if one != "1" or not parts.isascii() or not parts.isdigit() or not 1 < int(parts[:4]) <= MOST_PARTS:
            raise reader.blame(node, "not-a-share", text=text)
        return cls(int(parts))

    def __str__(self) -> str:
        return f"1/{self.parts}"

    def spell(self, speller: Speller) -> str:
        return str(self)


class Duration(msgspec.Struct, frozen=True):
    """A length of time: `48 hours`, `3 days`, `90 minutes`."""

    count: int
    unit: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-length")
        found = _length(node.text)
        if found is None:
            raise reader.blame(node, "not-a-length", text=node.text)
        return cls(*found)

    def __str__(self) -> str:
        return f"{self.count} {self.unit}{'' if self.count == 1 else 's'}"

    def spell(self, speller: Speller) -> str:
        return str(self)

    @property
    def length(self) -> timedelta:
        """The time that passes, with days of 24 hours."""
        return self.count * _UNITS[self.unit]


class Early(msgspec.Struct, frozen=True):
    """Whether play may continue before a deadline once all sheets are in: `yes`, `no`, `not before 18:00`.

    *at* is a time of day, *after* a length from when the question was put; not both.
    """

    allowed: bool = True
    at: time | None = None
    after: Duration | None = None

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        text = " ".join(node.text.casefold().split()) if isinstance(node, TextNode) else ""
        if text in ("yes", "no"):
            return cls(text == "yes")
        rest = text.removeprefix(_NOT_BEFORE) if text.startswith(_NOT_BEFORE) else ""
        if (at := _clock(rest)) is not None:
            return cls(at=at)
        if (length := _length(rest)) is not None:
            return cls(after=Duration(*length))
        raise reader.blame(node, "not-early", **({"text": node.text} if isinstance(node, TextNode) else {}))

    def __str__(self) -> str:
        if self.at or self.after:
            return f"{_NOT_BEFORE}{self.after or format(self.at, '%H:%M')}"
        return "yes" if self.allowed else "no"

    def spell(self, speller: Speller) -> str:
        return str(self)


def _clock(text: str) -> time | None:
    try:
        hour, minute = (int(part) for part in text.strip().split(":"))
        return time(hour, minute)
    except ValueError:
        return None


def _length(text: str) -> tuple[int, str] | None:
    count, _, unit = text.strip().partition(" ")
    unit = unit.strip().lower().removesuffix("s")
    if not (count.isascii() and count.isdigit() and len(count) < 6 and unit in _UNITS):
        return None
    return int(count), unit


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
