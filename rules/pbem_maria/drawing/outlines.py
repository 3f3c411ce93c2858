"""Outlines of countries: land belongs to the country of the nearest city, and borders wander a little."""

from collections import defaultdict
from collections.abc import Iterator

from pbem.drawing.geometry import Point
from pbem_maria.edition.board import City, Map

_STEP = 8
"""The sides of a cell, in units of the map."""
_MARGIN = 12
"""How many cells land goes on beyond the map."""
_BUCKET = 100
_WANDER, _WAVE = 9, 56
"""How far a border is off its straight line, and over which length it goes off and back."""
_SMOOTHINGS = 4
_SMALLEST = 12
"""A shorter outline is left out."""
_STRAIGHT = 1.2
"""A point that is nearer to the line of its neighbours is left out."""

Cell = tuple[int, int]


def country_of(board: Map, region: str) -> str:
    """What the land of a region counts as: the power that is at home there, or the region itself."""
    home = next((each.home for each in board.regions if each.id == region), None)
    return home or region


def outlines(board: Map) -> dict[str, list[list[Cell]]]:
    """The closed lines around the parts of each country, in whole units of the map, the land on the right."""
    width = board.board.width if board.board else int(max(city.x for city in board.cities))
    height = board.board.height if board.board else int(max(city.y for city in board.cities))
    cells = _cells(board, width, height)
    return {
        country: [[(round(x), round(y)) for x, y in _simple(_smooth(loop))] for loop in _loops(country, cells)]
        for country in sorted(set(cells.values()))
    }


def _cells(board: Map, width: int, height: int) -> dict[Cell, str]:
    near: dict[Cell, list[City]] = defaultdict(list)
    for city in board.cities:
        near[int(city.x // _BUCKET), int(city.y // _BUCKET)].append(city)
    countries = {region.id: country_of(board, region.id) for region in board.regions}
    found = {}
    for column in range(-_MARGIN, width // _STEP + _MARGIN):
        for row in range(-_MARGIN, height // _STEP + _MARGIN):
            x, y = column * _STEP, row * _STEP
            at = x + _WANDER * _noise(x, y, 1), y + _WANDER * _noise(x, y, 2)
            owner = _nearest(near, at)
            if owner is not None and owner.region in countries:
                found[column, row] = countries[owner.region]
    return found


def _nearest(near: dict[Cell, list[City]], at: Point) -> City | None:
    column, row = int(at[0] // _BUCKET), int(at[1] // _BUCKET)
    for reach in (1, 2, 4):
        cities = [
            city
            for x in range(column - reach, column + reach + 1)
            for y in range(row - reach, row + reach + 1)
            for city in near.get((x, y), ())
        ]
        if cities:
            return min(cities, key=lambda one: ((one.x - at[0]) ** 2 + (one.y - at[1]) ** 2, one.id))
    return None


def _noise(x: int, y: int, kind: int) -> float:
    """A number from -1 to 1 that changes slowly with *x* and *y*, the same on every machine."""
    column, row = x // _WAVE, y // _WAVE
    right, down = (x % _WAVE) / _WAVE, (y % _WAVE) / _WAVE
    upper = _at(column, row, kind) * (1 - right) + _at(column + 1, row, kind) * right
    lower = _at(column, row + 1, kind) * (1 - right) + _at(column + 1, row + 1, kind) * right
    return upper * (1 - down) + lower * down


def _at(column: int, row: int, kind: int) -> float:
    mixed = (column * 374761393 + row * 668265263 + kind * 2147483647) % (1 << 32)
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) % (1 << 32)
    return (mixed ^ (mixed >> 16)) % 2001 / 1000 - 1


def _loops(country: str, cells: dict[Cell, str]) -> Iterator[list[Cell]]:
    """The edges of the country's cells joined to closed lines, in cells."""
    following: dict[Cell, list[Cell]] = defaultdict(list)
    for (x, y), owner in sorted(cells.items()):
        if owner == country:
            corners = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
            beside = (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)
            for side in range(4):
                if cells.get(beside[side]) != country:
                    following[corners[side]].append(corners[(side + 1) % 4])
    while following:
        loop = [min(following)]
        while loop[-1] in following:
            point = loop[-1]
            loop.append(following[point].pop())
            if not following[point]:
                del following[point]
        if len(loop) > _SMALLEST:
            yield loop[:-1]


def _smooth(loop: list[Cell]) -> list[Point]:
    points = [(x * _STEP - _STEP / 2, y * _STEP - _STEP / 2) for x, y in loop]
    for _ in range(_SMOOTHINGS):
        points = [
            ((points[i - 1][0] + 2 * x + points[(i + 1) % len(points)][0]) / 4,
             (points[i - 1][1] + 2 * y + points[(i + 1) % len(points)][1]) / 4)
            for i, (x, y) in enumerate(points)
        ]  # fmt: skip
    return points


def _simple(points: list[Point]) -> list[Point]:
    """A closed line without the points that hardly bend it (Douglas and Peucker, 1973)."""
    half = len(points) // 2
    return [*_bends(points[: half + 1])[:-1], *_bends([*points[half:], points[0]])[:-1]]


def _bends(points: list[Point]) -> list[Point]:
    if len(points) < 3:
        return points
    (x1, y1), (x2, y2) = points[0], points[-1]
    across = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    off = [abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / across for x, y in points]
    worst = max(range(len(points)), key=off.__getitem__)
    if off[worst] <= _STRAIGHT:
        return [points[0], points[-1]]
    return [*_bends(points[: worst + 1])[:-1], *_bends(points[worst:])]
