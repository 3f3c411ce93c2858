"""Subsidy contracts in a sheet (20).

France to Prussia: 3 turns       offered by the giver's player, asked for or accepted by the receiver's
France to Prussia: until turn 5   the same by the last turn that is paid
France to Prussia: end           a contract is to end early France to
Prussia: withdraw what one has offered, asked for or wished to end is withdrawn
"""

import re
from typing import Annotated, ClassVar, Final, Literal, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import Least, Misread, Named, Node, Reader, TextNode, Ways, late_pattern, pair, tried
from pbem_maria.orders.names import PowerName

RESERVE_VALUES = range(1, 9)


RESERVE = "R"


OFFER: Final = "offer"
END: Final = "end"
WITHDRAW: Final = "withdraw"

_TURNS = late_pattern(r"(?:for\s+)?(\S+)(?:\s+turns?)?$", re.IGNORECASE)
_TERM = late_pattern(r"\s(?=(?:for|until)\s|\S+\s+turns?$|(?:end|withdraw)$)", re.IGNORECASE)
_UNTIL = late_pattern(r"until\s+(?:turn\s+)?(\S+)$", re.IGNORECASE)


class Bargain(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat says of a contract by which *giver* gives *receiver* one card a turn."""

    giver: PowerName
    receiver: PowerName
    turns: Annotated[int, Least(2)] = 0
    until: Annotated[int, Least(1)] = 0
    """The last turn that is paid, where that is said instead of the number of turns."""
    what: Literal["offer", "end", "withdraw"] = "offer"
    WAYS: ClassVar[Ways] = (
        ("{giver} to {receiver}: 1 turn", {"turns": 1}), "{giver} to {receiver}: {turns} turns",
        "{giver} to {receiver}: until turn {until}",
        ("{giver} to {receiver}: end", {"what": END}), ("{giver} to {receiver}: withdraw", {"what": WITHDRAW}),
    )  # fmt: skip

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Bargain":
        who, how = _parts(node, reader)
        powers = who.split(" to ", ">", "→")
        if len(powers) != 2:
            raise reader.blame(who, "not-a-contract")
        giver, receiver = (tried(part, reader, "power") for part in powers)
        if giver is None or receiver is None:
            raise Misread
        if (found := _TURNS.match(how.text)) and reader.is_number(said := how.part(*found.span(1))):
            return cls(giver, receiver, reader.number(said))
        if (found := _UNTIL.match(how.text)) and reader.is_number(said := how.part(*found.span(1))):
            return cls(giver, receiver, until=reader.number(said))
        if not reader.chooses(how, END, WITHDRAW):
            raise reader.blame(how, "not-a-contract")
        return cls(giver, receiver, what=END if reader.choice(how, END, WITHDRAW) == END else WITHDRAW)


def _parts(node: Node, reader: Reader) -> tuple[TextNode, TextNode]:
    """Who and how: from `France to Prussia: 3 turns`, or with a comma instead of the colon."""
    if (said := pair(node)) is not None and isinstance(said[1], TextNode):
        return said[0], said[1]
    parts = node.split(",") if isinstance(node, TextNode) else ()
    if isinstance(node, TextNode) and len(parts) == 1 and (found := _TERM.search(node.text)):
        parts = node.part(0, found.start()), node.part(found.start())
    if len(parts) != 2:
        raise reader.blame(node, "not-a-contract")
    return parts


PAID, NOT_PAID = "bavaria", "none"


class Subsidy(msgspec.Struct, frozen=True):
    """Whether France subsidises Bavaria in the coming turn; written `bavaria` or `none`."""

    ALONE: ClassVar[bool] = True
    paid: bool
    WAYS: ClassVar[Ways] = ((PAID, {"paid": True}), (NOT_PAID, {"paid": False}))

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="subsidy")
        return cls(reader.choice(node, PAID, NOT_PAID) == PAID)


class SubsidyOrders(Order, frozen=True, kw_only=True):
    """A sheet that only chooses the subsidy."""

    subsidy: Subsidy


TOGETHER = ("+", ",", "&", " and ", " und ", " et ")
"""What may stand between cards that pay together."""

Cards = tuple[Annotated[str, Named("card", *TOGETHER)], ...]
