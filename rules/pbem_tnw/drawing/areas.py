"""Where a seat has most to decide: the areas where its forces meet enemies."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from pbem.engine import edition as kept
from pbem.engine.event import PUBLIC
from pbem_tnw.edition.edition import TnwEdition, known
from pbem_tnw.position.control import at_war, nations_of
from pbem_tnw.position.forces import generals_at, squadrons_at, units_of
from pbem_tnw.position.state import WarState

_FILE = Path(__file__).parent / "areas.yaml"


class BoardArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the board: its name and other spellings, the scale at which it is drawn, duchies and zones.

    Of a *sea* fleets matter, not armies.
    """

    name: str
    scale: str
    places: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    sea: bool = False


def areas(edition: TnwEdition) -> Mapping[str, BoardArea]:
    """The areas of which an edition has at least two places, by id."""
    return _areas(edition.key)


@lru_cache(maxsize=8)
def _areas(key: str) -> Mapping[str, BoardArea]:
    edition, found = known(key), {}
    for identifier, area in _printed().items():
        places = tuple(one for one in area.places if one in edition.duchies or one in edition.zones)
        if len(places) > 1:
            found[identifier] = msgspec.structs.replace(area, places=places)
    return found


@cache
def _printed() -> dict[str, BoardArea]:
    return msgspec.convert(kept.plain(_FILE.read_bytes()), dict[str, BoardArea])


_NEAR = 2
"""An enemy so many links away matters."""
_FAR = 99
_GENERAL = 2
"""What a general counts, in units."""
_FOUGHT = 3
"""What a fight or a move of the seat counts, in units."""


def theatres(view: WarState, seat: str, fought: Iterable[str] = ()) -> tuple[str, ...]:
    """The areas in which a seat has most to decide, each for what those before do not show.

    Seas count by fleets that can meet, other areas by land forces that have enemies near; both by places where the seat
    *fought* or moved, one for each time. Where all is calm they count by the forces that stand there.
    """
    nations = _nations(view, seat)
    land, fleets = _land(view, nations), _fleets(view, nations)
    for place in fought:
        for by in (land, fleets):
            by[place] = by.get(place, 0) + _FOUGHT
    if not land and not fleets:
        land = {place: units_of(view, place, nations) for place in view.board.duchies}
    left = {one: (fleets if area.sea else land) for one, area in areas(view.board).items()}
    places = {one: set(area.places) for one, area in areas(view.board).items()}
    found: list[str] = []
    while left:
        counted = {one: sum(by.get(place, 0) for place in places[one]) for one, by in left.items()}
        best = max(counted, key=lambda one: counted[one])
        if not counted[best]:
            break
        found.append(best)
        shown = places[best] & set(left.pop(best))
        for one in left:
            places[one] -= shown
    return tuple(found)


def front(view: WarState, seat: str) -> tuple[str, ...]:
    """The best general of each of a seat's forces with enemies near, those nearest to one first."""
    found: list[tuple[int, int, str]] = []
    for nation in _nations(view, seat):
        away = _from_enemies(view, nation)
        for place in view.board.duchies:
            generals = [one for one in generals_at(view, place) if view.board.leaders[one].nation == nation]
            strength = units_of(view, place, (nation,))
            if generals and strength and away.get(place, _FAR) <= _NEAR:
                found.append((away[place], -strength, generals[0]))
    return tuple(general for _, _, general in sorted(found))


def _nations(view: WarState, seat: str) -> tuple[str, ...]:
    return nations_of(view, seat) if seat != PUBLIC else tuple(view.board.sequence)


def _land(view: WarState, nations: tuple[str, ...]) -> dict[str, int]:
    """By duchy: the forces of *nations* with enemies near, and those enemies."""
    found: dict[str, int] = {}
    for nation in nations:
        away = _from_enemies(view, nation)
        for place in view.board.duchies:
            strength = units_of(view, place, (nation,))
            if strength and away.get(place, _FAR) <= _NEAR:
                found[place] = found.get(place, 0) + strength + _GENERAL * len(generals_at(view, place))
    return found


def _fleets(view: WarState, nations: tuple[str, ...]) -> dict[str, int]:
    """By zone and Port: the Squadrons of *nations* that an enemy fleet is beside."""
    found: dict[str, int] = {}
    for place in (*view.board.zones, *view.board.duchies):
        for nation in nations:
            own = len(squadrons_at(view, place, (nation,)))
            if own and any(_enemies_at_sea(view, nation, zone) for zone in _waters(view, place)):
                found[place] = found.get(place, 0) + own
    return found


def _waters(view: WarState, place: str) -> tuple[str, ...]:
    """The zones that a place touches, and those beside a zone."""
    if place in view.board.zones:
        return (place, *view.board.zones[place].adjacent)
    return view.board.duchies[place].port


def _enemies_at_sea(view: WarState, nation: str, zone: str) -> bool:
    near = (zone, *view.board.zones[zone].ports)
    return any(at_war(view, nation, one.nation) for place in near for one in squadrons_at(view, place))


def _from_enemies(view: WarState, nation: str) -> Mapping[str, int]:
    """How many links each duchy is from land forces at war with *nation*."""
    foes = {other for other in view.board.sequence if at_war(view, nation, other)}
    ring = [place for place in view.board.duchies if units_of(view, place, foes)]
    away = dict.fromkeys(ring, 0)
    while ring:
        ring = [other for place in ring for other in view.board.links[place] if other not in away]
        away |= dict.fromkeys(ring, max(away.values()) + 1)
    return away
