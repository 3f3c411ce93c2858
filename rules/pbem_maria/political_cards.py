"""The political cards of an edition (17), typed."""

from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from pbem_maria.edition import Edition, known

TAKER = "taker"
"""In an effect: the power that took the card."""
SHIFT, TROOPS, DRAW, DISCARD, ELECTION = "shift", "troops", "draw_tc", "discard_tc", "election"
"""The kinds of effects, and of the parts of a card that are played."""
LEFT, RIGHT, EITHER = "left", "right", "either"


class Shift(msgspec.Struct, frozen=True, tag_field="kind", tag=SHIFT):
    """An arrow: the marker of *track* moves so many *boxes*, whole or not at all unless the card says otherwise."""

    kind: ClassVar[str] = SHIFT
    track: str
    direction: Literal["left", "right", "either"]
    boxes: int
    all_or_nothing: bool = True


class Troops(msgspec.Struct, frozen=True, tag_field="kind", tag=TROOPS):
    """*n* new troops for *power*, at once and freely assigned."""

    kind: ClassVar[str] = TROOPS
    power: str
    n: int


class DrawTC(msgspec.Struct, frozen=True, tag_field="kind", tag=DRAW):
    """*power* draws *n* TCs."""

    kind: ClassVar[str] = DRAW
    power: str
    n: int


class DiscardTC(msgspec.Struct, frozen=True, tag_field="kind", tag=DISCARD):
    """*power* discards *n* TCs of its own choice, all it has if it has fewer."""

    kind: ClassVar[str] = DISCARD
    power: str
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
    symbols: tuple[str, ...]
    effects: tuple[Effect, ...]
    flavour: str = ""

    @property
    def is_election(self) -> bool:
        """Whether it is the Imperial Election, which nobody takes (18)."""
        return any(isinstance(effect, Elect) for effect in self.effects)

    @property
    def arrows(self) -> tuple[Shift, ...]:
        """Its arrows."""
        return tuple(effect for effect in self.effects if isinstance(effect, Shift))


def cards_of(edition: Edition) -> dict[str, PoliticalCard]:
    """Every political card of *edition* by its id."""
    return {card.id: card for card in msgspec.convert(edition.politics.get("cards", []), tuple[PoliticalCard, ...])}


@lru_cache(maxsize=16)
def _cards(key: str) -> dict[str, PoliticalCard]:
    return cards_of(known(key))


def card(edition: str, identifier: str) -> PoliticalCard:
    """The card *identifier* of the edition with the key *edition*."""
    return _cards(edition)[identifier]
