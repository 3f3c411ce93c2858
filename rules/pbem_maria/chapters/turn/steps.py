"""The sequence of a turn (5)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.agreements import agreements
from pbem_maria.chapters.cards.steps import ChooseSubsidy
from pbem_maria.chapters.election.election import HELD
from pbem_maria.chapters.election.steps import Election
from pbem_maria.chapters.hussars.steps import PlaceHussars
from pbem_maria.chapters.politics.steps import Politics
from pbem_maria.chapters.turn.events import TurnBegan
from pbem_maria.chapters.turn.stage_steps import ActionStage
from pbem_maria.chapters.victory import advanced, introductory
from pbem_maria.chapters.winter.steps import Winter
from pbem_maria.position.state import State
from pbem_maria.position.theatre import Theatre


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
        steps += [ActionStage(stage=lead) for lead in place.stages if table.state.powers_in(lead)]
        table.enter(*steps, *after_stages(table.state, self.turn))


def after_stages(state: State, turn: int) -> tuple[Step, ...]:
    """What follows the last action stage of a turn: the election to come, winter where one follows, and the end."""
    place = state.theatre
    steps: list[Step] = [Election(turn=turn)] if place.is_advanced and state.election != HELD else []
    if turn in place.winters and (place.is_advanced or turn < place.last_turn):
        steps.append(Winter(turn=turn))
    return (*steps, EndTurn(turn=turn))


class EndTurn(Step[State, Order], frozen=True):
    """The end of a turn: the next one, or the end of the game."""

    rule = "5"
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        if self.turn < table.state.theatre.last_turn:
            table.enter(Turn(turn=self.turn + 1))
        elif table.state.theatre.is_advanced:
            advanced.settle_last_winter(table)
        else:
            introductory.settle_last_turn(table)
