"""The decks of tactical cards: the types of tactical_cards.yaml."""

import msgspec

from pbem_maria.edition.board import Suit


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
