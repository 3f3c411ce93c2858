"""What happened: moves as arrows along their roads, combats as numbered swords, lost pieces as crosses."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from pbem.engine.kit.drawing import marks as marks_of
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.arrow import arrow, lanes, shifted, sideways
from pbem.engine.kit.drawing.marks import fights
from pbem.engine.kit.drawing.rect import Point, Rect, Segment
from pbem_maria.drawing.layers import roads
from pbem_maria.drawing.placement.scale import BoardCrop
from pbem_maria.drawing.since import RETREAT, Arrow, CombatMark
from pbem_maria.drawing.theme import theme
from pbem_maria.position.state import State

WIDTHS: Mapping[str, float] = {"overview": 5.5, "area": 7.5, "close": 9}
"""By scale, how wide an arrow is."""


def arrows(view: State, crop: BoardCrop, moves: Sequence[Arrow]) -> str:
    """An arrow for each of *moves*, side by side where they take the same road."""
    width = WIDTHS[crop.scale.name]
    lane = lanes([move.path for move in moves])
    found = []
    for number, move in enumerate(moves):
        points = [crop.point(view.board.cities[city]) for city in move.path]
        shifts = [sideways(points[n], points[n + 1], lane[number, n] * (width + 5)) for n in range(len(points) - 1)]
        colour = _colour(view, move)
        found.append(arrow(shifted(points, shifts), colour, width, retreat=move.how == RETREAT))
    return "".join(found)


def _colour(view: State, move: Arrow) -> str:
    return theme().power(view.power_of(move.piece)).arrow if move.piece else theme().ink


def starts(view: State, crop: BoardCrop, moves: Sequence[Arrow]) -> str:
    """A ring around each city from which a piece moved."""
    found = []
    for move in moves:
        city, colour = view.board.cities[move.path[0]], _colour(view, move)
        far = roads.size(city, crop) + 2.5
        found.append(svg.circle(crop.point(city), far, fill="none", stroke=colour, stroke_width=3))
    return "".join(found)


def lines(view: State, crop: BoardCrop, moves: Iterable[Arrow]) -> list[Segment]:
    """The lines that arrows take."""
    spots = [[crop.point(view.board.cities[city]) for city in move.path] for move in moves]
    return [pair for points in spots for pair in pairwise(points)]


def marks(view: State, crop: BoardCrop, combats: Iterable[CombatMark]) -> list[tuple[CombatMark, Rect]]:
    """Where the signs of *combats* go: between both cities, apart from each other."""
    told = [combat for combat in combats if combat.attacker or combat.defender]
    spots = [[crop.point(view.board.cities[city]) for city in (each.attacker, each.defender) if city] for each in told]
    boxes = fights(crop.frame, [(some[0], some[-1]) for some in spots])
    return [(combat, box) for combat, box in zip(told, boxes, strict=True) if box is not None]


def swords(box: Rect, number: int) -> str:
    """Two crossed swords behind the number of a combat."""
    return marks_of.swords(box, number, theme().alarm)


def cross(middle: Point, power: str) -> str:
    """Where a piece of *power* was lost."""
    return marks_of.cross(middle, theme().power(power).arrow)
