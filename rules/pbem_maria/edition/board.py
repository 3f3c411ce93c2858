"""The map: cities, roads, distances, homes (3); the types of map.yaml.

No rule depends on it, and an edition can do without: its names are then placed for each picture anew.

No rule depends on it, and an edition can do without.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal

import msgspec

PowerId = Literal["france", "bavaria", "prussia", "saxony", "pragmatic", "austria"]
Half = Literal["bohemia", "flanders"]
Suit = Literal["spades", "hearts", "diamonds", "clubs"]
Road = tuple[str, str]


class City(msgspec.Struct, frozen=True, omit_defaults=True):
    """A city of the map; its suit is its square's."""

    id: str
    name: str
    board: Half
    region: str
    square: str
    fortress: Literal["none", "minor", "major"]
    elector: bool
    home: PowerId | None = None
    suit: str = ""
    aliases: tuple[str, ...] = ()
    x: float = 0
    y: float = 0

    @property
    def is_fortress(self) -> bool:
        """Whether the city is a fortress, minor or major."""
        return self.fortress != "none"

    @property
    def is_major_fortress(self) -> bool:
        """Whether the city is a major fortress."""
        return self.fortress == "major"


class Region(msgspec.Struct, frozen=True):
    """A region: whose home country it is, and on which part of the board it is."""

    id: str
    name: str
    home: PowerId | None
    board: Literal["bohemia", "flanders", "both"]
    core: bool = False
    """Whether it is core Austria: Austria on the Bohemian part of the board."""


class Roads(msgspec.Struct, frozen=True):
    """The roads, each between two cities."""

    main: tuple[Road, ...]
    minor: tuple[Road, ...]


class Grid(msgspec.Struct, frozen=True):
    """The size of the board as it is drawn, and of its grid of squares."""

    width: int
    height: int
    columns: int
    rows: int


class Map(msgspec.Struct, frozen=True, kw_only=True):
    """map.yaml; *crossings* are the roads that lead from one part of the board to the other."""

    name: str = ""
    title: str = ""
    version: int = 1
    board: Grid | None = None
    squares: Mapping[str, Suit]
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    roads: Roads
    crossings: tuple[Road, ...] = ()

    def without(self, absent: tuple[str, ...]) -> "Board":
        """The board without its parts that are *absent*: their cities and roads are not there at all."""
        cities = (
            msgspec.structs.replace(city, suit=self.squares.get(city.square, ""))
            for city in self.cities
            if city.board not in absent
        )
        return Board(cities, self.roads.main, self.roads.minor)


class Board:
    """Cities and the roads between them; two cities joined by one road are adjacent."""

    def __init__(self, cities: Iterable[City], main: Iterable[Road], minor: Iterable[Road]) -> None:
        self.cities: Mapping[str, City] = {city.id: city for city in cities}
        self.main = self._joined(main)
        everything: dict[str, set[str]] = {city: set(self.main[city]) for city in self.cities}
        for city, others in self._joined(minor).items():
            everything[city].update(others)
        self.roads: Mapping[str, tuple[str, ...]] = {city: tuple(sorted(n)) for city, n in everything.items()}
        self._distances: dict[str, dict[str, int]] = {}

    def _joined(self, pairs: Iterable[Road]) -> Mapping[str, tuple[str, ...]]:
        joined: dict[str, set[str]] = {city: set() for city in self.cities}
        for one, other in pairs:
            if one in joined and other in joined:
                joined[one].add(other)
                joined[other].add(one)
        return {city: tuple(sorted(others)) for city, others in joined.items()}

    def adjacent(self, one: str, other: str) -> bool:
        """Whether one road joins the two cities."""
        return other in self.roads[one]

    def on_main_road(self, one: str, other: str) -> bool:
        """Whether a main road joins the two cities."""
        return other in self.main[one]

    def distances(self, start: str) -> Mapping[str, int]:
        """The distance by road to every city that can be reached, whatever is in between."""
        if start not in self._distances:
            self._distances[start] = self.reach(start, lambda _: False)
        return self._distances[start]

    def distance(self, one: str, other: str) -> int:
        """The least number of roads from one city to the other; practically infinite if there is no route."""
        return self.distances(one).get(other, 10**6)

    def route(self, one: str, other: str) -> tuple[str, ...]:
        """A shortest route by road from *one* city to *other*, with both ends; empty if there is none.

        Of several equally short ones it has as many main roads at the start as it can, then the first names.
        """
        left = self.distances(other)
        if one not in left:
            return ()
        found = [one]
        while found[-1] != other:
            here = found[-1]
            steps = (city for city in self.roads[here] if left[city] == left[here] - 1)
            found.append(min(steps, key=lambda city: (not self.on_main_road(here, city), city)))
        return tuple(found)

    def reach(self, start: str, blocked: Callable[[str], bool], most: int = 10**6) -> dict[str, int]:
        """Steps to every city within *most* that can be reached without entering a blocked one."""
        found = {start: 0}
        queue = [start]
        for city in queue:
            if found[city] == most:
                break
            for following in self.roads[city]:
                if following not in found and not blocked(following):
                    found[following] = found[city] + 1
                    queue.append(following)
        return found

    @cached_property
    def fortresses(self) -> tuple[City, ...]:
        """Every fortress, in the order of the map."""
        return tuple(city for city in self.cities.values() if city.is_fortress)


class NamePlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the name of a city may be written at each scale: codes of places, the best first, a space between them.

    *widths* are those of the name, and of its halves where it can be broken, in hundredths of the size of its type.
    """

    widths: tuple[int, ...]
    overview: str = ""
    area: str = ""
    close: str = ""


class CountryPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a country in spaced capitals: the upper left corner and the width of its box, in pixels."""

    text: str
    at: tuple[int, int]
    width: int


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """labels.yaml; *made_for* says for which map and sizes of type, as `digest` in `drawing.placement.stored` does.

    *countries* are under the names of scales. *outlines* are those of home countries, under their powers, and of other
    regions, under their ids: closed lines of points of the map, `x,y`, the land on the right.
    """

    made_for: str
    countries: Mapping[str, tuple[CountryPlace, ...]]
    outlines: Mapping[str, tuple[str, ...]]
    names: Mapping[str, NamePlaces]

    def outline(self, country: str) -> Iterator[tuple[tuple[int, int], ...]]:
        """The closed lines around the parts of a country; none if it is not on the map."""
        for line in self.outlines.get(country, ()):
            points = (point.split(",") for point in line.split())
            yield tuple((int(x), int(y)) for x, y in points)


Spot = str | tuple[float, float]
"""A city by its id, or a point of the map."""


class River(msgspec.Struct, frozen=True):
    """A river from its source to its mouth, where it is *width* units of the map wide."""

    name: str
    width: float
    via: tuple[Spot, ...]


class Hills(msgspec.Struct, frozen=True):
    """A range of hills along a line."""

    name: str
    via: tuple[Spot, ...]


class CountryName(msgspec.Struct, frozen=True):
    """The name of a country *at* its middle, in type of *size* at a scale of a pixel to a unit of the map."""

    text: str
    at: tuple[float, float]
    size: float


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """terrain.yaml; *sea* has the line around each water."""

    sea: tuple[tuple[tuple[float, float], ...], ...] = ()
    rivers: tuple[River, ...] = ()
    hills: tuple[Hills, ...] = ()
    names: tuple[CountryName, ...] = ()

    @property
    def cities(self) -> tuple[str, ...]:
        """The cities that lines lead through."""
        lines = [each.via for each in self.rivers] + [each.via for each in self.hills]
        return tuple(place for line in lines for place in line if isinstance(place, str))
