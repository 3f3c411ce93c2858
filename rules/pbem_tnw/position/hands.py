"""Cards as someone sees them: those that are known, and how many more there are."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from pbem.engine.position import Holdings, Position

T = TypeVar("T", bound="PositionWithHands")


class PositionWithHands(Position, frozen=True, kw_only=True, omit_defaults=True):
    """A position in which nations hold cards."""

    hands: Mapping[str, "CardHand"] = {}


class CardHand(Holdings[PositionWithHands], frozen=True):
    """The hand of a nation: the seat that runs the nation knows its cards, everyone their number (5.2)."""

    known: tuple[str, ...] = ()
    unknown: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.unknown

    def __bool__(self) -> bool:
        return len(self) > 0

    def hidden(self) -> "CardHand":
        return CardHand(unknown=len(self))

    def laid(self, state: T, power: str) -> T:
        return msgspec.structs.replace(state, hands={**state.hands, power: self})

    def with_cards(self, cards: tuple[str, ...], unknown: int = 0) -> "CardHand":
        """This hand and more cards."""
        return CardHand(known=self.known + cards, unknown=self.unknown + unknown)

    def without(self, card: str) -> "CardHand":
        """This hand after *card* has left it, which was unknown if it is not among the known ones."""
        if card in self.known:
            at = self.known.index(card)
            return CardHand(known=self.known[:at] + self.known[at + 1 :], unknown=self.unknown)
        return CardHand(known=self.known, unknown=max(0, self.unknown - 1))


class CardPile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The draw deck, its next card first, or the played pile, its top card last.

    A view knows the number of the draw deck's cards, and of the played pile the number and the *top* card (5.1).
    """

    cards: tuple[str, ...] = ()
    unknown: int = 0
    top: str = ""

    def __len__(self) -> int:
        return len(self.cards) + self.unknown
