"""Rules of time as game.yaml has them, by worked examples."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from tests.settings.time.game_file import deadlines
from tests.toy.ruleset import TOY

GAME = replace(TOY, time_rules=("bids", "single plays"))
VIENNA = ZoneInfo("Europe/Vienna")
FRIDAY = datetime(2026, 12, 18, 15, tzinfo=UTC)
"""A Friday, 16:00 in Vienna."""


def due(folder: Path, text: str, asked: datetime = FRIDAY, kind: str = "usual") -> str:
    found = deadlines(folder, f"  zone: Europe/Vienna\n{text}", GAME).due(asked, kind)
    return f"{found.astimezone(VIENNA):%A %Y-%m-%d %H:%M}" if found else "never"


def test_a_length_in_days_keeps_the_local_hour_over_a_change_of_the_clocks(tmp_path: Path) -> None:
    asked = datetime(2027, 3, 26, 19, tzinfo=UTC)
    assert due(tmp_path, "  after: 3 days\n", asked) == "Monday 2027-03-29 20:00"
    assert due(tmp_path, "  after: 72 hours\n", asked) == "Monday 2027-03-29 21:00"


def test_no_time_runs_on_days_off(tmp_path: Path) -> None:
    off = "  days off: [Saturday, sunday]\n"
    assert due(tmp_path, f"  after: 1 day\n{off}") == "Monday 2026-12-21 16:00"
    assert due(tmp_path, f"  after: 12 hours\n{off}") == "Monday 2026-12-21 04:00"
    assert due(tmp_path, f"  at: [daily 20:00]\n  notice: 6 hours\n{off}") == "Monday 2026-12-21 20:00"


def test_a_length_that_ends_as_a_day_off_begins_ends_with_it(tmp_path: Path) -> None:
    assert due(tmp_path, "  after: 8 hours\n  days off: [Saturday]\n") == "Sunday 2026-12-20 00:00"


def test_a_question_put_on_a_day_off_is_as_if_put_when_the_next_day_begins(tmp_path: Path) -> None:
    saturday = FRIDAY + timedelta(days=1)
    assert due(tmp_path, "  after: 2 days\n  days off: [Saturday]\n", saturday) == "Tuesday 2026-12-22 00:00"


def test_a_deadline_that_falls_on_a_holiday_moves_to_the_next_time_that_counts(tmp_path: Path) -> None:
    times = "  at: [Wednesday 20:00, Sunday 20:00]\n"
    assert due(tmp_path, times) == "Sunday 2026-12-20 20:00"
    holidays = "  holidays: [2026-12-19 to 2026-12-20, 24 December to 6 January]\n"
    assert due(tmp_path, times + holidays) == "Wednesday 2026-12-23 20:00"
    assert due(tmp_path, times + holidays, FRIDAY + timedelta(days=4)) == "Sunday 2027-01-10 20:00"


@pytest.mark.parametrize("day", ["25 December", "25 Dec", "25 december", "2026-12-25", "2026-12-25 to 2026-12-25"])
def test_a_holiday_is_a_date_or_a_day_of_every_year(tmp_path: Path, day: str) -> None:
    thursday = FRIDAY + timedelta(days=6)
    assert due(tmp_path, f"  after: 1 day\n  holidays: [{day}]\n", thursday) == "Saturday 2026-12-26 16:00"


def test_a_kind_of_question_has_what_it_leaves_out_from_the_usual_rule(tmp_path: Path) -> None:
    text = (
        "  at: [Sunday 20:00]\n  notice: 24 hours\n  days off: [Saturday]\n  grace: 6 hours\n"
        "  rules:\n    single plays: {at: [daily 21:00]}\n    bids: {after: 12 hours, days off: [], grace: 1 hour}\n"
    )
    assert due(tmp_path, text, kind="single plays") == "Sunday 2026-12-20 21:00"
    assert due(tmp_path, text, kind="bids") == "Saturday 2026-12-19 04:00"
    assert due(tmp_path, text, kind="never") == "never"
    found = deadlines(tmp_path, text, GAME)
    noon = datetime(2026, 12, 21, 12, tzinfo=UTC)
    assert found.rule_for("single plays").closes(noon) == noon + timedelta(hours=6)
    assert found.rule_for("bids").closes(noon) == noon + timedelta(hours=1)


@pytest.mark.parametrize(
    ("early", "opens"),
    [
        ("yes", None),
        ("no", "Sunday 20:00"),
        ("not before 18:00", "Friday 18:00"),
        ("not before 12:00", "Saturday 12:00"),
        ("Not before 24 hours", "Saturday 16:00"),
        ("not before 2 days", "Sunday 16:00"),
    ],
)
def test_when_play_may_continue_before_the_deadline(tmp_path: Path, early: str, opens: str | None) -> None:
    found = deadlines(tmp_path, f"  zone: Europe/Vienna\n  at: [Sunday 20:00]\n  early: {early}\n")
    at = found.rule_for().opens(FRIDAY, found.due(FRIDAY))
    assert (f"{at.astimezone(VIENNA):%A %H:%M}" if at else None) == opens
    assert str(found.early) == early.lower()


def test_play_never_waits_longer_than_for_the_deadline(tmp_path: Path) -> None:
    found = deadlines(tmp_path, "  at: [daily 16:00]\n  notice: 1 hour\n  early: not before 18:00\n")
    asked = datetime(2026, 12, 19, 10, tzinfo=UTC)
    assert found.rule_for().opens(asked, found.due(asked)) == datetime(2026, 12, 19, 16, tzinfo=UTC)


def test_a_share_is_a_part_of_the_usual_time(tmp_path: Path) -> None:
    rules = "  rules:\n    single plays: {share: 1/3}\n"
    assert due(tmp_path, f"  after: 48 hours\n{rules}", kind="single plays") == "Saturday 2026-12-19 08:00"
    assert due(tmp_path, f"  at: [Sunday 20:00]\n  notice: 1 hour\n{rules}", kind="single plays") == (
        "Saturday 2026-12-19 09:20"
    )


def test_a_share_is_a_part_of_the_time_that_runs_and_falls_on_no_day_off(tmp_path: Path) -> None:
    rules = "  rules:\n    single plays: {share: 1/3}\n"
    off = "  days off: [Saturday]\n"
    assert due(tmp_path, f"  after: 48 hours\n{off}{rules}", kind="single plays") == "Sunday 2026-12-20 08:00"
    week = "  at: [Wednesday 16:00]\n"
    assert due(tmp_path, f"{week}{off}{rules}", kind="single plays") == "Monday 2026-12-21 00:00"


def test_a_game_may_give_a_kind_of_question_a_share_unless_game_yaml_says_otherwise(tmp_path: Path) -> None:
    game = replace(GAME, time_shares={"single plays": 4})
    text = "  zone: Europe/Vienna\n  after: 48 hours\n"
    own = "  rules:\n    single plays: {after: 2 hours}\n"
    assert deadlines(tmp_path, text, game).due(FRIDAY, "single plays") == FRIDAY + timedelta(hours=12)
    assert deadlines(tmp_path, text, game).due(FRIDAY) == FRIDAY + timedelta(hours=48)
    assert deadlines(tmp_path, text + own, game).due(FRIDAY, "single plays") == FRIDAY + timedelta(hours=2)
    assert deadlines(tmp_path, "  zone: Europe/Vienna\n", game).due(FRIDAY, "single plays") is None
