"""Fleets that go to a Port: the beaten ones, and those without a base at the end of the Turn (13.42, 13.7, 13.10)."""

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.naval.cargo import aboard, room
from pbem_tnw.chapters.naval.sea_orders import harbour, speaker, wished
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.transport.staying import strand
from pbem_tnw.position.control import allied, friendly
from pbem_tnw.position.forces import allied_squadrons, squadrons_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.seas import nearest_ports
from pbem_tnw.position.state import WarState


class Homeward(Step[WarState, Order], frozen=True):
    """At the end of the Attrition phase a Fleet at sea whose zone touches no Friendly Port goes home (13.10)."""

    rule = "13.10"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for zone, nation in adrift(table.state):
            ships = allied_squadrons(table.state, nation, zone)
            send_home(table, zone, ships, cause="homeward", rule=self.rule, marker=False)
        strand(table)


def adrift(state: WarState) -> tuple[tuple[str, str], ...]:
    """The Fleets at sea whose zone touches no Friendly Port: the zone, and the first nation of the Camp there."""
    found = []
    for zone, printed in state.board.zones.items():
        led: list[str] = []
        for nation in state.board.sequence:
            if squadrons_at(state, zone, (nation,)) and not any(allied(state, nation, one) for one in led):
                led.append(nation)
        found += [(zone, nation) for nation in led if not any(friendly(state, nation, port) for port in printed.ports)]
    return tuple(found)


def send_home(
    table: Table[WarState], start: str, ships: tuple[Squadron, ...], *, cause: str = "beaten", rule: str = "13.42",
    marker: bool = True,
) -> None:  # fmt: skip
    """Send Squadrons of one Camp and what is aboard to the nearest Friendly Port, with a Refit *marker* each.

    Without such a Port they go to the Regroup box.
    """
    if not ships:
        return
    state = table.state
    nation = speaker(state, ships)
    to = home_port(state, nation, start) or REGROUP
    become = tuple(replace(one, refit=one.refit + 1) for one in ships) if marker and to != REGROUP else ()
    carried = _aboard(state, nation, start, ships)
    table.emit(SquadronsMoved(start, to, ships, cause, become, rule))
    if carried:
        ashore = to if to == REGROUP or harbour(state, nation, to) else REGROUP
        table.emit(PiecesMoved(start, ashore, carried, cause, rule))


def home_port(state: WarState, nation: str, start: str) -> str:
    """The nearest Friendly Port of a Fleet of *nation*, whatever is in the zones between; empty if there is none."""
    return wished(state, nation, list(nearest_ports(state, nation, start, closed=_open)))


def _open(state: WarState, nation: str, zone: str) -> bool:
    return False


def _aboard(state: WarState, nation: str, start: str, ships: tuple[Squadron, ...]) -> Pieces:
    """What goes with Squadrons: all that is aboard if no others stay, else what those that stay cannot carry."""
    pieces = aboard(state, nation, start)
    staying = list(allied_squadrons(state, nation, start))
    for one in ships:
        staying.remove(one)
    if not staying:
        return pieces
    surplus = max(0, pieces.strength - room(tuple(staying)))
    units: dict[str, int] = {}
    for each, n in pieces.units.items():
        units[each] = min(n, surplus)
        surplus -= units[each]
    return Pieces(units={each: n for each, n in units.items() if n})
