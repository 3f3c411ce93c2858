"""Where a piece can go: shade along the roads, the number of steps at each city, what bars, the supply path."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point
from pbem_maria.chapters.movement.reach import Destination, Reach
from pbem_maria.drawing.layers import roads
from pbem_maria.drawing.placement.scale import BoardCrop
from pbem_maria.drawing.theme import theme
from pbem_maria.position.state import State

DISCS: Mapping[str, tuple[float, float, float]] = {
    "overview": (8, 10, 12),
    "area": (11, 13.5, 17),
    "close": (14.5, 18, 20),
}
"""By scale, the radius of a disc and of a ring around it, and the size of its digit."""
_SHADE: Mapping[str, float] = {"overview": 14, "area": 24, "close": 36}
RE_ENTERS = "R"


def shade(view: State, crop: BoardCrop, reach: Reach) -> str:
    """The roads that the piece can take in an ordinary march, darker the nearer."""
    if reach.start is None:
        return ""
    far: dict[tuple[str, str], int] = {}
    for each in reach.destinations:
        if each.how in ("march", "main"):
            way = (reach.start, *each.path)
            for step, road in enumerate(pairwise(way)):
                far[road] = min(far.get(road, step), step)
    found = []
    for step in (2, 1, 0):
        lines = [road for road, at in far.items() if min(at, 2) == step]
        data = "".join(svg.line([crop.point(view.board.cities[city]) for city in road]) for road in lines)
        if data:
            found.append(svg.stroke(data, theme().reach[step], _SHADE[crop.scale.name], stroke_linecap="round"))
    return "".join(found)


def discs(view: State, crop: BoardCrop, reach: Reach) -> str:
    """The number of steps at each city where the piece can end."""
    found = []
    for each in reach.destinations:
        city = view.board.cities[each.city]
        if crop.shows(city, -20):
            found.append(_star(view, crop, each.city) if city.is_fortress else "")
            found.append(disc(crop.point(city), each, crop.scale.name))
    return "".join(found)


def _star(view: State, crop: BoardCrop, city: str) -> str:
    """A fortress large enough for a digit in it."""
    place = view.board.cities[city]
    radius = DISCS[crop.scale.name][1] + (8 if place.is_major_fortress else 6)
    drawn = roads.fortress(crop.point(place), radius, place, roads.ground_of(view, place))
    return svg.group([drawn], stroke=theme().ink, stroke_width=1.8, stroke_linejoin="round")


def disc(middle: Point, each: Destination, scale: str) -> str:
    """The sign of one destination."""
    digit = RE_ENTERS if each.how == "re-enter" else str(each.steps)
    return sign(middle, scale, digit=digit, how=each.how, attack=bool(each.attacks))


def sign(middle: Point, scale: str, *, digit: str, how: str = "march", attack: bool = False) -> str:
    """A digit on a disc: a second ring is for main roads only, a broken rim for a forced march, dark for an attack."""
    radius, ring, size = DISCS[scale]
    dash = {"stroke_dasharray": "4 3"} if how == "force" else {}
    outer = svg.circle(middle, ring, fill="none", stroke=theme().ink, stroke_width=1.9) if how == "main" else ""
    ground = theme().alarm if attack else theme().white
    inner = svg.circle(middle, radius, fill=ground, stroke=theme().ink, stroke_width=2.3, **dash)
    fill = "#ffffff" if attack else theme().ink
    place = middle[0], middle[1] + size * 0.36
    return outer + inner + svg.words(place, digit, size, Face.sans_bold, fill=fill, anchor="middle")


def bars(view: State, crop: BoardCrop, cities: Iterable[str]) -> str:
    """The sign that a march may not enter, or not pass."""
    spots = [crop.point(view.board.cities[city]) for city in cities]
    return "".join(bar(spot, 9 if crop.scale.name == "close" else 8) for spot in spots)


def bar(middle: Point, radius: float) -> str:
    """No entry."""
    x, y = middle
    return svg.circle(middle, radius, fill=theme().ink, stroke=theme().white, stroke_width=2) + svg.stroke(
        f"M{svg.number(x - radius * 0.55)},{svg.number(y)}h{svg.number(radius * 1.1)}", theme().white, 3.2
    )


def supply(view: State, crop: BoardCrop, reach: Reach) -> str:
    """The path on which a general is supplied, as beads."""
    if reach.supply is None or not reach.supply.path or reach.start is None:
        return ""
    points = [crop.point(view.board.cities[city]) for city in (reach.start, *reach.supply.path)]
    return beads(svg.line(points))


def beads(data: str) -> str:
    """A line of beads."""
    look = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return svg.stroke(data, theme().white, 9, **look, stroke_dasharray="0.1 11") + svg.stroke(
        data, theme().supply, 6, **look, stroke_dasharray="0.1 11"
    )
