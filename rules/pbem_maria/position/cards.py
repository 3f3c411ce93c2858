"""Tactical cards (3, 8).

A card is a short text: its face and its deck, `H7.2` the seven of hearts of the second deck, `R.1`
a Reserve of the first. Players name faces; which deck a card comes from only matters when
used decks are shuffled again.
"""

from collections.abc import Iterable, Sequence

import msgspec

from pbem_maria.orders.cards import RESERVE

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
LETTERS = {suit: letter for letter, suit in SUITS.items()}
VALUES = range(2, 11)
RESERVE_PAYS = 8


def face(card: str) -> str:
    """What is printed on the card: `H7`, or `R` for a Reserve."""
    return card.partition(".")[0]


def deck_of(card: str) -> int:
    """The number of the deck the card belongs to."""
    return int(card.partition(".")[2])


def suit_of(card: str) -> str | None:
    """The card's suit; a Reserve has none of its own."""
    return SUITS.get(card[0])


def is_reserve(card: str) -> bool:
    """Whether the card is a Reserve."""
    return card[0] == RESERVE


def value_of(card: str) -> int:
    """The value printed on the card; for a Reserve, the most it can be in combat and in payment."""
    return RESERVE_PAYS if is_reserve(card) else int(face(card)[1:])


def worth(cards: Iterable[str]) -> int:
    """The TC points that *cards* pay: suits do not matter, a Reserve pays up to 8 (8)."""
    return sum(value_of(card) for card in cards)


def suits(card: str, suit: str) -> bool:
    """Whether *card* may be played in combat by a general whose square has *suit* (11.1)."""
    return is_reserve(card) or suit_of(card) == suit


def deck(number: int) -> tuple[str, ...]:
    """A whole deck: 2-10 in four suits and two Reserves."""
    plain = [f"{letter}{value}.{number}" for letter in SUITS for value in VALUES]
    return (*plain, f"{RESERVE}.{number}", f"{RESERVE}.{number}")


def order_of(card: str) -> tuple[int, int, int]:
    """The order in which a hand is shown: by suit, then by value, Reserves last."""
    letters = [*SUITS, RESERVE]
    return letters.index(card[0]), value_of(card), deck_of(card)


def find(hand: Iterable[str], faces: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards of *hand* that show *faces*, each card once, and the faces that are not there.

    Of equal faces the one of the lowest deck is taken.
    """
    left = sorted(hand, key=order_of)
    found: list[str] = []
    missing: list[str] = []
    for wanted in faces:
        card = next((c for c in left if face(c) == wanted), None)
        if card is None:
            missing.append(wanted)
        else:
            left.remove(card)
            found.append(card)
    return tuple(found), tuple(missing)


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards in a hand or a draw pile: those the viewer knows, and how many it does not."""

    known: tuple[str, ...] = ()
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.hidden

    def gain(self, cards: tuple[str, ...] | int) -> "Pile":
        """With *cards* put at the end, or with that many unknown ones."""
        if isinstance(cards, int):
            return Pile(self.known, self.hidden + cards)
        return Pile(self.known + cards, self.hidden)

    def lose(self, cards: tuple[str, ...] | int) -> "Pile":
        """Without *cards*; those the viewer did not know come off the hidden ones."""
        if isinstance(cards, int):
            return Pile(self.known, self.hidden - cards)
        known, hidden = list(self.known), self.hidden
        for card in cards:
            if card in known:
                known.remove(card)
            else:
                hidden -= 1
        return Pile(tuple(known), hidden)
