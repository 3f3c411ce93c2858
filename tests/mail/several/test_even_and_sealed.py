"""Several decisions of a seat with standing orders, with even pauses, and with sealed sheets."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from pbem.engine.decision import Decision, Policy
from pbem.mail.exchange import exchange
from pbem.referee.opening import held
from pbem.store import encryption
from tests.mail.several.test_several_decisions import YAML, World, plain
from tests.referee.sealing.sealed_game import leaks
from tests.toy.duet import DUET, DUETS
from tests.toy.state import Bid, Toy

EVEN = YAML + "pauses: even\n"


class BidsThree(Policy[Toy]):
    """Ann bids 3 whenever she may."""

    def answer(self, view: Toy, decision: Decision) -> Bid | None:
        return Bid(bid=3) if decision.takes is Bid and decision.seat == "ann" else None


def policies(view: Toy, seat: str) -> Iterable[Policy]:
    return (BidsThree(),)


STANDING = {"toy": msgspec.structs.replace(DUET, policies=policies)}
COVERED = (
    "Your advance orders answer this, and the sheet below keeps them. They count at the deadline; if you send this"
)


def test_with_even_pauses_the_letter_says_which_question_is_answered_in_advance(tmp_path: Path) -> None:
    world = World(tmp_path / "game", EVEN, STANDING)
    told = plain(world.letter("ann"))
    assert f"1. Your bid in lap 1. Bid how many points you mean to win. {COVERED} part of the sheet, play no" in told
    assert told.count("advance orders answer this") == 1
    assert "bid: bid: 3 claim: pass ..." in told
    assert "advance orders" not in world.letter("ben")
    assert "advance orders" not in world.letter("public")


def test_with_even_pauses_an_answer_in_advance_waits_for_the_sheet_or_the_deadline(tmp_path: Path) -> None:
    world = World(tmp_path / "game", EVEN, STANDING)
    world.send("ben", "pass\n")
    done = world.send("ann", "claim: pass\n")
    assert "- Your bid in lap 1: not in this sheet; your advance orders answer this." in plain(done.answer)
    assert "YOUR SHEET" not in done.answer
    assert world.received("ann") == ["1.bid: standing", "1.claim: passed"]
    world.send("ann", "pass\n")
    assert world.bids() == {"ann": 3, "ben": 0}


def test_without_them_play_continues_once_the_other_questions_are_answered(tmp_path: Path) -> None:
    world = World(tmp_path / "game", YAML, STANDING)
    world.send("ben", "pass\n")
    told = plain(world.send("ann", "claim: pass\n").answer)
    assert "- Your bid in lap 1: not in this sheet; your advance orders answer this." in told
    assert world.bids() == {"ann": 3, "ben": 0}


class Sealed(World):
    """A sealed game; `turn` has no key unless it is given one."""

    def __init__(self, folder: Path) -> None:
        self.key = folder.with_name("stick") / "key"
        sealed = f"{{folder: ../game-out}}\n  sealed: {{recipient: {encryption.keygen(self.key)}}}"
        super().__init__(folder, YAML.replace("{folder: out}", sealed), DUETS)

    def open(self) -> None:
        with held(self.folder, DUETS, self.key) as game:
            exchange(game, self.clock)


@pytest.fixture
def sealed(tmp_path: Path) -> Sealed:
    return Sealed(tmp_path / "game")


def test_no_part_of_a_sealed_sheet_can_be_read(sealed: Sealed) -> None:
    done = sealed.send("ann", "---\n# quokka\nbid: {bid: 2}\nclaim: {prize: yes}\n...\n")
    assert "- Your bid in lap 1: accepted.\n\n- Your claim in lap 1: accepted.\n" in done.answer
    assert "You bid" not in done.answer
    assert leaks(sealed.folder, ("quokka",)) == []
    assert sealed.received("ann") == ["1.bid: valid", "1.claim: valid"]


def test_a_sealed_sheet_has_one_hash_for_all_its_parts_and_the_letter_shows_it(sealed: Sealed) -> None:
    for seat in ("ann", "ben"):
        sealed.send(seat, "bid: {bid: 2}\nclaim: pass\n")
    receipt = sealed.folder / "inbox"
    assert not any("bid: 2" in path.read_text(errors="replace") for path in receipt.glob("*.txt"))
    sealed.open()
    assert sealed.bids() == {"ann": 2, "ben": 2}
    assert plain(sealed.letter("ann")).count("by the hash in their receipts:") == 1


def test_sealed_parts_from_two_sheets_both_count_and_both_hashes_are_shown(sealed: Sealed) -> None:
    hashes = []
    for text in ("bid: {bid: 2}\n", "claim: pass\n"):
        told = sealed.send("ann", text).answer.split()
        hashes.append(told[told.index("hash:") + 1])
    sealed.send("ben", "pass\n")
    sealed.open()
    assert sealed.bids() == {"ann": 2, "ben": 0}
    assert all(one in sealed.letter("ann") for one in hashes)
    assert not any(one in sealed.letter(seat) for one in hashes for seat in ("ben", "public"))


def test_a_faulty_part_of_a_sealed_sheet_is_shown_and_the_good_one_is_not(sealed: Sealed) -> None:
    done = sealed.send("ann", "bid: {bid: 9, # quokka\n}\nclaim: {prize: yes} # zanzibar\n")
    assert done.verdict.state == "partly"
    assert "You claim" not in done.answer
    assert sealed.received("ann") == ["1.bid: errors", "1.claim: valid"]
    assert "A bid is from 0 to 4" in done.answer
    assert "warning" not in done.answer
    assert leaks(sealed.folder, ("quokka", "zanzibar", "a bid is from")) == []
