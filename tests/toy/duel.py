"""The toy game with impulses that concern only the seat whose impulse it is, and the next one."""

from collections.abc import Mapping
from typing import ClassVar, Union

import msgspec

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.event import Entered
from pbem.engine.order import Order
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from tests.toy.ruleset import TOY, Settings, seats
from tests.toy.state import PLAIN_EVENTS, Play, RoundBegan, Toy
from tests.toy.steps import Bids, Deal, Impulse, Round, Window


class DuelImpulse(Impulse, frozen=True):
    """One seat plays, and the next one watches."""

    def ask(self, state: Toy, so_far: SoFar[Play]) -> tuple[Decision[Play], ...]:
        order = state.seats
        watches = order[(order.index(self.seat) + 1) % len(order)]
        return tuple(msgspec.structs.replace(one, concerns=(watches,)) for one in super().ask(state, so_far))


class DuelRound(Round, frozen=True):
    """All bid, which concerns everyone, and then each plays."""

    rule: ClassVar[str] = "2"

    def run(self, table: Table[Toy], answers: Answers[Order]) -> None:
        state = table.state
        table.leave()
        table.emit(RoundBegan(number=self.number))
        turn = [DuelImpulse(round=self.number, seat=seat) for seat in state.seats]
        rest = [DuelRound(number=self.number + 1)] if self.number < state.rounds else []
        deal = [Deal()] if self.number == 1 else []
        table.enter(Bids(round=self.number), *deal, *turn, *rest)


def start(settings: Settings) -> Toy:
    """The cards are dealt after the first bids."""
    return Toy(flow=(DuelRound(number=1),), seats=tuple(seats(settings)), rounds=settings.rounds, late=True)


EVENTS = Union[PLAIN_EVENTS, Entered[Deal | DuelRound | Bids | DuelImpulse | Window, Toy]]  # noqa: UP007 - a value
DUEL = msgspec.structs.replace(TOY, start=start, events=EVENTS)
RULESETS: Mapping[str, Ruleset] = {"toy": DUEL}
