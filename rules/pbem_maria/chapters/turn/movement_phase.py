"""The movement phase (10)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.turn import shared_stage
from pbem_maria.position.state import State


class MovementPhase(Step[State, Order], frozen=True):
    """The active pieces move, one after the other, as their sheets say."""

    rule = "10"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        shared_stage.carry_out(table)
