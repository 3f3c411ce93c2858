"""Where a general can go: shade along the links, the cost at each duchy, where enemies may intercept."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point
from pbem_tnw.chapters.movement.reach import GeneralReach, ReachedDuchy
from pbem_tnw.drawing.placement.scale import TnwCrop
from pbem_tnw.drawing.theme import theme
from pbem_tnw.position.state import WarState

_SIZES: Mapping[str, tuple[float, float]] = {
    "region": (10, 15), "area": (12, 17), "close": (14.5, 20),
}  # fmt: skip
"""By scale, the radius of a disc and the size of its digit."""
_SHADE: Mapping[str, float] = {"region": 18, "area": 24, "close": 32}


def shade(view: WarState, crop: TnwCrop, found: GeneralReach) -> str:
    """The links along which the general goes, darker the nearer."""
    far: dict[tuple[str, str], int] = {}
    for each in found.duchies.values():
        for step, pair in enumerate(pairwise((found.start, *each.path))):
            far[pair] = min(far.get(pair, step), step)
    drawn = []
    for step in (2, 1, 0):
        lines = [pair for pair, at in far.items() if min(at, 2) == step]
        data = "".join(svg.line([crop.point(view.board.duchies[one]) for one in pair]) for pair in lines)
        if data:
            drawn.append(svg.stroke(data, theme().reach[step], _SHADE[crop.scale.name], stroke_linecap="round"))
    return "".join(drawn)


def discs(view: WarState, crop: TnwCrop, found: GeneralReach) -> str:
    """What it costs to go to each duchy."""
    return "".join(
        disc(crop.point(view.board.duchies[duchy]), each, crop.scale.name)
        for duchy, each in found.duchies.items()
        if crop.shows(view.board.duchies[duchy], -20)
    )


def disc(middle: Point, each: ReachedDuchy, scale: str) -> str:
    """The sign of one duchy within reach."""
    return sign(
        middle, scale, str(each.cost), attack=bool(each.enemies), stops=each.stops, intercepted=bool(each.intercepted)
    )


def sign(
    middle: Point, scale: str, digit: str, *, attack: bool = False, stops: bool = False, intercepted: bool = False
) -> str:
    """A number on a disc: dark where enemies stand, a square where the march stops, a broken rim if intercepted."""
    radius, size = _SIZES[scale]
    ground, fill = (theme().alarm, "#ffffff") if attack else (theme().white, theme().ink)
    rim: svg.Style = {"fill": ground, "stroke": theme().ink, "stroke_width": 2.4}
    if stops:
        x, y = middle
        corners = [
            (x - radius, y - radius),
            (x + radius, y - radius),
            (x + radius, y + radius),
            (x - radius, y + radius),
        ]
        shape = svg.path(svg.line(corners, closed=True), **rim)
    else:
        shape = svg.circle(middle, radius, **rim)
    ring = ""
    if intercepted:
        ring = svg.circle(
            middle, radius + 4.5, fill="none", stroke=theme().alarm, stroke_width=2.6, stroke_dasharray="5 4"
        )
    place = middle[0], middle[1] + size * 0.36
    return ring + shape + svg.words(place, digit, size, Face.sans_bold, fill=fill, anchor="middle")


def points_of(found: Iterable[ReachedDuchy]) -> int:
    """The most that any duchy costs."""
    return max((each.cost for each in found), default=0)
