"""Forces and Squadrons that have just become enemies and are in one place (8.34)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.removals import hostile_ports, part_enemies, zone_to_sail_into
from pbem_tnw.chapters.pieces.events import SquadronsMoved
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.state import WarState


def meet_new_enemies(table: Table[WarState], declarer: str) -> None:
    """Part forces that are enemies now; Squadrons in a Port of a new enemy put to sea (8.34, 5.61)."""
    part_enemies(table, declarer)
    for port, nation in tuple(hostile_ports(table.state)):
        there = squadrons_at(table.state, port, (nation,))
        zone = zone_to_sail_into(table.state, nation, port)
        table.emit(SquadronsMoved(start=port, to=zone, squadrons=there, cause="put-to-sea", rule="5.61"))
