"""What is aboard at the end of an Impulse (13.6)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.naval.cargo import aboard, beyond_room
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.chapters.transport.events import StayedAboard
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import WarState

RULE = "13.6"


def settle_aboard(table: Table[WarState], nation: str) -> None:
    """At the end of an Impulse of *nation*: what may stay aboard stays until its next one, the rest goes to Regroup.

    That is what the orders of this Impulse give leave to stay (`stay aboard`).
    """
    impulse = table.state.impulse
    strand(table)
    for zone in table.state.board.zones:
        pieces, host = aboard(table.state, nation, zone), table.state.aboard.get(zone, "")
        if host and not _anyone(table.state, zone):
            table.emit(StayedAboard(zone=zone))
        if not pieces or host not in ("", nation):
            continue
        if impulse is not None and impulse.stays_aboard:
            table.emit(StayedAboard(zone=zone, nation=nation))
        else:
            table.emit(PiecesMoved(zone, REGROUP, pieces, "no-leave-to-stay", RULE))
            if host:
                table.emit(StayedAboard(zone=zone))


def strand(table: Table[WarState]) -> None:
    """Let land forces at sea whom the Squadrons of their Camp there cannot carry any more go to the Regroup box."""
    for zone in table.state.board.zones:
        for nation in table.state.board.sequence:
            if pieces := beyond_room(table.state, nation, zone):
                table.emit(PiecesMoved(zone, REGROUP, pieces, "no-ships", RULE))


def _anyone(state: WarState, zone: str) -> bool:
    """Whether land forces are aboard in a zone."""
    return bool(state.units.get(zone)) or zone in state.generals.values()
