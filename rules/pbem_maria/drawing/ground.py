"""Roads and cities: main and minor roads by one line or two, cities by size and shape."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product

import msgspec

from pbem.drawing import svg
from pbem.drawing.arrange import Arrangement
from pbem.drawing.geometry import WIDTH, Point, Rect, Segment, hull, inside, square_around
from pbem.drawing.labels import Label
from pbem.drawing.layers import Layer, copies, layer, on_tiles, strokes
from pbem.engine.picture import Face
from pbem_maria.drawing.labels import CROWN, HOLDER, SCALES, SPACING, BoardCrop, Scale, labels_of
from pbem_maria.drawing.theme import SuitTheme, theme
from pbem_maria.edition.board import Board, City, Spot
from pbem_maria.edition.edition import Edition, known
from pbem_maria.position.powers import PRUSSIA, SILESIA, controller, home_of
from pbem_maria.position.state import State

_RIBBONS = {"overview": 9, "area": 14, "close": 17}
"""By scale, the width of a ribbon."""
_BEYOND = 60
"""How far outside a picture a border is drawn, so that its ends are not seen."""
_THIN = 0.4
"""How much of that a country has that no power is at home in."""
_DASHES: svg.Style = {"stroke_dasharray": "9 4 2 4"}


def _borders_in(key: str, crop: BoardCrop, *, annexed: bool) -> str:
    near = crop.frame.grown(_BEYOND)
    ribbons: dict[tuple[str, float], list[str]] = {}
    lines = []
    for border in _borders(key, crop.scale.name):
        if border.box.overlaps(near):
            runs = list(_runs(border.line, near))
            lines += [svg.curve([border.line[n] for n in run]) for run in runs]
            inside = (svg.curve([border.middle[n] for n in run]) for run in runs)
            ribbons.setdefault((_colour(known(key), border.country, annexed=annexed), border.width), []).extend(inside)
    drawn = (svg.stroke("".join(data), colour, width) for (colour, width), data in ribbons.items())
    return "".join(drawn) + svg.stroke("".join(lines), theme().faint, 1.4, **_DASHES)


def _colour(edition: Edition, country: str, *, annexed: bool) -> str:
    power = PRUSSIA if annexed and country == SILESIA else country
    return theme().power(power).border if power in edition.powers else theme().neutral


class Border(msgspec.Struct, frozen=True):
    """A closed border of a country: the box that holds it, its line, the middle of its ribbon, and how wide that is."""

    country: str
    box: Rect
    line: tuple[Point, ...]
    middle: tuple[Point, ...]
    width: float


def _runs(line: Sequence[Point], near: Rect) -> Iterator[list[int]]:
    """The parts of a closed line that are in a box: each the numbers of its points."""
    inside = [near.holds(Rect(x, y, 0, 0)) for x, y in line]
    start = inside.index(False) if False in inside else 0
    run: list[int] = []
    for n in [*range(start, len(line)), *range(start + 1)]:
        if inside[n]:
            run.append(n)
            continue
        if len(run) > 1:
            yield run
        run = []
    if len(run) > 1:
        yield run


@lru_cache(maxsize=8)
def _borders(key: str, scale: str) -> tuple[Border, ...]:
    edition = known(key)
    labels = labels_of(edition)
    zoom = SCALES[scale].zoom
    found = []
    for country in labels.outlines if labels else ():
        width = _RIBBONS[scale] * (1 if country in edition.powers else _THIN)
        for loop in labels.outline(country) if labels else ():
            line = tuple((x * zoom, y * zoom) for x, y in loop)
            if len(line) > 3:
                box = hull(Rect(x, y, 0, 0) for x, y in line)
                found.append(Border(country, box, line, tuple(_inset(line, width / 2)), width))
    return tuple(found)


def _inset(points: Sequence[Point], width: float) -> list[Point]:
    """The closed line at a distance to the right of another, where the land is."""
    found = []
    for before, (x, y), after in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True):
        right, down = after[0] - before[0], after[1] - before[1]
        length = math.hypot(right, down) or 1
        found.append((x - down / length * width, y + right / length * width))
    return found


SIGNS: Mapping[str, int] = {"overview": 17, "area": 22, "close": 26}
"""By scale, the size of a suit's sign."""
_INSIDE = 16
"""How far a sign is from the corner of what is seen of its square."""
_HILL = 21
"""How far apart hills are along their range."""


class Patch(msgspec.Struct, frozen=True):
    """A part of a drawing with the box that holds it."""

    box: Rect
    svg: str


def ground(view: State, crop: BoardCrop) -> Layer:
    """The squares of the grid in the tints of their suits, borders, sea, rivers and hills in sight."""
    board = _whole(view.edition, crop.scale.name)
    everything = _ground(view.edition, board, annexed=view.annexed)
    return on_tiles(_ground(view.edition, crop, annexed=view.annexed), crop.frame, lambda _: everything)


@lru_cache(maxsize=16)
def _ground(key: str, crop: BoardCrop, *, annexed: bool) -> str:
    """Borders end at the coast, which is drawn over them."""
    name = crop.scale.name
    grid, terrain = (_seen(parts, crop) for parts in (_grid(key, name), _terrain(key, name)))
    return "".join([*grid, _borders_in(key, crop, annexed=annexed), *terrain])


@lru_cache(maxsize=8)
def _whole(key: str, scale: str) -> BoardCrop:
    """All of the board at a scale, and what is beyond its edges."""
    of, cities = SCALES[scale], known(key).map.cities
    spots = [Rect(city.x * of.zoom, city.y * of.zoom, 0, 0) for city in cities]
    return BoardCrop(of, hull([*spots, *_squares(known(key), of).values()]).grown(WIDTH))


def suit_signs(edition: Edition, crop: BoardCrop) -> Layer:
    """The signs of suits, one in each corner of what is seen of a square."""
    found, size = [], SIGNS[crop.scale.name]

    def signed(look: SuitTheme) -> Callable[[Point], str]:
        return lambda at: svg.words(at, look.sign, size, fill=look.colour, anchor="middle")

    for name, square in _squares(edition, crop.scale).items():
        seen = _common(square, crop.frame.grown(-4))
        if seen is None or min(seen.width, seen.height) < 2 * size:
            continue
        draw = signed(theme().suits[edition.map.squares[name]])
        corners = product((seen.x + _INSIDE, seen.right - _INSIDE), (seen.y + size, seen.bottom - 6))
        found += [(draw, corner, square_around((0, 0), size)) for corner in corners]
    return copies(found, lambda some: f"<g {Face.signs}>{some}</g>", lasting=True)


def country_names(crop: BoardCrop, names: Iterable[tuple[str, Rect]]) -> Layer:
    """The *names* of countries in spaced capitals, each in its box."""
    size = crop.scale.country

    def said(text: str, box: Rect) -> str:
        base = box.x, box.y + box.height * 0.85
        return svg.words(base, text.upper(), size, fill=theme().faint, spacing=size * SPACING)

    found = ((box.grown(size), said(text, box)) for text, box in names)
    return layer(found, lambda some: f"<g {Face.serif_italic}>{some}</g>", lasting=True)


def _seen(parts: Iterable[Patch], crop: BoardCrop) -> Iterator[str]:
    return (part.svg for part in parts if part.box.overlaps(crop.frame))


def _squares(edition: Edition, scale: Scale) -> dict[str, Rect]:
    """Each square of the grid: rows are numbered from the south, columns lettered from the west."""
    board = edition.map.board
    if board is None:
        return {}
    width, height = board.width / board.columns * scale.zoom, board.height / board.rows * scale.zoom
    return {
        name: Rect((ord(name[0]) - ord("A")) * width, (board.rows - int(name[1:])) * height, width, height)
        for name in edition.map.squares
    }


def _common(one: Rect, other: Rect) -> Rect | None:
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, right - left, bottom - top) if left < right and top < bottom else None


@lru_cache(maxsize=8)
def _grid(key: str, scale: str) -> tuple[Patch, ...]:
    edition = known(key)
    squares = _squares(edition, SCALES[scale])
    line: svg.Style = {"fill": "none", "stroke": theme().faint, "stroke_width": 0.8}
    tints = [
        Patch(box, svg.rectangle(box, fill=theme().suits[edition.map.squares[name]].tint))
        for name, box in squares.items()
    ]
    return (*tints, *(Patch(box, svg.rectangle(box, **line)) for box in squares.values()))


@lru_cache(maxsize=8)
def _terrain(key: str, scale: str) -> tuple[Patch, ...]:
    edition, zoom = known(key), SCALES[scale].zoom
    at = {city.id: (city.x * zoom, city.y * zoom) for city in edition.map.cities}
    thin = min(1.0, 0.45 + zoom / 4)

    def placed(places: Iterable[Spot]) -> list[Point]:
        points = ((at.get(each) if isinstance(each, str) else (each[0] * zoom, each[1] * zoom)) for each in places)
        return [point for point in points if point is not None]

    found: list[Patch] = []
    for points in map(placed, edition.terrain.sea):
        data = svg.curve(points, closed=True)
        found.append(_part(points, svg.path(data, fill=theme().water, stroke=theme().shore, stroke_width=2.5)))
    rivers = [(placed(river.via), river.width * 1.6 * thin) for river in edition.terrain.rivers]
    for points, width in rivers:
        if len(points) > 1:
            data = svg.curve(points)
            bank = svg.stroke(data, theme().shore, width + 2, stroke_linecap="round")
            found.append(_part(points, bank + svg.stroke(data, theme().water, max(1, width - 0.6))))
    for hills in edition.terrain.hills:
        found += _range(placed(hills.via), hills.name)
    return tuple(found)


def _part(points: list[Point], drawn: str) -> Patch:
    return Patch(hull(Rect(x, y, 0, 0) for x, y in points).grown(12), drawn)


def _range(points: list[Point], name: str) -> Iterator[Patch]:
    """Hills along a line, a little to its left and right, always the same for a range of this *name*."""
    seed = sum(ord(letter) * place for place, letter in enumerate(name, 1))
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        for i in range(int(length / _HILL)):
            part = i * _HILL / length
            seed = (seed * 1103515245 + 12345) % (1 << 31)
            x = x1 + (x2 - x1) * part + (seed >> 8) % 15 - 7
            y = y1 + (y2 - y1) * part + (seed >> 16) % 15 - 7
            shape = f"M{svg.number(x - 11)},{svg.number(y + 6)}q9,-21 22,0m-10,-12l3,11m0,-8l4,8"
            yield Patch(Rect(x - 12, y - 10, 24, 18), svg.stroke(shape, theme().hill, 1.4))


SIZES: Mapping[str, tuple[float, float, float]] = {
    "overview": (3.2, 8.5, 12.5),
    "area": (5.6, 11.5, 16),
    "close": (6.5, 13, 18),
}
"""By scale, the radius of a town, a fortress, a major fortress."""
ROADS: Mapping[str, tuple[float, float]] = {"overview": (4.6, 1.2), "area": (7, 1.9), "close": (8, 2.2)}
"""By scale, the width of a main and of a minor road."""


def size(city: City, crop: BoardCrop) -> float:
    """The radius of a city's sign."""
    return SIZES[crop.scale.name][0 if not city.is_fortress else 2 if city.is_major_fortress else 1]


def cities_of(view: State, crop: BoardCrop, margin: float = 0) -> list[City]:
    """The cities that a picture shows."""
    return [city for city in view.board.cities.values() if crop.shows(city, margin)]


def roads(view: State, crop: BoardCrop) -> Layer:
    """All roads in sight, minor ones first."""
    every = _roads(view.board, _whole(view.edition, crop.scale.name))
    return on_tiles(_roads(view.board, crop), crop.frame, lambda _: every)


@lru_cache(maxsize=8)
def _roads(board: Board, crop: BoardCrop) -> str:
    main, minor = (tuple(_lines(board, crop, main=each)) for each in (True, False))
    wide, thin = ROADS[crop.scale.name]
    data = "".join(svg.line(line) for line in main)
    return (
        svg.stroke("".join(svg.line(line) for line in minor), theme().road, thin)
        + svg.stroke(data, theme().road, wide, stroke_linecap="round")
        + svg.stroke(data, theme().core, wide * 0.52, stroke_linecap="round")
    )


def _lines(board: Board, crop: BoardCrop, *, main: bool) -> Iterator[Segment]:
    near = crop.frame.grown(10)
    for city in board.cities.values():
        for other in board.roads[city.id]:
            if city.id < other and board.on_main_road(city.id, other) == main:
                line = crop.point(city), crop.point(board.cities[other])
                if inside(line, near):
                    yield line


def cities(view: State, crop: BoardCrop) -> tuple[Layer, Layer]:
    """The sign of every city in sight."""
    towns, forts = [], []
    for city in cities_of(view, crop, -20):
        middle, radius = crop.point(city), size(city, crop)
        box = square_around(middle, radius + 3)
        if city.is_fortress:
            drawn = fortress(middle, radius, city, ground_of(view, city))
            forts.append((box, svg.thing("city", city.id, drawn, middle)))
        else:
            towns.append((box, svg.thing("city", city.id, svg.circle(middle, radius), middle)))
    rim = 2 if crop.scale.name != "overview" else 1.3
    open_ones: svg.Style = {"fill": theme().white, "stroke": theme().ink, "stroke_width": rim}
    forted: svg.Style = {
        "stroke": theme().ink, "stroke_width": 1.8 if rim == 2 else 1.4, "stroke_linejoin": "round"
    }  # fmt: skip
    return (
        layer(towns, lambda some: svg.group([some], **open_ones), lasting=True),
        layer(forts, lambda some: svg.group([some], **forted), lasting=True),
    )


def fortress(middle: Point, radius: float, city: City, ground: str) -> str:
    """The star of a fortress: six points, eight with a heart for a major one."""
    if not city.is_major_fortress:
        return svg.path(svg.star(middle, radius, 6), fill=ground)
    heart = svg.circle(middle, radius * 0.36, fill=theme().white)
    return svg.path(svg.star(middle, radius, 8), fill=ground) + heart


def ground_of(view: State, city: City) -> str:
    """The colour of a fortress: that of the power that holds it."""
    holder = controller(view, city.id)
    return theme().power(holder).ground if holder else theme().white


def foreign_holder(view: State, city: City) -> str | None:
    """The power that holds a fortress, where it is not the one whose home country it is in."""
    if not city.is_fortress:
        return None
    holder = controller(view, city.id)
    return holder if holder != home_of(view, city.id) or city.id in view.electors else None


def names(view: State, placed: Arrangement) -> Iterator[Layer]:
    """The names of cities, with an elector's crown and the letter of a foreign holder after them."""
    by_face: dict[Face, list[Label]] = {}
    for label in placed.labels.values():
        by_face.setdefault(label.face, []).append(label)
    for face, labels in by_face.items():
        texts = (svg.thing("city", one.spot, "".join(_name(view, view.board.cities[one.spot], one))) for one in labels)
        yield layer(
            zip((one.around for one in labels), texts, strict=True),
            svg.with_halo(face, theme().paper),
            lasting=[one.spot in placed.usual for one in labels],
        )


def city_signs(view: State, placed: Arrangement) -> Layer:
    """What is after the names: crowns, and the letters of foreign holders."""
    found = []
    for label in placed.labels.values():
        drawn = ""
        city = view.board.cities[label.spot]
        holder = foreign_holder(view, city)
        used = _room(label, city, holder)
        x, y = label.start(len(label.lines) - 1, used)
        x += label.lines[-1][1] + 0.12 * label.size
        if city.elector:
            drawn = crown((x + label.size * CROWN / 2, y - label.size * 0.3), label.size)
            x += label.size * CROWN
        if holder:
            drawn += holder_box(Rect(x, y - label.size * 0.78, label.size * 1.05, label.size * 0.94), holder)
        found.append((label.around, drawn))
    return layer(found, lasting=[spot in placed.usual for spot in placed.labels])


def leaders(crop: BoardCrop, labels: Iterable[Label], view: State) -> Layer:
    """Thin lines from names to cities that they are not close to."""
    far = [(crop.point(view.board.cities[label.spot]), label.box) for label in labels if label.leader]
    every = (svg.line((spot, box.nearest(spot))) for spot, box in far)
    return strokes(every, 3, lambda data: svg.stroke(data, theme().ink, 1.5))


def _name(view: State, city: City, label: Label) -> Iterator[str]:
    used = _room(label, city, foreign_holder(view, city))
    for number, (text, _) in enumerate(label.lines):
        yield svg.words(label.start(number, used), text, label.size)


def _room(label: Label, city: City, holder: str | None) -> float:
    """The room that signs after the name take."""
    parts = (CROWN if city.elector else 0) + (HOLDER if holder else 0)
    return label.size * parts


def crown(middle: Point, size_of_type: float) -> str:
    """An elector's crown beside text of a size."""
    scale = size_of_type * 0.046
    shape = [(-8, 4), (-9, -5), (-4, -1), (0, -7), (4, -1), (9, -5), (8, 4)]
    points = [(middle[0] + x * scale, middle[1] + y * scale) for x, y in shape]
    look: svg.Style = {"fill": theme().gold, "stroke": theme().ink, "stroke_width": 1.4, "stroke_linejoin": "round"}
    return svg.path(svg.line(points, closed=True), **look)


def holder_box(box: Rect, power: str) -> str:
    """The letter of the power that holds a fortress abroad, on its colour."""
    look = theme().power(power)
    letter = box.height * (0.82 if len(look.letter) == 1 else 0.66)
    return svg.rectangle(box, rx=4, fill=look.ground, stroke=theme().ink, stroke_width=1.6) + svg.words(
        (box.middle[0], box.middle[1] + letter * 0.36), look.letter, letter, Face.sans_bold, fill=look.text,
        anchor="middle",
    )  # fmt: skip
