"""Arrows along ways over the board, side by side where several go the same way."""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point

WHITE = "#fffdf7"
"""The rim of an arrow, and the head of a hollow one."""
_SHORT = 11
"""How far from the middle of its end an arrow stops."""


def lanes(ways: Sequence[Sequence[str]]) -> dict[tuple[int, int], float]:
    """For each step of each way, its place among those that lead between the same spots: 0 alone, else aside.

    Whatever the direction of travel, a side stays the same.
    """
    between: dict[tuple[str, str], list[tuple[int, int, int]]] = defaultdict(list)
    for number, way in enumerate(ways):
        for step, (start, end) in enumerate(pairwise(way)):
            forward = 1 if start < end else -1
            between[min(start, end), max(start, end)].append((number, step, forward))
    return {
        (number, step): forward * (place - (len(some) - 1) / 2)
        for some in between.values()
        for place, (number, step, forward) in enumerate(some)
    }


def sideways(start: Point, end: Point, far: float) -> Point:
    """So far to the right of the way from *start* to *end*."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y) or 1
    return -y / length * far, x / length * far


def shifted(points: Sequence[Point], shifts: Sequence[Point]) -> list[Point]:
    """*points* moved aside by the shifts of the steps before and after each."""
    found = []
    for n, (x, y) in enumerate(points):
        near = shifts[max(n - 1, 0) : n + 1]
        found.append((x + sum(dx for dx, _ in near) / len(near), y + sum(dy for _, dy in near) / len(near)))
    return found


def arrow(points: Sequence[Point], colour: str, width: float, *, retreat: bool) -> str:
    """An arrow along *points*, short of the last; that of a *retreat* is broken and hollow."""
    (x1, y1), (x2, y2) = points[-2:]
    length = math.hypot(x2 - x1, y2 - y1) or 1
    right, down = (x2 - x1) / length, (y2 - y1) / length
    end = min(_SHORT, length / 3)
    head = min(3.1 * width, length - end - 2)
    tip, neck = (x2 - right * end, y2 - down * end), (x2 - right * (end + head), y2 - down * (end + head))
    half = 1.65 * width
    corners = [tip, (neck[0] - down * half, neck[1] + right * half), (neck[0] + down * half, neck[1] - right * half)]
    data, white = svg.line([*points[:-1], neck]), WHITE
    dash = {"stroke_dasharray": f"{svg.number(width * 1.6)} {svg.number(width * 1.1)}"} if retreat else {}
    joined = {"stroke_linejoin": "round"}
    return (
        svg.stroke(data, white, width + 5, **joined)
        + svg.stroke(data, colour, width, **joined, **dash)
        + svg.path(
            svg.line(corners, closed=True), fill=white if retreat else colour, stroke=colour if retreat else white,
            stroke_width=2.5, **joined,
        )
    )  # fmt: skip
