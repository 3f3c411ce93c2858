"""Events that only a ruling makes."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.chapters.pieces.card_events import laid_away
from pbem_tnw.position.hands import CardHand, CardPile
from pbem_tnw.position.impulse import DiceRoll, PointPool
from pbem_tnw.position.state import WarState
from pbem_tnw.rulings.orders import DECK, IN_PLAY, OUT, PILE, READY, USED

_FACE_UP = (PILE, OUT, IN_PLAY, USED, READY)
_LAID = {DECK: "deck", PILE: "pile", OUT: "removed"}


class CardShifted(Event[WarState], frozen=True):
    """A card went from one place to another, see `CardShift`; from hands and deck to such only *seats* see which.

    Everyone sees a card that comes from, or to, a place where cards are face up.
    """

    start: str
    end: str
    card: str = ""
    seats: tuple[str, ...] = ()

    @property
    def face_up(self) -> bool:
        """Whether everyone sees the card."""
        return self.start in _FACE_UP or self.end in _FACE_UP

    def seen_by(self, seat: str) -> "CardShifted":
        return self if self.face_up or seat in self.seats else replace(self, card="")

    def change(self, state: WarState) -> WarState:
        return _laid(_lifted(state, self.start, self.card), self.end, self.card)


def _lifted(state: WarState, start: str, card: str) -> WarState:
    """*state* without the card at its *start*; in a view it may be one of those that are not known."""
    if start == DECK:
        return replace(state, deck=_without(state.deck, card))
    if start == PILE:
        return replace(state, played=_without(state.played, card))
    if start == OUT:
        return replace(state, removed=tuple(one for one in state.removed if one != card))
    if start == USED:
        return replace(state, used=tuple(one for one in state.used if one != card))
    if start == IN_PLAY:
        lasting = tuple(one for one in state.lasting if one.card != card)
        return replace(state, lasting=lasting, wars=tuple(one for one in state.wars if one.card != card))
    if start == READY:
        return state
    return state.hands.get(start, CardHand()).without(card).laid(state, start)


def _laid(state: WarState, end: str, card: str) -> WarState:
    if end == READY:
        return state
    if end == USED:
        return replace(state, used=(*state.used, card))
    if end == DECK and (not card or state.deck.unknown):
        return replace(state, deck=replace(state.deck, unknown=state.deck.unknown + 1))
    if end in _LAID:
        return laid_away(state, card, _LAID[end])
    return state.hands.get(end, CardHand()).with_cards(*(((card,), 0) if card else ((), 1))).laid(state, end)


def _without(pile: CardPile, card: str) -> CardPile:
    """*pile* without a card: itself, or one of those that its reader does not know."""
    for known in (card, ""):
        if known in pile.cards:
            at = pile.cards.index(known)
            cards = pile.cards[:at] + pile.cards[at + 1 :]
            return replace(pile, cards=cards, top=cards[-1] if pile.top and cards else "")
    return replace(pile, unknown=max(0, pile.unknown - 1))


class PointsRuled(Event[WarState], frozen=True):
    """A nation has so many Command Points for anything left in the Impulse that is going on (6.3)."""

    nation: str
    points: int

    def change(self, state: WarState) -> WarState:
        if state.impulse is None:
            return state
        kept = tuple(pool for pool in state.impulse.pools if pool.use or pool.nation != self.nation)
        pool = PointPool(nation=self.nation, points=self.points)
        return replace(state, impulse=replace(state.impulse, pools=(*kept, pool) if self.points else kept))


class DiceRuled(Event[WarState], frozen=True):
    """Roll *number* of those on the table, from 0, shows other faces (6.14)."""

    number: int
    roll: DiceRoll

    def change(self, state: WarState) -> WarState:
        if state.impulse is None:
            return state
        rolled = tuple(self.roll if at == self.number else roll for at, roll in enumerate(state.impulse.rolled))
        return replace(state, impulse=replace(state.impulse, rolled=rolled))


class CampSet(Event[WarState], frozen=True):
    """A Power is in a Camp, or in none, and a Subject Neutral no longer (8.3)."""

    nation: str
    camp: str = ""

    def change(self, state: WarState) -> WarState:
        camps: Mapping[str, str] = {power: camp for power, camp in state.camps.items() if power != self.nation}
        subjects = {power: each for power, each in state.subjects.items() if power != self.nation}
        return replace(state, camps={**camps, self.nation: self.camp} if self.camp else camps, subjects=subjects)
