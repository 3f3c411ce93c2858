"""When reminders are due: a function of the letter, the deadline, the reader's night and what was sent."""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.settings.game import BadSettings, GameSettings, read_settings
from pbem.settings.reminders import QuietHours, Schedule
from tests.long import examples
from tests.toy.game import GAME_YAML, RULESETS
from tests.toy.ruleset import TOY

NIGHT = QuietHours(time(22), time(8))
USUAL = (timedelta(hours=24), timedelta(hours=4))
ZONES = ["Europe/Vienna", "Pacific/Auckland", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia"]

CLOCKS = st.times().map(lambda at: at.replace(second=0, microsecond=0))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def schedule(
    asked: str,
    due: str,
    before: tuple[timedelta, ...] = USUAL,
    quiet: QuietHours = NIGHT,
    zone: str = "Europe/Vienna",
) -> Schedule:
    return Schedule(utc(asked), utc(due), before, quiet, zone)


def test_reminders_come_so_long_before_the_deadline() -> None:
    found = schedule("2026-11-21 08:00", "2026-11-25 19:00")
    assert found.times() == (utc("2026-11-24 19:00"), utc("2026-11-25 15:00"))


def test_at_night_it_comes_the_evening_before() -> None:
    """20:00 in Vienna is 08:00 in Auckland: four hours before it people there are asleep."""
    found = schedule("2026-11-21 08:00", "2026-11-25 19:00", zone="Pacific/Auckland")
    assert found.times() == (utc("2026-11-24 19:00"), utc("2026-11-25 08:00"))
    assert utc("2026-11-25 08:00").astimezone(ZoneInfo("Pacific/Auckland")).time() == time(21)


def test_minutes_before_the_night_it_comes_an_hour_before_it() -> None:
    """A turn an hour later would find the night begun, and the morning too late."""
    found = schedule("2026-11-21 08:00", "2026-11-25 07:30", (timedelta(hours=10, minutes=40),))
    assert found.times() == (utc("2026-11-24 20:00"),)
    new = schedule("2026-11-24 17:10", "2026-11-25 07:30", (timedelta(hours=10, minutes=40),))
    assert new.times() == (utc("2026-11-24 20:50"),), "an hour before the night the letter was still new"


@pytest.mark.parametrize("minute", range(0, 60, 7))
def test_with_a_turn_an_hour_none_is_lost_to_the_night(minute: int) -> None:
    for minutes in range(9 * 60, 12 * 60, 10):
        found = schedule("2026-11-21 08:00", "2026-11-25 07:30", (timedelta(minutes=minutes),))
        turns = (found.asked + timedelta(minutes=60 * hour + minute) for hour in range(96))
        assert any(one <= at for at in turns for one in found.to_come(at, ())), minutes


def test_those_that_are_set_closer_than_twelve_hours_are_half_as_far_apart_at_least() -> None:
    """So the second comes even if a turn brought the first late."""
    for gap, apart in ((20, 6), (12, 6), (10, 5), (6, 3), (2, 1)):
        before = (timedelta(hours=4 + gap), timedelta(hours=4))
        assert schedule("2026-11-21 08:00", "2026-11-25 19:00", before).apart == timedelta(hours=apart)


def test_if_the_letter_came_after_that_evening_it_comes_in_the_morning() -> None:
    found = schedule("2026-11-24 22:00", "2026-11-25 11:00")
    assert found.times() == (utc("2026-11-25 07:00"),)


def test_where_the_morning_is_too_late_there_is_none() -> None:
    assert schedule("2026-11-24 22:00", "2026-11-25 07:30").times() == ()


def test_no_reminder_comes_while_the_letter_is_new() -> None:
    assert schedule("2026-11-24 10:00", "2026-11-25 12:00").times() == (utc("2026-11-25 08:00"),)


def test_over_a_change_of_the_clocks_in_the_night() -> None:
    """On 25 October 2026 a night in Vienna has eleven hours, on 28 March 2027 nine."""
    autumn = schedule("2026-10-20 08:00", "2026-10-25 09:00")
    assert autumn.times() == (utc("2026-10-24 09:00"), utc("2026-10-24 19:00"))
    assert NIGHT.night(utc("2026-10-25 05:00"), "Europe/Vienna") == (
        utc("2026-10-24 20:00"),
        utc("2026-10-25 07:00"),
    )
    spring = schedule("2027-03-20 08:00", "2027-03-28 09:00")
    assert spring.times() == (utc("2027-03-27 09:00"), utc("2027-03-27 20:00"))


def test_one_that_was_sent_is_not_sent_again_and_settles_those_before_it() -> None:
    found = schedule("2026-11-21 08:00", "2026-11-25 19:00")
    assert found.to_come(utc("2026-11-24 19:00"), ()) == found.times()
    assert found.to_come(utc("2026-11-24 19:00"), [utc("2026-11-24 19:00")]) == (utc("2026-11-25 15:00"),)
    assert found.to_come(utc("2026-11-25 16:00"), [utc("2026-11-25 15:05")]) == ()


def test_of_several_that_were_missed_only_the_last_goes_and_none_that_helps_no_more() -> None:
    found = schedule("2026-11-21 08:00", "2026-11-25 19:00")
    assert found.to_come(utc("2026-11-25 17:30"), ()) == (utc("2026-11-25 15:00"),)
    assert found.to_come(utc("2026-11-25 18:30"), ()) == ()
    assert found.to_come(utc("2026-11-25 20:00"), ()) == ()


def test_one_that_was_missed_waits_for_the_morning() -> None:
    found = schedule("2026-11-21 08:00", "2026-11-25 19:00")
    assert found.to_come(utc("2026-11-24 23:00"), ()) == (utc("2026-11-25 07:00"), utc("2026-11-25 15:00"))
    assert found.to_come(utc("2026-11-25 07:00"), ())[0] <= utc("2026-11-25 07:00")


def test_two_are_six_hours_apart_also_when_the_deadline_moved() -> None:
    moved = schedule("2026-11-21 08:00", "2026-11-26 14:00")
    assert moved.times() == (utc("2026-11-25 14:00"), utc("2026-11-26 10:00"))
    assert moved.to_come(utc("2026-11-25 14:00"), [utc("2026-11-25 09:00")]) == (utc("2026-11-26 10:00"),)
    assert moved.to_come(utc("2026-11-25 14:00"), [utc("2026-11-25 07:00")]) == moved.times()


def test_unless_the_settings_have_them_closer() -> None:
    close = (timedelta(hours=4), timedelta(hours=1))
    found = schedule("2026-11-21 08:00", "2026-11-25 19:00", close)
    assert found.to_come(utc("2026-11-25 18:00"), [utc("2026-11-25 15:05")]) == (utc("2026-11-25 18:00"),)


def test_without_quiet_hours_they_come_by_night() -> None:
    found = schedule("2026-11-21 08:00", "2026-11-25 07:00", quiet=QuietHours())
    assert found.times() == (utc("2026-11-24 07:00"), utc("2026-11-25 03:00"))


@pytest.mark.parametrize("minutes", [0, 7, 30, 59])
@pytest.mark.parametrize("length", [12, 13, 18, 36, 72])
def test_by_hourly_turns_whatever_is_announced_is_sent(length: int, minutes: int) -> None:
    for asked in (utc("2026-11-21 00:00") + timedelta(minutes=30 * count) for count in range(48)):
        found = Schedule(asked, asked + timedelta(hours=length), (timedelta(hours=4),), NIGHT, "Europe/Vienna")
        turns = (asked + timedelta(hours=count, minutes=minutes) for count in range(length))
        assert any(one <= at for at in turns for one in found.to_come(at, ())) == bool(found.times())


@settings(max_examples=examples(400), deadline=None)
@given(
    zone=st.sampled_from(ZONES),
    asked=st.integers(1_577_836_800, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    length=st.integers(1, 20_000).map(lambda minutes: timedelta(minutes=minutes)),
    before=st.sets(st.integers(30, 6_000).map(lambda minutes: timedelta(minutes=minutes)), min_size=1, max_size=3),
    quiet=st.builds(
        QuietHours, st.times().map(_whole := lambda at: at.replace(second=0, microsecond=0)), st.times().map(_whole)
    ),
    step=st.integers(5, 300).map(lambda minutes: timedelta(minutes=minutes)),
)
def test_whatever_the_turns_no_one_is_reminded_at_night_too_early_too_late_or_twice(
    zone: str, asked: datetime, length: timedelta, before: set[timedelta], quiet: QuietHours, step: timedelta
) -> None:
    found = Schedule(asked, asked + length, tuple(sorted(before, reverse=True)), quiet, zone)
    sent: list[datetime] = []
    at = asked
    while at < found.due + step and len(sent) <= len(before):
        if any(one <= at for one in found.to_come(at, sent)):
            sent.append(at)
        at += step
    assert len(sent) <= len(before)
    for one in sent:
        assert quiet.night(one, zone) is None
        assert found.first <= one < found.due
    assert all(later - earlier >= found.apart for earlier, later in pairwise(sent))


def read(tmp_path: Path, more: str, seats: str = "") -> GameSettings:
    path = tmp_path / "game.yaml"
    text = GAME_YAML.replace("OUT", "{folder: out}").replace("player: Ben,", f"player: Ben, {seats}")
    path.write_text(text + more, encoding="utf-8")
    return read_settings(path, RULESETS["toy"])


def test_the_settings_and_what_they_are_by_default(tmp_path: Path) -> None:
    plain = read(tmp_path, "")
    assert plain.reminders.before("usual") == USUAL
    assert plain.quiet == NIGHT
    found = read(tmp_path, "reminders: [2 days, 90 minutes]\nquiet: 23:30 to 7:00\n", "reminders: no, quiet: no,")
    assert found.reminders.before("short") == (timedelta(days=2), timedelta(minutes=90))
    assert found.quiet == QuietHours(time(23, 30), time(7))
    assert not found.seats["ben"].reminders
    assert found.quiet_of("ben") == QuietHours()
    assert found.quiet_of("ann") == found.quiet
    assert read(tmp_path, "reminders: no\n").reminders.before("usual") == ()
    assert read(tmp_path, "reminders: 6 hours\n").reminders.before("usual") == (timedelta(hours=6),)


def test_kinds_of_questions_may_have_times_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = GAME_YAML.replace("OUT", "{folder: out}")
    path.write_text(f"{text}reminders: {{short: [2 hours], slow: no}}\n", encoding="utf-8")
    found = read_settings(path, replace(TOY, time_rules=("short", "slow"))).reminders
    assert (found.before("short"), found.before("slow"), found.before("usual")) == ((timedelta(hours=2),), (), USUAL)
    path.write_text(f"{text}reminders: {{usual: no, short: 2 hours}}\n", encoding="utf-8")
    found = read_settings(path, replace(TOY, time_rules=("short",))).reminders
    assert (found.before("short"), found.before("usual")) == ((timedelta(hours=2),), ())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("reminders: [soon]", "not-a-length"),
        ("reminders: [24 hours, 0 hours]", "not-a-reminder"),
        ("reminders: [60 days]", "not-a-reminder"),
        ("reminders: {short: [2 hours]}", "unknown-kind"),
        ("quiet: at night", "not-quiet-hours"),
        ("quiet: 22 to 8", "not-quiet-hours"),
        ("quiet: 22:00 to 25:00", "not-quiet-hours"),
        ("quiet: 22:00 to 22:00", "not-quiet-hours"),
        ("quiet: [22:00, 08:00]", "not-quiet-hours"),
        ("quiet: 08:00 to 01:00", "quiet-too-long"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, line: str, code: str) -> None:
    with pytest.raises(BadSettings) as wrong:
        read(tmp_path, f"{line}\n")
    (fault,) = wrong.value.faults
    assert (fault.problem.code, fault.place.line) == (code, GAME_YAML.count("\n") + 1)
