"""Orders for the political shifts (19): Saxony's marker, withdrawals, peace."""

import re
from collections.abc import Mapping
from typing import Literal, Self

import msgspec

from pbem.engine.kit.reading import NameSpeller, Node, Reader, TextNode, names_in, parts_of
from pbem.engine.order import Order
from pbem_maria.chapters.cards.payment_orders import TOGETHER
from pbem_maria.position.names import GeneralName, PieceName

ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL, ASK = "all", "none", "to neutral", "past neutral", "ask"
ONE_BOX = "1 box"
OFFER = "offer"

_BOXES = re.compile(
    r"(?:(?:to\s+the\s+)?right\s+(?:by\s+)?)?(?P<number>\S+)(?:\s+box(?:es)?)?(?:\s+(?:to\s+the\s+)?right)?$",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?P<offer>[^,]+?)\s*(?:,?\s*(?:supply\s+)?train\s+(?:to|in|on)\b\s*(?P<train>.+))?$", re.IGNORECASE
)
_FOR = re.compile(r"\s+(?:for|with)\s+", re.IGNORECASE)


class SaxonyWish(msgspec.Struct, frozen=True):
    """How far Austria moves Saxony's marker for points that Prussia lost (19.3).

    Written `all`, `none`, `to neutral` (no further than that), `past neutral` (not if it would stop there), or as the
    number of boxes at most.
    """

    to: str = ALL
    boxes: int | None = None

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="saxony")
        if (found := _BOXES.match(node.text)) and reader.is_number(said := node.part(*found.span("number"))):
            return cls(boxes=reader.number(said))
        wish = reader.choice(node, ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL, ASK, ONE_BOX)
        return cls(boxes=1) if wish == ONE_BOX else cls(wish)

    def spell(self, speller: NameSpeller) -> str:
        return self.to if self.boxes is None else str(self.boxes)


class Cities(msgspec.Struct, frozen=True):
    """Cities in order of preference: `Berlin or Breslau`."""

    cities: tuple[str, ...]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="cities")
        return cls(tuple(reader.name(part, "city") for part in parts_of(node, reader, " or ", ",")))

    def spell(self, speller: NameSpeller) -> str:
        return " or ".join(speller.name("city", city) for city in self.cities)


class PeaceOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Prussia offers peace at the end of its stage: `offer`, or `offer, train to Breslau or Berlin` (19.1)."""

    train: tuple[str, ...] = ()
    """Where the second supply train is placed, in order of preference."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self | None:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="peace")
        if reader.chooses(node, NONE):
            return None
        found = _OFFER.match(node.text)
        if found is None or not reader.chooses(node.part(*found.span("offer")), OFFER):
            raise reader.blame(node, "not-an-offer", text=node.text)
        if found["train"] is None:
            return cls()
        wanted = node.part(found.start("train"))
        reader.mark(wanted, "train")
        return cls(tuple(reader.name(part, "city") for part in parts_of(wanted, reader, " or ", ",")))

    def spell(self, speller: NameSpeller) -> str:
        cities = " or ".join(speller.name("city", city) for city in self.train)
        return f"offer, train to {cities}" if cities else "offer"


class Comeback(msgspec.Struct, frozen=True):
    """A removed general returns on *city* with the troops that *cards* buy: `Dresden for ♥4 + ♣8` (13, 19.3)."""

    city: str
    cards: tuple[str, ...]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found = _FOR.search(node.text) if isinstance(node, TextNode) else None
        if not isinstance(node, TextNode) or found is None:
            raise reader.blame(node, "not-a-return")
        city = node.part(0, found.start())
        reader.mark(city, "city")
        paid = node.part(found.end())
        reader.mark(paid, "cards")
        cards = names_in(paid, reader, TOGETHER, "card")
        return cls(reader.name(city, "city"), cards)

    def spell(self, speller: NameSpeller) -> str:
        return f"{speller.name('city', self.city)} for {' + '.join(speller.name('card', c) for c in self.cards)}"


class SaxonyOrders(Order, frozen=True, kw_only=True):
    """A sheet that says how far Saxony's marker is moved."""

    saxony: SaxonyWish


class WithdrawOrders(Order, frozen=True):
    """A sheet that chooses, among equally near cities, where pieces go that may not stay."""

    withdraw: Mapping[PieceName, Cities] = {}


class PeaceOrders(Order, frozen=True, kw_only=True):
    """Austria's answer to an offer of peace."""

    peace: Literal["accept", "refuse"]


class ComebackOrders(Order, frozen=True):
    """A sheet that brings removed Saxon generals back at once, or none."""

    passes: bool = False
    returns: Mapping[GeneralName, Comeback] = {}
