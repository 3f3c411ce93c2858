"""A ruling of the moderator: what is to be different in the position from now on."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    CardPlaces,
    Named,
    Node,
    Reader,
    Speller,
    TextNode,
    Ways,
    late_pattern,
    read_card,
    read_name,
    spell_card,
)
from pbem_tnw.orders.names import CampName, DuchyName, LeaderName, NationName, SpotName, WarCardName

PlaceOrBox = Annotated[str, Named("place box")]
"""A duchy, a zone, or a box beside the map."""

DECK, PILE, OUT, IN_PLAY, USED, READY = "deck", "played-pile", "out-of-the-game", "in-play", "used", "ready"
"""Where cards are that no nation holds; Reserves are `USED` or `READY` (6.2)."""
_CARD_PLACES: Final[CardPlaces] = {
    DECK: frozenset({"deck", "the deck", "draw deck", "the draw deck"}),
    PILE: frozenset({"played pile", "the played pile", "pile", "discards", "discard pile"}),
    OUT: frozenset({"out of the game", "removed", "out", "box"}),
    IN_PLAY: frozenset({"in play", "play", "the table", "table"}),
    USED: frozenset({"used"}),
    READY: frozenset({"ready", "unused"}),
}
_CONSUL = late_pattern(
    r"(?P<column>.+?)(?:\s+(?:of|in|with|in the row of)\s+(?P<row>[^+,]+?))?"
    r"(?P<plus>(?<![\s,])[\s,]*+(?:on its\s+)?\+\s*1?(?:\s+side)?)?$",
    re.IGNORECASE,
)


class FlagRuled(msgspec.Struct, frozen=True):
    """The nation whose Flag a duchy bears; `none` for no Flag."""

    nation: NationName = ""
    WAYS: ClassVar[Ways] = ("none", "{nation}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(read_name(node, reader, "nation"))


class CampRuled(msgspec.Struct, frozen=True):
    """The Camp of a Power; `none` for neither."""

    camp: CampName = ""
    WAYS: ClassVar[Ways] = ("none", "{camp}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(read_name(node, reader, "camp"))


class ConsulRuled(msgspec.Struct, frozen=True, omit_defaults=True):
    """The box of a consul: `ally of France`, `client of Austria +1`, `unaligned`."""

    column: str
    row: str = ""
    plus: bool = False

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found = _CONSUL.match(node.text) if isinstance(node, TextNode) else None
        if not isinstance(node, TextNode) or found is None:
            raise reader.blame(node, "not-a-box-of-consuls")
        column = reader.name(node.part(*found.span("column")), "column")
        row = reader.name(node.part(*found.span("row")), "nation") if found["row"] else ""
        return cls(column, row, plus=bool(found["plus"]))

    def spell(self, speller: Speller) -> str:
        row = f" of {speller.name('nation', self.row)}" if self.row else ""
        return f"{speller.name('column', self.column)}{row}{' +1' if self.plus else ''}"


class CardShift(msgspec.Struct, frozen=True):
    """A card that goes from one place to another: `Conscripts from France to Austria`, `Senate from used to ready`.

    A place is the hand of a nation, the bottom of the `deck`, the top of the `played pile`, `out of the game`, and for
    what is to go from there `in play`.
    """

    card: WarCardName
    start: str
    end: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(*read_card(node, reader, "nation", _CARD_PLACES, code="not-a-card-ruled"))

    def spell(self, speller: Speller) -> str:
        return spell_card(speller, "nation", _CARD_PLACES, self.card, self.start, self.end)


class WarRuling(Order, frozen=True):
    """What the moderator rules: what is not named stays as it is."""

    units: Mapping[PlaceOrBox, Mapping[NationName, int]] = {}
    """The strength of a nation's units in a place (7.1)."""
    generals: Mapping[LeaderName, PlaceOrBox] = {}
    squadrons: Mapping[PlaceOrBox, Mapping[NationName, int]] = {}
    refit: Mapping[SpotName, Mapping[NationName, int]] = {}
    """How many of a nation's Squadrons in a place have a Refit marker (7.7)."""
    flags: Mapping[DuchyName, FlagRuled] = {}
    cards: tuple[CardShift, ...] = ()
    cps: Mapping[NationName, int] = {}
    """The Command Points for anything that a nation has left in the Impulse that is going on (6.3)."""
    dice: Mapping[int, tuple[int, ...]] = {}
    """The faces of a roll on the table, by its number from 1 (6.14)."""
    resources: Mapping[NationName, int] = {}
    """The box of a Resource marker (16.1)."""
    points: Mapping[NationName, int] = {}
    """A Power's points beside those of 5.81."""
    consuls: Mapping[NationName, ConsulRuled] = {}
    """The box of a consul; what follows from an alliance that is made or ends is carried out (8.1, 8.2)."""
    camps: Mapping[NationName, CampRuled] = {}
    """The Camp of a Power, and what follows from it (8.3, 8.34)."""
