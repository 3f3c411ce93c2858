"""The toy game's position, events and orders."""

from collections.abc import Mapping
from typing import Annotated, Self, Union

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import ChanceDrawn, Event, Left, NotNeeded, Rewound, SeatSecret, WordsOfChance
from pbem.engine.order import Order
from pbem.engine.position import Position
from pbem.engine.reading import Named

HAND = 4
CARDS = tuple(f"c{number}" for number in range(1, 13))


def worth(card: str) -> int:
    return int(card[1:])


class Hand(msgspec.Struct, frozen=True):
    """A hand as someone sees it: the cards known and how many more there are."""

    known: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        return len(self.known) + self.hidden

    def without(self, card: str) -> Self:
        if card in self.known:
            return msgspec.structs.replace(self, known=tuple(c for c in self.known if c != card))
        return msgspec.structs.replace(self, hidden=self.hidden - 1)


class Toy(Position, frozen=True, kw_only=True):
    seats: tuple[str, ...]
    rounds: int
    late: bool = False
    round: int = 0
    hands: Mapping[str, Hand] = {}
    bids: Mapping[str, int] = {}
    score: Mapping[str, int] = {}
    standing: Mapping[str, str] = {}


class Bid(Order, frozen=True):
    """How many points a player means to win this round."""

    bid: int


class Play(Order, frozen=True):
    """The card of an impulse; none to pass."""

    passes: bool = False
    card: Annotated[str, Named("card")] | None = None


class React(Order, frozen=True):
    """The card to beat a rival's with; none to let it be."""

    passes: bool = False
    beat_with: Annotated[str, Named("card")] | None = None


class Standing(Order, frozen=True):
    """What to do about rivals' cards without being asked: `never` react, or `ask`."""

    reactions: str


class Award(Order, frozen=True):
    """The moderator's: who gets a point out of turn, and the cards that go to another hand."""

    point_to: Annotated[str, Named("seat")] | None = None
    give: Mapping[Annotated[str, Named("card")], Annotated[str, Named("seat")]] = {}


class Dealt(Event[Toy], frozen=True):
    seat: str
    hand: Hand

    def change(self, state: Toy) -> Toy:
        return msgspec.structs.replace(state, hands={**state.hands, self.seat: self.hand})

    def seen_by(self, seat: str) -> Event:
        return self if seat == self.seat else Dealt(seat=self.seat, hand=Hand(hidden=self.hand.size))


class HandRuled(Event[Toy], frozen=True):
    """What the moderator ruled that a seat holds: which cards is its secret."""

    seat: str
    hand: Hand

    def change(self, state: Toy) -> Toy:
        return msgspec.structs.replace(state, hands={**state.hands, self.seat: self.hand})

    def seen_by(self, seat: str) -> Event:
        return self if seat == self.seat else HandRuled(seat=self.seat, hand=Hand(hidden=self.hand.size))


class RoundBegan(Event[Toy], frozen=True):
    number: int

    def change(self, state: Toy) -> Toy:
        return msgspec.structs.replace(state, round=self.number, bids={})


class BidsRevealed(Event[Toy], frozen=True):
    bids: Mapping[str, int]

    def change(self, state: Toy) -> Toy:
        return msgspec.structs.replace(state, bids=self.bids)


class CardPlayed(Event[Toy], frozen=True):
    seat: str
    card: str

    def change(self, state: Toy) -> Toy:
        hands = {**state.hands, self.seat: state.hands[self.seat].without(self.card)}
        return msgspec.structs.replace(state, hands=hands)


class Passed(Event[Toy], frozen=True):
    seat: str


class PointWon(Event[Toy], frozen=True):
    seat: str

    def change(self, state: Toy) -> Toy:
        score = {**state.score, self.seat: state.score.get(self.seat, 0) + 1}
        return msgspec.structs.replace(state, score=score)


class StandingSet(SeatSecret[Toy], frozen=True):
    reactions: str

    def change(self, state: Toy) -> Toy:
        return msgspec.structs.replace(state, standing={**state.standing, self.seat: self.reactions})


class Never(msgspec.Struct, frozen=True):
    """The policy of a seat whose standing order says `never`."""

    def answer(self, view: Toy, decision: Decision) -> Order | None:
        return React() if decision.takes is React else None


ORDERS = Union[Bid, Play, React, Standing, Award]  # noqa: UP007 - a value, not an annotation
PLAIN_EVENTS = Union[  # noqa: UP007
    Dealt,
    HandRuled,
    RoundBegan,
    BidsRevealed,
    CardPlayed,
    Passed,
    PointWon,
    StandingSet,
    Left,
    Rewound,
    WordsOfChance,
    ChanceDrawn,
    NotNeeded,
]
