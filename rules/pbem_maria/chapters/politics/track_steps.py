"""The markers of the political tracks move when all powers have chosen (17)."""

from collections.abc import Mapping

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.politics import tracks
from pbem_maria.position.state import State


class MoveMarkers(Step[State, Order], frozen=True):
    """Markers move by so many boxes to the right, or to the left below zero: the sum of all that was chosen."""

    rule = "17"
    steps: Mapping[str, int]

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        tracks.shift(table, self.steps)
