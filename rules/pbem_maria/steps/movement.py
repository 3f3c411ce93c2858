"""The movement phase (10)."""

from collections.abc import Mapping

from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria import stage_check
from pbem_maria.orders.stage import StageOrders


class MovementPhase(Step, frozen=True):
    """The active pieces move, one after the other, as their sheets say."""

    rule = "10"
    stage: str

    def run(self, table: Table, answers: Mapping[str, Order]) -> None:
        table.leave()
        for seat, order in table.state.orders.items():
            if isinstance(order, StageOrders):
                for _ in stage_check.move(table, seat, order):
                    """A sheet was legal when it was taken in; what is not any more is left out."""
