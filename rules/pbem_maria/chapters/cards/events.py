"""Events of the tactical cards (8)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.position.cards import Pile, deck_of
from pbem_maria.position.state import State


class DecksLaidOut(Event[State], frozen=True):
    """The decks that wait for their turn as the draw pile."""

    decks: tuple[int, ...]

    def change(self, state: State) -> State:
        return replace(state, waiting_decks=self.decks)


class Shuffled(Event[State], frozen=True):
    """The cards of *decks* became the new draw pile; no one knows their order."""

    decks: tuple[int, ...]
    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event[State] | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        used = {number: cards for number, cards in state.used.items() if number not in self.decks}
        return replace(
            state,
            draw=Pile().gain(self.cards),
            draw_deck=self.decks[0] if len(self.decks) == 1 else 0,
            waiting_decks=tuple(d for d in state.waiting_decks if d not in self.decks),
            used=used,
            shuffles=state.shuffles + 1,
        )


class CardsOfPower(Event[State], frozen=True):
    """Something happened to cards of a power: its own seat sees which, the others how many."""

    power: str
    seat: str
    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat or isinstance(self.cards, int) else replace(self, cards=len(self.cards))


class CardsDrawn(CardsOfPower, frozen=True, tag="drawn"):
    """A power drew cards; only its own seat sees which."""

    as_income: bool = False
    """Whether they are the power's income of this turn (8)."""

    def change(self, state: State) -> State:
        hands = {**state.hands, self.power: state.hands.get(self.power, Pile()).gain(self.cards)}
        drawn = state.drawn | {self.power} if self.as_income else state.drawn
        return replace(state, hands=hands, draw=state.draw.lose(self.cards), drawn=drawn)


class Discarded(Event[State], frozen=True):
    """A power paid with cards or played them; they are set aside face up, by deck.

    *why* is `supply`, `re-entry`, `recruits` or `combat`.
    """

    power: str
    cards: tuple[str, ...]
    why: str

    def change(self, state: State) -> State:
        return lay_aside(state, self.power, self.cards)


def set_aside(state: State, cards: tuple[str, ...]) -> State:
    """The state with *cards* on their used decks."""
    used = dict(state.used)
    for card in cards:
        used[deck_of(card)] = (*used.get(deck_of(card), ()), card)
    return replace(state, used=used)


def lay_aside(state: State, power: str, cards: tuple[str, ...]) -> State:
    """The state with *cards* out of the hand of *power* and on their used decks."""
    return set_aside(replace(state, hands={**state.hands, power: state.hands[power].lose(cards)}), cards)
