"""Orders for Austria's hussars (7)."""

from typing import Self

import msgspec

from pbem.engine.kit.reading import NameSpeller, Node, Reader, TextNode
from pbem.engine.order import Order

STAY = "stay"


class HussarWish(msgspec.Struct, frozen=True):
    """Where a hussar should go: cities in order of preference, `stay` for where it is.

    The first that is allowed when the hussars are placed is taken.
    """

    places: tuple[str, ...]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="hussar")
        parts = node.split(" or ")
        return cls(tuple(STAY if p.text.casefold() == STAY else reader.name(p, "city") for p in parts))

    def spell(self, speller: NameSpeller) -> str:
        return " or ".join(p if p == STAY else speller.name("city", p) for p in self.places)


class HussarOrders(Order, frozen=True):
    """A sheet for the hussar stage: a wish for each hussar."""

    hussars: tuple[HussarWish, ...] = ()
