"""Arrows, swords, crosses, the legend."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from pbem.drawing import svg
from pbem.drawing.geometry import Point, Rect, Segment, square_around
from pbem.drawing.layers import Layer, copies, joined, layer, strokes
from pbem.engine.picture import Face, Measure

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


class ArrowWay(msgspec.Struct, frozen=True):
    """A way by places, in a colour, of a retreat or of any other move."""

    places: tuple[str, ...]
    colour: str
    retreat: bool = False


_BETWEEN_LANES = 5


def arrows(
    ways: Sequence[ArrowWay], point: Callable[[str], Point], width: float, apart: float = _BETWEEN_LANES
) -> Layer:
    """An arrow for each way, side by side where they lead between the same places, of which *point* gives the spots."""
    lane, found = lanes([way.places for way in ways]), []
    for number, way in enumerate(ways):
        points = [point(place) for place in way.places]
        shifts = [sideways(*pair, lane[number, n] * (width + apart)) for n, pair in enumerate(pairwise(points))]
        found.append(arrow(shifted(points, shifts), way.colour, width, retreat=way.retreat))
    return strokes(found, 4 * width, lambda drawn: svg.group([drawn], data_moves=""))


def steps(ways: Iterable[Sequence[str]], point: Callable[[str], Point]) -> list[Segment]:
    """The lines between the places of all ways."""
    return [pair for places in ways for pair in pairwise([point(place) for place in places])]


def shade(ways: Iterable[Sequence[str]], point: Callable[[str], Point], colours: Sequence[str], width: float) -> Layer:
    """The steps of all ways, in the first of the *colours* where they are the first step of any, and so on."""
    far: dict[tuple[str, str], int] = {}
    for way in ways:
        for step, pair in enumerate(pairwise(way)):
            far[pair] = min(far.get(pair, step), step, len(colours) - 1)
    found = []
    for step in reversed(range(len(colours))):
        data = "".join(svg.line([point(one) for one in pair]) for pair, at in far.items() if at == step)
        if data:
            found.append(svg.stroke(data, colours[step], width, stroke_linecap="round"))
    return strokes(["".join(found)], width)


def arrow_sign(colour: str, *, retreat: bool) -> Callable[[Point], str]:
    """An arrow for a legend."""
    return lambda at: arrow([(at[0] - 30, at[1]), (at[0] + 38, at[1])], colour, 6, retreat=retreat)


def fight_sign(seal: str) -> Callable[[Point], str]:
    """The swords of a fight for a legend."""
    return lambda at: svg.group(
        [swords(square_around((0, 0), SWORDS), 1, seal)], transform=f"translate({svg.at(at)}) scale(0.8)"
    )


SWORDS = 22
"""Half the size of the swords."""
_EDGE = 4


def fights(frame: Rect, sides: Sequence[tuple[Point, Point]]) -> list[Rect | None]:
    """Where the swords of fights go: between both *sides* of each, apart from each other; None without room."""
    found: list[Rect | None] = []
    inner = frame.grown(-_EDGE)
    for start, end in sides:
        taken = [box for box in found if box is not None]
        places = (square_around(middle, SWORDS) for middle in _between(start, end))
        free = (box for box in places if inner.holds(box) and not any(box.overlaps(one) for one in taken))
        found.append(next(free, None))
    return found


def _between(start: Point, end: Point) -> Iterator[Point]:
    """Points between two spots, the middle first, then further aside."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    for far in (0, 24, -24, 46, -46, 68, -68, 92, -92):
        right, down = sideways(start, end, far) if start != end else (far, -30.0)
        yield x + right, y + down


def combats(marks: Iterable[tuple[int, Rect]], seal: str) -> Layer:
    """The swords of numbered fights in their boxes."""
    drawn = ((box.grown(4), swords(box, number, seal)) for number, box in marks)
    return layer(drawn, lambda some: svg.group([some], data_moves=""))


def swords(box: Rect, number: int, seal: str) -> str:
    """Two crossed swords behind the number of a fight, on a *seal* of this colour."""
    half = svg.path("M-21,-21L-18,-21L12,9L9,12L-21,-18Z", fill=WHITE, stroke=svg.INK, stroke_width=1.8) + svg.stroke(
        "M4,14L14,4M10,10L19,19", svg.INK, 4.5, stroke_linecap="round"
    )
    disc = svg.circle((0, 0), 12, fill=seal, stroke=WHITE, stroke_width=2)
    size = 17 if number < 10 else 14
    digit = svg.words((0, size * 0.36), str(number), size, Face.sans_bold, fill="#ffffff", anchor="middle")
    return svg.shifted(box.middle, half, svg.group([half], transform="scale(-1,1)"), disc, digit)


CROSS = 14
"""How far a cross reaches."""


def cross(middle: Point, colour: str) -> str:
    """Where a piece was lost."""
    data = "M-8,-8L8,8M8,-8L-8,8"
    bars = [svg.stroke(data, WHITE, 9, stroke_linecap="round"), svg.stroke(data, colour, 5, stroke_linecap="round")]
    return svg.shifted(middle, *bars)


SIZE = 19
ROW = 38
"""Pixels from one row of signs to the next, and below of names."""
NAMES_ROW = 28
_LEFT, _GAP, _AFTER = 16, 22, 8


class Sign(msgspec.Struct, frozen=True):
    """A sign of so many pixels' width, drawn around its middle, and what it means."""

    width: float
    draw: Callable[[Point], str]
    text: str


def flow(found: Iterable[Sign], top: float, width: float, measure: Measure) -> tuple[Layer, float]:
    """*found* in rows below *top*: what to draw, and where it ends."""
    x, y, drawn = float(_LEFT), top + ROW / 2 + 4, []
    texts = []

    def said(text: str) -> Callable[[Point], str]:
        return lambda at: svg.words(at, text, SIZE)

    for sign in found:
        room = sign.width + _AFTER + measure(sign.text, SIZE, Face.serif)
        if x + room > width - _LEFT / 2 and x > _LEFT:
            x, y = float(_LEFT), y + ROW
        drawn.append((sign.draw, (x + sign.width / 2, y), Rect(-sign.width / 2, -ROW / 2, sign.width, ROW).grown(8)))
        after = x + sign.width + _AFTER
        texts.append((said(sign.text), (after, y + 7), Rect(-2, -SIZE, room - sign.width, 2 * SIZE)))
        x += room + _GAP
    both = copies(drawn, lasting=False), copies(texts, lambda some: f"<g {Face.serif}>{some}</g>", lasting=True)
    return joined(both), y + ROW / 2 if drawn else top


def names(found: Iterable[tuple[str, str]], top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Initials in bold type, each with the name that they stand for, in rows below *top*."""
    x, y, bold, plain = float(_LEFT), top + 24, [], []
    for initials, name in found:
        first = measure(initials, SIZE, Face.sans_bold) + 6
        room = first + measure(name, SIZE, Face.serif)
        if x + room > width - _LEFT / 2 and x > _LEFT:
            x, y = float(_LEFT), y + NAMES_ROW
        bold.append(svg.words((x, y), initials, SIZE))
        plain.append(svg.words((x + first, y), name, SIZE))
        x += room + _GAP
    drawn = f"<g {Face.sans_bold}>{''.join(bold)}</g><g {Face.serif}>{''.join(plain)}</g>" if bold else ""
    return drawn, y + 8 if bold else top
