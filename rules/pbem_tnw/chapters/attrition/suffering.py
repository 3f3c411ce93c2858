"""Attrition at once, by an event or after a landing (5.6, 6.17, 13.7)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.attrition.events import AttritionSuffered
from pbem_tnw.chapters.attrition.tolls import DICE, AttritionToll, groups, losses, rolls_of
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import rolling
from pbem_tnw.chapters.naval.put_to_sea import change_flags
from pbem_tnw.chapters.pieces.events import FlagChanged, PiecesMoved
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import REGROUP, YARD
from pbem_tnw.position.state import WarState


class Attrition(Step[WarState, Order], frozen=True):
    """One force suffers Attrition in an Impulse: the dice may be changed before they count (6.14)."""

    rule = "5.6"
    toll: AttritionToll

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolls = rolls_of(table.state, self.toll)
        if rolls:
            table.enter(*rolling(*rolls), ReckonAttrition(toll=self.toll))


class ReckonAttrition(Step[WarState, Order], frozen=True):
    """What the dice on the table take."""

    rule = "5.6"
    toll: AttritionToll

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolled = () if table.state.impulse is None else table.state.impulse.rolled
        suffer(table, self.toll, tuple(roll.faces for roll in rolled if roll.purpose == DICE))
        table.emit(DiceCleared())


def suffer(table: Table[WarState], due: AttritionToll, faces: tuple[tuple[int, ...], ...]) -> None:
    """Let a force lose what the dice of its toll say, in the order of `rolls_of`."""
    lost_on = tuple(groups(table.state, due))
    numbers = {on: sum(face <= on for face in shown) for shown, on in zip(faces, lost_on, strict=True)}
    lost = losses(table.state, due, numbers)
    table.emit(AttritionSuffered(place=due.place, faces=faces, lost_on=lost_on, lost=lost))
    if lost.units:
        table.emit(PiecesMoved(due.place, YARD, Pieces(units=lost.units), "attrition", "5.6"))
    if lost.generals:
        table.emit(PiecesMoved(due.place, REGROUP, Pieces(generals=lost.generals), "attrition", "5.6"))
    if lost.flag:
        gone = FlagChanged(duchy=due.place, nation="", cause="attrition-loss", former=lost.flag, rule="6.17")
        change_flags(table, [gone])
