from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.settings.game import BadSettings, read_settings
from pbem.settings.rules_of_time import DaysThatCount, TimeRule
from pbem.settings.times import DAILY, DAYS, Duration, TimeOfWeek, instant
from tests.long import examples
from tests.toy.game import GAME_YAML, RULESETS

BERLIN = "Europe/Berlin"
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Apia",
    "Africa/Casablanca",
]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def next_deadline(asked: datetime, zone: str, at: Sequence[TimeOfWeek], hours: int) -> datetime | None:
    return TimeRule(days=DaysThatCount(zone), at=tuple(at), notice=Duration(hours, "hour")).due(asked)


def test_the_next_moment_that_leaves_the_notice() -> None:
    evenings = (TimeOfWeek("wednesday", time(20)), TimeOfWeek("sunday", time(20)))
    asked = utc("2026-11-21 08:00")  # a Saturday
    assert next_deadline(asked, BERLIN, evenings, 24) == utc("2026-11-22 19:00")
    assert next_deadline(asked, BERLIN, evenings, 48) == utc("2026-11-25 19:00")


def test_a_moment_exactly_at_the_end_of_the_notice_counts() -> None:
    moment = (TimeOfWeek("sunday", time(20)),)
    assert next_deadline(utc("2026-11-20 19:00"), BERLIN, moment, 48) == utc("2026-11-22 19:00")
    assert next_deadline(utc("2026-11-20 19:01"), BERLIN, moment, 48) == utc("2026-11-29 19:00")


def test_the_local_hour_stays_over_a_change_of_the_clocks() -> None:
    evening = (TimeOfWeek("sunday", time(20)),)
    winter = next_deadline(utc("2027-03-20 12:00"), BERLIN, evening, 0)
    summer = next_deadline(utc("2027-03-27 12:00"), BERLIN, evening, 0)
    assert (winter, summer) == (utc("2027-03-21 19:00"), utc("2027-03-28 18:00"))


def test_a_time_that_does_not_exist_moves_on_with_the_clocks() -> None:
    assert instant(date(2027, 3, 28), time(2, 30), BERLIN) == utc("2027-03-28 01:30")
    assert instant(date(2027, 3, 28), time(2, 30), BERLIN).astimezone(ZoneInfo(BERLIN)).time() == time(3, 30)


def test_of_a_time_that_comes_twice_the_later_counts() -> None:
    assert instant(date(2026, 10, 25), time(2, 30), BERLIN) == utc("2026-10-25 01:30")


def test_without_moments_there_is_no_deadline() -> None:
    assert next_deadline(utc("2026-11-21 08:00"), BERLIN, (), 0) is None


@settings(max_examples=examples(300), deadline=None)
@given(
    zone=st.sampled_from(ZONES),
    asked=st.integers(946_684_800, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    at=st.lists(st.builds(TimeOfWeek, st.sampled_from([*DAYS, DAILY]), st.times()), min_size=1, max_size=3),
    hours=st.integers(0, 200),
)
def test_a_deadline_is_a_named_moment_leaves_the_notice_and_none_is_earlier(
    zone: str, asked: datetime, at: list[TimeOfWeek], hours: int
) -> None:
    notice = timedelta(hours=hours)
    due = next_deadline(asked, zone, at, hours)
    assert due is not None
    assert asked + notice <= due <= asked + notice + timedelta(days=8, hours=2)
    fits = [day for back in range(3) for day in [due.astimezone(ZoneInfo(zone)).date() - timedelta(days=back)]]
    assert any(moment.falls_on(day) and instant(day, moment.at, zone) == due for moment in at for day in fits)
    for back in range(9):
        day = due.astimezone(ZoneInfo(zone)).date() - timedelta(days=back)
        for moment in at:
            if moment.falls_on(day):
                assert not asked + notice <= instant(day, moment.at, zone) < due


@settings(max_examples=examples(300), deadline=None)
@given(
    zone=st.sampled_from(ZONES),
    day=st.dates(date(2000, 1, 1), date(2035, 1, 1)),
    at=st.times(),
)
def test_an_instant_shows_its_own_time_unless_the_clocks_skip_it(zone: str, day: date, at: time) -> None:
    shown = instant(day, at, zone).astimezone(ZoneInfo(zone))
    if (shown.date(), shown.time()) != (day, at):
        assert shown.replace(tzinfo=None) > datetime.combine(day, at)
        naive = datetime.combine(day, at, ZoneInfo(zone))
        assert naive.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None) != naive.replace(tzinfo=None)


@pytest.mark.parametrize("hour", range(24))
def test_every_hour_of_a_day_has_its_instant(hour: int) -> None:
    assert instant(date(2027, 3, 28), time(hour), BERLIN).tzinfo is UTC


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Wednesday 20:00", "Wednesday", "not-a-moment"),
        ("Wednesday 20:00", "Wednesday 25:00", "not-a-moment"),
        ("Wednesday 20:00", "Wednesday 20 o'clock", "not-a-moment"),
        ("Wednesday 20:00", "Someday 20:00", "not-a-moment"),
        ("Wednesday 20:00", "{Wednesday: 20}", "not-a-moment"),
        ("48 hours", "48", "not-a-length"),
        ("48 hours", "two days", "not-a-length"),
        ("48 hours", "-1 days", "not-a-length"),
        ("48 hours", "3 fortnights", "not-a-length"),
        ("48 hours", "[48 hours]", "not-a-length"),
    ],
)
def test_what_is_no_time_is_refused_where_it_stands(tmp_path: Path, old: str, new: str, code: str) -> None:
    path = tmp_path / "game.yaml"
    deadlines = "deadlines: {zone: Europe/Berlin, at: [Wednesday 20:00, Sunday 20:00], notice: 48 hours}\n"
    lines = [line for line in GAME_YAML.splitlines(keepends=True) if not line.startswith("deadlines")]
    path.write_text("".join(lines).replace("OUT", "{folder: out}") + deadlines.replace(old, new))

    with pytest.raises(BadSettings) as refused:
        read_settings(path, RULESETS["toy"])

    (fault,) = refused.value.faults
    assert fault.problem.code == code
    line = path.read_text().splitlines()[fault.place.line - 1]
    assert line[fault.place.column - 1 :].startswith(new)
