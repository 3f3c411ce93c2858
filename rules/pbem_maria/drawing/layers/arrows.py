"""What happened: moves as arrows along their roads, combats as numbered swords, lost pieces as crosses."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.arrow import arrow, lanes, shifted, sideways
from pbem.engine.kit.drawing.rect import Point, Rect, Segment, around
from pbem_maria.drawing.layers import roads
from pbem_maria.drawing.placement.scale import BoardCrop
from pbem_maria.drawing.since import RETREAT, Arrow, CombatMark
from pbem_maria.drawing.theme import theme
from pbem_maria.position.state import State

WIDTHS: Mapping[str, float] = {"overview": 5.5, "area": 7.5, "close": 9}
"""By scale, how wide an arrow is."""
SWORDS = 22
"""Half the size of the sign of a combat."""


def arrows(view: State, crop: BoardCrop, moves: Sequence[Arrow]) -> str:
    """An arrow for each of *moves*, side by side where they take the same road."""
    width = WIDTHS[crop.scale.name]
    lane = lanes([move.path for move in moves])
    found = []
    for number, move in enumerate(moves):
        points = [crop.point(view.board.cities[city]) for city in move.path]
        shifts = [sideways(points[n], points[n + 1], lane[number, n] * (width + 5)) for n in range(len(points) - 1)]
        colour = theme().power(view.power_of(move.piece)).arrow
        found.append(arrow(shifted(points, shifts), colour, width, retreat=move.how == RETREAT))
    return "".join(found)


def starts(view: State, crop: BoardCrop, moves: Sequence[Arrow]) -> str:
    """A ring around each city from which a piece moved."""
    found = []
    for move in moves:
        city, colour = view.board.cities[move.path[0]], theme().power(view.power_of(move.piece)).arrow
        far = roads.size(city, crop) + 2.5
        found.append(svg.circle(crop.point(city), far, fill="none", stroke=colour, stroke_width=3))
    return "".join(found)


def lines(view: State, crop: BoardCrop, moves: Iterable[Arrow]) -> list[Segment]:
    """The lines that arrows take."""
    spots = [[crop.point(view.board.cities[city]) for city in move.path] for move in moves]
    return [pair for points in spots for pair in pairwise(points)]


def marks(view: State, crop: BoardCrop, combats: Iterable[CombatMark]) -> list[tuple[CombatMark, Rect]]:
    """Where the signs of *combats* go: between both cities, apart from each other."""
    found: list[tuple[CombatMark, Rect]] = []
    for combat in combats:
        spots = [crop.point(view.board.cities[city]) for city in (combat.attacker, combat.defender) if city]
        if not spots:
            continue
        start, end = spots[0], spots[-1]
        places = [around(middle, SWORDS) for middle in _between(start, end)]
        taken = [box for _, box in found]
        inner = crop.frame.grown(-4)
        free = [box for box in places if inner.holds(box) and not any(box.overlaps(one) for one in taken)]
        if free:
            found.append((combat, free[0]))
    return found


def _between(start: Point, end: Point) -> Iterable[Point]:
    """Points between two cities, the middle first, then further aside."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    for far in (0, 24, -24, 46, -46, 68, -68, 92, -92):
        right, down = sideways(start, end, far) if start != end else (far, -30.0)
        yield x + right, y + down


def swords(box: Rect, number: int) -> str:
    """Two crossed swords behind the number of a combat."""
    half = svg.path(
        "M-21,-21L-18,-21L12,9L9,12L-21,-18Z", fill=theme().white, stroke=theme().ink, stroke_width=1.8
    ) + svg.stroke("M4,14L14,4M10,10L19,19", theme().ink, 4.5, stroke_linecap="round")
    seal = svg.circle((0, 0), 12, fill=theme().alarm, stroke=theme().white, stroke_width=2)
    size = 17 if number < 10 else 14
    digit = svg.words((0, size * 0.36), str(number), size, Face.sans_bold, fill="#ffffff", anchor="middle")
    return svg.shifted(box.middle, half, svg.group([half], transform="scale(-1,1)"), seal, digit)


def cross(middle: Point, power: str) -> str:
    """Where a piece of *power* was lost."""
    data = "M-8,-8L8,8M8,-8L-8,8"
    bars = [svg.stroke(data, theme().white, 9, stroke_linecap="round"),
            svg.stroke(data, theme().power(power).arrow, 5, stroke_linecap="round")]  # fmt: skip
    return svg.shifted(middle, *bars)
