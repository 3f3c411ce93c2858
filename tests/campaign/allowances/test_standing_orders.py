"""With `absence: standing orders` the default counts for players who are away, by rule, and no one else learns why."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.referee.deadlines.agenda import agenda
from pbem.store.facts import DeadlineMissed, LadderFact, Reminded, RungTaken
from tests.campaign.allowances.world import asks, begun
from tests.campaign.world import World, unwrapped
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML

RULE = "absence: standing orders\n"
GRACE = GAME_YAML.replace("notice: 48 hours", "notice: 48 hours, grace: 24 hours").replace("rounds: 1", "rounds: 3")
AWAY = "absent 25 Nov to 28 Nov"


def rungs(world: World) -> list[tuple[str, str, str]]:
    return [(one.seat, one.rung, one.by) for one in world.facts() if isinstance(one, RungTaken)]


def of_ladder(world: World) -> list[LadderFact]:
    return [one for one in world.facts() if isinstance(one, LadderFact)]


def letter(world: World, seat: str) -> str:
    return unwrapped(max(world.folder.glob(f"letters/*/{seat}.txt")).read_text())


def test_situation_nothing_came_from_a_player_who_is_away(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, GRACE)
    reply = asks(world, "cid", AWAY)
    assert "the default counts when the grace is over: **Thursday 26 November 2026, 20:00" in reply
    assert world.due() == "2026-11-25 19:00"
    world.bid("ann", "ben")
    world.at("2026-11-26 18:59")
    assert world.turn().played == 0
    with world.game() as game:
        assert (datetime(2026, 11, 26, 19, tzinfo=UTC), "ladder") in [
            (i.at, i.kind) for i in agenda(game, world.clock())
        ]
    world.at("2026-11-26 19:00")
    assert world.turn().played > 0
    assert rungs(world) == [("cid", "default", "absence")]
    assert [one.excused for one in world.facts() if isinstance(one, DeadlineMissed)] == ["absent"]
    assert "As you were away, the default counted for you" in letter(world, "cid")
    for seat in ("ann", "public"):
        assert "had no valid sheet when the grace was over; by this game's rules" in letter(world, seat)
        assert "away" not in letter(world, seat)


def test_an_absence_told_after_the_deadline_lets_nothing_count(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, GRACE)
    world.bid("ann", "ben")
    world.at("2026-11-25 19:01")
    asks(world, "cid", AWAY)
    world.at("2026-11-27 19:00")
    assert world.turn().played == 0
    assert rungs(world) == []


def test_who_repeats_it_after_the_deadline_has_still_told_it_before(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, GRACE)
    asks(world, "cid", AWAY)
    world.bid("ann", "ben")
    world.at("2026-11-25 19:01")
    asks(world, "cid", AWAY)
    world.at("2026-11-27 19:00")
    world.turn()
    assert rungs(world) == [("cid", "default", "absence")]


def test_others_who_are_late_are_waited_for(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, GRACE)
    asks(world, "cid", AWAY)
    world.bid("ann")
    world.at("2026-11-27 19:00")
    assert world.turn().played == 0
    assert rungs(world) == [("cid", "default", "absence")]


@pytest.mark.parametrize("text", ["bid: 2", "absent none"])
def test_a_sheet_counts_and_who_is_back_is_late_like_anyone(tmp_path: Path, text: str) -> None:
    world = World(tmp_path / "game", RULE, GRACE)
    asks(world, "cid", AWAY)
    asks(world, "cid", text)
    world.at("2026-11-27 19:00")
    world.turn()
    assert rungs(world) == []


def test_the_ladder_of_others_does_nothing_to_who_is_away(tmp_path: Path) -> None:
    ladder = "ladder: {nothing: {deadline: bot}, faulty: {deadline: bot}}\n"
    world = World(tmp_path / "game", RULE + ladder, GRACE)
    asks(world, "cid", AWAY)
    world.at("2026-11-26 19:00")
    world.turn()
    found = sorted(rungs(world))
    assert found == [("ann", "bot", "ladder"), ("ben", "bot", "ladder"), ("cid", "default", "absence")]


@pytest.mark.parametrize(("more", "who"), [(RULE, {"ann", "ben"}), ("", {"ann", "ben", "cid"})])
def test_who_is_away_is_not_reminded(tmp_path: Path, more: str, who: set[str]) -> None:
    world = begun(tmp_path / "game", more)
    asks(world, "cid", "absent 22 Nov to 26 Nov")
    for time in ("2026-11-24 19:00", "2026-11-25 15:00"):
        world.at(time)
        world.turn()
    assert {one.seat for one in world.facts() if isinstance(one, Reminded)} == who


def test_killed_at_any_write_the_default_counts_once(tmp_path: Path) -> None:
    base = World(tmp_path / "base", RULE, GRACE)
    asks(base, "cid", AWAY)
    base.bid("ann", "ben")
    base.turn()
    base.at("2026-11-26 19:00")
    whole = base.copy(tmp_path / "whole")
    whole.turn()
    instant = 0
    for instant, folder in deaths(base.folder, tmp_path, _turn):
        world = base.found_in(folder)
        world.turn()
        assert of_ladder(world) == of_ladder(whole), instant
        assert world.pause == whole.pause, instant
    assert instant > 5


def _turn(folder: Path) -> None:
    World.found(folder, datetime(2026, 11, 26, 19, tzinfo=UTC)).turn()
