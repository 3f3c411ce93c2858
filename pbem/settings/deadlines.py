"""When answers are due: a rule in local time, evaluated in the calendar and never added up in seconds."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

import msgspec

from pbem.engine.kit.reading import Node, Reader, Speller, TextNode

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAILY = "daily"
_UNITS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(hours=24)}
_WEEK_AND_A_LEAP = 9
"""Days to look ahead: a week, and one more as some zones once skipped a day."""


class TimeOfWeek(msgspec.Struct, frozen=True):
    """A time of the week on the players' clocks: `Wednesday 20:00`, `daily 20:00`."""

    day: str
    at: time

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-moment")
        day, _, clock = node.text.strip().partition(" ")
        try:
            hour, minute = (int(part) for part in clock.strip().split(":"))
            at = time(hour, minute)
        except ValueError:
            raise reader.blame(node, "not-a-moment", text=node.text) from None
        if day.lower() not in (*DAYS, DAILY):
            raise reader.blame(node, "not-a-moment", text=node.text)
        return cls(day.lower(), at)

    def spell(self, speller: Speller) -> str:
        return f"{self.day.capitalize()} {self.at:%H:%M}"

    def falls_on(self, day: date) -> bool:
        """Whether the rule names *day*."""
        return self.day == DAILY or DAYS[day.weekday()] == self.day


class NoticePeriod(msgspec.Struct, frozen=True):
    """How long a player has at least: `48 hours`, `2 days` (of 24 hours), `90 minutes`."""

    count: int
    unit: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-notice")
        count, _, unit = node.text.strip().partition(" ")
        unit = unit.strip().lower().removesuffix("s")
        if not (count.isascii() and count.isdigit() and len(count) < 6 and unit in _UNITS):
            raise reader.blame(node, "not-a-notice", text=node.text)
        return cls(int(count), unit)

    def spell(self, speller: Speller) -> str:
        return f"{self.count} {self.unit}s"

    @property
    def length(self) -> timedelta:
        """The time that passes."""
        return self.count * _UNITS[self.unit]


def instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The UTC instant when clocks in *zone* show *at* on *day*.

    Of two such instants (clocks set back) the later, which favours the player; where there is
    none (clocks set forward) the time moves on by as much as the clocks do.
    """
    earlier, later = (datetime.combine(day, at, zone).replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return max(earlier, later)


def next_deadline(asked: datetime, zone: ZoneInfo, at: Iterable[TimeOfWeek], notice: timedelta) -> datetime | None:
    """The first time in *at* that gives at least *notice* after *asked*, in UTC; None without times."""
    from_then = asked.astimezone(UTC) + notice
    first = from_then.astimezone(zone).date() - timedelta(days=1)
    days = [first + timedelta(days=ahead) for ahead in range(_WEEK_AND_A_LEAP + 1)]
    moments = tuple(at)
    falls = (instant(day, moment.at, zone) for day in days for moment in moments if moment.falls_on(day))
    return min((fall for fall in falls if fall >= from_then), default=None)
