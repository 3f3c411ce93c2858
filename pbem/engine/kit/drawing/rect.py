"""Boxes and lines in pixels: which overlap, and how much of a line is in a box."""

import math
from collections.abc import Iterable
from typing import NamedTuple

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


def around(point: Point, radius: float) -> Rect:
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
