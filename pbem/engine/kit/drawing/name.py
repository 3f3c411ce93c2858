"""A name beside its spot on the board: the places where it can be written, each under a short code.

A code is a compass point, a number if the name is further off, and `/2` if it is in two lines: `E`, `NNW`, `SW2/2`.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing.rect import Point, Rect

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
