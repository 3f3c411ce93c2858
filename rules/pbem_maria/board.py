"""The map: cities, roads, distances, homes (3)."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import msgspec


class City(msgspec.Struct, frozen=True, omit_defaults=True):
    """A city of the map; its suit is its square's."""

    id: str
    name: str
    board: str
    region: str
    square: str
    suit: str = ""
    home: str | None = None
    fortress: str = "none"
    elector: bool = False
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


class Board:
    """Cities and the roads between them; two cities joined by one road are adjacent."""

    def __init__(
        self, cities: Iterable[City], main: Iterable[tuple[str, str]], minor: Iterable[tuple[str, str]]
    ) -> None:
        self.cities: Mapping[str, City] = {city.id: city for city in cities}
        self.main = self._joined(main)
        everything: dict[str, set[str]] = {city: set(self.main[city]) for city in self.cities}
        for city, others in self._joined(minor).items():
            everything[city].update(others)
        self.roads: Mapping[str, tuple[str, ...]] = {city: tuple(sorted(n)) for city, n in everything.items()}
        self._distances: dict[str, dict[str, int]] = {}

    def _joined(self, pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
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
        """The distance by road to every city that can be reached, whatever stands in between."""
        if start not in self._distances:
            self._distances[start] = self.reach(start, lambda _: False)
        return self._distances[start]

    def distance(self, one: str, other: str) -> int:
        """The least number of roads from one city to the other; as good as infinite if there is no way."""
        return self.distances(one).get(other, 10**6)

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
