"""France's choice of subsidy (8)."""

from typing import Self

import msgspec

from pbem.engine.kit.reading import NameSpeller, Node, Reader, TextNode
from pbem.engine.order import Order

PAID, NOT_PAID = "bavaria", "none"


class Subsidy(msgspec.Struct, frozen=True):
    """Whether France subsidises Bavaria in the coming turn; written `bavaria` or `none`."""

    paid: bool

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="subsidy")
        return cls(reader.choice(node, PAID, NOT_PAID) == PAID)

    def spell(self, speller: NameSpeller) -> str:
        return PAID if self.paid else NOT_PAID


class SubsidyOrders(Order, frozen=True, kw_only=True):
    """A sheet that only chooses the subsidy."""

    subsidy: Subsidy
