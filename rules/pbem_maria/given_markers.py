"""The victory markers of a position as a case file writes it (15, 16)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from pbem.engine.reading import Named
from pbem.engine.table import Table
from pbem_maria.events.boxes import BoxTaken, ElectorHeld, MarkersSetAside, PointsLost, PoolsFilled, WinterScored
from pbem_maria.events.control import MarkerLaid
from pbem_maria.state import State

City = Annotated[str, Named("city")]
Power = Annotated[str, Named("power")]


class GivenMarkers(msgspec.Struct, frozen=True, kw_only=True):
    """Where the markers lie; pools are full but for those that are given elsewhere."""

    markers: Mapping[City, Power] = {}
    electors: Mapping[City, Power] | None = None
    """Elector markers; unless said, as at the start of the game."""
    boxes: Mapping[str, Power] = {}
    battle: Mapping[Power, int] = {}
    """Markers in battle boxes."""
    pools: Mapping[Power, int] = {}
    """What is left in a pool; the rest that lies nowhere else is set aside."""
    scores: Mapping[Power, tuple[int, ...]] = {}
    """The winter scores noted so far."""


def lay_markers(table: Table, given: GivenMarkers) -> None:
    """Bring the markers of *given* to the table."""
    state: State = table.state
    place = state.theatre
    if place.is_advanced:
        table.emit(PoolsFilled(pools={power: place.powers[power].pool for power in place.majors}))
        held = place.edition.armies["start"]["electors"]
        electors = {city: power for power, cities in held.items() for city in cities}
        for city, power in (electors if given.electors is None else given.electors).items():
            table.emit(ElectorHeld(city=city, power=power))
    for city, power in given.markers.items():
        table.emit(MarkerLaid(city=city, power=power))
    for box, power in given.boxes.items():
        table.emit(BoxTaken(box=box, power=power))
    for power, number in given.battle.items():
        table.emit(PointsLost(loser="", points=0, winner=power, placed=number))
    for power, left in given.pools.items():
        table.emit(MarkersSetAside(power=power, number=table.state.pools.get(power, 0) - left))
    for power, scores in given.scores.items():
        for score in scores:
            table.emit(WinterScored(power=power, seat=table.state.seat_of(power), score=score))
