"""Shares, and the time that is left after a stop, against a slow count of the time that runs, over zones and rules."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from pbem.settings.rules_of_time import CalendarDay, DaysThatCount, Holiday, TimeRule
from pbem.settings.times import DAYS, Duration, ShareOfTime, TimeOfWeek

STEP = timedelta(minutes=15)
"""All clocks of these years begin a day at such a step."""
MINUTE = timedelta(minutes=1)
ZONES = (
    *("UTC", "Europe/Vienna", "America/New_York", "America/Havana", "America/Santiago", "America/Nuuk"),
    *("Africa/Cairo", "Asia/Beirut", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Apia"),
)


def runs(rule: TimeRule, moment: datetime) -> bool:
    """Whether time runs then: asked of the library's zones, and of the words of the rule alone."""
    day = moment.astimezone(ZoneInfo(rule.days.zone)).date()
    if DAYS[day.weekday()].capitalize() in rule.days.days_off:
        return False
    return not any(str(day) in (str(one.first), f"{one.last}") for one in rule.days.holidays)


def ran(rule: TimeRule, start: datetime, end: datetime) -> timedelta:
    """The time that runs between two moments, step by step."""
    found, moment = timedelta(), start
    while moment < end:
        after = min(moment + STEP - (moment - datetime.min.replace(tzinfo=UTC)) % STEP, end)
        found += (after - moment) if runs(rule, moment) else timedelta()
        moment = after
    return found


def after(rule: TimeRule, start: datetime, length: timedelta) -> datetime:
    """The first moment that counts once *length* has run, step by step."""
    moment = start
    while length or not runs(rule, moment):
        step = STEP - (moment - datetime.min.replace(tzinfo=UTC)) % STEP
        if runs(rule, moment):
            step = min(step, length)
            length -= step
        moment += step
    return moment


def first_time(rule: TimeRule, moment: datetime) -> datetime:
    """The first of the times of *rule* on a day that counts, minute by minute where there is one."""
    moment = moment if moment.minute % 15 == 0 else moment + STEP - timedelta(minutes=moment.minute % 15)
    while True:
        shown = moment.astimezone(ZoneInfo(rule.days.zone))
        at = any(one.at == shown.time() and one.falls_on(shown.date()) for one in rule.at)
        again = (moment + timedelta(hours=1)).astimezone(ZoneInfo(rule.days.zone))
        if at and runs(rule, moment) and again.time() != shown.time():
            return moment
        moment += STEP


def rules(seed: int, number: int) -> Iterator[tuple[TimeRule, datetime, Random]]:
    """Rules with days off and holidays, each with a moment in a year with changes of clocks."""
    chance = Random(seed)
    for each in range(number):
        zone = ZONES[each % len(ZONES)]
        asked = datetime(2026, 1, 1, tzinfo=UTC) + chance.randrange(365 * 24 * 60) * MINUTE
        off = tuple(chance.sample([day.capitalize() for day in DAYS], chance.randrange(4)))
        dates = [(asked + timedelta(days=chance.randrange(9))).date() for _ in range(chance.randrange(3))]
        holidays = tuple(Holiday(day, day) for day in (CalendarDay(one.year, one.month, one.day) for one in dates))
        days = DaysThatCount(zone, off, holidays)  # type: ignore[arg-type]
        if chance.random() < 0.5:
            at = tuple(TimeOfWeek(chance.choice([*DAYS, "daily"]), time(chance.choice((6, 20)))) for _ in range(2))
            at = (*at, TimeOfWeek("daily", time(22))) if chance.random() < 0.9 else (TimeOfWeek("daily", time(12)),)
            yield TimeRule(days=days, at=at, notice=Duration(chance.randrange(60), "hour")), asked, chance
        else:
            after = Duration(chance.randrange(1, 5), "day") if chance.random() < 0.5 else Duration(37, "hour")
            yield TimeRule(days=days, after=after), asked, chance


def test_a_share_is_a_part_of_the_time_that_counts_and_never_ends_on_another_day() -> None:
    for whole, asked, chance in rules(1, 240):
        parts = chance.randrange(2, 9)
        rule = TimeRule(days=whole.days, at=whole.at, after=whole.after, notice=whole.notice, share=ShareOfTime(parts))
        due, usual = rule.due(asked), whole.due(asked)
        assert due is not None
        assert usual is not None
        minutes = -(-ran(rule, asked, usual) // (parts * MINUTE))
        assert due == after(rule, asked, minutes * MINUTE), (rule, asked)
        assert runs(rule, due)


@pytest.mark.parametrize("parts", [None, 3])
def test_what_was_left_is_left_again_in_time_that_counts(parts: int | None) -> None:
    for whole, asked, chance in rules(2, 180):
        share = ShareOfTime(parts) if parts else None
        rule = TimeRule(days=whole.days, at=whole.at, after=whole.after, notice=whole.notice, share=share)
        due = rule.due(asked)
        assert due is not None
        since = asked + chance.random() * (due - asked) // MINUTE * MINUTE
        at = since + chance.randrange(20_000) * MINUTE
        usual = (rule.after or rule.notice).length / (parts or 1)
        left = after(rule, at, max(ran(rule, since, due), min(timedelta(days=1), usual)))
        expected = left if rule.after or parts else first_time(rule, left)
        assert rule.anew(at, due=due, stood=since) == expected, (rule, asked, since, at)
