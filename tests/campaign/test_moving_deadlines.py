"""Deadlines are moved by facts: extended, set, stopped and resumed, each once, within bounds, and never too late."""

from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from pbem.referee.deadlines.moving import (
    ClockIsStopped,
    InThePast,
    NoDeadline,
    NotLater,
    TooFarAhead,
    TooLate,
    extend,
    resume_clock,
    set_to,
    stop_clock,
)
from pbem.referee.play import ready, rewind
from pbem.settings.times import Duration, UntilTime
from tests.campaign.world import World
from tests.toy.game import GAME_YAML

BERLIN = "Europe/Berlin"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game begun on Saturday 21 November 2026, whose bids are due on Wednesday 20:00 in Berlin."""
    return World(tmp_path / "toy-1")


def test_hours_are_exact_and_days_keep_the_hour(tmp_path: Path) -> None:
    for length, due in ((Duration(24, "hour"), "2026-11-26 19:00"), (Duration(2, "day"), "2026-11-27 19:00")):
        world = World(tmp_path / length.unit)
        assert world.due() == "2026-11-25 19:00"
        with world.game() as game:
            assert extend(game, world.clock, length, reason="holiday").changed
        assert {world.due(seat) for seat in ("ann", "ben", "cid")} == {due}
        assert world.pause.deadline == world.pause.due_for("ann")


def test_days_keep_the_hour_when_clocks_are_changed(world: World) -> None:
    world.at("2027-03-20 10:00")
    with world.game() as game:
        set_to(game, world.clock, datetime(2027, 3, 26, 19, tzinfo=UTC))
    with world.game() as game:
        extend(game, world.clock, Duration(3, "day"))
    assert world.due() == "2027-03-29 18:00"


def test_until_a_day_is_until_the_usual_hour_of_that_day(world: World) -> None:
    with world.game() as game:
        extend(game, world.clock, UntilTime(BERLIN, weekday=4))
    assert world.due() == "2026-11-27 19:00"
    with world.game() as game:
        set_to(game, world.clock, UntilTime(BERLIN, weekday=1, at=time(12)))
    assert world.due() == "2026-11-24 11:00"


def test_of_one_seat_only_its_deadline_moves(world: World) -> None:
    with world.game() as game:
        extend(game, world.clock, Duration(1, "day"), seats=("ben",))
    assert world.due("ben") == "2026-11-26 19:00"
    assert world.due("ann") == world.due("cid") == "2026-11-25 19:00"
    assert world.pause.deadline == datetime(2026, 11, 25, 19, tzinfo=UTC)


def test_until_a_day_leaves_what_is_due_later_as_it_is(world: World) -> None:
    with world.game() as game:
        extend(game, world.clock, Duration(3, "day"), seats=("ben",))
        extend(game, world.clock, UntilTime(BERLIN, weekday=4))
    assert (world.due("ann"), world.due("ben")) == ("2026-11-27 19:00", "2026-11-28 19:00")


def test_the_same_request_again_changes_nothing(world: World) -> None:
    with world.game() as game:
        first = extend(game, world.clock, Duration(24, "hour"), reason="flu")
        world.clock.wind(hours=1)
        second = extend(game, world.clock, Duration(24, "hour"), reason="flu")
    assert (first.changed, second.changed) == (True, False)
    assert second.line == first.line
    assert world.due() == "2026-11-26 19:00"
    with world.game() as game:
        assert extend(game, world.clock, Duration(24, "hour"), reason="flu", again=True).changed
    assert world.due() == "2026-11-27 19:00"


def test_setting_what_is_so_already_changes_nothing(world: World) -> None:
    with world.game() as game:
        assert not set_to(game, world.clock, UntilTime(BERLIN, weekday=2)).changed
    assert world.facts() == []


def test_after_the_deadline_an_extension_that_would_be_over_counts_from_now(world: World) -> None:
    world.at("2026-11-26 10:00")
    with world.game() as game:
        extend(game, world.clock, Duration(2, "day"))
    assert world.due() == "2026-11-27 19:00"
    world.at("2026-12-03 10:00")
    with world.game() as game:
        extend(game, world.clock, Duration(2, "hour"))
    assert world.due() == "2026-12-03 12:00"


def test_a_deadline_goes_neither_to_the_past_nor_too_far_nor_backwards(world: World) -> None:
    with world.game() as game:
        with pytest.raises(InThePast):
            set_to(game, world.clock, datetime(2026, 11, 20, 19, tzinfo=UTC))
        with pytest.raises(TooFarAhead):
            extend(game, world.clock, Duration(90, "day"))
        with pytest.raises(TooFarAhead):
            extend(game, world.clock, Duration(10**9, "day"))
        with pytest.raises(NotLater):
            extend(game, world.clock, UntilTime(BERLIN, day=datetime(2026, 11, 24, tzinfo=UTC).date()))
        assert not list(game.facts)
        assert extend(game, world.clock, Duration(90, "day"), far=True).changed


def test_what_has_no_deadline_cannot_be_extended_but_set(tmp_path: Path) -> None:
    text = "\n".join(line for line in GAME_YAML.split("\n") if not line.startswith("deadlines"))
    world = World(tmp_path / "toy-1", text=text)
    with world.game() as game:
        with pytest.raises(NoDeadline):
            extend(game, world.clock, Duration(1, "day"))
        assert set_to(game, world.clock, datetime(2026, 11, 28, 19, tzinfo=UTC)).changed
    assert world.due() == "2026-11-28 19:00"


def test_what_came_too_late_is_told_what_happened_instead(world: World) -> None:
    world.bid("ann", "ben", "cid")
    world.clock.wind(hours=1)
    world.turn()
    with world.game() as game:
        with pytest.raises(TooLate, match=r"round 1 was played on Saturday 2026-11-21 10:00 Europe/Berlin .*email 2"):
            extend(game, world.clock, Duration(1, "day"), this_round=1)
        with pytest.raises(TooLate, match=r"what ben was asked in round 1 was played .*; round 2 waits for ann, due"):
            extend(game, world.clock, Duration(1, "day"), seats=("ben",))


def test_situation_the_clock_is_stopped_and_all_sheets_come_in(world: World) -> None:
    with world.game() as game:
        change = stop_clock(game, world.clock, reason="computer broken")
        assert [one.after for one in change.moved] == [None] * 3
        assert not stop_clock(game, world.clock, reason="computer broken").changed
        with pytest.raises(ClockIsStopped):
            extend(game, world.clock, Duration(1, "day"))
    assert world.due() == "never"
    world.bid("ann", "ben", "cid")
    assert world.turn().played == 0
    with world.game() as game:
        assert not ready(game, world.clock)
        assert ready(game, world.clock, anyway=True)
        assert resume_clock(game, world.clock).changed
        assert not resume_clock(game, world.clock).changed
    assert world.turn().played > 0


def test_a_stopped_clock_may_let_play_continue(world: World) -> None:
    with world.game() as game:
        stop_clock(game, world.clock, plays=True)
    world.bid("ann", "ben", "cid")
    assert world.turn().played > 0
    assert world.pause.round == 2
    assert world.due() == "never"
    assert "There is no deadline" in (world.folder / "letters/0002/ann.txt").read_text()
    world.at("2026-12-01 08:00")
    with world.game() as game:
        resume_clock(game, world.clock)
    assert world.due() == "2026-12-06 19:00", "the whole notice, as nothing of it has passed"


def test_after_a_stop_at_least_the_time_that_was_left_is_left_at_a_time_of_the_rule(world: World) -> None:
    assert world.due() == "2026-11-25 19:00"
    world.at("2026-11-22 19:00")
    with world.game() as game:
        stop_clock(game, world.clock)
    world.at("2026-12-01 19:00")
    with world.game() as game:
        resume_clock(game, world.clock)
    assert world.due() == "2026-12-06 19:00", "three days were left on Tuesday, so Sunday 20:00"


def test_what_was_left_on_days_off_does_not_count_as_left(tmp_path: Path) -> None:
    text = "deadlines: {zone: Europe/Berlin, at: [daily 20:00], days off: [Saturday, Sunday]}\n"
    lines = [line for line in GAME_YAML.splitlines(keepends=True) if not line.startswith("deadlines")]
    world = World(tmp_path / "toy-1", text="".join(lines) + text)
    with world.game() as game:
        set_to(game, world.clock, datetime(2026, 11, 30, 19, tzinfo=UTC))
    world.at("2026-11-27 11:00")
    with world.game() as game:
        stop_clock(game, world.clock)
    world.at("2026-12-01 11:00")
    with world.game() as game:
        resume_clock(game, world.clock)
    assert world.due() == "2026-12-02 19:00", "12 hours of Friday and 20 of Monday"


def test_with_little_time_left_there_is_a_day_after_a_stop(world: World) -> None:
    world.at("2026-11-25 18:00")
    with world.game() as game:
        stop_clock(game, world.clock)
    world.at("2026-12-02 18:00")
    with world.game() as game:
        resume_clock(game, world.clock)
    assert world.due() == "2026-12-06 19:00"


def test_the_clock_of_one_seat_stops_alone(world: World) -> None:
    with world.game() as game:
        stop_clock(game, world.clock, seats=("ben",))
    assert world.due("ben") == "never"
    assert world.due("ann") == "2026-11-25 19:00"
    world.bid("ann", "ben", "cid")
    assert world.turn().played > 0
    with world.game() as game:
        resume_clock(game, world.clock, seats=("ben",))
    assert world.due("ben") == world.due("ann")


def test_the_clock_runs_once_no_one_stops_it_any_more(world: World) -> None:
    with world.game() as game:
        stop_clock(game, world.clock)
        world.clock.wind(hours=1)
        appeal = stop_clock(game, world.clock, by="appeals", reason="appeal of Ann")
        resume_clock(game, world.clock, stop=appeal.line, by="appeals")
    assert world.due() == "never"
    with world.game() as game:
        resume_clock(game, world.clock)
    assert world.due() == "2026-11-29 19:00"


def test_a_short_stop_moves_nothing(world: World) -> None:
    with world.game() as game:
        extend(game, world.clock, Duration(5, "hour"))
        stop_clock(game, world.clock)
        world.clock.wind(minutes=59)
        assert resume_clock(game, world.clock).changed
    assert world.due() == "2026-11-26 00:00"


def test_what_is_only_tried_is_not_done(world: World) -> None:
    with world.game() as game:
        assert extend(game, world.clock, Duration(5, "hour"), tried=True).moved[0].after
        assert set_to(game, world.clock, UntilTime(BERLIN, weekday=4), tried=True).changed
        assert [one.after for one in stop_clock(game, world.clock, tried=True).moved] == [None] * 3
        assert not list(game.facts)


def test_a_rewind_moves_no_deadline_back_but_asks_anew(world: World) -> None:
    with world.game() as game:
        extend(game, world.clock, Duration(1, "day"))
    world.bid("ann", "ben", "cid")
    world.turn()
    with world.game() as game:
        rewind(game, 0, "a mistake", world.clock)
    world.turn()
    assert world.due() == "2026-11-25 19:00"
