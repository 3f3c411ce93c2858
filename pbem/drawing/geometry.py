"""Boxes, lines, and which part of the board is shown."""

import math
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

Point = tuple[float, float]
Segment = tuple[Point, Point]


class Rect(NamedTuple):
    """A box by its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: "Rect", gap: float = 0) -> bool:
        """Whether the two have a part in common, or are less than *gap* apart."""
        x, y, width, height = self
        left, top, wide, high = other
        return x - gap < left + wide and left - gap < x + width and y - gap < top + high and top - gap < y + height

    def holds(self, other: "Rect") -> bool:
        """Whether *other* is all inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def shared(self, other: "Rect") -> float:
        """The part of this box that is in *other*, from 0 to 1."""
        width = min(self.right, other.right) - max(self.x, other.x)
        height = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0.0, width) * max(0.0, height) / (self.width * self.height)

    def moved(self, dx: float, dy: float) -> "Rect":
        """The same box elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def grown(self, by: float) -> "Rect":
        """The box with *by* more on each side."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def edges(self, wide: float) -> tuple["Rect", ...]:
        """The four strips inside it along its sides."""
        x, y, width, height = self
        across, down = (x, y, width, wide), (x, y + wide, wide, height - 2 * wide)
        return Rect(*across), Rect(*across).moved(0, height - wide), Rect(*down), Rect(*down).moved(width - wide, 0)

    def nearest(self, point: Point) -> Point:
        """The point of the box that is nearest to *point*."""
        return min(max(point[0], self.x), self.right), min(max(point[1], self.y), self.bottom)

    def distance(self, point: Point) -> float:
        """How far *point* is from the box; 0 inside."""
        across, down = point
        x, y, width, height = self
        right, bottom = x + width, y + height
        x = x if across < x else min(across, right)
        y = y if down < y else min(down, bottom)
        return math.sqrt((x - across) ** 2 + (y - down) ** 2)


def square_around(point: Point, radius: float) -> Rect:
    """The square around a point."""
    return Rect(point[0] - radius, point[1] - radius, 2 * radius, 2 * radius)


def hull(boxes: Iterable[Rect]) -> Rect:
    """The smallest box that holds all *boxes*, of which there is one at least."""
    every = tuple(boxes)
    x, y = min(box.x for box in every), min(box.y for box in every)
    return Rect(x, y, max(box.right for box in every) - x, max(box.bottom for box in every) - y)


def inside(line: Segment, box: Rect) -> float:
    """The length of the part of *line* that is in *box* (Liang and Barsky, 1984)."""
    (x1, y1), (x2, y2) = line
    x, y, width, height = box
    if (x1 < x and x2 < x) or (y1 < y and y2 < y):
        return 0
    right, bottom = x + width, y + height
    if (x1 > right and x2 > right) or (y1 > bottom and y2 > bottom):
        return 0
    dx, dy = x2 - x1, y2 - y1
    enters, leaves = 0.0, 1.0
    for slope, room in ((-dx, x1 - x), (dx, right - x1), (-dy, y1 - y), (dy, bottom - y1)):
        if slope == 0:
            if room < 0:
                return 0
        elif slope < 0:
            enters = max(enters, room / slope)
        else:
            leaves = min(leaves, room / slope)
    return max(0.0, leaves - enters) * math.sqrt(dx * dx + dy * dy)


def crosses(line: Segment, others: Iterable[Segment]) -> bool:
    """Whether a line crosses any of *others*, which none does that only touches its end."""
    one, other = line
    return any(
        _turn(one, other, start) * _turn(one, other, end) < 0 and _turn(start, end, one) * _turn(start, end, other) < 0
        for start, end in others
    )


def _turn(one: Point, other: Point, third: Point) -> float:
    """Positive where the way by three points turns one way, negative where it turns the other."""
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


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


def fits(
    spots: Iterable[OnMap], scale: MapScale, margin: float = MARGIN, most: float = HEIGHTS[1], widest: float = WIDTH
) -> bool:
    """Whether a picture at *scale* can show all *spots* with a *margin*, no higher than *most* and at the *widest*."""
    places = [(spot.x, spot.y) for spot in spots]
    width, height = (max(place[axis] for place in places) - min(place[axis] for place in places) for axis in (0, 1))
    return width * scale.zoom + 2 * margin <= widest and height * scale.zoom + 2 * margin <= most


def _whole(board: Iterable[OnMap], zoom: float) -> Rect:
    """What there is to show: all spots, with an edge."""
    spots = [(spot.x * zoom, spot.y * zoom) for spot in board]
    left, top = min(x for x, _ in spots) - _EDGE, min(y for _, y in spots) - _EDGE
    right, bottom = max(x for x, _ in spots) + _EDGE, max(y for _, y in spots) + _EDGE
    return Rect(left, top, right - left, bottom - top)


def _within(middle: float, size: float, least: float, most: float) -> float:
    """Where a length of *size* around *middle* begins, rounded, without leaving what is between *least* and *most*."""
    return float(round(max(least, min(middle - size / 2, most - size))))
