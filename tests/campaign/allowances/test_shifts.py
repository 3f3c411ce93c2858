"""Deadlines move out of absences, as far as a player's days of the year allow, and tell no one who is away."""

from pathlib import Path

import pytest

from pbem.referee import moderator
from pbem.referee.deadlines import moving
from pbem.settings.game import BadSettings
from pbem.settings.times import Duration
from pbem.store.facts import DeadlineMoved
from tests.campaign.allowances.world import asks, begun, told
from tests.campaign.world import World, unwrapped
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML, Clock

SHIFT = "absence: shift up to 10 days a year\n"


def moves(world: World) -> list[DeadlineMoved]:
    return [fact for fact in world.facts() if isinstance(fact, DeadlineMoved)]


def letter(world: World, seat: str) -> str:
    return unwrapped(max(world.folder.glob(f"letters/*/{seat}.txt")).read_text())


def test_situation_a_deadline_falls_into_an_absence(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    reply = asks(world, "ben", "absent 24 Nov to 26 Nov")
    assert world.due() == "2026-11-29 19:00"
    assert "The deadline moves to Sunday 29 November 2026, 20:00" in reply
    assert "if you have enough days left: 6 in 2026." in reply
    assert [len(told(world, seat)) for seat in ("ann", "cid")] == [1, 1]
    assert "A player is away" in told(world, "ann")[0]
    assert "Ben" not in told(world, "ann")[0]
    world.turn()
    assert len(moves(world)) == 1

    other = begun(tmp_path / "other", "")
    assert "It changes no deadline" in asks(other, "ben", "absent 24 Nov to 26 Nov")
    assert other.due() == "2026-11-25 19:00"


def test_what_falls_into_no_absence_stays(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    reply = asks(world, "ben", "absent 26 Nov to 28 Nov")
    assert world.due() == "2026-11-25 19:00"
    assert "The deadline moves" not in reply
    assert "10 in 2026" in reply
    assert moves(world) == []


def test_a_question_that_is_put_later_has_its_deadline_after_the_absence_in_its_letter(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    asks(world, "ann", "absent 2026-11-26 to 2026-11-30")
    world.at("2026-11-25 18:00")
    world.bid("ann", "ben", "cid")
    world.turn()
    assert world.pause.round == 2
    assert [one.seat for one in world.pause.waits] == ["ann"]
    assert world.due("ann") == "2026-12-06 19:00"
    assert "Sunday 6 December 2026, 20:00" in letter(world, "ann")
    assert [fact.in_letters for fact in moves(world)] == [True]
    assert told(world, "ann") == []
    world.turn()
    assert len(moves(world)) == 1


def test_whoever_has_nothing_to_answer_moves_no_deadline(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    asks(world, "ben", "absent 2026-11-26 to 2026-11-30")
    world.at("2026-11-25 18:00")
    world.bid("ann", "ben", "cid")
    world.turn()
    assert world.due("ann") == "2026-11-29 19:00"


def test_a_deadline_does_not_move_further_than_there_are_days_left(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    reply = asks(world, "ben", "absent 24 Nov to 8 Dec")
    assert world.due() == "2026-11-25 19:00"
    assert "would have to move further than you have days left, so it stays" in reply
    assert "10 in 2026" in reply
    assert told(world, "ann") == []


def test_each_year_has_its_own_days(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    with world.game() as game:
        moving.extend(game, world.clock, Duration(33, "day"))
    assert world.due() == "2026-12-28 19:00"
    world.clock.wind(hours=1)
    reply = asks(world, "ben", "absent 24 Dec to 2 Jan")
    assert world.due() == "2027-01-06 19:00"
    assert "1 in 2026, 10 in 2027" in reply


def test_overlapping_absences_are_one_and_the_last_to_be_back_pays(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    with world.game() as game:
        day = Clock()().date()
        for seat, first, last in (("ann", 23, 26), ("ben", 23, 24), ("ben", 25, 28)):
            moderator.away(game, seat, day.replace(day=first), day.replace(day=last), world.clock)
    world.turn()
    assert world.due() == "2026-12-02 19:00"
    assert [(fact.away.seat, fact.away.days) for fact in moves(world) if fact.away] == [("ben", 7)]


def test_a_deadline_that_moved_into_another_absence_moves_on(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    asks(world, "ben", "absent 24 Nov to 26 Nov")
    asks(world, "cid", "absent 28 Nov to 30 Nov")
    assert world.due() == "2026-12-06 19:00"
    assert [fact.away.seat for fact in moves(world) if fact.away] == ["ben", "cid"]


def test_what_the_moderator_said_since_stays(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    asks(world, "ben", "absent 24 Nov to 26 Nov")
    world.clock.wind(hours=1)
    with world.game() as game:
        moving.set_to(game, world.clock, world.clock().replace(day=25, hour=19))
    world.turn()
    assert world.due() == "2026-11-25 19:00"


def test_coming_back_early_moves_nothing_back(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    asks(world, "ben", "absent 24 Nov to 26 Nov")
    reply = asks(world, "ben", "absent none")
    assert "The deadline stays as it is, Sunday 29 November 2026, 20:00" in reply
    assert world.due() == "2026-11-29 19:00"
    world.bid("ann", "ben", "cid")
    assert world.turn().played > 0


def test_the_days_are_those_of_the_players_own_clock(tmp_path: Path) -> None:
    text = GAME_YAML.replace("ben@example.org}", "ben@example.org, zone: Pacific/Auckland}")
    world = World(tmp_path / "game", SHIFT, text)
    asks(world, "ben", "absent 2026-11-26 to 2026-11-26")
    assert world.due() == "2026-11-29 19:00", "20:00 in Berlin is Thursday morning in Auckland"


def test_a_bot_is_never_away(tmp_path: Path) -> None:
    text = GAME_YAML.replace("ben@example.org}", "ben@example.org, bot: yes}")
    world = World(tmp_path / "game", SHIFT, text)
    asks(world, "ben", "absent 24 Nov to 26 Nov")
    assert world.due() == "2026-11-25 19:00"


def test_while_the_clock_is_stopped_nothing_moves(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", SHIFT)
    with world.game() as game:
        moving.stop_clock(game, world.clock)
    asks(world, "ben", "absent 24 Nov to 26 Nov")
    assert moves(world) == []
    world.clock.wind(hours=5)
    with world.game() as game:
        moving.resume_clock(game, world.clock)
    world.turn()
    assert world.due() == "2026-11-29 19:00"


def test_others_learn_the_same_whether_a_sheet_is_in_or_not(tmp_path: Path) -> None:
    world = begun(tmp_path / "one", SHIFT)
    other = world.copy(tmp_path / "other")
    other.bid("ben")
    found = []
    for each in (world, other):
        each.clock.wind(hours=1)
        each.number = 7
        asks(each, "ben", "absent 24 Nov to 26 Nov")
        found.append([told(each, "ann"), told(each, "cid")])
    assert found[0] == found[1]
    assert found[0][0]


@pytest.mark.parametrize("later", [False, True])
def test_killed_at_any_write_a_deadline_moves_once(tmp_path: Path, later: bool) -> None:
    base = begun(tmp_path / "base", SHIFT)
    if later:
        asks(base, "ann", "absent 2026-11-24 to 2026-11-25")
        base.bid("ann", "ben", "cid")
    else:
        base.send("ben", "absent 24 Nov to 26 Nov\n")
    whole = base.copy(tmp_path / "whole")
    whole.turn()
    assert len(moves(whole)) == (2 if later else 1)
    instant = 0
    for instant, folder in deaths(base.folder, tmp_path, _turn):
        world = base.found_in(folder)
        world.turn()
        assert world.facts() == whole.facts(), instant
        assert world.pause == whole.pause, instant
    assert instant > 5


def _turn(folder: Path) -> None:
    World.found(folder).turn()


@pytest.mark.parametrize("text", ["shift up to 90 days a year", "shift", "holiday"])
def test_what_cannot_follow_from_an_absence_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadSettings) as found:
        World(tmp_path / "game", f"absence: {text}\n")
    assert [fault.problem.code for fault in found.value.faults] == ["not-an-absence-rule"]


def test_a_game_without_deadlines_has_none_to_move(tmp_path: Path) -> None:
    text = "\n".join(line for line in GAME_YAML.split("\n") if not line.startswith("deadlines"))
    with pytest.raises(BadSettings) as found:
        World(tmp_path / "game", SHIFT, text)
    assert [fault.problem.code for fault in found.value.faults] == ["absence-without-deadline"]
