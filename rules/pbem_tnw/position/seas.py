"""The way by sea from one place to the nearest Ports."""

from collections.abc import Callable, Iterable

from pbem_tnw.position.control import at_war, friendly
from pbem_tnw.position.forces import zone_holder
from pbem_tnw.position.state import WarState


def enemy_holds(state: WarState, nation: str, zone: str) -> bool:
    """Whether the enemies of *nation* control a zone (13.1)."""
    holder = zone_holder(state, zone)
    return bool(holder) and at_war(state, nation, holder)


def zones_from(state: WarState, place: str) -> tuple[str, ...]:
    """The zone that *place* is, or those that its Port touches."""
    return (place,) if place in state.board.zones else state.board.duchies[place].port


def nearest_ports(
    state: WarState, nation: str, start: str, *, closed: Callable[[WarState, str, str], bool] = enemy_holds
) -> tuple[str, ...]:
    """The Friendly Ports fewest zones from *start*, in the alphabet; none if none is reached.

    Zones *closed* to *nation* are not sailed through: those that an enemy controls. *start* itself does not count.
    """
    ring = [zone for zone in zones_from(state, start) if not closed(state, nation, zone)]
    seen = set(ring)
    while ring:
        found = {port for zone in ring for port in state.board.zones[zone].ports if port != start}
        ports = [port for port in sorted(found) if friendly(state, nation, port)]
        if ports:
            return tuple(ports)
        ring = _next(state, nation, ring, seen, closed)
        seen |= set(ring)
    return ()


def ports_reached(state: WarState, nation: str, start: str) -> frozenset[str]:
    """Every Friendly Port that a Fleet can reach from *start* through zones that no enemy controls (14.21)."""
    ring = [zone for zone in zones_from(state, start) if not enemy_holds(state, nation, zone)]
    seen = set(ring)
    while ring:
        ring = _next(state, nation, ring, seen, enemy_holds)
        seen |= set(ring)
    ports = {port for zone in seen for port in state.board.zones[zone].ports if port != start}
    return frozenset(port for port in ports if friendly(state, nation, port))


def _next(
    state: WarState, nation: str, ring: Iterable[str], seen: set[str], closed: Callable[[WarState, str, str], bool]
) -> list[str]:
    near = (other for zone in ring for other in state.board.zones[zone].adjacent)
    return [zone for zone in dict.fromkeys(near) if zone not in seen and not closed(state, nation, zone)]
