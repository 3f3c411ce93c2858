"""What happens to cards: drawn, played, discarded, laid beside the map, given."""

from typing import Literal

import msgspec

from pbem.engine.event import Event
from pbem_tnw.position.hands import CardHand, CardPile
from pbem_tnw.position.state import LastingCard, WarState

_PLAYED = ("event", "cp", "response", "battle")


class DeckLaid(Event[WarState], frozen=True):
    """The draw deck was shuffled, out of the played pile too if that is used up (4.4)."""

    cards: tuple[str, ...] = ()
    unknown: int = 0
    pile_used: bool = False

    def change(self, state: WarState) -> WarState:
        played = CardPile() if self.pile_used else state.played
        deck = CardPile(cards=self.cards, unknown=self.unknown)
        return msgspec.structs.replace(state, deck=deck, played=played, shuffles=state.shuffles + 1)

    def seen_by(self, seat: str) -> "DeckLaid":
        return DeckLaid(unknown=len(self.cards) + self.unknown, pile_used=self.pile_used)


class WarCardsDrawn(Event[WarState], frozen=True):
    """*nation* drew cards from the deck, which *seat* sees; a neutral Proxy's hand is seen by no one (4.4)."""

    nation: str
    seat: str
    cards: tuple[str, ...] = ()
    unknown: int = 0
    cause: str = ""

    def change(self, state: WarState) -> WarState:
        number = len(self.cards) + self.unknown
        deck = state.deck
        left = CardPile(cards=deck.cards[number:], unknown=max(0, deck.unknown - number))
        hand = state.hands.get(self.nation, CardHand()).with_cards(self.cards, self.unknown)
        return hand.laid(msgspec.structs.replace(state, deck=left), self.nation)

    def seen_by(self, seat: str) -> "WarCardsDrawn":
        if seat and seat == self.seat:
            return self
        return msgspec.structs.replace(self, cards=(), unknown=len(self.cards) + self.unknown)


class CardLaid(Event[WarState], frozen=True):
    """A card left the hand of *nation* for the played pile, the table or out of the game; everyone sees it.

    *how* is `event`, `cp`, `response`, `battle`, `discarded`, `turned-up` (17.5) or `sacrificed` (6.12). A Reserve is
    not in a hand: it is marked as used (6.2). *to* says where the card is now.
    """

    nation: str
    card: str
    how: str
    to: Literal["pile", "removed", "table", "reserve"] = "pile"
    points: int = 0

    def change(self, state: WarState) -> WarState:
        if self.how in _PLAYED:
            played = (*state.played_by.get(self.nation, ()), self.card)
            state = msgspec.structs.replace(state, played_by={**state.played_by, self.nation: played})
        if self.to == "reserve":
            return msgspec.structs.replace(state, used=(*state.used, self.card))
        hand = state.hands.get(self.nation, CardHand()).without(self.card)
        return laid_away(hand.laid(state, self.nation), self.card, self.to)


class CardPutAway(Event[WarState], frozen=True):
    """A card that lay on the table went to the played pile, out of the game or back to the deck (6.11, 6.13, 6.19)."""

    card: str
    to: Literal["pile", "removed", "deck"]
    cause: str = ""

    def change(self, state: WarState) -> WarState:
        lasting = tuple(one for one in state.lasting if one.card != self.card)
        wars = tuple(one for one in state.wars if one.card != self.card)
        return laid_away(msgspec.structs.replace(state, lasting=lasting, wars=wars), self.card, self.to)


class CardGiven(Event[WarState], frozen=True):
    """*giver* gave *receiver* a card out of its hand; their seats know which."""

    giver: str
    receiver: str
    seats: tuple[str, ...]
    card: str = ""

    def change(self, state: WarState) -> WarState:
        given = state.hands.get(self.giver, CardHand()).without(self.card)
        state = given.laid(state, self.giver)
        got = state.hands.get(self.receiver, CardHand())
        known = (self.card,) if self.card else ()
        return got.with_cards(known, 1 - len(known)).laid(state, self.receiver)

    def seen_by(self, seat: str) -> "CardGiven":
        return self if seat and seat in self.seats else msgspec.structs.replace(self, card="")


class HandReplaced(Event[WarState], frozen=True):
    """The hand of *nation* was thrown away for as many new cards or fewer (4.5, 8.21); *thrown* lies on the pile."""

    nation: str
    seat: str
    thrown: tuple[str, ...]
    cards: tuple[str, ...] = ()
    unknown: int = 0

    def change(self, state: WarState) -> WarState:
        number = len(self.cards) + self.unknown
        deck = CardPile(cards=state.deck.cards[number:], unknown=max(0, state.deck.unknown - number))
        for card in self.thrown:
            state = laid_away(state, card, "pile")
        return CardHand(known=self.cards, unknown=self.unknown).laid(
            msgspec.structs.replace(state, deck=deck), self.nation
        )

    def seen_by(self, seat: str) -> "HandReplaced":
        """Only the top card of the pile is seen (4.5)."""
        shown = msgspec.structs.replace(self, thrown=("",) * (len(self.thrown) - 1) + self.thrown[-1:])
        if seat and seat == self.seat:
            return msgspec.structs.replace(self, thrown=shown.thrown)
        return msgspec.structs.replace(shown, cards=(), unknown=len(self.cards) + self.unknown)


class LastingLaid(Event[WarState], frozen=True):
    """A lasting or temporary event is in play (6.11, 6.19)."""

    lasting: LastingCard

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, lasting=(*state.lasting, self.lasting))


def laid_away(state: WarState, card: str, to: str) -> WarState:
    """*state* with *card* on the played pile, in the deck, out of the game, or where another event says what it is.

    A view that knows only the top of the pile counts the cards below it.
    """
    if to == "removed":
        return msgspec.structs.replace(state, removed=(*state.removed, card))
    if to == "deck":
        deck = msgspec.structs.replace(state.deck, cards=(*state.deck.cards, card))
        return msgspec.structs.replace(state, deck=deck)
    if to == "pile":
        played = CardPile(cards=(*state.played.cards, card), top=card)
        return msgspec.structs.replace(state, played=played)
    return state
