"""The toy game with a step that asks each seat two things at once, one of them in a window that closes early."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Union

import msgspec

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.event import AnswerTaken, Entered, NotNeeded
from pbem.engine.order import Order, Problem
from pbem.engine.playtest import Playtest
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Chance, Step, Table
from tests.toy.ruleset import TOY, Settings, seats
from tests.toy.state import HAND, ORDERS, PLAIN_EVENTS, Bid, BidsRevealed, PointWon, RoundBegan, Toy

CLAIMING = 9
"""A game of so many laps has one that asks second thoughts instead."""
HURRYING = 8
"""A game of so many laps has one in which claims are due earlier than bids, and silence claims nothing."""
WORDS = Path(__file__).parent / "duet-words"


class Claim(Order, frozen=True):
    """The first to claim the prize gets it; nothing is claimed by default."""

    passes: bool = False
    prize: bool = False


class Again(Order, frozen=True):
    """Whether to claim the prize after all."""

    prize: bool = False


class Duet(Step[Toy, Order], frozen=True):
    """All bid, and whoever wants the prize claims it: the first claim is the last."""

    rule: ClassVar[str] = "5"
    lap: int

    def ask(self, state: Toy, so_far: SoFar[Order]) -> Iterable[Decision]:
        claimed = any(isinstance(order, Claim) and order.prize for order in so_far.values())
        for seat in state.seats:
            yield Decision(key=f"{self.lap}.bid", seat=seat, takes=Bid, default=Bid(bid=0), turn=self.lap, label="bid")
            if not claimed:
                yield Decision(
                    key=f"{self.lap}.claim", seat=seat, takes=Claim, default=Claim(), turn=self.lap, public=True
                )

    def check(self, view: Toy, decision: Decision, order: Order) -> Iterator[Problem]:
        if isinstance(order, Bid) and not 0 <= order.bid <= HAND:
            yield Problem("bid-too-high", ("bid",), "2.1", {"most": HAND})

    def run(self, table: Table[Toy], answers: Answers[Order]) -> None:
        bids = {asked.seat: order.bid for asked, order in answers.items() if isinstance(order, Bid)}
        table.emit(BidsRevealed(bids=bids))
        for asked, order in answers.items():
            if isinstance(order, Claim) and order.prize:
                table.emit(PointWon(seat=asked.seat))
        table.leave()


class Thinking(Duet, frozen=True):
    """All bid, and whoever does not claim the prize is asked once more."""

    def ask(self, state: Toy, so_far: SoFar[Order]) -> Iterable[Decision]:
        lap = self.lap
        for seat in state.seats:
            yield Decision(key=f"{lap}.claim", seat=seat, takes=Claim, default=Claim(), turn=lap, public=True)
            yield Decision(key=f"{lap}.bid", seat=seat, takes=Bid, default=Bid(bid=0), turn=lap, label="bid")
        for asked, order in so_far.items():
            if asked.key == f"{lap}.claim" and isinstance(order, Claim) and not order.prize:
                yield Decision(key=f"{lap}.sure", seat=asked.seat, takes=Again, default=Again(), turn=lap)


class Hurried(Duet, frozen=True):
    """All bid, and whoever says nothing of the prize until the `short` deadline leaves it."""

    def ask(self, state: Toy, so_far: SoFar[Order]) -> Iterable[Decision]:
        for asked in super().ask(state, so_far):
            hurried = msgspec.structs.replace(asked, due="short", silence=Claim())
            yield hurried if asked.takes is Claim else asked


class Lap(Step[Toy, Order], frozen=True):
    rule: ClassVar[str] = "5"
    number: int

    def run(self, table: Table[Toy], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(RoundBegan(number=self.number))
        asks = {CLAIMING: Thinking, HURRYING: Hurried}.get(table.state.rounds, Duet)
        table.enter(asks(lap=self.number))


def start(settings: Settings) -> Toy:
    """Duets alone, one for each lap."""
    laps = range(settings.rounds, 0, -1) if settings.rounds not in (CLAIMING, HURRYING) else (0,)
    return Toy(flow=tuple(Lap(number=lap) for lap in laps), seats=tuple(seats(settings)), rounds=settings.rounds)


EVENTS = Union[  # noqa: UP007 - a value, not an annotation
    PLAIN_EVENTS, NotNeeded, AnswerTaken[Toy, ORDERS | Claim | Again], Entered[Lap | Duet | Thinking | Hurried, Toy]
]
DUET = msgspec.structs.replace(
    TOY,
    start=start,
    time_rules=("short",),
    events=EVENTS,
    orders=Union[ORDERS, Claim, Again],  # noqa: UP007 - as above
    words=(WORDS, *TOY.words),
)


def guess(view: Toy, decision: Decision, chance: Chance) -> Order:
    if decision.takes is Bid:
        return Bid(bid=chance.below(HAND + 1))
    return Claim(prize=chance.choice([True, False])) if decision.takes is Claim else Again()


PLAYTEST = Playtest(guess=guess)
DUETS: Mapping[str, Ruleset] = {"toy": DUET}
