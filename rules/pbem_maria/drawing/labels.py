"""labels.yaml: what is worked out for all pictures of a board, written, read, and checked."""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice, pairwise

import msgspec
import yaml

from pbem.drawing import stored
from pbem.drawing.geometry import Crop, MapScale, Point, Rect, Segment, hull, inside, square_around
from pbem.drawing.labels import BoardNames, Name, Obstacles, Widths, halves
from pbem.drawing.solver import GAP
from pbem.drawing.stored import LabelsFile, measured
from pbem.engine.picture import Face, Measure
from pbem_maria.drawing.outlines import outlines
from pbem_maria.edition.board import City, CountryPlace, Labels, Map, NamePlaces
from pbem_maria.edition.edition import Edition


class Scale(MapScale, frozen=True, kw_only=True):
    """A scale, and the sizes in pixels of what has names.

    Sizes are for a town, a fortress and a major fortress. *names* are sizes of type, *radii* what a name keeps clear
    around a city, with the digit of a reach in it. Names of *only_fortresses* are shown where there is no room for
    all. *country* is the size of a country's name, which is repeated *apart*. *piece* is the room of a general, *stack*
    of two; *train* and *hussar* are theirs, all width and height.
    """

    names: tuple[int, int, int]
    radii: tuple[int, int, int]
    country: int
    apart: int
    piece: tuple[int, int]
    stack: tuple[int, int]
    train: tuple[int, int]
    hussar: tuple[int, int]
    only_fortresses: bool = False

    def size(self, city: City) -> int:
        """The size of type of the city's name."""
        return self.names[_rank(city)]

    def radius(self, city: City) -> int:
        """What a name keeps clear around the city."""
        return self.radii[_rank(city)]


def _rank(city: City) -> int:
    return ("none", "minor", "major").index(city.fortress)


OVERVIEW = Scale(
    name="overview",
    zoom=0.9,
    names=(20, 20, 22),
    radii=(3, 8, 11),
    country=24,
    apart=3000,
    piece=(36, 42),
    stack=(58, 42),
    train=(36, 28),
    hussar=(28, 28),
    only_fortresses=True,
)
"""Half of the board."""
AREA = Scale(
    name="area",
    zoom=1.85,
    names=(21, 24, 28),
    radii=(12, 15, 18),
    country=28,
    apart=700,
    piece=(44, 52),
    stack=(82, 52),
    train=(40, 32),
    hussar=(30, 30),
)
"""A theatre, or the reach of a force march."""
CLOSE = Scale(
    name="close",
    zoom=2.7,
    names=(24, 26, 30),
    radii=(18, 22, 26),
    country=36,
    apart=700,
    piece=(56, 66),
    stack=(103, 66),
    train=(46, 36),
    hussar=(34, 34),
)
"""The surroundings of a general."""
SCALES = {scale.name: scale for scale in (OVERVIEW, AREA, CLOSE)}

BoardCrop = Crop[Scale]
"""A part of the board."""


CROWN, HOLDER, SPACE = 0.95, 1.15, 0.15
"""The room for an elector's crown and for the holder of a fortress after its name, and before them."""
_MAIN, _MINOR = 160, 80
"""What it costs a name to cover 40 pixels of a road."""


def face_of(city: City) -> Face:
    """The face that the city's name is written in."""
    return Face.serif_bold if city.is_fortress else Face.serif


def name_of(city: City, scale: Scale, widths: Widths) -> Name:
    """The name of *city* at a scale."""
    size = scale.size(city)
    face = face_of(city)
    signs = (CROWN if city.elector else 0) + (HOLDER if city.is_fortress else 0)
    shapes = [[city.name], *([two] if (two := halves(city.name)) else [])]
    return Name(
        spot=city.id,
        at=(city.x * scale.zoom, city.y * scale.zoom),
        size=size,
        face=face,
        radius=scale.radius(city),
        signs=size * (signs + SPACE) if signs else 0,
        shapes=tuple(tuple((text, size * widths(text, face)) for text in lines) for lines in shapes),
    )


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
        names={city.id: name_of(city, scale, widths) for city in shown},
        obstacles=Obstacles({city.id: square_around(at[city.id], scale.radius(city)) for city in board.cities}, roads),
    )


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


_HEAD = """\
# Where names go on pictures of this board, and the outlines of its countries. `pbem edition labels` makes this file
# from map.yaml; after a change to that, make it again.
"""


def digest(board: Map) -> str:
    """What labels of *board* are made for: its cities, roads and regions, and the sizes of type."""
    cities = [(city.id, city.name, city.x, city.y, city.fortress, city.elector, city.region) for city in board.cities]
    regions = [(region.id, region.name, region.home) for region in board.regions]
    return stored.digest(cities, regions, board.roads, board.board, tuple(SCALES.values()))


def _also(names: BoardNames, labels: Labels, scale: Scale) -> BoardNames:
    places = labels.countries.get(scale.name, ())
    countries = tuple((one.text, Rect(*one.at, one.width, scale.country)) for one in places)
    return msgspec.structs.replace(names, countries=countries)


LABELS = LabelsFile(
    holds=Labels,
    scales=SCALES,
    texts=lambda board: ((city.id, city.name, face_of(city)) for city in board.cities),
    unplaced=unplaced,
    digest=digest,
    also=_also,
)
"""The names of cities and countries in labels.yaml."""


def work_out(board: Map, measure: Measure) -> Labels:
    """Everything that labels.yaml holds for *board*."""
    scales, places = LABELS.work_out(board, measure)
    lands = outlines(board)
    borders = [side for lines in lands.values() for line in lines for side in pairwise([*line, line[0]])]
    return Labels(
        made_for=digest(board),
        names={city: NamePlaces(**each) for city, each in places.items()},
        countries={
            name: tuple(
                CountryPlace(text=text, at=(round(box.x), round(box.y)), width=round(box.width))
                for text, box in countries(board, SCALES[name], names, measured(measure), borders)
            )
            for name, names in scales.items()
        },
        outlines={
            country: tuple(" ".join(f"{x},{y}" for x, y in line) for line in lines) for country, lines in lands.items()
        },
    )


def text_of(labels: Labels) -> str:
    """labels.yaml with these *labels*, a line for each name."""
    data = msgspec.to_builtins(labels)
    del data["names"]
    rest = yaml.dump(
        data, Dumper=yaml.SafeDumper, default_flow_style=None, width=120, allow_unicode=True, sort_keys=False
    )
    return _HEAD + rest + LABELS.lines(labels)


@functools.cache
def labels_of(edition: Edition) -> Labels | None:
    """The labels of *edition*, if it has any that were made for its map and can be read."""
    return LABELS.labels_of(edition)


@functools.cache
def names_of(edition: Edition, scale: Scale, measure: Measure) -> BoardNames:
    """The names of *edition* at a scale; without places if it has no labels that can be used."""
    return LABELS.names_of(edition, scale, measure)
