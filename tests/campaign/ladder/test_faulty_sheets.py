"""A refused sheet that the ladder lets count as far as it is good."""

from collections.abc import Iterator
from pathlib import Path
from typing import Union

import msgspec
import pytest

from pbem.engine.decision import Decision, SoFar
from pbem.engine.order import Order, Problem
from pbem.engine.ruleset import Ruleset
from pbem.referee.deadlines import faulty, ladder
from pbem.referee.status import status
from pbem.store import encryption
from pbem.store.encryption import HEAD
from pbem.store.facts import RungProposed, RungTaken
from tests.campaign.ladder.late import DUE, LateGame
from tests.toy import steps
from tests.toy.ruleset import TOY
from tests.toy.state import ORDERS, Toy

LADDER = "{nothing: {grace: default}, faulty: {grace: [last faulty sheet, default]}}"
MOST = 3


class Pledge(Order, frozen=True):
    """A bid, and numbers that go with it."""

    bid: int = 0
    gifts: tuple[int, ...] = ()


def rules(tmp_path: Path) -> Ruleset:
    """The toy whose bids are pledges."""
    folder = tmp_path / "words" / "orders" / "pledge"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "asked.txt.j2").write_text("Your pledge.\n")
    (folder / "said-back.txt.j2").write_text("You pledge {{ order.bid }}.\n")
    (tmp_path / "words" / "phrases.en.yaml").write_text("decisions:\n  pledge: your pledge\n")
    orders = Union[ORDERS, Pledge]  # noqa: UP007 - a value, not an annotation
    return msgspec.structs.replace(TOY, orders=orders, words=(tmp_path / "words", *TOY.words))


def ask(step: steps.Bids, state: Toy, _so_far: SoFar[Pledge]) -> tuple[Decision[Pledge], ...]:
    lap = step.round
    return tuple(
        Decision(key=f"{lap}.bid.{seat}", seat=seat, takes=Pledge, default=Pledge(), turn=lap) for seat in state.seats
    )


def check(_step: steps.Bids, _view: Toy, _decision: Decision[Pledge], order: Pledge) -> Iterator[Problem]:
    if order.bid > MOST:
        yield Problem("bid-too-high", ("bid",), "2.1", {"most": MOST})
    for number, gift in enumerate(order.gifts):
        if gift > MOST:
            yield Problem("bid-too-high", ("gifts", number), "2.1", {"most": MOST})


@pytest.fixture(autouse=True)
def _pledges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps.Bids, "ask", ask)
    monkeypatch.setattr(steps.Bids, "check", check)


def played(tmp_path: Path, *texts: str, ladder: str = LADDER, swap: dict[str, str] | None = None) -> LateGame:
    world = LateGame(tmp_path / "g", ladder, rules=rules(tmp_path), swap=swap or {})
    for seat in ("ann", "ben"):
        world.hand_in(seat, "bid: 1")
    for text in texts:
        world.hand_in("cid", text)
    return world


def answer(world: LateGame) -> tuple[str, object]:
    """How Cid's question was answered, and by what."""
    with world.game() as game:
        found = [one for entry in game.table.entries for one in entry.answers if one.seat == "cid"]
        return (found[0].by, found[0].order) if found else ("", None)


def test_what_is_faulty_is_left_out_and_the_rest_counts(tmp_path: Path) -> None:
    world = played(tmp_path, "bid: 9\ngifts: [1, 7, 2, 8]")
    world.at(DUE, hours=24)
    assert [(one.rung, one.item) for one in world.facts() if isinstance(one, RungTaken)] == [("last faulty sheet", 3)]
    assert answer(world) == ("ladder", Pledge(bid=0, gifts=(1, 2)))
    told = " ".join(world.letter("cid").split())
    assert "what was valid in the last sheet that you had sent counted, and the default for the rest" in told
    said = "the default or what is valid in its last sheet counts."
    assert said in " ".join(world.letter("ann").split())


def test_the_last_sheet_is_taken_and_one_that_was_withdrawn_is_not(tmp_path: Path) -> None:
    world = played(tmp_path / "a", "bid: 9\ngifts: [1]", "bid: 9\ngifts: [2]")
    world.at(DUE, hours=24)
    assert answer(world) == ("ladder", Pledge(gifts=(2,)))
    other = played(tmp_path / "b", "bid: 9\ngifts: [1]")
    other.send("cid", "withdraw")
    other.at(DUE, hours=24)
    assert answer(other) == ("ladder", Pledge())


def test_a_valid_sheet_before_a_faulty_one_counts_as_ever(tmp_path: Path) -> None:
    world = played(tmp_path, "bid: 2", "bid: 9\ngifts: [1]")
    assert answer(world) == ("sheet", Pledge(bid=2))


@pytest.mark.parametrize("text", ["bid: 9", "nonsense: [", "gifts: [8, 9]"])
def test_what_has_no_good_part_leads_to_the_next_rung(tmp_path: Path, text: str) -> None:
    world = played(tmp_path, text)
    world.at(DUE, hours=24)
    assert [one.rung for one in world.facts() if isinstance(one, RungTaken)] == ["default"]


def test_no_faulty_sheet_is_kept_unless_the_ladder_names_it(tmp_path: Path) -> None:
    world = played(tmp_path, "bid: 9\ngifts: [1]", ladder="{faulty: {grace: default}}")
    assert not [*world.folder.glob("sheets/*/*.faulty")]


def test_until_play_continues_a_valid_sheet_still_counts_and_status_tells_what_does(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", LADDER, rules=rules(tmp_path))
    world.hand_in("cid", "bid: 9\ngifts: [1]")
    world.hand_in("ann", "bid: 1")
    with world.game() as game:
        stage = game.stages("cid")[0]
        assert faulty.good_part(game, stage, faulty.newest(game, "cid")) == Pledge(gifts=(1,))
    with world.game() as game:
        about = RungProposed(round=1, seat="cid", keys=("1.bid.cid",), due=DUE, rung="wait", at="grace", came="faulty")
        taken = ladder.possible(game, about, "last faulty sheet")
        assert taken
        ladder.take(game, taken, world.clock())
        assert {one.seat: one.received for one in status(game, world.clock).seats}["cid"] == "faulty sheet"
    world.hand_in("cid", "bid: 3")
    world.hand_in("ben", "bid: 1")
    assert answer(world) == ("sheet", Pledge(bid=3))


def test_where_sheets_are_sealed_a_faulty_one_is_kept_encrypted(tmp_path: Path) -> None:
    recipient = encryption.keygen(tmp_path / "key")
    swap = {"mail:\n": f"mail:\n  sealed: {{recipient: {recipient}, identity file: {tmp_path / 'key'}}}\n"}
    world = LateGame(tmp_path / "g", LADDER, rules=rules(tmp_path), swap=swap)
    world.hand_in("cid", "bid: 9\ngifts: [1]")
    (kept,) = world.folder.glob("sheets/*/*.faulty")
    assert kept.read_bytes().startswith(HEAD)
    for seat in ("ann", "ben"):
        world.hand_in(seat, "bid: 1")
    world.at(DUE, hours=24)
    assert answer(world) == ("ladder", Pledge(gifts=(1,)))
