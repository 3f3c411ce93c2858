"""The position of Islands, its orders, and the events that change it."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.engine.position import Condition, Holdings, Position
from pbem.engine.reading import Named

POWERS = ("red", "blue", "green", "gold", "white")
ISLANDS = ("reef", "rock", "cove")
CARDS = tuple(range(1, 11))
HAND = 2


class Hand(Holdings["Islands"], frozen=True):
    """The cards of a power as someone sees them: those that are known, and how many more there are."""

    known: tuple[int, ...] = ()
    unknown: int = 0

    def hidden(self) -> "Hand":
        return Hand(unknown=len(self.known) + self.unknown)

    def laid(self, state: "Islands", power: str) -> "Islands":
        return msgspec.structs.replace(state, hands={**state.hands, power: self})

    def without(self, card: int) -> "Hand":
        if card in self.known:
            return Hand(known=tuple(one for one in self.known if one != card))
        return Hand(unknown=self.unknown - 1)


class Islands(Position, frozen=True, kw_only=True):
    """Where the ships are, what the powers hold and have won."""

    turns: int
    turn: int = 0
    at: Mapping[str, str] = {}
    hands: Mapping[str, Hand] = {}
    points: Mapping[str, int] = {}

    def holdings(self, power: str) -> Hand:
        return self.hands[power]


class Sail(Order, frozen=True):
    """Where the ship of a power goes."""

    to: Annotated[str, Named("island")]


class Reinforce(Order, frozen=True):
    """The card that a power adds to its die; without one it passes."""

    passes: bool = False
    card: int | None = None


class Ruling(Order, frozen=True):
    """The moderator's: the cards that powers hold from now on."""

    cards: Mapping[Annotated[str, Named("power")], tuple[int, ...]]


class ShipAt(Condition[Islands], frozen=True):
    """Once the ship of a power is at an island."""

    ship: Annotated[str, Named("power")]
    at: Annotated[str, Named("island")]

    def holds(self, view: Islands) -> bool:
        return view.at.get(self.ship) == self.at


class Dealt(Event[Islands], frozen=True):
    """A power was dealt its hand, which the seat that runs it sees."""

    power: str
    seat: str
    hand: Hand

    def change(self, state: Islands) -> Islands:
        return self.hand.laid(state, self.power)

    def seen_by(self, seat: str) -> Event[Islands]:
        return self if seat == self.seat else msgspec.structs.replace(self, hand=self.hand.hidden())


class TurnBegan(Event[Islands], frozen=True):
    turn: int

    def change(self, state: Islands) -> Islands:
        return msgspec.structs.replace(state, turn=self.turn)


class Sailed(Event[Islands], frozen=True):
    """All ships have sailed at once."""

    at: Mapping[str, str]

    def change(self, state: Islands) -> Islands:
        return msgspec.structs.replace(state, at=self.at)


class CardPlayed(Event[Islands], frozen=True):
    power: str
    card: int

    def change(self, state: Islands) -> Islands:
        return state.hands[self.power].without(self.card).laid(state, self.power)


class Fought(Event[Islands], frozen=True):
    """What each power's die and card came to on an island, and who wins the point, if anyone."""

    island: str
    strength: Mapping[str, int]
    winner: str | None = None

    def change(self, state: Islands) -> Islands:
        if self.winner is None:
            return state
        points = {**state.points, self.winner: state.points.get(self.winner, 0) + 1}
        return msgspec.structs.replace(state, points=points)
