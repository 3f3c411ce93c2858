"""What is aboard at sea goes and sinks with its Fleet; forces at sea can only be aboard (13.6)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.position.forces import allied_squadrons, allies_at, best_first, still_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import WarState

RULE = "13.6"
CARRIES = 2
"""The strength that a Squadron without a Refit marker carries; generals go free."""
NOTHING = Pieces()


def room(ships: tuple[Squadron, ...]) -> int:
    """The strength that Squadrons carry."""
    return CARRIES * sum(one.sails for one in ships)


def aboard(state: WarState, nation: str, place: str) -> Pieces:
    """The land forces of the Camp of *nation* aboard at sea; in a Port no one is."""
    return allies_at(state, nation, place) if place in state.board.zones else NOTHING


def drown(table: Table[WarState], nation: str, place: str, sunk: int, cargo: Pieces | None = None) -> None:
    """Let what was aboard Squadrons that were just sunk be lost: of *cargo*, or of all that is aboard there (13.42).

    The most numerous nation bears the losses first; generals are lost with the last Squadron only.
    """
    state = table.state
    left = len(allied_squadrons(state, nation, place))
    pieces = aboard(state, nation, place) if cargo is None else still_at(state, place, cargo)
    if not sunk or not pieces:
        return
    if left:
        lost = Pieces(units=_borne(pieces, pieces.strength * sunk // (left + sunk)))
    else:
        lost = Pieces(units=pieces.units, generals=best_first(state, pieces.generals))
    if lost:
        table.emit(PiecesMoved(place, YARD, lost, "drowned", "13.42"))


def beyond_room(state: WarState, nation: str, place: str) -> Pieces:
    """What is aboard of the Camp of *nation* that its Squadrons there cannot carry: the most numerous nation first."""
    pieces, ships = aboard(state, nation, place), allied_squadrons(state, nation, place)
    if not ships:
        return pieces
    return Pieces(units=_borne(pieces, max(0, pieces.strength - room(tuple(ships)))))


def _borne(pieces: Pieces, number: int) -> dict[str, int]:
    left = dict(pieces.units)
    for _ in range(number):
        most = max(left, key=lambda nation: left[nation])
        left[most] -= 1
    return {nation: n - left[nation] for nation, n in pieces.units.items() if n > left[nation]}
