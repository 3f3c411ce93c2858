"""The movement phase (10)."""

from pbem.engine.decision import Answers
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria import shared_stage


class MovementPhase(Step, frozen=True):
    """The active pieces move, one after the other, as their sheets say."""

    rule = "10"
    stage: str

    def run(self, table: Table, answers: Answers) -> None:
        table.leave()
        shared_stage.carry_out(table)
