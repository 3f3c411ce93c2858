"""France's choice to reduce its objectives, at the end of its stage (19.2)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.conquest import objectives
from pbem_maria.position.powers import FRANCE
from pbem_maria.position.state import State


class ReduceObjectives(Step[State, Order], frozen=True):
    """France takes its markers in core Austria off the map if its sheet says so and no general of its own is there."""

    rule = "19.2"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        sheet = table.state.orders.get(table.state.seat_of(FRANCE))
        if sheet and sheet.reduce and objectives.possible(table.state):
            objectives.reduce(table)
