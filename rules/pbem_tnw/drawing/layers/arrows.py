"""What happened: moves as arrows along their ways, fights as numbered swords, lost forces as crosses."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.arrow import arrow, lanes, shifted, sideways
from pbem.engine.kit.drawing.marks import fights as placed_fights
from pbem.engine.kit.drawing.rect import Point, Rect, Segment
from pbem_tnw.drawing.layers.duchies import place_of
from pbem_tnw.drawing.placement.scale import TnwCrop
from pbem_tnw.drawing.since import FightMark, WarArrow
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.position.state import WarState

WIDTHS: Mapping[str, float] = {"region": 6, "area": 7, "close": 8.5}
"""By scale, how wide an arrow is."""


def arrows(view: WarState, crop: TnwCrop, moves: Sequence[WarArrow]) -> str:
    """An arrow for each of *moves*, side by side where they go the same way."""
    width = WIDTHS[crop.scale.name]
    lane = lanes([move.path for move in moves])
    found = []
    for number, move in enumerate(moves):
        points = [crop.point(place_of(view, place)) for place in move.path]
        shifts = [sideways(points[n], points[n + 1], lane[number, n] * (width + 4)) for n in range(len(points) - 1)]
        colour = look_of(view.board, move.nation).arrow
        found.append(arrow(shifted(points, shifts), colour, width, retreat=move.back))
    return "".join(found)


def starts(view: WarState, crop: TnwCrop, moves: Iterable[WarArrow]) -> str:
    """A ring around each place from which forces moved."""
    return "".join(
        svg.circle(
            crop.point(place_of(view, move.path[0])), crop.scale.signs[2] + 3, fill="none",
            stroke=look_of(view.board, move.nation).arrow, stroke_width=2.6,
        )
        for move in moves
    )  # fmt: skip


def lines(view: WarState, crop: TnwCrop, moves: Iterable[WarArrow]) -> list[Segment]:
    """The lines that arrows take."""
    spots = [[crop.point(place_of(view, place)) for place in move.path] for move in moves]
    return [pair for points in spots for pair in pairwise(points)]


def marks(view: WarState, crop: TnwCrop, fights: Sequence[FightMark]) -> list[tuple[FightMark, Rect]]:
    """Where the signs of *fights* in sight go: near their places, apart from each other."""
    seen = [each for each in fights if crop.shows(place_of(view, each.place))]
    spots = [crop.point(place_of(view, each.place)) for each in seen]
    boxes = placed_fights(crop.frame, [(spot, spot) for spot in spots])
    return [(each, box) for each, box in zip(seen, boxes, strict=True) if box is not None]


def changed(view: WarState, crop: TnwCrop, flags: Iterable[str]) -> str:
    """A gold ring around each duchy whose Flag changed."""
    seen = [view.board.duchies[one] for one in flags if crop.shows(view.board.duchies[one])]
    return "".join(ring(crop.point(one), crop.scale.sign(one) + 5) for one in seen)


def ring(middle: Point, radius: float) -> str:
    """A gold ring."""
    return svg.circle(middle, radius, fill="none", stroke=theme().ink, stroke_width=5) + svg.circle(
        middle, radius, fill="none", stroke=theme().gold, stroke_width=3
    )
