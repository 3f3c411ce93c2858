"""A player's own wish to wait after a sheet: until a time, or until the player confirms; never past the deadline."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.referee.deadlines.agenda import agenda
from pbem.referee.deadlines.received import seat_status
from pbem.referee.status import status
from tests.mail.words.world import World, rounds
from tests.referee.killer import deaths, tree, turn

BID = "---\nbid: 1\n...\n"


def receipt(world: World, seat: str) -> str:
    return " ".join(world.texts(seat, "receipt")[-1].split())


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game in which Ben and Cid have sent their sheets."""
    world = World(tmp_path / "game")
    for seat in ("ben", "cid"):
        world.post(seat, BID)
    return world


@pytest.mark.parametrize("line", ["hold until 10 minutes", "hold 10 minutes", "Hold for 10 min", "hold 10m"])
@pytest.mark.parametrize("text", ["{line}\n\n" + BID, BID + "\n{line}\n"])
def test_a_line_beside_the_last_sheet_lets_play_wait_and_go_on_by_itself(world: World, line: str, text: str) -> None:
    assert world.sends("ann", text.format(line=line)) == "accepted"
    assert rounds(world) == 1
    with world.game() as game:
        ends = seat_status(game, "ann", world.clock).holds_until
        assert ends is not None
        assert ends - world.clock() == timedelta(minutes=10)
        assert status(game, world.clock).opens == ends
        assert ends in {one.at for one in agenda(game, world.clock())}
    world.clock.wind(minutes=9)
    world.turn()
    assert rounds(world) == 1
    world.clock.wind(minutes=1)
    world.turn()
    assert rounds(world) == 2


def test_the_receipt_says_until_when_and_how_to_end_it(world: World) -> None:
    world.sends("ann", "hold 10 minutes\n\n" + BID)
    said = receipt(world, "ann")
    assert (
        "The line “hold 10 minutes” beside your sheet was carried out: you hold the game until Saturday 21 November"
        in said
    ), said
    assert "You hold the game: play does not continue before Saturday 21 November 2026, 09:1" in said, said
    assert "perhaps at once" not in said
    assert "passed on to the moderator" not in said
    assert world.sends("ann", "release\n") == "command"
    assert rounds(world) == 2


def test_another_command_beside_the_sheet_hides_no_hold_and_is_told(world: World) -> None:
    world.sends("ann", "status\nhelp\nhold 10 minutes\n\n" + BID)
    assert rounds(world) == 1
    said = receipt(world, "ann")
    assert "The line “hold 10 minutes” beside your sheet was carried out" in said, said
    for other in ("status", "help"):
        assert f"The command “{other}” was ignored" in said, said


@pytest.mark.parametrize("word", ["confirm", "hold until I confirm", "hold until confirmed"])
@pytest.mark.parametrize("ends", ["confirm", "confirmed", "release", "Confirmed!", "yes", "Ja, danke!"])
def test_a_sheet_to_be_confirmed_counts_and_waits_for_the_word(world: World, word: str, ends: str) -> None:
    assert world.sends("ann", f"{word}\n\n{BID}") == "accepted"
    assert "`yes`, `confirm` or `release`, alone in an email, ends that" in receipt(world, "ann")
    assert "play does not continue before the deadline" in receipt(world, "ann")
    world.clock.wind(hours=5)
    world.turn()
    assert rounds(world) == 1
    assert world.sends("ann", f"{ends}\n") == "command"
    assert rounds(world) == 2


@pytest.mark.parametrize("text", ["hold\npass\n", "hold 10 minutes\npass\n"])
def test_a_pass_of_who_holds_the_game_promises_no_play_at_once(world: World, text: str) -> None:
    world.sends("ann", text)
    said = receipt(world, "ann")
    assert "You pass" in said
    assert "as soon as all sheets are in" not in said
    assert "You hold the game: play does not continue before" in said, said


def test_an_ok_ends_no_hold(world: World) -> None:
    world.sends("ann", f"hold until I confirm\n\n{BID}")
    assert world.sends("ann", "Ok, thanks!\n") == "words"
    assert rounds(world) == 1


def test_a_yes_confirms_the_sheet_that_waits_before_it_ends_a_hold(world: World) -> None:
    world.sends("ann", "hold\n")
    assert world.sends("ann", "I would bid\nbid: 1\n") == "doubted"
    assert world.sends("ann", "yes\n") == "accepted"
    assert rounds(world) == 1
    assert world.sends("ann", "yes\n") == "command"
    assert rounds(world) == 2


@pytest.mark.parametrize("line", ["confirm", "hold 90 days", "hold until Fri 20:00"])
def test_no_hold_moves_the_deadline(world: World, line: str) -> None:
    world.sends("ann", f"{line}\n\n{BID}")
    with world.game() as game:
        assert game.pause
        due = game.pause.deadline
        assert due
    world.clock.at = due
    world.turn()
    assert rounds(world) == 2


def test_a_command_of_its_own_holds_before_any_sheet_and_a_newer_one_replaces_it(world: World) -> None:
    assert world.sends("ann", "hold 3 hours\n") == "command"
    assert world.sends("ann", "hold 10 minutes\n") == "command"
    assert world.sends("ann", BID) == "accepted"
    assert rounds(world) == 1
    said = world.sends("ann", "status\n"), " ".join(world.texts("ann", "receipt")[-1].split())
    assert "You hold the game: play does not continue before" in said[1]
    world.clock.wind(minutes=11)
    world.turn()
    assert rounds(world) == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hold until 9", "could be"),
        ("hold until 2020-01-01 20:00", "was over when your email came"),
        ("hold the bridge", "neither a length nor a time"),
        ("confirm", "You do not hold the game"),
    ],
)
def test_what_is_no_time_to_come_changes_nothing_and_is_told(world: World, line: str, says: str) -> None:
    world.sends("ann", f"{line}\n")
    assert says in " ".join(world.texts("ann", "receipt")[-1].split()) or line == "hold the bridge"
    assert not list(world.folder.glob("wishes/*-hold.json"))


def test_a_word_to_confirm_without_its_token_stands_for_no_token(world: World) -> None:
    world.sends("ann", "confirm\npass\n", about="hello")
    with world.game() as game:
        assert seat_status(game, "ann", world.clock).received == "nothing"


def test_no_one_else_learns_who_holds(tmp_path: Path) -> None:
    told = []
    for name, line in (("quiet", ""), ("holding", "hold 10 minutes\n\n")):
        world = World(tmp_path / name)
        world.post("ann", line + BID)
        world.post("ben", BID)
        world.post("ben", "status\n")
        world.turn()
        assert rounds(world) == 1
        told.append(world.texts("ben"))
    assert told[0] == told[1]


@pytest.mark.slow
def test_a_turn_killed_at_any_instant_keeps_the_hold_and_plays_nothing_early(tmp_path: Path) -> None:
    world = World(tmp_path / "base")
    for seat, line in (("ben", ""), ("cid", ""), ("ann", "hold 10 minutes\n\n")):
        world.post(seat, line + BID)
    shutil.copytree(world.folder, tmp_path / "work")
    turn(tmp_path / "work")
    wanted = tree(tmp_path / "work")
    instant = 0
    for instant, folder in deaths(world.folder, tmp_path):
        turn(folder)
        found = tree(folder)
        assert [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)] == [], instant
    assert instant > 20
