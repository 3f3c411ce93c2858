"""The tactical cards phase (8) and France's choice of subsidy."""

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.cards import contracts
from pbem_maria.chapters.cards.draw import FIRST_CHOICE, draw, income
from pbem_maria.chapters.cards.orders import Subsidy, SubsidyOrders
from pbem_maria.chapters.turn.events import SubsidySet
from pbem_maria.chapters.turn.standing import forget
from pbem_maria.position.questions import STAGES
from pbem_maria.position.state import State


class ChooseSubsidy(Step[State, SubsidyOrders], frozen=True):
    """France decides whether it subsidises Bavaria this turn."""

    rule = "8"
    turn: int

    def ask(self, state: State, so_far: SoFar[SubsidyOrders]) -> tuple[Decision[SubsidyOrders], ...]:
        if self.turn < FIRST_CHOICE:
            return ()
        default = SubsidyOrders(subsidy=Subsidy(state.subsidy))
        seat = state.seat_of("france")
        own = (seat,)
        return (
            Decision(
                key=self.key, turn=self.turn, seat=seat, takes=SubsidyOrders, due=STAGES, default=default, concerns=own
            ),
        )

    @property
    def key(self) -> str:
        """The key of the decision."""
        return f"{self.turn}.subsidy"

    def run(self, table: Table[State], answers: Answers[SubsidyOrders]) -> None:
        table.leave()
        seat = table.state.seat_of("france")
        answer = by_seat(answers).get(seat)
        if answer is not None:
            forget(table, seat, "subsidy")
            table.emit(SubsidySet(paid=answer.subsidy.paid))


class DrawCards(Step[State, Order], frozen=True):
    """The powers of an action stage draw their income, one after the other; Saxony only once a turn (19.3)."""

    rule = "8"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        for power in table.state.stage_powers():
            if power not in table.state.drawn:
                cards = income(table.state, power)
                given = contracts.pay(table, power, cards)
                draw(table, power, cards - given, as_income=True)
