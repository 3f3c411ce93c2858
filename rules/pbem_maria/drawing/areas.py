"""The parts of the board that have a name: both maps, regions (in parts if they are large), and rivers."""

import math
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from pbem.drawing.geometry import HIGHEST, WIDEST
from pbem_maria.drawing.labels import AREA, short
from pbem_maria.drawing.theme import said
from pbem_maria.edition.board import City
from pbem_maria.position.theatre import Theatre, theatre

_ROOM = (WIDEST - 24) / AREA.zoom, (HIGHEST - 24) / AREA.zoom
"""The width and height of what a picture at the scale of an area can show, in units of the map."""


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the board: its name and its cities; a large one has *parts*, each an area of its own."""

    id: str
    name: str
    cities: tuple[str, ...]
    half: bool = False
    """Whether it is one of both maps."""
    parts: tuple["Area", ...] = ()


def areas(place: Theatre) -> dict[str, Area]:
    """Both maps, regions, and parts of regions, by their ids."""
    return _areas(place.edition.key, place.scenario)


def rivers(place: Theatre) -> dict[str, Area]:
    """The lands along rivers, by their ids."""
    return _rivers(place.edition.key, place.scenario)


def areas_around(place: Theatre, city: str) -> frozenset[str]:
    """The ids of all areas that *city* is in."""
    return _around(place.edition.key, place.scenario).get(city, frozenset())


def area(place: Theatre, identifier: str) -> Area:
    """The area, or the land along a river, with this id."""
    return areas(place).get(identifier) or rivers(place)[identifier]


@lru_cache(maxsize=8)
def _areas(key: str, scenario: str) -> dict[str, Area]:
    place = theatre(key, scenario)
    found = [*_halves(place), *_regions(place)]
    return {one.id: one for each in found for one in (each, *each.parts)}


@lru_cache(maxsize=8)
def _around(key: str, scenario: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one in _areas(key, scenario).values():
        for city in one.cities:
            found.setdefault(city, set()).add(one.id)
    return {city: frozenset(ids) for city, ids in found.items()}


@lru_cache(maxsize=8)
def _rivers(key: str, scenario: str) -> dict[str, Area]:
    place = theatre(key, scenario)
    found: list[Area] = []
    for river in place.edition.terrain.rivers:
        names = [each for each in river.via if isinstance(each, str) and each in place.board.cities]
        if len(names) > 1:
            cities = [place.board.cities[name] for name in names]
            found.append(_area(f"river-{slug(river.name)}", river.name, cities))
    return {one.id: one for each in found for one in (each, *each.parts)}


def slug(name: str) -> str:
    """A name as part of an id: ASCII letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _halves(place: Theatre) -> Iterator[Area]:
    for half in dict.fromkeys(city.board for city in place.board.cities.values()):
        cities = tuple(city.id for city in place.board.cities.values() if city.board == half)
        yield Area(id=f"{half}-map", name=said(f"half.{half}"), cities=cities, half=True)


def _regions(place: Theatre) -> Iterator[Area]:
    for region in place.edition.map.regions:
        cities = [city for city in place.board.cities.values() if city.region == region.id]
        if cities:
            yield _area(region.id, short(region.name), cities)


def _area(identifier: str, name: str, cities: list[City]) -> Area:
    ids = tuple(city.id for city in cities)
    return Area(id=identifier, name=name, cities=ids, parts=tuple(_parts(identifier, name, cities)))


def _parts(identifier: str, name: str, cities: list[City]) -> Iterator[Area]:
    """The parts of an area that is too large for a picture: a grid of so many columns and rows as it needs."""
    left, top = min(city.x for city in cities), min(city.y for city in cities)
    width, height = max(city.x for city in cities) - left, max(city.y for city in cities) - top
    columns, rows = math.ceil(width / _ROOM[0]) or 1, math.ceil(height / _ROOM[1]) or 1
    if columns * rows == 1:
        return
    cells: dict[tuple[int, int], list[City]] = {}
    for city in cities:
        column = min(columns - 1, int((city.x - left) / width * columns))
        row = min(rows - 1, int((city.y - top) / height * rows))
        cells.setdefault((row, column), []).append(city)
    for row, column in sorted(cells):
        side = _side(row, rows, "north", "south") + _side(column, columns, "west", "east") or "middle"
        ids = tuple(city.id for city in cells[row, column])
        yield Area(id=f"{identifier}-{side}", name=said(f"part.{side}", name=name.removeprefix("the ")), cities=ids)


def _side(place: int, places: int, first: str, last: str) -> str:
    """Where one of several places is: at one end, at the other, or between."""
    return "" if places == 1 or 0 < place < places - 1 else first if place == 0 else last
