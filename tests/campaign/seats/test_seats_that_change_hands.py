"""The rows of the moderators' table about seats that change hands."""

from pathlib import Path

import pytest

from pbem.mail.intake import confirmations
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.letter import occasion
from pbem.referee.needs import whole_status
from pbem.referee.people import changes
from pbem.referee.status import status
from pbem.report.letter import content
from pbem.report.plain import text
from pbem.store.facts import InvitationClosed, StandInEnded
from tests.mail.seats.world import World
from tests.toy.game import RULESETS, opened, subject


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "toy-1")


def test_situation_a_seat_is_given_to_another_player(world: World) -> None:
    with opening.held(world.folder, RULESETS) as game:
        changes.take(game, "ben", "Dora", "dora@example.org", world.clock)
    world.turn()
    assert "You hold Ben of the Dale in this game from now on." in world.said("dora")
    assert "BEN OF THE DALE HAS A NEW PLAYER" in world.said("ann")
    assert "You no longer hold Ben of the Dale" in world.said("ben")


def test_situation_a_player_resigns(world: World) -> None:
    world.comes("ben", "resign\n")
    assert not opened(world.folder).holders["ben"].vacant
    world.comes("ben", f"resign {world.word('ben', 'resign')}\n")
    assert opened(world.folder).holders["ben"].vacant
    assert "No one holds Ben of the Dale any more" in world.said("mo")


def test_situation_a_seat_is_vacant(world: World) -> None:
    with opening.held(world.folder, RULESETS) as game:
        changes.vacate(game, "ben", world.clock, by="moderator")
    world.turn()
    assert "The game waits for Ben of the Dale until someone takes it over." in world.said("ann")
    file = world.folder / "game.yaml"
    file.write_text(file.read_text() + "vacant seats: bot\n")
    world.turn()
    assert opened(world.folder).settings.seats["ben"].bot


def letter_of(game: Game) -> str:
    """Ann's letter as it would be written now."""
    assert game.pause
    return text(content(*occasion(game, game.pause, "ann")))


def test_letters_and_the_status_call_a_vacant_seat_vacant(world: World) -> None:
    with opening.held(world.folder, RULESETS) as game:
        changes.vacate(game, "ben", world.clock, by="moderator")
        (vacant,) = [one for one in status(game, world.clock).seats if one.vacant]
    assert vacant.seat == "ben"
    with opening.held(world.folder, RULESETS) as game:
        assert "Ben of the Dale is vacant: no one holds the seat at present." in letter_of(game)
        changes.name_stand_in(game, "ben", "Sue", "sue@example.org", world.clock)
        changes.begin_stand_in(game, "ben", world.clock)
    with opening.held(world.folder, RULESETS) as game:
        assert "vacant" not in letter_of(game)


def test_other_seats_are_not_told_that_they_need_do_nothing_at_all(world: World) -> None:
    with opening.held(world.folder, RULESETS) as game:
        changes.take(game, "ben", "Dora", "dora@example.org", world.clock)
    world.turn()
    assert "You need do nothing about this." in world.said("ann")


def test_what_a_new_player_inherits_is_said_to_be_in_force(world: World) -> None:
    with opening.held(world.folder, RULESETS) as game:
        changes.take(game, "ben", "Dora", "dora@example.org", world.clock)
    world.turn()
    assert "Any agreements and standing orders from before stay in force" in world.said("dora")


def test_situation_an_invitation_is_not_accepted_in_time(world: World) -> None:
    world.invite()
    world.clock.wind(days=7)
    world.turn()
    world.turn()
    assert world.noted(InvitationClosed) == 1
    assert world.said("mo").count("has not accepted the invitation") == 1


def test_situation_the_time_of_a_stand_in_is_over(world: World) -> None:
    with opening.held(world.folder, RULESETS) as game:
        changes.name_stand_in(game, "ben", "Sue", "sue@example.org", world.clock)
        until = world.clock().replace(day=23)
        changes.begin_stand_in(game, "ben", world.clock, until=until)
    world.turn()
    assert opened(world.folder).settings.seats["ben"].player == "Sue"
    world.clock.at = until
    world.turn()
    world.turn()
    assert opened(world.folder).settings.seats["ben"].player == "Ben"
    assert world.noted(StandInEnded) == 1
    assert world.said("ben").count("is yours again. Your stand-in gets no more letters.") == 1


def test_situation_someone_who_held_a_seat_before_writes(world: World) -> None:
    about = f"Re: {subject(world.folder, 'ben')}"
    with opening.held(world.folder, RULESETS) as game:
        changes.take(game, "ben", "Dora", "dora@example.org", world.clock)
    assert world.comes("ben", "bid: 2\n", about) == "unclaimed"
    assert "Someone else plays Ben of the Dale" in world.said("ben")
    assert "ask the moderator (Mo, mo@example.org)" in world.said("ben")
    with opening.held(world.folder, RULESETS) as game:
        (waits,) = whole_status(game, world.clock).needs
        assert (waits.kind, waits.seat, waits.reply) == ("former", "ben", ("dismiss 1",))
        assert waits.says.startswith("email 1 is of a former player of Ben of the Dale, ben@example.org")
        for seat in ("ben", ""):
            with pytest.raises(confirmations.NotOpen, match="is of a former player of ben"):
                confirmations.confirm(game, 1, seat, world.clock)
        confirmations.dismiss(game, 1, "", world.clock)
        with pytest.raises(confirmations.NotOpen, match="is of a former player of ben"):
            confirmations.confirm(game, 1, "ben", world.clock)
        assert whole_status(game, world.clock).needs == ()
