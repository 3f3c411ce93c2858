"""With `absence: stand-in` whoever is named for a seat plays it while its player is away."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.referee import moderator
from pbem.referee.deadlines.agenda import agenda
from pbem.referee.people import changes
from pbem.store.facts import StandInBegun, StandInEnded
from tests.campaign.allowances.world import asks
from tests.campaign.world import World
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML

RULE = "absence: stand-in\n"
NAMED = GAME_YAML.replace("cid@example.org}", "cid@example.org, stand in: {player: Sue, address: sue@example.org}}")
AWAY = "absent 23 Nov to 28 Nov"
BEGINS, ENDS = datetime(2026, 11, 22, 23, tzinfo=UTC), datetime(2026, 11, 28, 23, tzinfo=UTC)


def changed(world: World) -> list[tuple[str, str]]:
    return [(type(one).__name__, one.by) for one in world.facts() if isinstance(one, StandInBegun | StandInEnded)]


def player(world: World) -> str:
    return world.look().settings.seats["cid"].player


def turn_at(world: World, time: datetime) -> None:
    world.clock.at = time
    world.turn()


def test_situation_a_player_is_away_who_has_a_stand_in(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, NAMED)
    reply = asks(world, "cid", AWAY)
    assert "Sue plays your seat for you" in reply
    assert "from Monday 23 November 2026, 00:00" in reply
    assert "until Sunday 29 November 2026, 00:00" in reply
    game = world.look()
    assert (BEGINS, "stand-in-begins") in [(one.at, one.kind) for one in agenda(game, world.clock())]
    assert player(world) == "Cid"
    turn_at(world, BEGINS)
    assert player(world) == "Sue"
    assert any("sue@example.org" in path.read_text() for path in world.folder.glob("out/*.eml"))
    world.turn()
    turn_at(world, ENDS)
    world.turn()
    assert player(world) == "Cid"
    assert changed(world) == [("StandInBegun", "absence"), ("StandInEnded", "time")]


def test_without_a_stand_in_nothing_follows_and_the_reply_says_so(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE)
    assert "No stand-in is named for your seat" in asks(world, "cid", AWAY)
    turn_at(world, BEGINS)
    assert changed(world) == []


def test_a_stand_in_named_by_command_takes_over_when_the_reply_is_sent(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE)
    with world.game() as game:
        changes.name_stand_in(game, "cid", "Sue", "sue@example.org", world.clock)
    assert "from now until Tuesday 24 November 2026, 00:00" in asks(world, "cid", "absent 21 Nov to 23 Nov")
    world.turn()
    assert player(world) == "Sue"


@pytest.mark.parametrize("begun", [False, True])
def test_who_is_back_has_the_seat(tmp_path: Path, begun: bool) -> None:
    world = World(tmp_path / "game", RULE, NAMED)
    asks(world, "cid", AWAY)
    if begun:
        turn_at(world, BEGINS)
    with world.game() as game:
        moderator.back(game, "cid", world.clock)
    turn_at(world, datetime(2026, 11, 24, tzinfo=UTC))
    assert player(world) == "Cid"
    assert changed(world) == ([("StandInBegun", "absence"), ("StandInEnded", "absence")] if begun else [])


def test_an_absence_that_becomes_longer_keeps_the_stand_in(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, NAMED)
    asks(world, "cid", AWAY)
    turn_at(world, BEGINS)
    with world.game() as game:
        moderator.away(game, "cid", ENDS.date(), datetime(2026, 12, 1, tzinfo=UTC).date(), world.clock)
    turn_at(world, ENDS)
    assert player(world) == "Sue"
    turn_at(world, datetime(2026, 12, 1, 23, tzinfo=UTC))
    assert player(world) == "Cid"


def test_what_the_moderator_ended_does_not_begin_again(tmp_path: Path) -> None:
    world = World(tmp_path / "game", RULE, NAMED)
    asks(world, "cid", AWAY)
    turn_at(world, BEGINS)
    with world.game() as game:
        changes.end_stand_in(game, "cid", world.clock)
    world.turn()
    assert player(world) == "Cid"


def test_the_days_are_those_of_the_player_also_while_the_stand_in_plays(tmp_path: Path) -> None:
    text = NAMED.replace("{player: Cid,", "{player: Cid, zone: Pacific/Auckland,")
    world = World(tmp_path / "game", RULE, text)
    asks(world, "cid", "absent 2026-11-23 to 2026-11-28")
    for hours in (11, 12, 13, 23):
        turn_at(world, datetime(2026, 11, 22, hours, tzinfo=UTC))
    assert [one.until for one in world.facts() if isinstance(one, StandInBegun)] == [
        datetime(2026, 11, 28, 11, tzinfo=UTC)
    ]


def test_killed_at_any_write_the_stand_in_takes_over_once(tmp_path: Path) -> None:
    base = World(tmp_path / "base", RULE, NAMED)
    asks(base, "cid", AWAY)
    base.clock.at = BEGINS
    instant = 0
    for instant, folder in deaths(base.folder, tmp_path, _turn):
        world = base.found_in(folder)
        world.turn()
        assert changed(world) == [("StandInBegun", "absence")], instant
    assert instant > 3


def _turn(folder: Path) -> None:
    World.found(folder, BEGINS).turn()
