"""Response windows (6.14, 2.4): silent; the standing orders of all seats are looked through, and no one is asked."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.position.state import WarState

__all__ = ["ResponseOccasion", "ResponseWindow"]


class ResponseWindow(Step[WarState, Order], frozen=True):
    """Play the responses that standing orders have for an occasion, until none applies; then the holds on it."""

    rule = "6.14"
    occasion: ResponseOccasion

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
