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
        return (
            self.x - gap < other.x + other.width
            and other.x - gap < self.x + self.width
            and self.y - gap < other.y + other.height
            and other.y - gap < self.y + self.height
        )

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
        x, y = self.nearest(point)
        return math.sqrt((x - point[0]) ** 2 + (y - point[1]) ** 2)


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
    if (x1 < box.x and x2 < box.x) or (y1 < box.y and y2 < box.y):
        return 0
    dx, dy = x2 - x1, y2 - y1
    enters, leaves = 0.0, 1.0
    for slope, room in ((-dx, x1 - box.x), (dx, box.right - x1), (-dy, y1 - box.y), (dy, box.bottom - y1)):
        if slope == 0:
            if room < 0:
                return 0
        elif slope < 0:
            enters = max(enters, room / slope)
        else:
            leaves = min(leaves, room / slope)
    return max(0.0, leaves - enters) * math.sqrt(dx * dx + dy * dy)
