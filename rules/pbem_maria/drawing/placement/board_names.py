"""The names of a board at one scale, each with the places that it may have."""

from collections.abc import Collection, Mapping

import msgspec

from pbem_maria.drawing.placement.name import NEAR, Label, Name, Widths, name_of
from pbem_maria.drawing.placement.rect import Rect, Segment, around, hull, inside
from pbem_maria.drawing.placement.scale import Scale
from pbem_maria.edition.board import Map

MOST = 44
"""Further places of a name are never chosen."""
_MAIN, _MINOR = 160, 80
_ROAD = 40
"""What it costs to cover so many pixels of a road."""
COVERS = 9000
"""What it costs to cover a city."""
_STRANGER = 300
"""What it costs to be nearer to another city than to its own."""
_NEAR = 60


class Obstacles(msgspec.Struct, frozen=True):
    """What names should not cover: cities, each with what it keeps clear, and roads, each with its cost."""

    cities: Mapping[str, Rect]
    roads: tuple[tuple[Segment, int], ...]

    def near(self, box: Rect) -> "Obstacles":
        """Those in *box* or close to it."""
        cities = {city: place for city, place in self.cities.items() if place.overlaps(box, _NEAR)}
        return Obstacles(cities, tuple(road for road in self.roads if inside(road[0], box)))

    def cost(self, name: Name, label: Label) -> int:
        """What the label costs for what it covers, and for being nearer to another city."""
        found = 0.0
        gap = label.box.distance(name.at)
        for city, place in self.cities.items():
            if city == name.city:
                continue
            if place.overlaps(label.box, 1):
                found += COVERS
            if label.box.distance(place.middle) < gap:
                found += _STRANGER * (2 if label.leader else 1)
        for line, weight in self.roads:
            found += weight * inside(line, label.box) / _ROAD
        return round(found)


class BoardNames(msgspec.Struct, frozen=True, kw_only=True):
    """The names of a board at a *scale*; *codes* are the places of each, the best first: a name without is not shown.

    *countries* are what countries are called, and where.
    """

    scale: Scale
    names: Mapping[str, Name]
    obstacles: Obstacles
    codes: Mapping[str, tuple[str, ...]] = {}
    countries: tuple[tuple[str, Rect], ...] = ()

    def among(self, cities: Collection[str]) -> "BoardNames":
        """The same names for a board that has these *cities* alone."""
        return msgspec.structs.replace(
            self,
            names={city: name for city, name in self.names.items() if city in cities},
            obstacles=Obstacles(
                {city: place for city, place in self.obstacles.cities.items() if city in cities}, self.obstacles.roads
            ),
            codes={city: codes for city, codes in self.codes.items() if city in cities},
        )

    def labels(self, city: str) -> tuple[Label, ...]:
        """The name of *city* at each of its places, the best first."""
        return tuple(self.names[city].label(code) for code in self.codes.get(city, ()))

    def candidates(self, city: str, frame: Rect | None = None, rings: int = NEAR) -> list[tuple[str, Label, int]]:
        """Every place that the name of *city* might get, cheapest first: its code, the name there, and its cost."""
        name = self.names[city]
        every = [one for one in name.places(rings) if frame is None or frame.holds(one[1].box)]
        if not every:
            return []
        near = self.obstacles.near(hull(label.box for _, label, _ in every))
        priced = [(code, label, cost + near.cost(name, label)) for code, label, cost in every]
        return sorted(priced, key=lambda one: one[2])[:MOST]


def unplaced(board: Map, scale: Scale, widths: Widths) -> BoardNames:
    """The names of *board* at a scale before they have places."""
    at = {city.id: (city.x * scale.zoom, city.y * scale.zoom) for city in board.cities}
    roads = tuple(
        ((at[one], at[other]), weight)
        for some, weight in ((board.roads.main, _MAIN), (board.roads.minor, _MINOR))
        for one, other in some
        if one in at and other in at
    )
    shown = [city for city in board.cities if city.is_fortress or not scale.only_fortresses]
    return BoardNames(
        scale=scale,
        names={city.id: name_of(city, scale, widths) for city in shown},
        obstacles=Obstacles({city.id: around(at[city.id], scale.radius(city)) for city in board.cities}, roads),
    )
