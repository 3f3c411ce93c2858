"""The Round sheet, and the sheet that a seat may send at any time (house rules, 2.1, 2.2 and 2.5)."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

import msgspec

from pbem.engine.kit.reading import Most, Node, Reader, Speller, TextNode
from pbem.engine.order import Order
from pbem_tnw.orders.conditions.condition import ImpulseCondition
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.lines.wording import KeyedNode, clauses, fold, keyed, mapping, without_condition
from pbem_tnw.orders.names import NationName, SeatNamed
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn_end import TurnEndWish

MOST_PREEMPTIONS = 3
"""Lines of `preempt` in a sheet (2.3, row 4)."""
_KEYS = {"condition": "if", "play": "with"}


class PreemptLine(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if", "play": "with"}
):
    """An Impulse that is played before that of a nation, if the seat has the lead in cards then (5.2)."""

    before: tuple[NationName, ...] = ()
    """None: any nation."""
    nation: NationName | None = None
    """Whose Impulse it is, for a seat that runs several: the line counts while that nation leads."""
    round: int | None = None
    condition: ImpulseCondition = ImpulseCondition()
    play: ImpulseOrders | None = None
    ask: bool = False
    """Stop and ask instead, once a Turn."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(mapping(node, _asked(node, reader)) if isinstance(node, TextNode) else node, cls)

    def spell(self, speller: Speller) -> dict[str, Any]:
        return speller.fields(self)


_ASKS = ("ask", "ask before Britain")


def _asked(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `ask`, `ask before britain`."""
    said, condition = without_condition(text)
    parts = clauses(said, {"before": "before", "for": "before", "of": "before"})
    first = parts.get("", said)
    if fold(first.text) != "ask":
        raise reader.blame(first, "not-a-choice", text=first.text, words=_ASKS, nearest=())
    before = (keyed(parts["before"], "before"),) if "before" in parts else ()
    return (keyed(TextNode(first.place, "yes"), "ask"), *before, *condition)


class RoundOrders(Order, frozen=True):
    """What a seat orders for one Round."""

    seat: SeatNamed | None = None
    round: int | None = None
    """If given, it must be the seat and Round that the sheet is for."""
    impulses: Mapping[NationName, ImpulseOrders] = {}
    preempt: Annotated[tuple[PreemptLine, ...], Most(MOST_PREEMPTIONS)] = ()
    standing: WarStanding | None = None
    """What changes in the standing orders: each key that is given replaces what was there."""
    turn_end: TurnEndWish | None = None
    """The sheet of the end of the Turn, sent in advance."""


class ImpulseSheet(Order, frozen=True):
    """The answer when the game has stopped in an Impulse: how the nation that is asked about plays it."""

    impulses: Mapping[NationName, ImpulseOrders] = {}
    standing: WarStanding | None = None


class StandingSheet(Order, frozen=True):
    """What a seat may send at any time: standing orders, and the end of the Turn in advance."""

    standing: WarStanding | None = None
    turn_end: TurnEndWish | None = None
