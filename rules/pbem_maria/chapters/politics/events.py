"""Events of politics (17, 25): the deck, trump, the TCs on the display, the political cards that are taken."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.cards.events import CardsOfPower, set_aside
from pbem_maria.chapters.politics.plays import Act
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import State


class TracksLaid(Event[State], frozen=True):
    """The markers of the political tracks are in these boxes at the start (4)."""

    markers: Mapping[str, int]

    def change(self, state: State) -> State:
        return replace(state, tracks=self.markers)


class PoliticsStacked(Event[State], frozen=True):
    """The packets of political cards were shuffled and stacked, the first year on top; no one knows their order."""

    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event[State] | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        return replace(state, political_deck=Pile().gain(self.cards))


class PoliticalCardRevealed(Event[State], frozen=True):
    """The top card of the political deck was turned face up (17.1)."""

    card: str

    def change(self, state: State) -> State:
        deck = state.political_deck.lose((self.card,))
        return replace(state, political_deck=deck, political=(*state.political, self.card))


class TrumpTurned(Event[State], frozen=True):
    """No combat was won yet, so a TC was turned to find trump (17.2); it is set aside."""

    card: str

    def change(self, state: State) -> State:
        return set_aside(replace(state, draw=state.draw.lose((self.card,))), (self.card,))


class TrumpNamed(Event[State], frozen=True):
    """Trump is known, named by *seat* or turned from the draw pile (17.2)."""

    suit: str
    seat: str = ""

    def change(self, state: State) -> State:
        return replace(state, trump=self.suit)


class CardPlaced(CardsOfPower, frozen=True):
    """A power put a TC face down on its box of the display (17.3); only its own seat sees which."""

    def change(self, state: State) -> State:
        hands = {**state.hands, self.power: state.hands[self.power].lose(self.cards)}
        return _face_down(replace(state, hands=hands), self.power, self.cards)


class CardShown(Event[State], frozen=True):
    """A placed TC was revealed (17.4): trump stays on the display, any other returns to the hand.

    *known* is whether the viewer follows it into the hand: others count that card among those they do not know.
    """

    power: str
    seat: str
    card: str
    trump: bool
    known: bool = True

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else replace(self, known=False)

    def change(self, state: State) -> State:
        state = _turned_up(state, self.power, (self.card,))
        if not self.trump:
            return _into_hand(state, self.power, (self.card,) if self.known else 1)
        return replace(
            state, influence={**state.influence, self.power: (*state.influence.get(self.power, ()), self.card)}
        )


class CardLeftDown(Event[State], frozen=True):
    """A placed TC that is not trump stays face down on the display; it does not count (25)."""

    power: str


class InfluenceSaved(Event[State], frozen=True):
    """A power takes no political card and keeps its TCs on the display for later turns (17.5)."""

    power: str


class PoliticalCardMissed(Event[State], frozen=True):
    """A power could not take a political card that its sheet named; only its player is told (17.5).

    *taken_by* is the power that took the card before; without one the power had no influence to choose with.
    """

    seat: str
    power: str
    card: str
    taken_by: str = ""

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else None


class PoliticalCardTaken(Event[State], frozen=True):
    """A power took a political card for all its TCs on the display, and plays parts of it or none (17.5).

    *barred*: its player has played the other card already (24).
    """

    power: str
    card: str
    cards: tuple[str, ...]
    acts: tuple[Act, ...] = ()
    barred: bool = False

    def change(self, state: State) -> State:
        shifts = dict(state.shifts)
        for act in self.acts:
            if act.track:
                shifts[act.track] = shifts.get(act.track, 0) + act.n
        political = tuple(card for card in state.political if card != self.card)
        state = _without_influence(state, self.power)
        return set_aside(replace(state, political=political, shifts=shifts), self.cards)


class InfluenceTakenBack(Event[State], frozen=True):
    """Both political cards are taken: a power takes its TCs back (17.5), or turns them face down (25)."""

    power: str
    seat: str
    cards: tuple[str, ...]
    face_down: bool = False
    known: bool = True

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else replace(self, known=False)

    def change(self, state: State) -> State:
        state = _without_influence(state, self.power)
        cards = self.cards if self.known else len(self.cards)
        return _face_down(state, self.power, cards) if self.face_down else _into_hand(state, self.power, cards)


class FaceDownReturned(CardsOfPower, frozen=True):
    """Before a new stage of politics face-down TCs return to the hand (25)."""

    def change(self, state: State) -> State:
        return _into_hand(_turned_up(state, self.power, self.cards), self.power, self.cards)


class PoliticalCardsDiscarded(Event[State], frozen=True):
    """The political cards that no power took were discarded (17.5)."""

    cards: tuple[str, ...]

    def change(self, state: State) -> State:
        return replace(state, political=tuple(card for card in state.political if card not in self.cards))


class PoliticsEnded(Event[State], frozen=True):
    """The stage of politics is over, and there is no trump."""

    def change(self, state: State) -> State:
        return replace(state, trump="", shifts={})


def _without_influence(state: State, power: str) -> State:
    """The state without the cards that *power* has face up on the display."""
    return replace(state, influence={other: cards for other, cards in state.influence.items() if other != power})


def _face_down(state: State, power: str, cards: tuple[str, ...] | int) -> State:
    return replace(state, placed={**state.placed, power: state.placed.get(power, Pile()).gain(cards)})


def _turned_up(state: State, power: str, cards: tuple[str, ...] | int) -> State:
    """The state without *cards* among the face-down ones."""
    left = state.placed[power].lose(cards)
    others = {other: pile for other, pile in state.placed.items() if other != power}
    return replace(state, placed={**others, power: left} if len(left) else others)


def _into_hand(state: State, power: str, cards: tuple[str, ...] | int) -> State:
    return replace(state, hands={**state.hands, power: state.hands.get(power, Pile()).gain(cards)})
