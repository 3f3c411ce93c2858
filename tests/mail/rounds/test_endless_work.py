"""A sheet of which the rules never come to an end stops neither its game nor the sheets beside it."""

from email import message_from_bytes
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from pbem.engine.decision import Answers, Decision
from pbem.engine.event import PUBLIC
from pbem.engine.order import Order
from pbem.engine.ruleset import Foreseen
from pbem.engine.table import Scratch, Step, Table
from pbem.mail.turn import TurnResult
from pbem.mail.turn import turn as whole_turn
from tests.mail.rounds.transports import begun, body
from tests.toy.game import Clock, opened, send_sheet
from tests.toy.ruleset import TOY
from tests.toy.state import PointWon, Standing, Toy
from tests.toy.steps import Anytime

FIRST, OTHERS = "1.eml", {"ann": "2.eml", "ben": "3.eml", "cid": "4.eml"}


def for_ever(table: Table[Toy]) -> None:
    while True:
        table.emit(PointWon(seat="ann"))


class NeverDone(Anytime, frozen=True):
    rule: ClassVar[str] = "3"

    def run(self, table: Table[Toy], answers: Answers[Standing]) -> None:
        for_ever(table)


def foresee(view: Toy, _decision: Decision, _order: Order) -> Foreseen[Toy]:
    table = Scratch(view)
    for_ever(table)
    return Foreseen((), table.state)


def anytime(view: Toy, seat: str) -> Step | None:
    return NeverDone(seat=seat) if view.flow and seat != PUBLIC else None


RULESETS = {"toy": msgspec.structs.replace(TOY, foresee=foresee, anytime=anytime)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


def turn(folder: Path) -> TurnResult:
    return whole_turn(folder, Clock(), RULESETS)


def set_aside(folder: Path, done: TurnResult, item: int, seat: str) -> None:
    """Hold that *item* of *seat* is closed, answered, named to the moderator, and not tried again."""
    (failed,) = (one for one in done.handled if one.verdict.state == "failed")
    assert (failed.verdict.item, failed.verdict.seat, failed.verdict.why) == (item, seat, "Endless")
    sent = {path.stem: message_from_bytes(path.read_bytes()) for path in (folder / "out").iterdir()}
    assert f"{seat}@example.org" in str(sent[failed.verdict.receipt]["To"])
    assert "WHAT YOU SENT IS SET ASIDE" in failed.answer
    assert [one.item for one in done.needs if one.kind == "failed"] == [item]
    digest = next(mail for mail in sent.values() if "mo@example.org" in str(mail["To"]))
    assert f"email {item}" in body(digest)
    assert not turn(folder).handled


def test_a_trial_without_end_is_set_aside_and_the_sheets_after_it_count(folder: Path) -> None:
    send_sheet(folder, "ann", "try\n---\nbid: 1\n...\n", FIRST)
    for seat, name in OTHERS.items():
        send_sheet(folder, seat, "bid: 2\n", name)
    done = turn(folder)
    set_aside(folder, done, 1, "ann")
    assert [one.verdict.state for one in done.handled] == ["failed", "accepted", "accepted", "accepted"]
    assert opened(folder).table.state.bids == dict.fromkeys(OTHERS, 2)
    assert len(done.made) == 4


def test_an_order_without_end_leaves_nothing_of_itself(folder: Path) -> None:
    for seat, name in OTHERS.items():
        send_sheet(folder, seat, "bid: 2\n", name)
    turn(folder)
    before = opened(folder).table.entries
    send_sheet(folder, "ben", "reactions: never\n", "5.eml")
    send_sheet(folder, "ann", "passes: yes\n", "6.eml")
    done = turn(folder)
    set_aside(folder, done, 4, "ben")
    assert [one.verdict.state for one in done.handled] == ["failed", "accepted"]
    after = opened(folder).table
    assert [one.step for one in after.entries[len(before) :]] == ["impulse"]
    assert not after.state.standing
