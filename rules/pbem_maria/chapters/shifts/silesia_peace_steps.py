"""The peace of Silesia (19.1): Prussia's offer at the end of its stage, and Austria's answer."""

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.conquest import silesia
from pbem_maria.chapters.shifts import silesia_peace
from pbem_maria.chapters.shifts.events import PeaceOffered, PeaceRefused
from pbem_maria.chapters.shifts.orders import PeaceOffer, PeaceOrders
from pbem_maria.position.powers import PRUSSIA
from pbem_maria.position.questions import POLITICS
from pbem_maria.position.state import AUSTRIA, State


class OfferPeace(Step[State, Order], frozen=True):
    """Prussia offers peace if its sheet says so and it controls all Silesian fortresses."""

    rule = "19.1"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        if offer(table.state) is not None and silesia.possible(table.state):
            table.emit(PeaceOffered())
            table.enter(AnswerPeace(stage=self.stage))


def offer(state: State) -> PeaceOffer | None:
    """What the sheet of Prussia's seat for this stage offers."""
    sheet = state.orders.get(state.seat_of(PRUSSIA))
    return sheet.peace if sheet else None


class AnswerPeace(Step[State, PeaceOrders], frozen=True):
    """Austria accepts or refuses."""

    rule = "19.1"
    stage: str

    def ask(self, state: State, so_far: SoFar[PeaceOrders]) -> tuple[Decision[PeaceOrders], ...]:
        key, default = f"{state.turn}.{self.stage}.peace", PeaceOrders(peace="refuse")
        return (
            Decision(
                key=key, turn=state.turn, seat=state.seat_of(AUSTRIA), takes=PeaceOrders, due=POLITICS, default=default
            ),
        )

    def run(self, table: Table[State], answers: Answers[PeaceOrders]) -> None:
        table.leave()
        answer = by_seat(answers).get(table.state.seat_of(AUSTRIA))
        if answer is not None and answer.peace == "accept":
            table.enter(SettleSilesia())
            silesia_peace.annex(table)
        else:
            table.emit(PeaceRefused())


class SettleSilesia(Step[State, Order], frozen=True):
    """Prussia's marker goes into the box of Silesia, and its second supply train on the map."""

    rule = "19.1"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        offered = offer(table.state)
        silesia_peace.settle(table, offered.train if offered else ())
