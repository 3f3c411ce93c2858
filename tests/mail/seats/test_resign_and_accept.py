"""Players resign, and invited people accept or decline, by email."""

import re
from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.people import changes
from pbem.store.facts import InvitationClosed, SeatTaken, SeatVacated
from tests.mail.seats.world import DORA, World
from tests.referee.killer import deaths
from tests.toy.game import RULESETS, Clock, drop, mail, opened, subject


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "toy-1")


def test_resign_is_asked_back_and_the_word_makes_the_seat_vacant(world: World) -> None:
    assert world.comes("ben", "resign\n") == "command"
    assert "Nothing has changed yet." in world.said("ben")
    assert not opened(world.folder).holders["ben"].vacant
    word = world.word("ben", "resign")
    assert world.comes("ben", f"resign {word}\n") == "command"
    assert opened(world.folder).holders["ben"].vacant
    assert "You no longer hold Ben of the Dale" in world.said("ben")
    assert "its player has resigned" in world.said("mo")
    assert "No one holds Ben of the Dale any more." in world.said("ann")
    before = len(world.mails("ann"))
    world.turn()
    assert len(world.mails("ann")) == before


def test_a_wrong_or_an_old_word_changes_nothing(world: World) -> None:
    world.comes("ben", "resign\n")
    word = world.word("ben", "resign")
    world.comes("ben", "resign aaaa-bbbb\n")
    assert "is not the one that you were sent" in world.said("ben")
    world.comes("ann", f"resign {word}\n", f"Re: {subject(world.folder, 'ann')}")
    world.clock.wind(days=15)
    world.comes("ben", f"resign {word}\n")
    assert not any(one.vacant for one in opened(world.folder).holders.values())
    assert world.noted(SeatVacated) == 0


def test_who_only_claims_to_be_the_player_cannot_resign(world: World) -> None:
    assert world.comes("ben", "resign\n", "hello") == "command"
    assert not re.findall(r"resign [a-z2-7]{4}-", world.said("ben"))


def test_an_invitation_is_accepted_with_its_word_once(world: World) -> None:
    word = world.invite()
    assert "invites you to play Ben of the Dale" in world.said("dora")
    assert world.comes("dora", f"accept {word}\n", "Re: an invitation") == "command"
    assert opened(world.folder).settings.seats["ben"].player == "Dora"
    assert "You hold Ben of the Dale now." in world.said("dora")
    assert "You hold Ben of the Dale in this game from now on." in world.said("dora")
    assert "Dora has accepted the invitation" in world.said("mo")
    dossier = next(one for one in world.mails("dora") if "{" in one["Subject"])
    assert world.comes("dora", "bid: 2\n", f"Re: {dossier['Subject']}") == "accepted"
    assert world.comes("dora", f"accept {word}\n", f"Re: {dossier['Subject']}") == "command"
    assert world.noted(SeatTaken) == 1


def test_only_the_invited_address_can_accept(world: World) -> None:
    word = world.invite()
    assert world.comes("eve", f"accept {word}\n", "Re: an invitation") == "unclaimed"
    assert world.code() == ("other-address",)
    assert "sent to another address" in world.said("eve")
    assert "dora" not in world.said("eve")
    assert world.comes("cid", f"accept {word}\n", f"Re: {subject(world.folder, 'cid')}") == "unclaimed"
    assert world.noted(SeatTaken) == 0


def test_an_invitation_that_is_over_says_why(world: World) -> None:
    word = world.invite()
    world.clock.wind(days=8)
    world.turn()
    assert "has not accepted the invitation" in world.said("mo")
    assert world.comes("dora", f"accept {word}\n", "Re: an invitation") == "unclaimed"
    assert world.code() == ("expired",)
    assert "has expired" in world.said("dora")
    with opening.held(world.folder, RULESETS) as game:
        changes.invite(game, "ben", *DORA, world.clock)
        changes.withdraw(game, "ben", world.clock)
        changes.invite(game, "ben", *DORA, world.clock)
    world.turn()
    new = world.word("dora", "accept")
    assert new != word
    assert world.comes("dora", f"decline {new}\n", "Re: an invitation") == "command"
    assert "has declined" in world.said("mo")
    assert world.comes("dora", f"accept {new}\n", "Re: an invitation") == "unclaimed"
    assert world.code() == ("was-declined",)
    assert world.noted(SeatTaken) == 0


def test_an_acceptance_that_came_in_time_counts_though_it_is_read_late(world: World) -> None:
    word = world.invite()
    came = world.clock.at
    world.clock.wind(days=8)
    world.turn()
    drop(world.folder, "late.eml", mail("dora@example.org", "Re: an invitation", f"accept {word}\n"), came)
    world.turn()
    assert opened(world.folder).settings.seats["ben"].player == "Dora"


def test_a_word_that_no_one_was_sent_is_an_unknown_senders_email(world: World) -> None:
    assert world.comes("eve", "accept aaaa-bbbb\n", "Re: an invitation") == "unclaimed"
    assert world.code() == ()


@pytest.mark.slow
def test_killed_while_an_invitation_is_accepted_everyone_is_told_once(world: World, tmp_path: Path) -> None:
    raw = mail("dora@example.org", "Re: an invitation", f"accept {world.invite()}\n")
    world.clock.wind(minutes=1)
    drop(world.folder, "1.eml", raw, world.clock.at)
    at, instant = world.clock.at, 0
    for instant, killed in deaths(world.folder, tmp_path, lambda folder: turn(folder, Clock(at), RULESETS)):
        world = World.found(killed, at)
        world.turn()
        world.turn()
        assert world.noted(SeatTaken) == 1
        assert world.noted(InvitationClosed) == 1
        assert len([one for one in world.mails("dora") if "{" in one["Subject"]]) == 1
        assert world.said("dora").count("Thank you for accepting.") == 1
        for other in ("ann", "cid"):
            assert world.said(other).count("Someone else holds Ben of the Dale") == 1
        assert world.said("ben").count("You no longer hold") == 1, instant
    assert instant > 50
