"""Receipts and letters for tests, as their readers get them."""

import re
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.report.letter import SheetArrival, SheetFate, receipt
from pbem.report.words import Words
from pbem_tnw.orders.turn import EntryOrders, ImpulseSheet, RoundOrders
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import seats_of
from tests.tnw.positions import at_start

ABOUT: dict[type[Order], dict[str, Any]] = {
    RoundOrders: {"round": 2, "nations": ("france", "spain")},
    ImpulseSheet: {"nation": "france", "before": ""},
    EntryOrders: {"bids": True},
}
RAW = re.compile(
    r"\bNone\b|Undefined|\{\{|\(\)|\[\]|Struct|Truth\(|\b(?:france|austria|napoleon|ulm|paris|brest|conscripts)\b"
)
"""What a reader should never see."""


def in_round(**hands: tuple[str, ...]) -> WarState:
    """The second Round of 1806 with five seats, in which nations hold these cards."""
    held = {nation: CardHand(known=hands.get(nation, ())) for nation in at_start().hands}
    return at_start(turn=2, round=2, hands=held)


def words(view: WarState, seat: str) -> Words:
    """The words of the game for a reader."""
    return Words(TNW.words, TNW.lexicon(view, seat), tools=TNW.tools)


def said_back(order: Order, view: WarState, seat: str = "france", **about: Any) -> str:
    """What the receipt says of *order*, in one line for each item."""
    kind = type(order)
    decision = Decision(key="k", seat=seat, takes=kind, about={**ABOUT.get(kind, {}), **about})
    arrival = SheetArrival(
        game="war",
        seat=seat,
        titles=seats_of(5, drawn=False),
        fate=SheetFate.accepted,
        view=replace(view, control={**view.control, "spain": "france"}),
        decision=decision,
        order=order,
    )
    text = receipt(words(view, seat), arrival)
    said = re.search(r"^ *- .*?(?=\n\n(?! *-)|\Z)", text, re.MULTILINE | re.DOTALL)
    assert said is not None, text
    return re.sub(r"\n +(?! *- )", " ", said.group())
