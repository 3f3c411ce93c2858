"""The political cards: the types of politics.yaml (17, 18)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from pbem_maria.edition.printed_tracks import TrackId

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
