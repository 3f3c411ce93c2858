"""The names on a board, and the places that each may have.

A code is a compass point, a number if the name is further off, and `/2` if it is in two lines: `E`, `NNW`, `SW2/2`.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from pbem.drawing.geometry import Point, Rect, Segment, hull, inside
from pbem.drawing.solver import GAP, Item, solve
from pbem.engine.picture import Face

Align = Literal["start", "middle", "end"]
Widths = Callable[[str, Face], float]
"""How wide a text is in a face of size 1."""

ASCENT, LINE = 0.78, 0.9
"""Where the first line of a name has its base, and how far the next is below, in parts of its size."""
_HEIGHT = 0.92
_LONG, _SHORT = 9, 4
_CODE = re.compile(r"([NESW]{1,3})([1-6]?)(/2)?")
RINGS = (2, 11, 26, 42, 62, 84, 110)
"""How far a name is from what it must keep clear around its spot, in pixels."""
NEAR = 4
"""The rings in which names are, unless there is no room."""
_RING_COSTS = (0, 250, 600, 1000, 1600, 2300, 3200)
LED = 2
"""The first ring from which a thin line leads to the spot."""
_TWO_LINES = 120

_SIDES: dict[str, tuple[float, float, float, float, int]] = {
    # part of the gap to the right and below, part of the width and of the height, cost
    "E": (1, 0, 0, -0.5, 0),
    "ENE": (0.95, 0, 0, -0.85, 30),
    "ESE": (0.95, 0, 0, -0.15, 35),
    "NE": (0.7, -0.35, 0, -1, 50),
    "SE": (0.7, 0.35, 0, 0, 60),
    "W": (-1, 0, -1, -0.5, 50),
    "WNW": (-0.95, 0, -1, -0.85, 75),
    "WSW": (-0.95, 0, -1, -0.15, 80),
    "NW": (-0.7, -0.35, -1, -1, 90),
    "SW": (-0.7, 0.35, -1, 0, 100),
    "N": (0, -1, -0.5, -1, 100),
    "S": (0, 1, -0.5, 0, 90),
    "NNE": (0, -1, -0.25, -1, 120),
    "NNW": (0, -1, -0.75, -1, 120),
    "SSE": (0, 1, -0.25, 0, 120),
    "SSW": (0, 1, -0.75, 0, 120),
}


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A name at its place, in pixels of its scale from the upper left corner of the map.

    *lines* are texts and their widths. *signs* is the room behind the last one for what stands
    after the name. With *leader*, a thin line leads from the box to the spot.
    """

    spot: str
    lines: tuple[tuple[str, float], ...]
    size: int
    face: Face
    signs: float
    align: Align
    box: Rect
    leader: bool

    @property
    def around(self) -> Rect:
        """What holds the name with its halo, its signs, and what reaches below its base."""
        return self.box.grown(self.size * 0.4)

    def start(self, number: int, signs: float = 0) -> Point:
        """Where line *number*, from 0, begins on its base, if *signs* of its room are used."""
        width = self.lines[number][1] + (signs if number == len(self.lines) - 1 else 0)
        free = self.box.width - width
        x = self.box.x + {"start": 0.0, "middle": free / 2, "end": free}[self.align]
        return x, self.box.y + self.size * (ASCENT + LINE * number)


class Name(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A name that is to be written beside a spot *at* a point; *shapes* are its lines and their widths, in each way."""

    spot: str
    at: Point
    size: int
    face: Face
    radius: float
    signs: float
    shapes: tuple[tuple[tuple[str, float], ...], ...]

    def label(self, code: str) -> Label:
        """The name at the place with this *code*; raises `ValueError` if there is none."""
        found = _CODE.fullmatch(code)
        if found is None or found[1] not in _SIDES or (found[3] and len(self.shapes) < 2):
            raise ValueError(f"{code} is not a place of {self.spot}")
        return self._label(found[1], int(found[2] or 0), self.shapes[bool(found[3])])

    def places(self, rings: int = NEAR) -> Iterator[tuple[str, Label, int]]:
        """Every place within so many *rings*: its code, the name there, and what it costs."""
        for number, lines in enumerate(self.shapes):
            for ring in range(rings):
                for side, (*_, cost) in _SIDES.items():
                    code = f"{side}{ring or ''}{'/2' if number else ''}"
                    yield code, self._label(side, ring, lines), cost + _RING_COSTS[ring] + _TWO_LINES * number

    def _label(self, side: str, ring: int, lines: tuple[tuple[str, float], ...]) -> Label:
        right, down, left_of, above, _ = _SIDES[side]
        gap = self.radius + RINGS[ring]
        ends = [width for _, width in lines]
        width = max([*ends[:-1], ends[-1] + self.signs])
        height = self.size * (_HEIGHT + LINE * (len(lines) - 1))
        x, y = self.at
        box = Rect(x + gap * right + width * left_of, y + gap * down + height * above, width, height)
        align: Align = "start" if left_of == 0 else "end" if left_of == -1 else "middle"
        return Label(
            spot=self.spot, lines=lines, size=self.size, face=self.face, signs=self.signs, align=align, box=box,
            leader=ring >= LED,
        )  # fmt: skip


def halves(name: str) -> list[str]:
    """A long name in two lines that are about as long; nothing if it cannot be broken."""
    cuts = [found.end() for found in re.finditer(r" |(?<=\w)-(?=\w)", name)]
    cuts = [at for at in cuts if min(at, len(name) - at) >= _SHORT and len(name) > _LONG]
    if not cuts:
        return []
    cut = min(cuts, key=lambda at: max(at, len(name) - at))
    return [name[:cut].rstrip(), name[cut:]]


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


_OTHERS = 3
"""How many places a name has beside the best."""
_THE_SAME = 0.5
"""A place that has so much of another in it does not help where that is taken."""


def placed(names: BoardNames, sweeps: int = 300) -> BoardNames:
    """The same names with their places: the best, and others that would clash with no name where that is."""
    found = {spot: names.candidates(spot) for spot in names.names}
    items = [
        Item(key=spot, choices=[label.box for _, label, _ in some], costs=[cost for _, _, cost in some])
        for spot, some in found.items()
    ]
    solve(items, sweeps)
    boxes = {item.key: box for item in items if (box := item.choices[item.now]) is not None}
    codes = {item.key: (found[item.key][item.now][0], *_others(item.key, boxes, found[item.key])) for item in items}
    return msgspec.structs.replace(names, codes=codes)


def placed_in(names: BoardNames, frame: Rect) -> BoardNames:
    """The same names with places for those in *frame* alone, found in a hurry: for a board without stored places."""
    shown = {spot: name for spot, name in names.names.items() if frame.holds(Rect(*name.at, 0, 0))}
    return placed(msgspec.structs.replace(names, names=shown), sweeps=0)


def _others(spot: str, boxes: dict[str, Rect], found: list[tuple[str, Label, int]]) -> list[str]:
    chosen, codes = [boxes[spot]], []
    near = [box for other, box in boxes.items() if other != spot and box.overlaps(boxes[spot], 400)]
    for code, label, cost in found:
        apart = all(label.box.shared(box) < _THE_SAME for box in chosen)
        if apart and cost < COVERS and not any(label.box.overlaps(box, GAP) for box in near):
            chosen.append(label.box)
            codes.append(code)
        if len(codes) == _OTHERS:
            break
    return codes
