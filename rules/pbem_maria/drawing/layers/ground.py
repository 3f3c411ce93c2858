"""The ground of the map: squares with the signs of their suits, waters, hills, the grid, names of countries."""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, product

import msgspec

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point, Rect, hull
from pbem_maria.drawing.placement.countries import SPACING
from pbem_maria.drawing.placement.scale import SCALES, BoardCrop, Scale
from pbem_maria.drawing.theme import theme
from pbem_maria.edition.edition import Edition, known
from pbem_maria.edition.terrain import Spot

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


def ground(edition: Edition, crop: BoardCrop) -> str:
    """The squares of the grid in the tints of their suits, as far as *crop* shows them."""
    return "".join(_seen(_grid(edition.key, crop.scale.name), crop))


def terrain(edition: Edition, crop: BoardCrop) -> str:
    """Sea, rivers and hills in sight: over the borders, which end at the coast."""
    return "".join(_seen(_terrain(edition.key, crop.scale.name), crop))


def signs(edition: Edition, crop: BoardCrop) -> str:
    """The signs of suits, one in each corner of what is seen of a square."""
    found, size = [], SIGNS[crop.scale.name]
    for name, box in _squares(edition, crop.scale).items():
        seen = _common(box, crop.frame.grown(-4))
        if seen is None or min(seen.width, seen.height) < 2 * size:
            continue
        look = theme().suits[edition.map.squares[name]]
        corners = product((seen.x + _INSIDE, seen.right - _INSIDE), (seen.y + size, seen.bottom - 6))
        found += [svg.words(corner, look.sign, size, fill=look.colour, anchor="middle") for corner in corners]
    return f"<g {Face.signs}>{''.join(found)}</g>"


def country_names(crop: BoardCrop, names: Iterable[tuple[str, Rect]]) -> str:
    """The *names* of countries in spaced capitals, each in its box."""
    size = crop.scale.country
    said = (
        svg.words((box.x, box.y + box.height * 0.85), text.upper(), size, fill=theme().faint, spacing=size * SPACING)
        for text, box in names
    )
    return f"<g {Face.serif_italic}>{''.join(said)}</g>"


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
