"""Two copies of a game that both run are noticed by the tokens in mail; the younger stops and says so."""

from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.game import AnotherCopy, noticed_copies, settle_copies
from pbem.referee.records.package import pack, unpack
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, opened, send_sheet, subject


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """A game, and a younger copy of it that was unpacked while three bids were asked; both have played these."""
    old, young = tmp_path / "old", tmp_path / "young"
    new_game(old)
    turn(old, Clock(), RULESETS)
    pack(old, tmp_path / "p.zip", Clock(), RULESETS, copy=True)
    unpack(tmp_path / "p.zip", young, Clock(), RULESETS)
    for folder in (old, young):
        for seat in ("ann", "ben", "cid"):
            send_sheet(folder, seat, "bid: 1")
        turn(folder, Clock(), RULESETS)
    return old, young


def test_letters_from_before_the_move_are_still_answered(two: tuple[Path, Path]) -> None:
    assert all(opened(folder).pause.round == 2 for folder in two if opened(folder).pause)  # type: ignore[union-attr]


def test_letters_after_it_have_other_tokens(two: tuple[Path, Path]) -> None:
    assert subject(two[0], "ann") != subject(two[1], "ann")


def test_the_younger_stops_at_a_reply_to_a_letter_of_the_older(two: tuple[Path, Path]) -> None:
    old, young = two
    drop(young, "1.eml", mail("ann@example.org", f"Re: {subject(old, 'ann')}", "pass"))
    with pytest.raises(AnotherCopy, match="older copy of the game toy-1 still runs"):
        turn(young, Clock(), RULESETS)
    with pytest.raises(AnotherCopy):
        turn(young, Clock(), RULESETS)
    game = opened(young)
    assert [item.number for item in game.inbox.waiting()] == [4]
    assert len(game.log.pauses) == 2


def test_it_goes_on_when_the_moderator_has_stopped_the_other(two: tuple[Path, Path]) -> None:
    old, young = two
    drop(young, "1.eml", mail("ann@example.org", f"Re: {subject(old, 'ann')}", "pass"))
    with pytest.raises(AnotherCopy):
        turn(young, Clock(), RULESETS)
    with opening.held(young, RULESETS) as game:
        assert settle_copies(game.log, "the old machine is off", Clock()())
        assert not settle_copies(game.log, "the old machine is off", Clock()())
    done = turn(young, Clock(), RULESETS)
    assert [one.verdict.state for one in done.handled] == ["held"]
    assert done.handled[0].verdict.problems == ("another-copy",)
    send_sheet(young, "ann", "pass", name="2.eml")
    assert turn(young, Clock(), RULESETS).played > 0


def test_the_older_goes_on_and_holds_the_mail(two: tuple[Path, Path]) -> None:
    old, young = two
    drop(old, "1.eml", mail("ann@example.org", f"Re: {subject(young, 'ann')}", "pass"))
    done = turn(old, Clock(), RULESETS)
    assert [one.verdict.state for one in done.handled] == ["held"]
    assert noticed_copies(opened(old).facts) == {1: 4}
