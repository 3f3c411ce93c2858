"""The names of a board at one scale, each with the places that it may have."""

from collections.abc import Collection, Mapping
from functools import lru_cache

import msgspec

from pbem.engine.kit.drawing.name import NEAR, Label, Name
from pbem.engine.kit.drawing.rect import Rect, Segment, hull, inside

MOST = 44
"""Further places of a name are never chosen."""
_PIXELS = 40
"""What it costs to cover so many pixels of a line."""
COVERS = 9000
"""What it costs to cover a spot."""
_STRANGER = 300
"""What it costs to be nearer to another spot than to its own."""
_NEAR = 60
_REMEMBERED = 512
"""How many names have their places remembered with what these cost: some 10 MB."""


class Obstacles(msgspec.Struct, frozen=True, eq=False):
    """What names should not cover: spots, each with what it keeps clear, and lines between them, each with its cost."""

    spots: Mapping[str, Rect]
    lines: tuple[tuple[Segment, int], ...]

    def among(self, spots: frozenset[str]) -> "Obstacles":
        """Those of *spots* alone, and all lines; the same each time."""
        return self if spots.issuperset(self.spots) else _among(self, spots)

    def near(self, box: Rect) -> "Obstacles":
        """Those in *box* or close to it."""
        spots = {spot: place for spot, place in self.spots.items() if place.overlaps(box, _NEAR)}
        return Obstacles(spots, tuple(line for line in self.lines if inside(line[0], box)))

    def cost(self, name: Name, label: Label) -> int:
        """What the label costs for what it covers, and for being nearer to another spot."""
        found, box = 0.0, label.box
        gap = box.distance(name.at)
        for spot, place in self.spots.items():
            if spot == name.spot:
                continue
            if place.overlaps(box, 1):
                found += COVERS
            if box.distance(place.middle) < gap:
                found += _STRANGER * (2 if label.leader else 1)
        for line, weight in self.lines:
            if length := inside(line, box):
                found += weight * length / _PIXELS
        return round(found)


class BoardNames(msgspec.Struct, frozen=True, kw_only=True):
    """The names of a board at one scale; *codes* are the places of each, the best first: a name without is not shown.

    *countries* are what countries are called, and where.
    """

    names: Mapping[str, Name]
    obstacles: Obstacles
    codes: Mapping[str, tuple[str, ...]] = {}
    countries: tuple[tuple[str, Rect], ...] = ()

    def among(self, spots: Collection[str]) -> "BoardNames":
        """The same names for a board that has these *spots* alone."""
        return msgspec.structs.replace(
            self,
            names={spot: name for spot, name in self.names.items() if spot in spots},
            obstacles=self.obstacles.among(frozenset(spots)),
            codes={spot: codes for spot, codes in self.codes.items() if spot in spots},
        )

    def labels(self, spot: str) -> tuple[Label, ...]:
        """The name of *spot* at each of its places, the best first."""
        codes = self.codes.get(spot)
        return _labels(self.names[spot], codes) if codes else ()

    def candidates(self, spot: str, frame: Rect | None = None, rings: int = NEAR) -> list[tuple[str, Label, int]]:
        """Every place that the name of *spot* might get, cheapest first: its code, the name there, and its cost."""
        return list(_candidates(self.names[spot], self.obstacles, frame, rings))


@lru_cache(maxsize=8)
def _among(obstacles: Obstacles, spots: frozenset[str]) -> Obstacles:
    return Obstacles({spot: place for spot, place in obstacles.spots.items() if spot in spots}, obstacles.lines)


@lru_cache(maxsize=4096)
def _labels(name: Name, codes: tuple[str, ...]) -> tuple[Label, ...]:
    return tuple(name.label(code) for code in codes)


@lru_cache(maxsize=_REMEMBERED)
def _candidates(name: Name, obstacles: Obstacles, frame: Rect | None, rings: int) -> tuple[tuple[str, Label, int], ...]:
    every = [one for one in name.places(rings) if frame is None or frame.holds(one[1].box)]
    if not every:
        return ()
    near = obstacles.near(hull(label.box for _, label, _ in every))
    priced = [(code, label, cost + near.cost(name, label)) for code, label, cost in every]
    return tuple(sorted(priced, key=lambda one: one[2])[:MOST])
