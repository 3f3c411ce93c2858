"""Forces and Squadrons that have just become enemies and are in one place (8.34)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.removals import part_enemies
from pbem_tnw.chapters.naval.put_to_sea import leave_ports
from pbem_tnw.position.state import WarState


def meet_new_enemies(table: Table[WarState], declarer: str) -> None:
    """Part forces that are enemies now, and enter the boxes for Squadrons in Ports of new enemies (8.34, 5.61)."""
    part_enemies(table, declarer)
    leave_ports(table, [place for place in table.state.squadrons if place in table.state.board.duchies])
