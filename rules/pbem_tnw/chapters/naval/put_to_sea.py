"""Squadrons put to sea from a Port that has a new master, and may be intercepted (5.61, 13.9)."""

from collections.abc import Iterable

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.naval.encounters import entering, intercept_at_once
from pbem_tnw.chapters.naval.sea_orders import speaker
from pbem_tnw.chapters.pieces.events import FlagChanged, SquadronsMoved
from pbem_tnw.position.control import at_war, controller, seat_of
from pbem_tnw.position.forces import enemy_squadrons, squadrons_at
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import WarState


class PutToSea(Step[WarState, Order], frozen=True):
    """The Squadrons in a Port that are at war with the nation that controls it now go to a zone of it."""

    rule = "5.61"
    port: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        ships = ships_to_leave(table.state, self.port)
        by_zone: dict[str, tuple[Squadron, ...]] = {}
        for nation in dict.fromkeys(one.nation for one in ships):
            own = tuple(one for one in ships if one.nation == nation)
            zone = zone_to_leave_by(table.state, nation, self.port)
            by_zone[zone] = (*by_zone.get(zone, ()), *own)
            table.emit(SquadronsMoved(self.port, zone, own, "put-to-sea", rule="5.61"))
        boxes: tuple[Box, ...] = ()
        for zone, fleet in by_zone.items():
            mover = speaker(table.state, fleet)
            if table.state.impulse is None:
                intercept_at_once(table, mover, zone, self.port)
            else:
                boxes += entering(table.state, mover, self.port, zone)
        if boxes:
            table.enter(*boxes)


def change_flags(table: Table[WarState], changes: Iterable[FlagChanged]) -> bool:
    """Change Flags; enemy Squadrons put to sea from Ports that have a new master by it (5.61). Whether any changed."""
    changed = tuple(changes)
    for one in changed:
        table.emit(one)
    leave_ports(table, (one.duchy for one in changed))
    return bool(changed)


def leave_ports(table: Table[WarState], duchies: Iterable[str]) -> None:
    """Let Squadrons put to sea from those of *duchies* that an enemy of theirs controls now."""
    ports = tuple(PutToSea(port=duchy) for duchy in duchies if ships_to_leave(table.state, duchy))
    if ports:
        table.enter(*ports)


def ships_to_leave(state: WarState, duchy: str) -> tuple[Squadron, ...]:
    """The Squadrons in a duchy that are at war with the nation that controls it."""
    return tuple(one for one in squadrons_at(state, duchy) if at_war(state, one.nation, controller(state, duchy)))


def zone_to_leave_by(state: WarState, nation: str, port: str) -> str:
    """The zone that the seat of *nation* has named for a Port; else that with fewest enemies, then the alphabet."""
    zones = state.board.duchies[port].port
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.to_sea or {}).get(port, ()) if orders is not None else ()
    wished = next((zone for zone in named if zone in zones), "")
    return wished or min(zones, key=lambda zone: (len(enemy_squadrons(state, nation, zone)), zone))
