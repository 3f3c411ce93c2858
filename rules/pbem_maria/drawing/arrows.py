"""Where a piece can go: shade along the roads, the number of steps at each city, what bars, the supply path."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.drawing import signs, svg
from pbem.drawing.geometry import Point, Rect, Segment, square_around
from pbem.drawing.layers import Layer, layer, strokes
from pbem.drawing.signs import fights
from pbem.engine.picture import Face
from pbem_maria.chapters.reach import Destination, Reach
from pbem_maria.drawing import ground
from pbem_maria.drawing.choice import RETREAT, Arrow, CombatMark
from pbem_maria.drawing.labels import BoardCrop
from pbem_maria.drawing.theme import theme
from pbem_maria.position.state import State

WIDTHS: Mapping[str, float] = {"overview": 5.5, "area": 7.5, "close": 9}
"""By scale, how wide an arrow is."""


def arrows(view: State, crop: BoardCrop, moves: Sequence[Arrow]) -> Layer:
    """An arrow for each of *moves*, side by side where they take the same road."""
    ways = [signs.ArrowWay(move.path, _colour(view, move), move.how == RETREAT) for move in moves]
    return signs.arrows(ways, _point(view, crop), WIDTHS[crop.scale.name])


def _point(view: State, crop: BoardCrop) -> Callable[[str], Point]:
    return lambda city: crop.point(view.board.cities[city])


def _colour(view: State, move: Arrow) -> str:
    return theme().power(view.power_of(move.piece)).arrow if move.piece else theme().ink


def starts(view: State, crop: BoardCrop, moves: Sequence[Arrow]) -> Layer:
    """A ring around each city from which a piece moved."""
    found = []
    for move in moves:
        city, colour = view.board.cities[move.path[0]], _colour(view, move)
        far = ground.size(city, crop) + 2.5
        ring = svg.circle(crop.point(city), far, fill="none", stroke=colour, stroke_width=3)
        found.append((square_around(crop.point(city), far + 3), ring))
    return layer(found)


def lines(view: State, crop: BoardCrop, moves: Iterable[Arrow]) -> list[Segment]:
    """The lines that arrows take."""
    return signs.steps((move.path for move in moves), _point(view, crop))


def marks(view: State, crop: BoardCrop, combats: Iterable[CombatMark]) -> list[tuple[CombatMark, Rect]]:
    """Where the signs of *combats* go: between both cities, apart from each other."""
    told = [combat for combat in combats if combat.attacker or combat.defender]
    spots = [[crop.point(view.board.cities[city]) for city in (each.attacker, each.defender) if city] for each in told]
    boxes = fights(crop.frame, [(some[0], some[-1]) for some in spots])
    return [(combat, box) for combat, box in zip(told, boxes, strict=True) if box is not None]


def cross(middle: Point, power: str) -> str:
    """Where a piece of *power* was lost."""
    return signs.cross(middle, theme().power(power).arrow)


DISCS: Mapping[str, tuple[float, float, float]] = {
    "overview": (8, 10, 12),
    "area": (11, 13.5, 17),
    "close": (14.5, 18, 20),
}
"""By scale, the radius of a disc and of a ring around it, and the size of its digit."""
_SHADE: Mapping[str, float] = {"overview": 14, "area": 24, "close": 36}
RE_ENTERS = "R"


def shade(view: State, crop: BoardCrop, reach: Reach) -> Layer:
    """The roads that the piece can take in an ordinary march, darker the nearer."""
    near = [each for each in reach.destinations if each.how in ("march", "main")]
    ways = [(reach.start, *each.path) for each in near if reach.start is not None]
    return signs.shade(ways, _point(view, crop), theme().reach, _SHADE[crop.scale.name])


def discs(view: State, crop: BoardCrop, reach: Reach) -> Layer:
    """The number of steps at each city where the piece can end."""
    found = []
    for each in reach.destinations:
        city = view.board.cities[each.city]
        if crop.shows(city, -20):
            star = _star(view, crop, each.city) if city.is_fortress else ""
            sign = star + disc(crop.point(city), each, crop.scale.name)
            found.append((square_around(crop.point(city), DISCS[crop.scale.name][1] + 12), sign))
    return layer(found)


def _star(view: State, crop: BoardCrop, city: str) -> str:
    """A fortress large enough for a digit in it."""
    place = view.board.cities[city]
    radius = DISCS[crop.scale.name][1] + (8 if place.is_major_fortress else 6)
    drawn = ground.fortress(crop.point(place), radius, place, ground.ground_of(view, place))
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


def bars(view: State, crop: BoardCrop, cities: Iterable[str]) -> Layer:
    """The sign that a march may not enter, or not pass."""
    spots = [crop.point(view.board.cities[city]) for city in cities]
    return layer((square_around(spot, 12), bar(spot, 9 if crop.scale.name == "close" else 8)) for spot in spots)


def bar(middle: Point, radius: float) -> str:
    """No entry."""
    x, y = middle
    return svg.circle(middle, radius, fill=theme().ink, stroke=theme().white, stroke_width=2) + svg.stroke(
        f"M{svg.number(x - radius * 0.55)},{svg.number(y)}h{svg.number(radius * 1.1)}", theme().white, 3.2
    )


def supply(view: State, crop: BoardCrop, reach: Reach) -> Layer:
    """The path on which a general is supplied, as beads."""
    if reach.supply is None or not reach.supply.path or reach.start is None:
        return Layer("")
    return strokes([svg.line([*map(_point(view, crop), (reach.start, *reach.supply.path))])], 8, beads)


def beads(data: str) -> str:
    """A line of beads."""
    look = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return svg.stroke(data, theme().white, 9, **look, stroke_dasharray="0.1 11") + svg.stroke(
        data, theme().supply, 6, **look, stroke_dasharray="0.1 11"
    )
