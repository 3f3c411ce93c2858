"""The Turns (5)."""

from typing import Any

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.attrition.steps import AttritionPhase
from pbem_tnw.chapters.conquest.steps import ConquestPhase
from pbem_tnw.chapters.interphase.steps import AskTurnEnds, Interphase
from pbem_tnw.chapters.peace.steps import AutomaticPeace, Capitulation, PeacePhase
from pbem_tnw.chapters.sequence.events import MarkerMoved, WarTurnBegan
from pbem_tnw.chapters.sequence.impulse_steps import BeginRound
from pbem_tnw.chapters.sequence.standing import lapse
from pbem_tnw.position.state import WarState


class BeginTurn(Step[WarState, Order], frozen=True):
    """A Turn: Rounds of Impulses and what follows them; the Interphase leads to the next one (5)."""

    rule = "5"
    turn: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(WarTurnBegan(turn=self.turn))
        table.enter(BeginRound(round=1), *after_rounds())


class MoveTurnMarker(Step[WarState, Order], frozen=True):
    """The Turn marker moves on (5.9)."""

    rule = "5.9"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        lapse(table, ("round", "turn"))
        past = state.marker >= len(state.board.sequence) or state.options.turn_begins == "france"
        if past and state.marker:
            table.emit(MarkerMoved(box=0))
        table.enter(BeginTurn(turn=state.turn + 1))


def after_rounds() -> tuple[Step[WarState, Any], ...]:
    """What follows the Rounds of a Turn, to the beginning of the next one (5.6-5.9)."""
    return (
        AttritionPhase(),
        Capitulation(),
        ConquestPhase(),
        AutomaticPeace(),
        AskTurnEnds(),
        PeacePhase(),
        Interphase(),
        MoveTurnMarker(),
    )
