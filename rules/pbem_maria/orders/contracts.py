"""Subsidy contracts in a sheet (20).

France to Prussia: 3 turns       offered by the giver's player, asked for or accepted by the receiver's
France to Prussia: end           a contract is to end before its time
France to Prussia: withdraw      what one has offered, asked for or wished to end is taken back
"""

import re
from typing import Final, Literal

import msgspec

from pbem.engine.reading import Mapping, Misread, Node, Reader, Speller, Text
from pbem_maria.orders.route import tried

OFFER: Final = "offer"
END: Final = "end"
WITHDRAW: Final = "withdraw"

_TURNS = re.compile(r"(?:for\s+)?(\d{1,3})(?:\s+turns?)?$", re.IGNORECASE)


class Bargain(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat says of a contract by which *giver* hands *receiver* one card a turn."""

    giver: str
    receiver: str
    turns: int = 0
    what: Literal["offer", "end", "withdraw"] = "offer"

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Bargain":
        who, how = _parts(node, reader)
        powers = who.split(" to ", ">", "→")
        if len(powers) != 2:
            raise reader.blame(who, "not-a-contract")
        giver, receiver = (tried(part, reader, "power") for part in powers)
        if giver is None or receiver is None:
            raise Misread
        if found := _TURNS.match(how.text):
            return cls(giver, receiver, int(found[1]))
        return cls(giver, receiver, what=END if reader.choice(how, END, WITHDRAW) == END else WITHDRAW)

    def spell(self, speller: Speller) -> dict[str, str]:
        who = f"{speller.name('power', self.giver)} to {speller.name('power', self.receiver)}"
        turns = f"{self.turns} turn" + ("s" if self.turns != 1 else "")
        return {who: turns if self.what == OFFER else self.what}


def _parts(node: Node, reader: Reader) -> tuple[Text, Text]:
    """Who and how: from `France to Prussia: 3 turns`, or with a comma instead of the colon."""
    if isinstance(node, Mapping) and len(node.pairs) == 1:
        key, value = node.pairs[0]
        if isinstance(value, Text):
            return key, value
    parts = node.split(",") if isinstance(node, Text) else ()
    if len(parts) != 2:
        raise reader.blame(node, "not-a-contract")
    return parts
