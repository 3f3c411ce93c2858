"""The names of countries, spaced out over their land; where a country is large, more than once."""

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing.board_names import BoardNames, Obstacles
from pbem.engine.kit.drawing.name import Widths
from pbem.engine.kit.drawing.rect import Point, Rect, Segment, hull, inside
from pbem.engine.kit.drawing.solver import GAP
from pbem_maria.drawing.placement.scale import Scale
from pbem_maria.edition.board import Map

SPACING = 0.28
"""The room between letters, in parts of their size."""
_FEWEST = 4
"""A part of a country with fewer cities has no name of its own."""
_STEP = 20
_NEAR = 300
_TRIED = 150
_ROAD = 160
_BORDER = 8000
"""What it costs to cover 160 pixels of a border, against 160 of a main road."""
_APART = 0.8
_SHORT = re.compile(r"(?: with| and)\b|[,:(]")


def short(name: str) -> str:
    """What a picture calls a region: `Saxony` for `Saxony and Lusatia`."""
    return _SHORT.split(name, maxsplit=1)[0].strip()


def size_of(text: str, scale: Scale, widths: Widths) -> Point:
    """The width and height of a country's name in spaced capitals."""
    capitals = text.upper()
    return scale.country * (widths(capitals, Face.serif_italic) + SPACING * len(capitals)), float(scale.country)


def countries(
    board: Map, scale: Scale, names: BoardNames, widths: Widths, borders: Iterable[Segment] = ()
) -> tuple[tuple[str, Rect], ...]:
    """The names of countries and where they are written: where they cover no other name, no city and few *borders*.

    These are in units of the map.
    """
    lines = [((x1 * scale.zoom, y1 * scale.zoom), (x2 * scale.zoom, y2 * scale.zoom)) for (x1, y1), (x2, y2) in borders]
    obstacles = Obstacles({}, (*names.obstacles.lines, *((line, _BORDER) for line in lines)))
    texts = {region.id: short(region.name) for region in board.regions}
    taken = [*names.obstacles.spots.values(), *(names.labels(city)[0].box for city in names.codes)]
    found: list[tuple[str, Rect]] = []
    for (region, *_), cities in sorted(_parts(board, scale).items()):
        if region in texts and len(cities) >= _FEWEST:
            text = texts[region]
            others = [box.middle for other, box in found if other == text]
            box = _place(size_of(text, scale, widths), _land(region, cities, board, scale), taken, obstacles)
            if box and all(_far(box.middle, other) > scale.apart * _APART for other in others):
                found.append((text, box))
                taken.append(box)
    return tuple(found)


def _parts(board: Map, scale: Scale) -> dict[tuple[str, int, int], list[Point]]:
    """The cities of each region, in squares of the map."""
    parts: dict[tuple[str, int, int], list[Point]] = defaultdict(list)
    for city in board.cities:
        x, y = city.x * scale.zoom, city.y * scale.zoom
        parts[city.region, int(x // scale.apart), int(y // scale.apart)].append((x, y))
    return parts


def _land(region: str, cities: list[Point], board: Map, scale: Scale) -> list[Point]:
    """Points of the region among some of its *cities*, those in their middle first."""
    left, right = int(min(x for x, _ in cities)), int(max(x for x, _ in cities))
    top, bottom = int(min(y for _, y in cities)), int(max(y for _, y in cities))
    every = [(city.x * scale.zoom, city.y * scale.zoom, city.region) for city in board.cities]
    near = [(x, y, of) for x, y, of in every if left - _NEAR < x < right + _NEAR and top - _NEAR < y < bottom + _NEAR]
    spots = [(x, y) for x in range(left, right + 1, _STEP) for y in range(top, bottom + 1, _STEP)]
    own = [(x, y) for x, y in spots if min((abs(cx - x) + abs(cy - y), of) for cx, cy, of in near)[1] == region]
    middle = (left + right) // 2, (top + bottom) // 2
    return sorted(((float(x), float(y)) for x, y in own), key=lambda spot: _far(spot, middle))


def _far(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _place(size: Point, land: list[Point], taken: list[Rect], obstacles: Obstacles) -> Rect | None:
    """The free place on the *land* that covers the least of its roads, the middle preferred."""
    width, height = size
    boxes = (Rect(x - width / 2, y - height / 2, width, height) for x, y in land)
    free = list(islice((box for box in boxes if not any(box.overlaps(one, GAP) for one in taken)), _TRIED))
    if not free:
        return None
    near = obstacles.near(hull(free))
    return min((number * _STEP + _roads(box, near), box) for number, box in enumerate(free))[1]


def _roads(box: Rect, obstacles: Obstacles) -> int:
    return sum(round(weight * inside(line, box) / _ROAD) for line, weight in obstacles.lines)
