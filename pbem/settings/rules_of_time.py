"""Rules of time: days that count, deadlines, their mistakes and spelling."""

import calendar
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any, Literal, Self

import msgspec

from pbem.engine.decision import NEVER, USUAL
from pbem.engine.order import OrderPath, Problem
from pbem.engine.reading import Node, Reader, Speller, TextNode
from pbem.settings.times import DAILY, DAYS, Duration, Early, ShareOfTime, TimeOfWeek, Zone, instant, shown_at, start_of
from pbem.sheet.names import near

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


_MINUTE = timedelta(minutes=1)
NOTICE = Duration(48, "hour")
"""The notice of a game that says nothing of it."""
LEAST = timedelta(days=1)
"""What everyone has at least after a deadline was set anew, unless the rule itself gives less."""


class TimeRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of time with all that it has from the rules above it; without *at* and *after* nothing is ever due."""

    days: DaysThatCount
    at: tuple[TimeOfWeek, ...] = ()
    after: Duration | None = None
    notice: Duration = NOTICE
    early: Early = Early()
    grace: Duration | None = None
    share: ShareOfTime | None = None
    """The part of the time by *at* or *after* that an answer has, of the time that runs."""

    def due(self, asked: datetime) -> datetime | None:
        """When the answer to a question that is put at *asked* is due, in UTC."""
        if self.after is not None:
            whole: datetime | None = self.days.later_by_calendar(asked, self.after)
        else:
            whole = self.next_time(self.days.later(asked, self.notice.length)) if self.at else None
        if whole is None or self.share is None:
            return whole
        minutes = -(-self.days.between(asked, whole) // (self.share.parts * _MINUTE))
        return self.days.later(asked, minutes * _MINUTE)

    def anew(self, at: datetime, *, due: datetime | None = None, stood: datetime | None = None) -> datetime:
        """When what was *due* while time *stood* still since a moment is due if time runs again *at* another.

        That is the first of its times that leaves what was left, in time that runs, and at least `LEAST` or what the
        rule gives if that is less. A length and a share have no times: they are due when it has run.
        """
        left = self.days.between(stood, due) if due and stood else timedelta()
        usual = (self.after or self.notice).length / (self.share.parts if self.share else 1)
        found = self.days.later(at, max(left, min(LEAST, usual)))
        return found if self.share else self.next_time(found) or found

    def next_time(self, moment: datetime) -> datetime | None:
        """The first of the times *at*, on a day that counts, from *moment* on; None without times.

        Raises `NoDayCounts` if none is on such a day for a year.
        """
        if not self.at:
            return None
        found: datetime | None = None
        for day in self._days_from(shown_at(moment, self.days.zone).date() - timedelta(days=1)):
            before = found
            times = [instant(day, each.at, self.days.zone) for each in self.at if each.falls_on(day)]
            found = min([*([before] if before else []), *(each for each in times if each >= moment)], default=None)
            if before:  # where clocks skip a day its times come after some of the next one's
                return found
        if found is None:
            raise NoDayCounts(f"none of the times is on a day that counts after {moment}")
        return found

    def _days_from(self, day: date) -> Iterator[date]:
        """The days that count from *day* on and have one of the times."""
        days = (day + timedelta(days=ahead) for ahead in range(FURTHEST))
        return (day for day in days if any(each.falls_on(day) for each in self.at) and self.days.count(day))

    def opens(self, asked: datetime, due: datetime | None) -> datetime | None:
        """When a question put at *asked* may be played at the earliest; None if as soon as all sheets are in.

        That is never after it is *due*.
        """
        if not self.early.allowed:
            return due
        found = None
        if self.early.at is not None:
            found = self._next_clock(asked, self.early.at)
        elif self.early.after is not None:
            found = self.days.later_by_calendar(asked, self.early.after)
        return min(found, due) if found and due else found

    def closes(self, due: datetime) -> datetime:
        """The end of the grace, until which a sheet for what is *due* then counts as any other: *due* without grace."""
        return self.days.later_by_calendar(due, self.grace) if self.grace else due

    def _next_clock(self, asked: datetime, at: time) -> datetime:
        """When clocks show *at* for the first time after *asked* on a day that counts."""
        daily = msgspec.structs.replace(self, at=(TimeOfWeek("daily", at),))
        found = daily.next_time(asked + timedelta(microseconds=1))
        assert found is not None  # noqa: S101 - it has a time
        return found


class DeadlineRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of time as game.yaml has it; what it leaves out is as in the rule above it.

    An answer is due at the first time in *at* that gives at least the *notice* after the question was put, or a
    length *after* it. No time runs on *days_off* and *holidays*. With a *share* it is due after that part of the time
    that the usual rule would give.
    """

    at: tuple[TimeOfWeek, ...] = ()
    after: Duration | None = None
    notice: Duration | None = None
    days_off: tuple[Weekday, ...] | None = None
    holidays: tuple[Holiday, ...] | None = None
    early: Early | None = None
    grace: Duration | None = None
    share: ShareOfTime | None = None

    def over(self, above: TimeRule) -> TimeRule:
        """It with what it leaves out taken from the rule *above*."""
        times = self if self.at or self.after else above
        days = above.days
        return TimeRule(
            days=DaysThatCount(
                days.zone,
                days.days_off if self.days_off is None else self.days_off,
                days.holidays if self.holidays is None else self.holidays,
            ),
            at=times.at,
            after=times.after,
            notice=self.notice or above.notice,
            early=self.early or above.early,
            grace=self.grace if self.grace is not None else above.grace,
            share=self.share,
        )


class Deadlines(DeadlineRule, frozen=True, kw_only=True):
    """The usual rule of time, and others in *rules* by the names that the game gives to kinds of questions."""

    zone: Zone = Zone("UTC")
    rules: Mapping[str, DeadlineRule] = {}

    def rule_for(self, kind: str = USUAL) -> TimeRule:
        """The rule for the questions of a *kind* (`Decision.due`): its own, or the usual one.

        For what is due in the future only. What a running question was promised is in the log: ask the pause
        (`Pause.due`, `Pause.closes`, `Pause.opens`), which also knows how facts have moved it.
        """
        usual = self.over(TimeRule(days=DaysThatCount(self.zone.name)))
        return self.rules[kind].over(usual) if kind in self.rules else usual

    def due(self, asked: datetime, kind: str = USUAL) -> datetime | None:
        """When a question of a *kind* that is put at *asked* is due, in UTC; None if never."""
        return None if kind == NEVER else self.rule_for(kind).due(asked)


_WEEK = timedelta(days=7)
_LONGEST = timedelta(days=366)
_USUAL: OrderPath = ("deadlines",)
_SOME_YEAR = datetime(2024, 1, 1, tzinfo=UTC)


def wrong_times(deadlines: Deadlines, kinds: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with *deadlines* in a game that has *kinds* of questions."""
    path = _USUAL
    yield from _wrong(deadlines, deadlines.rule_for(), path)
    for kind, own in deadlines.rules.items():
        below = (*path, "rules", kind)
        if kind in kinds:
            yield from _wrong(own, deadlines.rule_for(kind), below)
        else:
            args = {"text": kind, "kinds": list(kinds), "nearest": list(near(kind, kinds))}
            yield Problem("unknown-kind", below, args=args)


def _wrong(own: DeadlineRule, rule: TimeRule, path: OrderPath) -> Iterator[Problem]:
    if own.at and own.after:
        yield Problem("at-and-after", (*path, "after"))
        return
    if own.share and (own.at or own.after or path == _USUAL):
        yield Problem("share-of-itself", (*path, "share"))
        return
    wrong = [*_wrong_lengths(own, path)]
    yield from wrong
    if not wrong:
        yield from _wrong_together(own, rule, path)
    yield from _wrong_days(own, rule, path)


def _wrong_lengths(own: DeadlineRule, path: OrderPath) -> Iterator[Problem]:
    lengths: Mapping[str, Duration | None] = {
        "after": own.after,
        "notice": own.notice,
        "grace": own.grace,
        "early": own.early.after if own.early else None,
    }
    for field, length in lengths.items():
        if length and length.length > _LONGEST:
            yield Problem("length-too-long", (*path, field), args={"text": str(length)})
    if own.after and not own.after.count:
        yield Problem("length-zero", (*path, "after"), args={"text": str(own.after)})


def _wrong_together(own: DeadlineRule, rule: TimeRule, path: OrderPath) -> Iterator[Problem]:
    """Lengths that do not go together, told at one that this rule has of its own."""
    times = "after" if own.after else "at" if own.at else ""
    if own.after and own.notice and own.notice.length > own.after.length:
        args = {"notice": str(own.notice), "after": str(own.after)}
        yield Problem("notice-over-after", (*path, "notice"), args=args)
    interval = _interval(rule)
    if interval is None:
        for field, needs in (("early", own.early and not own.early.allowed), ("grace", own.grace)):
            if needs:
                yield Problem(f"{field}-without-times", (*path, field))
        return
    where = "grace" if own.grace else times
    if where and rule.grace and rule.grace.length > interval:
        yield Problem("grace-too-long", (*path, where), args={"text": str(rule.grace), "most": _hours(interval)})
    least = rule.after or rule.notice
    where = "early" if own.early else times or ("notice" if own.notice else "")
    if where and rule.early.after and rule.early.after.length > least.length:
        yield Problem("early-too-late", (*path, where), args={"text": str(rule.early.after), "most": str(least)})


def _wrong_days(own: DeadlineRule, rule: TimeRule, path: OrderPath) -> Iterator[Problem]:
    """Days that leave none that counts, or no time of the rule on one that does, for a year."""
    where = next((field for field in ("holidays", "days_off", "at") if getattr(own, field)), "")
    if not where or not (rule.days.days_off or rule.days.holidays):
        return
    zone = rule.days.zone
    dated = (each.first for each in rule.days.holidays if each.first.year)
    starts = [start_of(datetime(*day.in_year(0), tzinfo=UTC).date(), zone) for day in dated]
    for start in (_SOME_YEAR, *starts):
        try:
            rule.next_time(start) if rule.at else rule.days.later(start, timedelta(0))
        except NoDayCounts:
            yield Problem("no-day-counts", (*path, where))
            return


def _interval(rule: TimeRule) -> timedelta | None:
    """The shortest time from a deadline to the next one by the same rule; None without any."""
    if rule.after:
        return rule.after.length
    times = set()
    for each in rule.at:
        for number, day in enumerate(DAYS):
            if each.day in (day, DAILY):
                times.add(timedelta(days=number, hours=each.at.hour, minutes=each.at.minute))
    if not times:
        return None
    week = sorted(times)
    return min(later - before for before, later in pairwise([*week, week[0] + _WEEK]))


def _hours(length: timedelta) -> str:
    minutes = length // timedelta(minutes=1)
    return str(Duration(minutes, "minute") if minutes % 60 else Duration(minutes // 60, "hour"))


RulesAsData = Mapping[str, Any]
"""A rule of time by its keys, as game.yaml has them, without what is as in a game that says nothing."""

_ZONE, _RULES, _AT, _AFTER = "zone", "rules", "at", "after"
_DEFAULTS: RulesAsData = {_ZONE: "UTC", "notice": str(NOTICE), "early": str(Early())}
_KEYS = (_ZONE, _AT, _AFTER, "notice", "days off", "holidays", "early", "grace", "share")
_HOUR = 60


class KeyChange(msgspec.Struct, frozen=True):
    """A *key* of the rules of time that has another value *now*; empty if it has none."""

    key: str
    now: str
    before: str


def spelled(deadlines: Deadlines) -> RulesAsData:
    """*deadlines* as data: the order of lists, and ways to write the same, do not show."""
    usual = {_ZONE: deadlines.zone.name, **_rule(deadlines)}
    rules = {kind: _rule(deadlines.rules[kind]) for kind in sorted(deadlines.rules)}
    told = {key: value for key, value in usual.items() if value not in ([], _DEFAULTS.get(key))}
    return {**told, **({_RULES: rules} if rules else {})}


def changes(before: RulesAsData, now: RulesAsData, kind: str = USUAL) -> tuple[KeyChange, ...]:
    """What differs *now* in the rule for questions of a *kind*, with all that it has from the usual one."""
    return tuple(_differing(_whole(before, kind), _whole(now, kind)))


def changed_kinds(before: RulesAsData, now: RulesAsData) -> tuple[str, ...]:
    """The kinds of questions whose rule differs, the usual one first."""
    named = sorted({*before.get(_RULES, {}), *now.get(_RULES, {})})
    return tuple(kind for kind in (USUAL, *named) if changes(before, now, kind))


def _rule(rule: DeadlineRule) -> dict[str, Any]:
    """What a rule says itself."""
    found: dict[str, Any] = {}
    if rule.at:
        found[_AT] = [str(each) for each in sorted(set(rule.at), key=_in_the_week)]
    if rule.after:
        found[_AFTER] = str(rule.after)
    if rule.notice:
        found["notice"] = _length(rule.notice)
    if rule.days_off is not None:
        found["days off"] = sorted(set(rule.days_off), key=_weekday)
    if rule.holidays is not None:
        found["holidays"] = [str(each) for each in sorted(set(rule.holidays))]
    if rule.early:
        found["early"] = str(rule.early)
    if rule.grace:
        found["grace"] = str(rule.grace)
    if rule.share:
        found["share"] = str(rule.share)
    return found


def _in_the_week(time: TimeOfWeek) -> tuple[int, str]:
    return (-1 if time.day == DAILY else DAYS.index(time.day)), f"{time.at}"


def _weekday(day: Weekday) -> int:
    return DAYS.index(day.casefold())


def _length(notice: Duration) -> str:
    """A notice, whose days have 24 hours, in hours where it can be."""
    minutes = int(notice.length.total_seconds()) // 60
    return str(Duration(minutes, "minute") if minutes % _HOUR else Duration(minutes // _HOUR, "hour"))


def _whole(rules: RulesAsData, kind: str) -> dict[str, str]:
    """The rule for a *kind*, with what it has from the usual one, in words."""
    own = rules.get(_RULES, {}).get(kind, {})
    usual = {key: value for key, value in rules.items() if key != _RULES}
    if _AT in own or _AFTER in own:
        usual = {key: value for key, value in usual.items() if key not in (_AT, _AFTER)}
    whole = {**_DEFAULTS, **usual, **own}
    if _AFTER in whole:
        whole.pop("notice")
    return {key: value if isinstance(value, str) else ", ".join(value) for key, value in whole.items()}


def _differing(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[KeyChange]:
    for key in _KEYS:
        if now.get(key, "") != before.get(key, ""):
            yield KeyChange(key, now.get(key, ""), before.get(key, ""))
