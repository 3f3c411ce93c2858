"""Which part of the board a picture shows, and at which scale."""

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from pbem.engine.kit.drawing.rect import Point, Rect

WIDTH = 800
"""Pixels: a phone shows every picture as wide as its screen."""
WIDEST, HIGHEST = 860, 1240
"""What an area that does not fit otherwise may have."""
HEIGHTS = (520.0, 1120.0)
"""The least and the most pixels that the map on a picture is high."""
MARGIN = 60.0
"""The pixels around what a picture is about."""
_EDGE = 36
"""How far beyond the outermost spots of the board a picture may show."""


class OnMap(Protocol):
    """What has a place on the map, in units of the map from its upper left corner."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...


class MapScale(msgspec.Struct, frozen=True, kw_only=True):
    """A scale: pixels for each unit of the map."""

    name: str
    zoom: float


Z = TypeVar("Z", bound=MapScale)


class Crop(msgspec.Struct, Generic[Z], frozen=True):
    """A part of the board: its *frame* is in pixels of the scale, from the upper left corner of the map."""

    scale: Z
    frame: Rect

    def point(self, spot: OnMap) -> Point:
        """Where a spot is, in pixels of the scale."""
        return spot.x * self.scale.zoom, spot.y * self.scale.zoom

    def shows(self, spot: OnMap, margin: float = 0) -> bool:
        """Whether a spot is in the frame, so many pixels from its edge."""
        x, y = self.point(spot)
        inner = self.frame.grown(-margin)
        return inner.x <= x <= inner.right and inner.y <= y <= inner.bottom


def around(
    spots: Iterable[OnMap],
    scales: Sequence[Z],
    board: Iterable[OnMap],
    *,
    margin: float = MARGIN,
    heights: tuple[float, float] = HEIGHTS,
    widest: float = WIDTH,
) -> Crop[Z]:
    """The part of the board with these *spots*, at the first of the *scales* at which it fits, or at the last.

    *board* is everything that there is. *margin* is the room around the spots in pixels, *heights* the least and the
    most for the map, *widest* its most.
    """
    every = list(spots)
    left, right = min(spot.x for spot in every), max(spot.x for spot in every)
    top, bottom = min(spot.y for spot in every), max(spot.y for spot in every)
    scale = next((each for each in scales if fits(every, each, margin, heights[1])), scales[-1])
    zoom = scale.zoom
    height = round(min(heights[1], max(heights[0], (bottom - top) * zoom + 2 * margin)))
    whole = _whole(board, zoom)
    width = round(min(widest, max(WIDTH, (right - left) * zoom + 2 * margin)))
    x = _within((left + right) / 2 * zoom, width, whole.x, whole.right)
    y = _within((top + bottom) / 2 * zoom, height, whole.y, whole.bottom)
    return Crop(scale, Rect(x, y, width, height))


def fits(spots: Iterable[OnMap], scale: MapScale, margin: float = MARGIN, most: float = HEIGHTS[1]) -> bool:
    """Whether a picture at *scale* can show all *spots* with a *margin*, and be no higher than *most*."""
    places = [(spot.x, spot.y) for spot in spots]
    width, height = (max(place[axis] for place in places) - min(place[axis] for place in places) for axis in (0, 1))
    return width * scale.zoom + 2 * margin <= WIDTH and height * scale.zoom + 2 * margin <= most


def _whole(board: Iterable[OnMap], zoom: float) -> Rect:
    """What there is to show: all spots, with an edge."""
    spots = [(spot.x * zoom, spot.y * zoom) for spot in board]
    left, top = min(x for x, _ in spots) - _EDGE, min(y for _, y in spots) - _EDGE
    right, bottom = max(x for x, _ in spots) + _EDGE, max(y for _, y in spots) + _EDGE
    return Rect(left, top, right - left, bottom - top)


def _within(middle: float, size: float, least: float, most: float) -> float:
    """Where a length of *size* around *middle* begins, rounded, without leaving what is between *least* and *most*."""
    return float(round(max(least, min(middle - size / 2, most - size))))
