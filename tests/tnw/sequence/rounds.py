"""Rounds for tests: who holds which cards, whose box is next, and what came of it."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Answer
from pbem_tnw.chapters.nation.pieces import CardLaid
from pbem_tnw.chapters.turn.events import ImpulseBegan
from pbem_tnw.chapters.turn.impulse import NextImpulse
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import ImpulseCondition
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable, at_start

SEQUENCE = ("france", "austria", "britain", "russia", "prussia", "turkey", "spain", "sweden", "denmark")
NO = ImpulseCondition(test=Truth(yes=False))


def round_of(hands: Mapping[str, tuple[str, ...]], marker: str = "france", **changes: Any) -> WarState:
    """The second Round of 1807 with four seats: nations hold these cards, the Impulse of *marker* is next.

    All sheets that there are have come; seats without one are silent.
    """
    known = {nation: CardHand(known=hands.get(nation, ())) for nation in SEQUENCE}
    state = at_start(4, turn=2, round=2, hands=known, marker=SEQUENCE.index(marker))
    called = {nation: state.control.get(nation, "") for nation in SEQUENCE}
    deck = CardPile(cards=("conscripts", "metternich"))
    return replace(state, **{"flow": (NextImpulse(),), "deck": deck, "called": called, **changes})


def on_sheet(nation: str, *alternatives: Alternative, ask: bool = False) -> RoundOrders:
    """A sheet with these ways to play the Impulse of *nation*."""
    orders = ImpulseOrders(alternatives=alternatives, otherwise="ask" if ask else "lowest")
    return RoundOrders(impulses={nation: orders})


def for_points(card: str, **fields: Any) -> Alternative:
    """A card played for its CPs."""
    return Alternative(play=CardUse(card=card, use="cp"), **fields)


def impulses(table: DiceTable) -> list[str]:
    """The Impulses that there were: `france conscripts`, with the cards that were laid in them."""
    found: list[list[str]] = []
    for entry in table.entries:
        for event in entry.events:
            if isinstance(event, ImpulseBegan):
                found.append([event.impulse.nation])
            elif isinstance(event, CardLaid) and found:
                found[-1].append(event.card)
    return [" ".join(words) for words in found]


def asked(table: DiceTable) -> tuple[Decision, ...]:
    """What is asked where the game has stopped."""
    if not table.state.flow:
        return ()
    step = table.state.flow[-1]
    return tuple(step.ask(table.state, {}))  # type: ignore[attr-defined] # every box of this game is a step


def answer(table: DiceTable, order: Order) -> None:
    """Answer all that is asked with *order*, and play on."""
    step = table.state.flow[-1]
    table.run(step, {decision: Answer(order) for decision in asked(table)})  # type: ignore[arg-type]
    table.play()
