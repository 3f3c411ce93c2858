"""Where a general can go: shade along the links, the cost at each duchy."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.drawing import signs, svg
from pbem.drawing.geometry import Point, Rect, Segment, square_around
from pbem.drawing.layers import Layer, layer
from pbem.engine.picture import Face
from pbem_tnw.chapters.land.paths import GeneralReach, ReachedDuchy
from pbem_tnw.drawing.choice import FightMark, WarArrow
from pbem_tnw.drawing.ground import place_of
from pbem_tnw.drawing.labels import TnwCrop
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.position.state import WarState

WIDTHS: Mapping[str, float] = {"region": 6, "area": 7, "close": 8.5}
"""By scale, how wide an arrow is."""


def arrows(view: WarState, crop: TnwCrop, moves: Sequence[WarArrow]) -> Layer:
    """An arrow for each of *moves*, side by side where they go the same way."""
    ways = [signs.ArrowWay(move.path, look_of(view.board, move.nation).arrow, move.back) for move in moves]
    return signs.arrows(ways, _point(view, crop), WIDTHS[crop.scale.name], apart=4)


def _point(view: WarState, crop: TnwCrop) -> Callable[[str], Point]:
    return lambda place: crop.point(place_of(view, place))


def starts(view: WarState, crop: TnwCrop, moves: Iterable[WarArrow]) -> Layer:
    """A ring around each place from which forces moved."""
    radius, found = crop.scale.signs[2] + 3, []
    for move in moves:
        middle, colour = crop.point(place_of(view, move.path[0])), look_of(view.board, move.nation).arrow
        ring = svg.circle(middle, radius, fill="none", stroke=colour, stroke_width=2.6)
        found.append((square_around(middle, radius + 3), ring))
    return layer(found)


def lines(view: WarState, crop: TnwCrop, moves: Iterable[WarArrow]) -> list[Segment]:
    """The lines that arrows take."""
    return signs.steps((move.path for move in moves), _point(view, crop))


def marks(view: WarState, crop: TnwCrop, fights: Sequence[FightMark]) -> list[tuple[FightMark, Rect]]:
    """Where the signs of *fights* in sight go: near their places, apart from each other."""
    seen = [each for each in fights if crop.shows(place_of(view, each.place))]
    spots = [crop.point(place_of(view, each.place)) for each in seen]
    boxes = signs.fights(crop.frame, [(spot, spot) for spot in spots])
    return [(each, box) for each, box in zip(seen, boxes, strict=True) if box is not None]


def changed(view: WarState, crop: TnwCrop, flags: Iterable[str]) -> Layer:
    """A gold ring around each duchy whose Flag changed."""
    seen = [view.board.duchies[one] for one in flags if crop.shows(view.board.duchies[one])]
    rings = ((crop.point(one), crop.scale.sign(one) + 5) for one in seen)
    return layer((square_around(middle, radius + 4), ring(middle, radius)) for middle, radius in rings)


def ring(middle: Point, radius: float) -> str:
    """A gold ring."""
    return svg.circle(middle, radius, fill="none", stroke=theme().ink, stroke_width=5) + svg.circle(
        middle, radius, fill="none", stroke=theme().gold, stroke_width=3
    )


_SIZES: Mapping[str, tuple[float, float]] = {
    "region": (10, 15), "area": (12, 17), "close": (14.5, 20),
}  # fmt: skip
"""By scale, the radius of a disc and the size of its digit."""
_SHADE: Mapping[str, float] = {"region": 18, "area": 24, "close": 32}


def shade(view: WarState, crop: TnwCrop, found: GeneralReach) -> Layer:
    """The links along which the general goes, darker the nearer."""
    ways = [(found.start, *each.path) for each in found.duchies.values()]
    return signs.shade(ways, _point(view, crop), theme().reach, _SHADE[crop.scale.name])


def discs(view: WarState, crop: TnwCrop, found: GeneralReach) -> Layer:
    """What it costs to go to each duchy."""
    spots = ((crop.point(view.board.duchies[duchy]), each) for duchy, each in found.duchies.items())
    name, radius = crop.scale.name, _SIZES[crop.scale.name][0] + 8
    seen = ((spot, each) for spot, each in spots if crop.frame.grown(20).holds(square_around(spot, 0)))
    return layer((square_around(spot, radius), disc(spot, each, name)) for spot, each in seen)


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
