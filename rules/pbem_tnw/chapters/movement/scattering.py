"""Generals alone among enemies are not fought: they go at once (9.6)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.movement.retreat import refuge
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.position.forces import allies_at, enemy_units, generals_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import WarState

RULE = "9.6"


def alone(state: WarState, place: str) -> tuple[str, ...]:
    """The generals in a duchy with enemy units and without units of their Camp, the best first."""
    leaders = state.board.leaders
    return tuple(
        one
        for one in generals_at(state, place)
        if enemy_units(state, leaders[one].nation, place) and not allies_at(state, leaders[one].nation, place).strength
    )


def scatter(table: Table[WarState], place: str) -> None:
    """Let generals alone among enemies go to the nearest Friendly duchy without enemies, else to the Regroup box."""
    by_goal: dict[tuple[str, str], list[str]] = {}
    for one in alone(table.state, place):
        nation = table.state.board.leaders[one].nation
        by_goal.setdefault((nation, refuge(table.state, nation, place) or REGROUP), []).append(one)
    for (_, to), generals in by_goal.items():
        pieces = Pieces(generals=tuple(generals))
        table.emit(PiecesMoved(start=place, to=to, pieces=pieces, cause="generals-alone", rule=RULE))
