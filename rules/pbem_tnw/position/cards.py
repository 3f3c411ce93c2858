"""Cards as someone sees them: those that are known, and how many more there are."""

from collections.abc import Mapping
from typing import Literal, TypeVar

import msgspec

from pbem.engine.position import Holdings, Position
from pbem_tnw.orders.choices import EventChoices

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


PlayedAs = Literal["event", "response", "battle", "turned-up"]
"""An event in its nation's Impulse, an answer (6.14), a battle card (6.15), the card of a neutral Proxy (17.5)."""


class LaidCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card on the table whose effects are due.

    *choices* are known to the seat that made them, and in the position; all else is public.
    """

    card: str
    nation: str
    how: PlayedAs
    choices: EventChoices | None = None
    cancelled: bool = False
    chosen: str = ""
    """The nation that was chosen where the card leaves a choice of several."""
    option: int = 1
    """Which of its options was taken, from 1."""
    receiver: str = ""
    """The nation to which a card was given."""
    moved: tuple[str, ...] = ()
    """Proxies whose consuls it has moved."""


class CardAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """That a nation has answered with a card in *turn*; lines of standing orders may be limited in number (2.4)."""

    turn: int
    nation: str
    card: str


class RollBonus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a *card* adds to the next roll of *nation* for `interception`, `evasion` or `siege_dice`."""

    roll: str
    nation: str
    n: int
    card: str
