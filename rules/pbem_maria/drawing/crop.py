"""Which part of the board a picture shows, and at which scale."""

from collections.abc import Iterable, Sequence

import msgspec

from pbem_maria.drawing.placement.rect import Point, Rect
from pbem_maria.drawing.placement.scale import Scale
from pbem_maria.edition.board import City
from pbem_maria.edition.edition import Edition

WIDTH = 800
"""Pixels: a phone shows every picture as wide as its screen."""
WIDEST, HIGHEST = 860, 1240
"""What an area that does not fit otherwise may have."""
HEIGHTS = (520.0, 1120.0)
"""The least and the most pixels that the map on a picture is high."""
MARGIN = 60.0
"""The pixels around what a picture is about."""
_EDGE = 36
"""How far beyond the outermost cities of the board a picture may show."""


class Crop(msgspec.Struct, frozen=True):
    """A part of the board: its *frame* is in pixels of the scale, from the upper left corner of the map."""

    scale: Scale
    frame: Rect

    def point(self, city: City) -> Point:
        """Where a city is, in pixels of the scale."""
        return city.x * self.scale.zoom, city.y * self.scale.zoom

    def shows(self, city: City, margin: float = 0) -> bool:
        """Whether a city is in the frame, so many pixels from its edge."""
        x, y = self.point(city)
        inner = self.frame.grown(-margin)
        return inner.x <= x <= inner.right and inner.y <= y <= inner.bottom


def around(
    cities: Iterable[City],
    scales: Sequence[Scale],
    edition: Edition,
    *,
    margin: float = MARGIN,
    heights: tuple[float, float] = HEIGHTS,
    widest: float = WIDTH,
) -> Crop:
    """The part of the board with these *cities*, at the first of the *scales* at which it fits, or at the last.

    *margin* is the room around the cities in pixels, *heights* the least and the most for the map, *widest* its most.
    """
    every = list(cities)
    spots = [(city.x, city.y) for city in every]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    scale = next((each for each in scales if fits(every, each, margin, heights[1])), scales[-1])
    zoom = scale.zoom
    height = round(min(heights[1], max(heights[0], (bottom - top) * zoom + 2 * margin)))
    board = _board(edition, zoom)
    width = round(min(widest, max(WIDTH, (right - left) * zoom + 2 * margin)))
    x = _within((left + right) / 2 * zoom, width, board.x, board.right)
    y = _within((top + bottom) / 2 * zoom, height, board.y, board.bottom)
    return Crop(scale, Rect(x, y, width, height))


def fits(cities: Iterable[City], scale: Scale, margin: float = MARGIN, most: float = HEIGHTS[1]) -> bool:
    """Whether a picture at *scale* can show all *cities* with a *margin*, and be no higher than *most*."""
    spots = [(city.x, city.y) for city in cities]
    width, height = (max(spot[axis] for spot in spots) - min(spot[axis] for spot in spots) for axis in (0, 1))
    return width * scale.zoom + 2 * margin <= WIDTH and height * scale.zoom + 2 * margin <= most


def _board(edition: Edition, zoom: float) -> Rect:
    """What there is to show: all cities, with an edge."""
    spots = [(city.x * zoom, city.y * zoom) for city in edition.map.cities]
    left, top = min(x for x, _ in spots) - _EDGE, min(y for _, y in spots) - _EDGE
    right, bottom = max(x for x, _ in spots) + _EDGE, max(y for _, y in spots) + _EDGE
    return Rect(left, top, right - left, bottom - top)


def _within(middle: float, size: float, least: float, most: float) -> float:
    """Where a length of *size* around *middle* begins, rounded, without leaving what is between *least* and *most*."""
    return float(round(max(least, min(middle - size / 2, most - size))))
