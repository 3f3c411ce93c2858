"""The Peace phase, and what ends the game (5.7-5.82, 17.1)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.peace.ending import automatic_end, capitulate, end_game, last_turn, must_capitulate
from pbem_tnw.chapters.peace.events import PeaceRolled
from pbem_tnw.chapters.peace.modifiers import modify
from pbem_tnw.position.draws import draw_name
from pbem_tnw.position.state import WarState


class Capitulation(Step[WarState, Order], frozen=True):
    """Before any conquest France may have to capitulate, which ends the game at once (17.1)."""

    rule = "17.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if must_capitulate(table.state):
            capitulate(table)


class AutomaticPeace(Step[WarState, Order], frozen=True):
    """After the conquests the game may end whatever the Turn (5.82)."""

    rule = "5.82"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        automatic_end(table)


class PeacePhase(Step[WarState, Order], frozen=True):
    """The last Turn ends the game; else the modifiers of the seats and a die may (5.8, 5.82)."""

    rule = "5.8"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        if state.turn >= last_turn(state):
            end_game(table, "last-turn")
            return
        total = modify(table)
        (die,) = table.roll(draw_name(state, "peace"), 1)
        need = int(state.options.peace_at)
        rolled = PeaceRolled(die=die, modifiers=total, need=need)
        table.emit(rolled)
        if rolled.total >= need:
            end_game(table, "peace", "5.8", (die,))
