"""The political cards: the types of politics.yaml (17, 18)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from pbem_maria.edition.board import PowerId, Suit

SaxonZone = Literal["prussian-ally", "neutral", "austrian-ally"]
TrackId = Literal["italy", "russia", "saxony"]


class IncomeIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="tc"):
    """While the marker is here *power* draws *n* more cards a turn, or fewer."""

    kind: ClassVar[str] = "tc"
    power: PowerId
    n: int


class ExpeditionIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="expedition"):
    """While the marker is here *power* keeps a general in its off-map box."""

    kind: ClassVar[str] = "expedition"
    power: PowerId


class VictoryIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="victory"):
    """From here until it is back on the star, *power* has a marker in the Italy box."""

    kind: ClassVar[str] = "victory"
    power: PowerId


Icon = IncomeIcon | ExpeditionIcon | VictoryIcon


class TrackBox(msgspec.Struct, frozen=True):
    """A box of a track, numbered from the left; the marker starts in the one with the *star*.

    Saxony's say what it is while its marker is there, and what its *income* is then; the annexation of Silesia puts
    the marker into the *s_box* (19.1).
    """

    box: int
    icons: tuple[Icon, ...]
    star: bool = False
    zone: SaxonZone | None = None
    income: int | None = None
    s_box: bool = False


class Track(msgspec.Struct, frozen=True):
    """A political track; *left* and *right* say which side its ends favour."""

    id: TrackId
    name: str
    boxes: tuple[TrackBox, ...]
    left: str = ""
    right: str = ""

    @property
    def star(self) -> int:
        """The number of the box with the star, in which the marker starts (4)."""
        return next(box.box for box in self.boxes if box.star)


class Tracks(msgspec.Struct, frozen=True):
    """tracks.yaml; *display* has the boxes for tactical cards from left to right."""

    display: tuple[PowerId, ...]
    tracks: tuple[Track, ...]


Taker = Literal["france", "bavaria", "prussia", "saxony", "pragmatic", "austria", "taker"]
MajorId = Literal["prussia", "france", "pragmatic", "austria"]

TAKER = "taker"
"""In an effect: the power that took the card."""
SHIFT, TROOPS, DRAW, DISCARD, ELECTION = "shift", "troops", "draw_tc", "discard_tc", "election"
"""The kinds of effects, and of the parts of a card that are played."""
LEFT, RIGHT, EITHER = "left", "right", "either"


class Shift(msgspec.Struct, frozen=True, tag_field="kind", tag=SHIFT):
    """An arrow: the marker of *track* moves so many *boxes*, in full or not at all unless the card says otherwise."""

    kind: ClassVar[str] = SHIFT
    track: TrackId
    direction: Literal["left", "right", "either"]
    boxes: int
    all_or_nothing: bool


class Troops(msgspec.Struct, frozen=True, tag_field="kind", tag=TROOPS):
    """*n* new troops for *power*, at once and freely assigned."""

    kind: ClassVar[str] = TROOPS
    power: Taker
    n: int


class DrawTC(msgspec.Struct, frozen=True, tag_field="kind", tag=DRAW):
    """*power* draws *n* TCs."""

    kind: ClassVar[str] = DRAW
    power: Taker
    n: int


class DiscardTC(msgspec.Struct, frozen=True, tag_field="kind", tag=DISCARD):
    """*power* discards *n* TCs of its own choice, all it has if it has fewer."""

    kind: ClassVar[str] = DISCARD
    power: Taker
    n: int


class Elect(msgspec.Struct, frozen=True, tag_field="kind", tag=ELECTION):
    """The card is the Imperial Election (18)."""

    kind: ClassVar[str] = ELECTION


Effect = Shift | Troops | DrawTC | DiscardTC | Elect


class PoliticalCard(msgspec.Struct, frozen=True):
    """A political card: the powers whose symbols it shows may take it, its effects are the parts that can be played."""

    id: str
    year: int
    title: str
    symbols: tuple[MajorId, ...]
    effects: tuple[Effect, ...]
    flavour: str = ""
    extra: bool = False
    """Whether it comes on top of the cards of its year."""

    @property
    def is_election(self) -> bool:
        """Whether it is the Imperial Election, which no power takes (18)."""
        return any(isinstance(effect, Elect) for effect in self.effects)

    @property
    def arrows(self) -> tuple[Shift, ...]:
        """Its arrows."""
        return tuple(effect for effect in self.effects if isinstance(effect, Shift))


class PrintedPolitics(msgspec.Struct, frozen=True, kw_only=True):
    """politics.yaml; *scale* says what things are worth, for authors of cards."""

    effect_kinds: tuple[str, ...] = ()
    scale: Mapping[str, int] = {}
    cards: tuple[PoliticalCard, ...]


class PrintedSuit(msgspec.Struct, frozen=True):
    """A suit, its symbol and its name."""

    id: Suit
    symbol: str = ""
    name: str = ""


class Reserve(msgspec.Struct, frozen=True):
    """What a Reserve is worth: the least and the most in combat, in payments, on the political display."""

    combat: tuple[int, int]
    payment: int
    politics: int


class Deck(msgspec.Struct, frozen=True):
    """A deck: one card of each value in each suit, and the Reserves."""

    values: tuple[int, ...]
    reserves: int
    reserve: Reserve | None = None


class TacticalCards(msgspec.Struct, frozen=True):
    """tactical_cards.yaml; the *decks* are used in this order."""

    suits: tuple[PrintedSuit, ...]
    deck: Deck
    decks: tuple[int, ...]
