"""What letters say that nations can do at sea: Fleets that may sail or attack, and landings."""

from collections.abc import Iterator

import msgspec

from pbem_tnw.chapters.movement.reach import as_active
from pbem_tnw.chapters.naval.fleets import MOST_STEPS, guns_on, route
from pbem_tnw.chapters.naval.setting_out import fleets_ready, setting_out
from pbem_tnw.chapters.transport.embarking import embarking
from pbem_tnw.chapters.transport.events import PiecesEmbarked
from pbem_tnw.orders.lines.lines import EmbarkLine
from pbem_tnw.orders.lines.pieces import Strengths
from pbem_tnw.position.control import hostile
from pbem_tnw.position.forces import enemies_at, enemy_squadrons, generals_of, squadrons_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState


class FleetTarget(msgspec.Struct, frozen=True):
    """A place that a Fleet can attack or a force can land at: the strength of its enemies, the dice of batteries."""

    place: str
    enemies: int
    batteries: int


class ReadyFleet(msgspec.Struct, frozen=True):
    """Squadrons of a nation that may sail from a place, and the enemy ones that they can attack at once."""

    place: str
    squadrons: int
    targets: tuple[FleetTarget, ...]


class PossibleLanding(msgspec.Struct, frozen=True):
    """Forces that can go by sea from a Port, for so many CPs, the Ports to land at, and the way to the nearest one."""

    start: str
    pieces: Pieces
    cost: int
    ports: tuple[FleetTarget, ...]
    way: tuple[str, ...]


def ready_fleets(view: WarState, nation: str) -> Iterator[ReadyFleet]:
    """The Squadrons of *nation* that may sail, place by place, and what they can attack from there (13.2, 13.5)."""
    for place in fleets_ready(view, nation):
        zone = view.board.zones.get(place)
        near = (place, *zone.ports) if zone is not None else ()
        found = (_target(view, nation, one, len(enemy_squadrons(view, nation, one))) for one in near)
        ships = sum(1 for ship in squadrons_at(view, place, (nation,)) if ship.sails)
        yield ReadyFleet(place, ships, tuple(each for each in found if each.enemies))


def landings(view: WarState, nation: str, points: int) -> Iterator[PossibleLanding]:
    """For each Port with a general, units and Squadrons of *nation*: the enemy Ports without Squadrons (13.7).

    What others do on the way is not looked at.
    """
    active = as_active(view, nation, points)
    for start in fleets_ready(view, nation):
        for commander in generals_of(view, start, (nation,))[:1] if start in view.board.duchies else ():
            line = EmbarkLine(at=start, generals=(commander,))
            party, problems = embarking(active, nation, line)
            if party is None or not party.pieces.strength or any(each.stops for each in problems):
                continue
            aboard = PiecesEmbarked(nation=nation, place=start, pieces=party.pieces).change(active)
            out = setting_out(aboard, nation, start, Strengths(), sails=True)
            ports = tuple(_ports(view, nation, start))
            if ports and out.voyage is not None and out.cost <= points and not any(each.stops for each in out.problems):
                zones = view.board.duchies[ports[0].place].port
                ways = (route(view, nation, start, zone) for zone in zones)
                way = min((each for each in ways if each), key=len)
                yield PossibleLanding(start, party.pieces, out.cost, ports, (start, *way))


def _ports(view: WarState, nation: str, start: str) -> Iterator[FleetTarget]:
    """The enemy Ports at which forces from a Port can land, the nearest first."""
    found = []
    for port, duchy in view.board.duchies.items():
        if duchy.is_port and hostile(view, nation, port) and not enemy_squadrons(view, nation, port):
            ways = (len(route(view, nation, start, zone)) for zone in duchy.port)
            if near := [steps for steps in ways if 0 < steps <= MOST_STEPS]:
                found.append((min(near), port))
    for _, port in sorted(found):
        yield _target(view, nation, port, enemies_at(view, nation, port).strength)


def _target(view: WarState, nation: str, place: str, enemies: int) -> FleetTarget:
    return FleetTarget(place, enemies, guns_on(view, nation, place) if place in view.board.duchies else 0)
