"""When players are reminded: at set times before a deadline, and never at night where they live."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import Any, Self

import msgspec

from pbem.engine.decision import USUAL
from pbem.engine.order import Problem
from pbem.engine.reading import ListNode, MappingNode, Node, Reader, Speller, TextNode
from pbem.settings.times import Duration, instant, shown_at
from pbem.sheet.names import near

APART = timedelta(hours=6)
"""Two reminders are at least this far apart, or half as far as game.yaml has them, so that one may be late."""
_TURN = timedelta(hours=1)
"""How far turns may be apart: so long before the quiet hours what would fall into them, or just before, is sent."""
_USEFUL = timedelta(hours=1)
"""How long before its deadline a reminder still helps; one of shorter notice does for half of that."""
_AFTER_LETTER = 4
"""No reminder comes in the first one of as many parts of the time to answer."""
_LONGEST = timedelta(days=28)
_LONGEST_NIGHT = timedelta(hours=16)
"""Longer quiet hours are more likely the day, written the wrong way round."""
_DAY = 24 * 60
_OFF = ("no", "off", "none")


class QuietHours(msgspec.Struct, frozen=True):
    """The hours of the night, on a reader's clock, in which no one is reminded: `22:00 to 08:00`, or `no`."""

    start: time = time()
    end: time = time()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        text = node.text.strip() if isinstance(node, TextNode) else ""
        if text.casefold() in _OFF:
            return cls()
        start, _, end = text.partition(" to ")
        try:
            found = cls(_clock(start), _clock(end))
        except ValueError:
            raise reader.blame(node, "not-quiet-hours", text=text) from None
        if found.start == found.end:
            raise reader.blame(node, "not-quiet-hours", text=text)
        if found.length > _LONGEST_NIGHT:
            raise reader.blame(node, "quiet-too-long", text=text, most=_LONGEST_NIGHT // timedelta(hours=1))
        return found

    def spell(self, speller: Speller) -> str:
        return f"{self.start:%H:%M} to {self.end:%H:%M}" if self.start != self.end else "no"

    @property
    def length(self) -> timedelta:
        """How long they are, on a day on which no clocks change."""
        minutes = 60 * (self.end.hour - self.start.hour) + self.end.minute - self.start.minute
        return timedelta(minutes=minutes % _DAY)

    def night(self, at: datetime, zone: str) -> tuple[datetime, datetime] | None:
        """The quiet hours in which *at* falls where clocks show *zone*: from when to when; None by day."""
        there = shown_at(at, zone)
        clock, day = there.time(), there.date()
        if self.start < self.end:
            within = self.start <= clock < self.end
        else:
            within = (clock >= self.start or clock < self.end) and self.start != self.end
        if not within:
            return None
        evening = day - timedelta(days=1) if self.start > self.end and clock < self.end else day
        morning = evening + timedelta(days=1) if self.start > self.end else evening
        return instant(evening, self.start, zone), instant(morning, self.end, zone)


def _clock(text: str) -> time:
    """A time of day such as 22:00; raises `ValueError`."""
    hour, _, minute = text.strip().partition(":")
    return time(int(hour), int(minute))


class ReminderTimes(msgspec.Struct, frozen=True):
    """How long before a deadline who is missing is reminded, by kinds of questions; the usual times are for the rest.

    In game.yaml: a list of lengths, `no`, or such a list for each kind.
    """

    usual: tuple[Duration, ...] = (Duration(24, "hour"), Duration(4, "hour"))
    kinds: Mapping[str, tuple[Duration, ...]] = {}

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, MappingNode):
            return cls(_lengths(node, reader))
        found = {key.text.strip(): _lengths(value, reader) for key, value in node.pairs}
        return cls(found.pop(USUAL, cls().usual), found)

    def spell(self, speller: Speller) -> Any:
        lists = {kind: [one.spell(speller) for one in lengths] or "no" for kind, lengths in self._all.items()}
        return lists if self.kinds else lists[USUAL]

    @property
    def _all(self) -> Mapping[str, tuple[Duration, ...]]:
        return {USUAL: self.usual, **self.kinds}

    def before(self, kind: str) -> tuple[timedelta, ...]:
        """How long before the deadline of a question of a *kind*, the longest first."""
        return tuple(sorted({one.length for one in self.kinds.get(kind, self.usual)}, reverse=True))


def _lengths(node: Node, reader: Reader) -> tuple[Duration, ...]:
    if isinstance(node, TextNode) and node.text.strip().casefold() in _OFF:
        return ()
    nodes = node.items if isinstance(node, ListNode) else (node,)
    return tuple(_length(one, reader) for one in nodes)


def _length(node: Node, reader: Reader) -> Duration:
    found = Duration.read(node, reader)
    if not timedelta(0) < found.length <= _LONGEST:
        raise reader.blame(node, "not-a-reminder", text=str(found), most=_LONGEST.days)
    return found


def wrong_reminders(times: ReminderTimes, kinds: Sequence[str]) -> Iterator[Problem]:
    """Times for kinds of questions that are not among the *kinds* of the game."""
    for kind in times.kinds:
        if kind not in kinds:
            args = {"text": kind, "kinds": list(kinds), "nearest": list(near(kind, kinds))}
            yield Problem("unknown-kind", ("reminders",), args=args)


class Schedule(msgspec.Struct, frozen=True):
    """The reminders of one deadline to one reader, who had its letter when it was *asked* and lives in *zone*."""

    asked: datetime
    due: datetime
    before: tuple[timedelta, ...]
    quiet: QuietHours
    zone: str

    @property
    def apart(self) -> timedelta:
        """How far reminders are apart at least."""
        gaps = (longer - shorter for longer, shorter in pairwise(self.before))
        return min((APART, *(gap / 2 for gap in gaps)))

    @property
    def first(self) -> datetime:
        """Before this it is too early: the letter is only just there."""
        return self.asked + min(APART, (self.due - self.asked) / _AFTER_LETTER)

    def times(self) -> tuple[datetime, ...]:
        """All times of reminders, the earliest first."""
        found = (self._moved(self.due - before, self._useful(before)) for before in self.before)
        return tuple(sorted({one for one in found if one is not None and one >= self.first}))

    def to_come(self, at: datetime, sent: Iterable[datetime]) -> tuple[datetime, ...]:
        """The times of reminders that are still to be sent *at* a time after those that were *sent*.

        Of several that are overdue only the last is: it goes at once, by night in the morning, and not at all where
        that helps no more. One that was sent settles those before it and those that are too close after it.
        """
        given = tuple(sent)
        open_ = [one for one in self.times() if not any(other > one - self.apart for other in given)]
        ahead = [one for one in open_ if one > at]
        overdue = [one for one in open_ if one <= at]
        if not overdue or at >= self.due - self._useful(self.before[-1] if self.before else _USEFUL):
            return tuple(ahead)
        night = self.quiet.night(at, self.zone)
        if night is None:
            return (overdue[-1], *ahead)
        return tuple(sorted({*ahead, *self._in_the_morning(night[1])}))

    def _in_the_morning(self, morning: datetime) -> tuple[datetime, ...]:
        shortest = self._useful(min(self.before, default=_USEFUL))
        return (morning,) if morning + _TURN <= self.due - shortest else ()

    def _moved(self, at: datetime, useful: timedelta) -> datetime | None:
        """*at*, or if a turn after it may be at night the evening before, or else the morning if that is in time."""
        now = self.quiet.night(at, self.zone)
        night = now or self.quiet.night(at + _TURN, self.zone)
        if night is None:
            return at
        evening = night[0] - _TURN
        if evening >= self.first and self.quiet.night(evening, self.zone) is None:
            return evening
        if now is None:
            return at
        return night[1] if night[1] + _TURN <= self.due - useful else None

    def _useful(self, before: timedelta) -> timedelta:
        """How long before the deadline a reminder of notice *before* still helps."""
        return min(_USEFUL, before / 2)
