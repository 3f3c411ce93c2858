"""The toy game's sequence of play."""

from collections.abc import Iterator
from typing import ClassVar, Union

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.event import AnswerTaken, Entered
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.table import Step, Table
from tests.toy.state import (
    CARDS,
    HAND,
    ORDERS,
    PLAIN_EVENTS,
    Bid,
    BidsRevealed,
    CardPlayed,
    Dealt,
    Hand,
    Passed,
    Play,
    PointWon,
    React,
    RoundBegan,
    Standing,
    StandingSet,
    Toy,
    worth,
)


class Deal(Step[Toy, Order], frozen=True):
    """Deals before the first round, or in a late game after its bids."""

    rule: ClassVar[str] = "1"

    def run(self, table: Table[Toy], answers: Answers[Order]) -> None:
        deck = table.shuffle("deck", CARDS)
        for place, seat in enumerate(table.state.seats):
            table.emit(Dealt(seat=seat, hand=Hand(deck[place * HAND : (place + 1) * HAND])))
        table.leave()
        if not table.state.late:
            table.enter(Round(number=1))


class Round(Step[Toy, Order], frozen=True):
    rule: ClassVar[str] = "2"
    number: int

    def run(self, table: Table[Toy], answers: Answers[Order]) -> None:
        state = table.state
        table.leave()
        table.emit(RoundBegan(number=self.number))
        turn = [Impulse(round=self.number, seat=seat) for seat in state.seats]
        rest = [Round(number=self.number + 1)] if self.number < state.rounds else []
        deal = [Deal()] if state.late and self.number == 1 else []
        table.enter(Bids(round=self.number), *deal, *turn, *rest)


class Bids(Step[Toy, Bid], frozen=True):
    rule: ClassVar[str] = "2.1"
    round: int

    def ask(self, state: Toy, so_far: SoFar[Bid]) -> tuple[Decision[Bid], ...]:
        lap = self.round
        return tuple(
            Decision(key=f"{lap}.bid.{seat}", seat=seat, takes=Bid, default=Bid(bid=0), turn=lap)
            for seat in state.seats
        )

    def check(self, view: Toy, decision: Decision[Bid], order: Bid) -> Iterator[Problem]:
        most = view.hands[decision.seat].size if view.hands else HAND
        if not 0 <= order.bid <= most:
            yield Problem("bid-too-high", ("bid",), "2.1", {"most": most})

    def run(self, table: Table[Toy], answers: Answers[Bid]) -> None:
        bids = {asked.seat: order.bid for asked, order in answers.items()}
        table.emit(BidsRevealed(bids=bids))
        table.leave()


class Impulse(Step[Toy, Play], frozen=True):
    rule: ClassVar[str] = "2.2"
    round: int
    seat: str

    def ask(self, state: Toy, so_far: SoFar[Play]) -> tuple[Decision[Play], ...]:
        key = f"{self.round}.impulse.{self.seat}"
        return (Decision(key=key, seat=self.seat, takes=Play, default=Play(), turn=self.round),)

    def check(self, view: Toy, decision: Decision[Play], order: Play) -> Iterator[Problem]:
        hand = view.hands[self.seat].known
        if order.card is not None and order.card not in hand:
            yield Problem("not-in-hand", ("card",), "2.2", {"card": order.card})
        elif order.card is not None and worth(order.card) < min(map(worth, hand)) + 1 < 3:
            yield Problem("low-card", ("card",), "2.2", {"card": order.card}, Weight.unwise)

    def run(self, table: Table[Toy], answers: Answers[Play]) -> None:
        (order,) = answers.values()
        table.leave()
        if order.card is not None:
            table.emit(CardPlayed(seat=self.seat, card=order.card))
            table.enter(Window(round=self.round, seat=self.seat, card=order.card))
        else:
            table.emit(Passed(seat=self.seat))


class Window(Step[Toy, React], frozen=True):
    rule: ClassVar[str] = "2.3"
    round: int
    seat: str
    card: str

    def ask(self, state: Toy, so_far: SoFar[React]) -> tuple[Decision[React], ...]:
        key, about = f"{self.round}.reaction.{self.seat}", {"card": self.card}
        return tuple(
            Decision(key=f"{key}.{rival}", seat=rival, takes=React, default=React(), turn=self.round, about=about)
            for rival in state.seats
            if rival != self.seat
        )

    def check(self, view: Toy, decision: Decision[React], order: React) -> Iterator[Problem]:
        if order.beat_with is None:
            return
        if order.beat_with not in view.hands[decision.seat].known:
            yield Problem("not-in-hand", ("beat_with",), "2.3", {"card": order.beat_with})
        elif worth(order.beat_with) < worth(self.card):
            yield Problem("too-low", ("beat_with",), "2.3", {"card": order.beat_with, "other": self.card})

    def run(self, table: Table[Toy], answers: Answers[React]) -> None:
        best, winner = self.card, self.seat
        for asked, order in answers.items():
            rival = asked.seat
            if order.beat_with is None:
                table.emit(Passed(seat=rival))
                continue
            table.emit(CardPlayed(seat=rival, card=order.beat_with))
            if worth(order.beat_with) > worth(best):
                best, winner = order.beat_with, rival
        table.emit(PointWon(seat=winner))
        table.leave()


class Anytime(Step[Toy, Standing], frozen=True):
    """Takes a standing order; it is never on the flow and so never leaves it."""

    rule: ClassVar[str] = "3"
    seat: str

    def ask(self, state: Toy, so_far: SoFar[Standing]) -> tuple[Decision[Standing], ...]:
        now = Standing(reactions=state.standing.get(self.seat, "ask"))
        return (Decision(key=f"standing.{self.seat}", seat=self.seat, takes=Standing, default=now),)

    def check(self, view: Toy, decision: Decision[Standing], order: Standing) -> Iterator[Problem]:
        if order.reactions not in {"never", "ask"}:
            yield Problem("no-such-standing", ("reactions",), "3", {"text": order.reactions})

    def run(self, table: Table[Toy], answers: Answers[Standing]) -> None:
        (order,) = answers.values()
        table.emit(StandingSet(seat=self.seat, reactions=order.reactions))


STEPS = Union[Deal, Round, Bids, Impulse, Window]  # noqa: UP007 - a value, not an annotation
EVENTS = Union[PLAIN_EVENTS, Entered[STEPS, Toy], AnswerTaken[Toy, ORDERS]]  # noqa: UP007
