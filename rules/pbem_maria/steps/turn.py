"""The sequence of a turn (5)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria import agreements, marker_victory, victory
from pbem_maria.election import HELD
from pbem_maria.events.turn import TurnBegan
from pbem_maria.state import State
from pbem_maria.steps.draw import ChooseSubsidy
from pbem_maria.steps.election import Election
from pbem_maria.steps.hussars import PlaceHussars
from pbem_maria.steps.politics import Politics
from pbem_maria.steps.stage import Stage
from pbem_maria.steps.winter import Winter
from pbem_maria.theatre import Theatre


class Turn(Step[State, Order], frozen=True):
    """A turn: politics in the advanced game, hussars, the action stages, and winter where one follows."""

    rule = "5"
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(TurnBegan(turn=self.turn))
        agreements.expire(table)
        place: Theatre = table.state.theatre
        steps: list[Step] = [Politics(turn=self.turn)] if place.is_advanced else []
        steps += [PlaceHussars(turn=self.turn), ChooseSubsidy(turn=self.turn)]
        steps += [Stage(stage=lead) for lead in place.stages if table.state.powers_in(lead)]
        table.enter(*steps, *after_stages(table.state, self.turn))


def after_stages(state: State, turn: int) -> tuple[Step, ...]:
    """What follows the last action stage of a turn: the election to come, winter where one follows, and the end."""
    place = state.theatre
    steps: list[Step] = [Election(turn=turn)] if place.is_advanced and state.election != HELD else []
    if turn in place.winters and (place.is_advanced or turn < place.last_turn):
        steps.append(Winter(turn=turn))
    return (*steps, EndTurn(turn=turn))


class EndTurn(Step[State, Order], frozen=True):
    """The end of a turn: on to the next, or the end of the game."""

    rule = "5"
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        if self.turn < table.state.theatre.last_turn:
            table.enter(Turn(turn=self.turn + 1))
        elif table.state.theatre.is_advanced:
            marker_victory.settle_last_winter(table)
        else:
            victory.settle_last_turn(table)
