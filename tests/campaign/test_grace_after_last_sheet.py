"""A grace after the last sheet: play waits for it, never past the deadline, and no one learns who was last."""

import re
import shutil
from pathlib import Path

import pytest

from pbem.referee.deadlines.agenda import agenda
from pbem.referee.status import status
from tests.mail.words.world import World, rounds
from tests.referee.killer import deaths, tree, turn

GRACE = "grace after the last sheet: 10 minutes\n"
BID = "---\nbid: {}\n...\n"


def all_bid(world: World) -> None:
    for seat in ("ann", "ben", "cid"):
        world.post(seat, BID.format(1))
    world.turn()


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game", GRACE)


def test_play_waits_for_the_grace_and_goes_on_by_itself(world: World) -> None:
    all_bid(world)
    assert rounds(world) == 1
    with world.game() as game:
        opens = status(game, world.clock).opens
        last = max(one.received for one in game.inbox.verdicts())
        assert opens is not None
        assert (opens - last).total_seconds() == 600
        assert opens in {one.at for one in agenda(game, world.clock())}
    world.clock.wind(minutes=9)
    world.turn()
    assert rounds(world) == 1
    world.clock.wind(minutes=2)
    world.turn()
    assert rounds(world) == 2


def test_a_sheet_can_be_replaced_in_it_and_begins_it_anew(world: World) -> None:
    all_bid(world)
    world.clock.wind(minutes=8)
    assert world.sends("ann", BID.format(0)) == "accepted"
    world.clock.wind(minutes=8)
    world.turn()
    assert rounds(world) == 1
    world.clock.wind(minutes=3)
    world.turn()
    assert rounds(world) == 2


def test_a_sheet_can_be_withdrawn_in_it(world: World) -> None:
    all_bid(world)
    assert world.sends("ben", "withdraw\n") == "command"
    world.clock.wind(minutes=30)
    world.turn()
    assert rounds(world) == 1


def test_each_receipt_says_the_rule_and_the_time_alike_whoever_was_last(world: World) -> None:
    all_bid(world)
    said = []
    for seat in ("ann", "ben", "cid"):
        receipt = " ".join(world.texts(seat, "receipt")[0].split())
        found = re.search(
            r"Play continues 10 minutes after the last sheet is in.*? If this is the last one, .*?\.", receipt
        )
        assert found, receipt
        said.append(re.sub(r"\d", "0", found[0]))
    assert len(set(said)) == 1


def test_without_the_setting_the_last_sheet_is_played_at_once(tmp_path: Path) -> None:
    world = World(tmp_path / "game")
    all_bid(world)
    assert rounds(world) == 2


def test_it_is_never_longer_than_until_the_deadline(tmp_path: Path) -> None:
    world = World(tmp_path / "game", GRACE.replace("10 minutes", "90 days"))
    all_bid(world)
    with world.game() as game:
        assert game.pause
        due = game.pause.deadline
        assert due
        assert status(game, world.clock).opens == due
    world.clock.at = due
    world.turn()
    assert rounds(world) == 2


@pytest.mark.slow
def test_a_turn_killed_at_any_instant_plays_nothing_early_and_loses_nothing(tmp_path: Path) -> None:
    world = World(tmp_path / "base", GRACE)
    for seat in ("ann", "ben", "cid"):
        world.post(seat, BID.format(1))
    shutil.copytree(world.folder, tmp_path / "work")
    turn(tmp_path / "work")
    wanted = tree(tmp_path / "work")
    instant = 0
    for instant, folder in deaths(world.folder, tmp_path):
        turn(folder)
        found = tree(folder)
        assert [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)] == [], instant
    assert instant > 20
