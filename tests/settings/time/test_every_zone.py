"""Deadlines in every zone of tzdata, for questions of every week from 2020 to 2035."""

from bisect import bisect_right
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

import pytest
from whenever import Instant, ZonedDateTime, available_timezones

from pbem.settings.rules_of_time import CalendarDay, DaysThatCount, Holiday, TimeRule
from pbem.settings.times import DAILY, Duration, Early, TimeOfWeek, shown_at, start_of
from tests.long import tries

FIRST, LAST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2035, 12, 31, tzinfo=UTC)
WEEKS = [FIRST + timedelta(weeks=number, minutes=number * 97 % 10_080) for number in range(0, 835, tries(3, 1))]
"""A moment in every third week, or in every week, at another time of it: no two years have the same weeks."""
NIGHT = time(2, 30)
"""A time that many zones skip on one day and repeat on another."""
CHRISTMAS = (
    Holiday(CalendarDay(0, 12, 24), CalendarDay(0, 1, 2)),
    Holiday(CalendarDay(2027, 7, 1), CalendarDay(2027, 8, 15)),
)


def offsets(zone: str) -> Iterator[tuple[float, float]]:
    """When clocks in *zone* change from a year before the first question to a year after the last, and to what."""
    now: ZonedDateTime | None = Instant(FIRST - timedelta(days=366)).to_tz(zone)
    end = (LAST + timedelta(days=800)).timestamp()
    yield 0, now.offset.total("seconds") if now else 0
    while now is not None and (now := now.next_transition()) is not None and now.timestamp() < end:
        yield now.timestamp(), now.offset.total("seconds")


Changes = tuple[tuple[float, float], ...]
"""When the clocks of a zone change, and to what."""


def zones() -> dict[str, Changes]:
    """A zone for each way in which clocks go in those years, and that way: the others that have it are the same."""
    same = {tuple(offsets(zone)): zone for zone in sorted(EVERY_ZONE, reverse=True)}
    return {zone: changes for changes, zone in same.items()}


EVERY_ZONE = available_timezones()
ZONES = zones()
AROUND = (timedelta(days=8), timedelta(days=75))
"""So long before a question, and after it, is all that its deadline and the checks of it look at."""


def around(changes: Changes) -> Iterator[Changes]:
    """How clocks go around the question of each week."""
    times = [at for at, _ in changes]
    for asked in WEEKS:
        first = bisect_right(times, (asked - AROUND[0]).timestamp()) - 1
        last = bisect_right(times, (asked + AROUND[1]).timestamp())
        yield ((0, changes[first][1]), *changes[first + 1 : last])


def rules(zone: str) -> dict[str, TimeRule]:
    every_day, without = DaysThatCount(zone), DaysThatCount(zone, ("Saturday", "Sunday"), CHRISTMAS)
    evenings = (TimeOfWeek("wednesday", time(20)), TimeOfWeek("sunday", NIGHT))
    return {
        "weekly": TimeRule(days=every_day, at=evenings),
        "daily": TimeRule(days=every_day, at=(TimeOfWeek(DAILY, NIGHT),), notice=Duration(0, "hour")),
        "days": TimeRule(days=every_day, after=Duration(3, "day")),
        "hours": TimeRule(days=every_day, after=Duration(36, "hour")),
        "weekly, with days off": TimeRule(
            days=without, at=evenings, grace=Duration(1, "day"), early=Early(after=Duration(24, "hour"))
        ),
        "days, with days off": TimeRule(
            days=without, after=Duration(3, "day"), grace=Duration(12, "hour"), early=Early(at=NIGHT)
        ),
    }


def test_every_zone_is_among_them() -> None:
    assert {tuple(offsets(zone)) for zone in EVERY_ZONE} == set(ZONES.values())
    assert len(EVERY_ZONE) > 400


@pytest.mark.parametrize("name", rules("UTC"))
def test_the_deadlines_of_all_weeks(name: str) -> None:
    """Where the clocks of two zones go alike around a question, it is put in one of them."""
    known: dict[tuple[datetime, Changes], datetime] = {}
    for zone, changes in ZONES.items():
        rule = rules(zone)[name]
        before = FIRST - timedelta(days=99)
        for asked, near in zip(WEEKS, around(changes), strict=True):
            if (asked, near) not in known:
                found = rule.due(asked)
                assert found is not None
                fits(rule, asked, found)
                known[asked, near] = found
            due = known[asked, near]
            assert due >= before, (zone, asked, "it is due before a question that was put a week before")
            before = due


def fits(rule: TimeRule, asked: datetime, due: datetime) -> None:
    """Hold a deadline to all that a rule promises."""
    zone, what = rule.days.zone, (rule.days.zone, asked, due)
    shown = shown_at(due, zone)
    assert due >= asked, what
    assert rule.days.count(shown.date()), what
    if rule.at:
        assert time_that_ran(rule, asked, due) >= rule.notice.length, what
        wanted = {each.at for each in rule.at if each.falls_on(shown.date())}
        assert shown.time() in wanted or skipped(shown, wanted, zone), what
        assert rule.next_time(due) == due, what
        after = rule.next_time(due + timedelta(seconds=1))
        assert after is not None
        assert due < after < asked + AROUND[1] - timedelta(days=2), what
    elif rule.after and rule.after.unit == "hour":
        assert time_that_ran(rule, asked, due) == rule.after.length, what
    elif rule.after:
        first = running(rule, asked)
        counting = [day for day in days(first.date(), shown.date()) if rule.days.count(day)]
        assert len(counting) == rule.after.count + 1, what
        assert shown.time() == first.time() or skipped(shown, {first.time()}, zone), what
    closes, opens = rule.closes(due), rule.opens(asked, due)
    assert asked + AROUND[1] - timedelta(days=2) > closes >= due, what
    assert opens is None or asked < opens <= due, what


def time_that_ran(rule: TimeRule, asked: datetime, due: datetime) -> timedelta:
    """The time between the two on days that count, added up day by day."""
    zone, total = rule.days.zone, timedelta(0)
    for day in days(shown_at(asked, zone).date(), shown_at(due, zone).date()):
        if rule.days.count(day):
            begin, end = start_of(day, zone), start_of(day + timedelta(days=1), zone)
            total += max(timedelta(0), min(end, due) - max(begin, asked))
    return total


def running(rule: TimeRule, asked: datetime) -> datetime:
    """What clocks show when time begins to run for a question."""
    shown = shown_at(asked, rule.days.zone)
    if rule.days.count(shown.date()):
        return shown
    day = next(day for day in days(shown.date(), date(2037, 1, 1)) if rule.days.count(day))
    return shown_at(start_of(day, rule.days.zone), rule.days.zone)


def days(first: date, last: date) -> Iterator[date]:
    return (first + timedelta(days=number) for number in range((last - first).days + 1))


def skipped(shown: datetime, wanted: set[time], zone: str) -> bool:
    """Whether one of the times *wanted* does not exist on the day that is shown, so that it moved to that time."""
    for at in wanted:
        fold = ZonedDateTime(shown.year, shown.month, shown.day, at.hour, at.minute, tz=zone, disambiguation="earlier")
        later = ZonedDateTime(shown.year, shown.month, shown.day, at.hour, at.minute, tz=zone, disambiguation="later")
        if fold.timestamp() < later.timestamp() and later.time().to_stdlib() == shown.time() > at:
            return True
    return False
