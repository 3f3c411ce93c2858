"""A ruling of the moderator: what is to be different in the position from now on."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    CardPlaces,
    Named,
    NameSpeller,
    Node,
    Reader,
    TextNode,
    Ways,
    late_pattern,
    read_card,
    read_name,
    spell_card,
)
from pbem_maria.orders.names import (
    BoxName,
    CardName,
    CityName,
    GeneralName,
    PieceName,
    PowerName,
    TrackName,
    TroopTotal,
)
from pbem_maria.orders.statecraft import Proposal

DRAW_PILE, USED = "draw pile", "set aside"
"""Where cards are that no power holds."""

SeatName = Annotated[str, Named("seat")]

_STAND = late_pattern(
    r"(?P<place>.+?)(?:\s+with\s+(?P<troops>\S+?)(?:\s+troops?)?)?(?:\s*,?\s+face[ -](?P<side>down|up))?$"
)
_REMOVED = frozenset({"removed", "remove", "off", "off the map", "none"})
_PLACES: CardPlaces = {
    DRAW_PILE: frozenset({"draw pile", "the draw pile", "pile"}),
    USED: frozenset({"set aside", "the set-aside cards", "set-aside cards", "discards", "discard pile"}),
}


class PlaceRuled(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a piece is: `Linz`, `Linz with 3 face down`, an off-map box, or `removed`."""

    city: str = ""
    box: str = ""
    troops: int | None = None
    side: str = ""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found = _STAND.match(node.text) if isinstance(node, TextNode) else None
        if not isinstance(node, TextNode) or found is None:
            raise reader.blame(node, "no-place")
        if node.text.casefold() in _REMOVED:
            return cls()
        place = node.part(*found.span("place"))
        troops = reader.number(node.part(*found.span("troops"))) if found["troops"] else None
        side = found["side"] or ""
        if not reader.knows(place, "city") and reader.knows(place, "box"):
            return cls(box=reader.name(place, "box"), troops=troops, side=side)
        return cls(city=reader.name(place, "city"), troops=troops, side=side)

    def spell(self, speller: NameSpeller) -> str:
        if not self.city and not self.box:
            return "removed"
        place = speller.name("city", self.city) if self.city else speller.name("box", self.box)
        troops = f" with {self.troops}" if self.troops is not None else ""
        return f"{place}{troops}{f' face {self.side}' if self.side else ''}"


class CardRuled(msgspec.Struct, frozen=True):
    """A card that goes from one place to another: `H7 from Prussia to Austria`.

    A place is the hand of a power, the `draw pile`, whose cards come to lie below all others, or `set aside`.
    """

    card: CardName
    start: str
    end: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(*read_card(node, reader, "power", _PLACES, code="no-card-ruled"))

    def spell(self, speller: NameSpeller) -> str:
        return spell_card(speller, "power", _PLACES, self.card, self.start, self.end)


class HolderRuled(msgspec.Struct, frozen=True):
    """The power that holds something; `none` for no one, and `home` for the power at home."""

    power: PowerName = ""
    WAYS: ClassVar[Ways] = ("none", "{power}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(read_name(node, reader, "power"))


class HussarRuled(msgspec.Struct, frozen=True):
    """The city of a hussar; `removed` for one that is off the board."""

    city: CityName = ""
    WAYS: ClassVar[Ways] = ("removed", "{city}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(read_name(node, reader, "city"))


class RulingOrders(Order, frozen=True, tag="decree-orders"):
    """What the moderator rules: what is not named stays as it is."""

    pieces: Mapping[PieceName, PlaceRuled] = {}
    """Where generals and supply trains are."""
    troops: Mapping[GeneralName, TroopTotal] = {}
    """How many troops generals have: the secret of their players."""
    hussars: Mapping[int, HussarRuled] = {}
    """Where Austria's hussars are, by their numbers from 1."""
    cards: tuple[CardRuled, ...] = ()
    control: Mapping[CityName, HolderRuled] = {}
    """Which power controls a fortress (3)."""
    players: Mapping[PowerName, SeatName] = {}
    """Which player runs a power."""
    boxes: Mapping[BoxName, HolderRuled] = {}
    """Whose marker is in a victory box (16)."""
    battle: Mapping[PowerName, int] = {}
    """How many markers are in a power's battle boxes (16)."""
    set_aside: Mapping[PowerName, int] = {}
    """How many of a power's victory markers are off the board (19)."""
    tracks: Mapping[TrackName, int] = {}
    """The box of the marker of a political track (17); what follows from it is carried out."""
    stage: PowerName | None = None
    """The leading power whose action stage it is now, from its beginning (5)."""
    suspend: tuple[int, ...] = ()
    """Agreements that sheets are no longer checked against (21)."""
    restore: tuple[int, ...] = ()
    end: tuple[int, ...] = ()
    """Agreements that are over."""
    agree: tuple[Proposal, ...] = ()
    """Agreements that are in force from now on."""
