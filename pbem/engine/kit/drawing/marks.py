"""Marks on a map: crossed swords with the number of a fight, and crosses."""

from collections.abc import Iterator, Sequence

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.arrow import WHITE, sideways
from pbem.engine.kit.drawing.rect import Point, Rect, around

SWORDS = 22
"""Half the size of the swords."""
_EDGE = 4


def fights(frame: Rect, sides: Sequence[tuple[Point, Point]]) -> list[Rect | None]:
    """Where the swords of fights go: between both *sides* of each, apart from each other; None without room."""
    found: list[Rect | None] = []
    inner = frame.grown(-_EDGE)
    for start, end in sides:
        taken = [box for box in found if box is not None]
        places = (around(middle, SWORDS) for middle in _between(start, end))
        free = (box for box in places if inner.holds(box) and not any(box.overlaps(one) for one in taken))
        found.append(next(free, None))
    return found


def _between(start: Point, end: Point) -> Iterator[Point]:
    """Points between two spots, the middle first, then further aside."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    for far in (0, 24, -24, 46, -46, 68, -68, 92, -92):
        right, down = sideways(start, end, far) if start != end else (far, -30.0)
        yield x + right, y + down


def swords(box: Rect, number: int, seal: str) -> str:
    """Two crossed swords behind the number of a fight, on a *seal* of this colour."""
    half = svg.path("M-21,-21L-18,-21L12,9L9,12L-21,-18Z", fill=WHITE, stroke=svg.INK, stroke_width=1.8) + svg.stroke(
        "M4,14L14,4M10,10L19,19", svg.INK, 4.5, stroke_linecap="round"
    )
    disc = svg.circle((0, 0), 12, fill=seal, stroke=WHITE, stroke_width=2)
    size = 17 if number < 10 else 14
    digit = svg.words((0, size * 0.36), str(number), size, Face.sans_bold, fill="#ffffff", anchor="middle")
    return svg.shifted(box.middle, half, svg.group([half], transform="scale(-1,1)"), disc, digit)


def cross(middle: Point, colour: str) -> str:
    """Where a piece was lost."""
    data = "M-8,-8L8,8M8,-8L-8,8"
    bars = [svg.stroke(data, WHITE, 9, stroke_linecap="round"), svg.stroke(data, colour, 5, stroke_linecap="round")]
    return svg.shifted(middle, *bars)
