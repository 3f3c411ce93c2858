"""What a player may send at any time: standing orders, and troops exchanged in stacks (6)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.pieces import exchange
from pbem_maria.chapters.turn import in_advance
from pbem_maria.chapters.turn.standing import keep
from pbem_maria.chapters.winter.orders import StandingOrders
from pbem_maria.position.state import State

KEY = "standing"


class AnyTime(Step[State, StandingOrders], frozen=True):
    """Takes a sheet that answers no question; it is never on the flow."""

    rule = "6"
    seat: str

    def ask(self, state: State, so_far: SoFar[StandingOrders]) -> tuple[Decision[StandingOrders], ...]:
        return (Decision(key=KEY, seat=self.seat, takes=StandingOrders, default=StandingOrders()),)

    def check(self, view: State, decision: Decision[StandingOrders], order: StandingOrders) -> Iterator[Problem]:
        yield from exchange.check(view, decision.seat, order.troops)
        yield from in_advance.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[StandingOrders]) -> None:
        order = by_seat(answers)[self.seat]
        exchange.carry_out(table, self.seat, order.troops)
        keep(table, self.seat, order)


def anytime(view: State, seat: str) -> Step | None:
    """The step for a sheet out of turn; nothing before the set-up is over or after the end."""
    return AnyTime(seat=seat) if view.turn and view.result is None else None
