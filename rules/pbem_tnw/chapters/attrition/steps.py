"""The Attrition phase, and shipbuilding after it (5.6 to 5.62)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.attrition.events import AttritionPhaseBegan
from pbem_tnw.chapters.attrition.suffering import suffer
from pbem_tnw.chapters.attrition.tolls import AttritionToll, rolls_of
from pbem_tnw.chapters.movement.commanders import alliance
from pbem_tnw.chapters.naval.home import Homeward
from pbem_tnw.chapters.naval.put_to_sea import leave_ports
from pbem_tnw.chapters.pieces.events import SquadronsMoved
from pbem_tnw.chapters.pieces.flagging import free_flag, old_flags
from pbem_tnw.position.control import allied, friendly
from pbem_tnw.position.draws import draw_name
from pbem_tnw.position.forces import allies_at, units_at
from pbem_tnw.position.state import WarState


class AttritionPhase(Step[WarState, Order], frozen=True):
    """Every force in an Uncontrolled duchy suffers Attrition, then the survivors flag (5.6)."""

    rule = "5.6"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        tolls = tuple(phase_tolls(table.state))
        table.emit(AttritionPhaseBegan(forces=len(tolls)))
        for due in tolls:
            faces = tuple(
                table.roll(draw_name(table.state, f"attrition of {roll.nation} in {due.place}, {roll.side}"), roll.dice)
                for roll in rolls_of(table.state, due)
            )
            suffer(table, due, tuple(tuple(sorted(shown, reverse=True)) for shown in faces))
        flagged = dict.fromkeys(_flag(table))
        table.enter(Shipbuilding(), Homeward())
        leave_ports(table, flagged)


class Shipbuilding(Step[WarState, Order], frozen=True):
    """Every Naval Build marker is turned to its Refit side (5.62)."""

    rule = "5.62"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for place, there in table.state.squadrons.items():
            built = tuple(one for one in there if one.build)
            if built:
                become = tuple(replace(one, build=False, refit=one.refit + 1) for one in built)
                table.emit(
                    SquadronsMoved(
                        start=place, to=place, squadrons=built, become=become, cause="shipbuilding", rule="5.62"
                    )
                )


def phase_tolls(state: WarState) -> Iterator[AttritionToll]:
    """The forces in Uncontrolled duchies, by the first nation in them along the Sequence Track."""
    lost_on = int(state.options.attrition_loss)
    for nation in state.board.sequence:
        for duchy in state.board.duchies:
            pieces = allies_at(state, nation, duchy)
            if pieces and first_nation(state, nation, duchy) == nation and not friendly(state, nation, duchy):
                yield AttritionToll(place=duchy, pieces=pieces, lost_on=lost_on)


def first_nation(state: WarState, nation: str, duchy: str) -> str:
    """The first nation along the Sequence Track with forces of the Camp of *nation* in a duchy."""
    leaders = state.board.leaders
    pieces = allies_at(state, nation, duchy)
    there = {*pieces.units, *(leaders[one].nation for one in pieces.generals)}
    return next((other for other in state.board.sequence if other in there), "")


def flagging_nation(state: WarState, nation: str, duchy: str) -> str:
    """Whose Flag the forces of the Camp of *nation* place: the commander's, else that first on the Track (5.6)."""
    commander = alliance(state, nation, duchy).commander
    return state.board.leaders[commander].nation if commander else first_nation(state, nation, duchy)


def _flag(table: Table[WarState]) -> Iterator[str]:
    """Let survivors flag in Track order, Keys first; gives back the duchies that changed hands."""
    duchies = table.state.board.duchies
    for nation in table.state.board.sequence:
        for duchy in sorted(duchies, key=lambda one: not duchies[one].key):
            state = table.state
            if duchies[duchy].is_fortress or not any(allied(state, nation, one) for one in units_at(state, duchy)):
                continue
            if flagging_nation(state, nation, duchy) != nation:
                continue
            for event in free_flag(state, nation, duchy, "attrition", "5.6", old_flags(state, nation)):
                table.emit(event)
                yield event.duchy
