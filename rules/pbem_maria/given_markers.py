"""The victory markers of a position as a case file writes it (15, 16)."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec

from pbem.engine.reading import List, Named, Node, Reader, Speller, Text
from pbem.engine.ruleset import Unplayable
from pbem.engine.table import Table
from pbem_maria.events.boxes import BoxTaken, ElectorHeld, MarkersSetAside, PointsLost, PoolsFilled, WinterScored
from pbem_maria.events.control import MarkerLaid
from pbem_maria.invariants import total
from pbem_maria.powers import FRANCE, PRAGMATIC
from pbem_maria.state import AUSTRIA, State

City = Annotated[str, Named("city")]
Power = Annotated[str, Named("power")]


Box = Literal["electors", "emperor", "italy", "silesia"]


class Holder(msgspec.Struct, frozen=True):
    """The power whose marker lies in a box; `none` for an empty one."""

    power: str = ""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, Text) and node.text.casefold() == "none":
            return cls()
        if not isinstance(node, Text):
            raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        return cls(reader.name(node, "power"))

    def spell(self, speller: Speller) -> str:
        return speller.name("power", self.power) if self.power else "none"


class Side(msgspec.Struct, frozen=True):
    """The side whose elector marker lies in a city: `France`, or `[Austria, Pragmatic Army]`, who hold one jointly."""

    power: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        items = node.items if isinstance(node, List) else (node,)
        powers = {reader.name(item, "power") for item in items if isinstance(item, Text)}
        if powers in ({AUSTRIA, PRAGMATIC}, {AUSTRIA}, {PRAGMATIC}):
            return cls(PRAGMATIC)
        if powers != {FRANCE}:
            raise reader.blame(node, "no-elector-side")
        return cls(FRANCE)

    def spell(self, speller: Speller) -> str:
        return speller.name("power", self.power)


class GivenMarkers(msgspec.Struct, frozen=True, kw_only=True):
    """Where the markers lie; pools are full but for those that are given elsewhere."""

    markers: Mapping[City, Power] = {}
    electors: Mapping[City, Side] | None = None
    """Elector markers; unless said, as at the start of the game."""
    boxes: Mapping[Box, Holder] = {}
    """Whose markers lie in the victory boxes."""
    battle: Mapping[Power, int] = {}
    """Markers in battle boxes."""
    pools: Mapping[Power, int] = {}
    """What is left in a pool; unless `aside` says otherwise, the rest that lies nowhere else is set aside."""
    scores: Mapping[Power, tuple[int, ...]] = {}
    """The winter scores noted so far."""


def lay_markers(table: Table[State], given: GivenMarkers) -> None:
    """Bring the markers of *given* to the table."""
    place = table.state.theatre
    if place.is_advanced:
        table.emit(PoolsFilled(pools={power: total(table.state, power) for power in place.majors}))
        _lay_electors(table, given)
    for city, power in given.markers.items():
        table.emit(MarkerLaid(city=city, power=power))
    _lay_boxes(table, given)
    for power, scores in given.scores.items():
        for score in scores:
            table.emit(WinterScored(power=power, seat=table.state.seat_of(power), score=score))


def _lay_electors(table: Table[State], given: GivenMarkers) -> None:
    held = table.state.theatre.edition.armies.start.electors
    start = {city: power for power, cities in held.items() for city in cities}
    for city in given.electors or ():
        if city not in start:
            raise Unplayable(f"{city} has no elector marker; {', '.join(sorted(start))} have", "electors")
    sides = start if given.electors is None else {city: side.power for city, side in given.electors.items()}
    for city, power in sides.items():
        table.emit(ElectorHeld(city=city, power=power))


def _lay_boxes(table: Table[State], given: GivenMarkers) -> None:
    boxes = table.state.theatre.edition.armies.victory_boxes
    owners = {box.id: box.powers for box in boxes if box.powers}
    for box, holder in given.boxes.items():
        if holder.power and holder.power not in owners[box]:
            raise Unplayable(f"the box {box} is for {' or '.join(owners[box])}, not for {holder.power}", "boxes")
        if holder.power:
            table.emit(BoxTaken(box=box, power=holder.power))
    for power, number in given.battle.items():
        table.emit(PointsLost(loser="", points=0, winner=power, placed=number))


def lay_pools(table: Table[State], given: GivenMarkers, aside: Mapping[str, int]) -> None:
    """Bring the pools of *given* to what is said, when all else lies where it belongs; *aside* is set aside by word."""
    state = table.state
    for power, left in given.pools.items():
        if power not in state.pools:
            raise Unplayable(f"{power} has no victory markers; the major powers have, in the advanced game", "pools")
        rest = state.pools[power] - left
        if rest < 0 or (rest and power in aside):
            markers = total(state, power)
            there = markers - state.pools[power]
            why = f"{power} has {markers} victory markers, and {there} lie elsewhere"
            raise Unplayable(f"{why}: {markers - there} are left for the pool, not {left}", "pools")
        table.emit(MarkersSetAside(power=power, number=rest))
