"""Roads and cities: main and minor roads by one line or two, cities by size and shape, fortresses by their holder."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.name import Label
from pbem.engine.kit.drawing.rect import Point, Rect, Segment, inside
from pbem_maria.drawing.placement.city_names import CROWN, HOLDER
from pbem_maria.drawing.placement.scale import BoardCrop
from pbem_maria.drawing.theme import theme
from pbem_maria.edition.board import Board, City
from pbem_maria.position.powers import controller, home_of
from pbem_maria.position.state import State

SIZES: Mapping[str, tuple[float, float, float]] = {
    "overview": (3.2, 8.5, 12.5),
    "area": (5.6, 11.5, 16),
    "close": (6.5, 13, 18),
}
"""By scale, the radius of a town, a fortress, a major fortress."""
ROADS: Mapping[str, tuple[float, float]] = {"overview": (4.6, 1.2), "area": (7, 1.9), "close": (8, 2.2)}
"""By scale, the width of a main and of a minor road."""


def size(city: City, crop: BoardCrop) -> float:
    """The radius of a city's sign."""
    return SIZES[crop.scale.name][0 if not city.is_fortress else 2 if city.is_major_fortress else 1]


def cities_of(view: State, crop: BoardCrop, margin: float = 0) -> list[City]:
    """The cities that a picture shows."""
    return [city for city in view.board.cities.values() if crop.shows(city, margin)]


def roads(view: State, crop: BoardCrop) -> str:
    """All roads in sight, minor ones first."""
    return _roads(view.board, crop)


@lru_cache(maxsize=8)
def _roads(board: Board, crop: BoardCrop) -> str:
    main, minor = (tuple(_lines(board, crop, main=each)) for each in (True, False))
    wide, thin = ROADS[crop.scale.name]
    data = "".join(svg.line(line) for line in main)
    return (
        svg.stroke("".join(svg.line(line) for line in minor), theme().road, thin)
        + svg.stroke(data, theme().road, wide, stroke_linecap="round")
        + svg.stroke(data, theme().core, wide * 0.52, stroke_linecap="round")
    )


def _lines(board: Board, crop: BoardCrop, *, main: bool) -> Iterator[Segment]:
    near = crop.frame.grown(10)
    for city in board.cities.values():
        for other in board.roads[city.id]:
            if city.id < other and board.on_main_road(city.id, other) == main:
                line = crop.point(city), crop.point(board.cities[other])
                if inside(line, near):
                    yield line


def cities(view: State, crop: BoardCrop) -> str:
    """The sign of every city in sight."""
    towns, forts = [], []
    for city in cities_of(view, crop, -20):
        if city.is_fortress:
            drawn = fortress(crop.point(city), size(city, crop), city, ground_of(view, city))
            forts.append(svg.thing("city", city.id, drawn, crop.point(city)))
        else:
            drawn = svg.circle(crop.point(city), size(city, crop))
            towns.append(svg.thing("city", city.id, drawn, crop.point(city)))
    rim = 2 if crop.scale.name != "overview" else 1.3
    return svg.group(towns, fill=theme().white, stroke=theme().ink, stroke_width=rim) + svg.group(
        forts, stroke=theme().ink, stroke_width=1.8 if rim == 2 else 1.4, stroke_linejoin="round"
    )


def fortress(middle: Point, radius: float, city: City, ground: str) -> str:
    """The star of a fortress: six points, eight with a heart for a major one."""
    if not city.is_major_fortress:
        return svg.path(svg.star(middle, radius, 6), fill=ground)
    heart = svg.circle(middle, radius * 0.36, fill=theme().white)
    return svg.path(svg.star(middle, radius, 8), fill=ground) + heart


def ground_of(view: State, city: City) -> str:
    """The colour of a fortress: that of the power that holds it."""
    holder = controller(view, city.id)
    return theme().power(holder).ground if holder else theme().white


def foreign_holder(view: State, city: City) -> str | None:
    """The power that holds a fortress, where it is not the one whose home country it is in."""
    if not city.is_fortress:
        return None
    holder = controller(view, city.id)
    return holder if holder != home_of(view, city.id) or city.id in view.electors else None


def names(view: State, crop: BoardCrop, labels: Iterable[Label]) -> str:
    """The names of cities, with an elector's crown and the letter of a foreign holder after them."""
    by_face: dict[Face, list[str]] = {}
    for label in labels:
        lines = "".join(_name(view, view.board.cities[label.spot], label))
        by_face.setdefault(label.face, []).append(svg.thing("city", label.spot, lines))
    halo = svg.haloed(theme().paper)
    return "".join(f"<g {face}>{svg.group(texts, **halo)}</g>" for face, texts in by_face.items())


def signs(view: State, crop: BoardCrop, labels: Iterable[Label]) -> str:
    """What is after the names: crowns, and the letters of foreign holders."""
    found = []
    for label in labels:
        city = view.board.cities[label.spot]
        holder = foreign_holder(view, city)
        used = _room(label, city, holder)
        x, y = label.start(len(label.lines) - 1, used)
        x += label.lines[-1][1] + 0.12 * label.size
        if city.elector:
            found.append(crown((x + label.size * CROWN / 2, y - label.size * 0.3), label.size))
            x += label.size * CROWN
        if holder:
            found.append(holder_box(Rect(x, y - label.size * 0.78, label.size * 1.05, label.size * 0.94), holder))
    return "".join(found)


def leaders(crop: BoardCrop, labels: Iterable[Label], view: State) -> str:
    """Thin lines from names to cities that they are not close to."""
    far = [(crop.point(view.board.cities[label.spot]), label.box) for label in labels if label.leader]
    return svg.stroke("".join(svg.line((spot, box.nearest(spot))) for spot, box in far), theme().ink, 1.5)


def _name(view: State, city: City, label: Label) -> Iterator[str]:
    used = _room(label, city, foreign_holder(view, city))
    for number, (text, _) in enumerate(label.lines):
        yield svg.words(label.start(number, used), text, label.size)


def _room(label: Label, city: City, holder: str | None) -> float:
    """The room that signs after the name take."""
    parts = (CROWN if city.elector else 0) + (HOLDER if holder else 0)
    return label.size * parts


def crown(middle: Point, size_of_type: float) -> str:
    """An elector's crown beside text of a size."""
    scale = size_of_type * 0.046
    shape = [(-8, 4), (-9, -5), (-4, -1), (0, -7), (4, -1), (9, -5), (8, 4)]
    points = [(middle[0] + x * scale, middle[1] + y * scale) for x, y in shape]
    look: svg.Style = {"fill": theme().gold, "stroke": theme().ink, "stroke_width": 1.4, "stroke_linejoin": "round"}
    return svg.path(svg.line(points, closed=True), **look)


def holder_box(box: Rect, power: str) -> str:
    """The letter of the power that holds a fortress abroad, on its colour."""
    look = theme().power(power)
    letter = box.height * (0.82 if len(look.letter) == 1 else 0.66)
    return svg.rectangle(box, rx=4, fill=look.ground, stroke=theme().ink, stroke_width=1.6) + svg.words(
        (box.middle[0], box.middle[1] + letter * 0.36), look.letter, letter, Face.sans_bold, fill=look.text,
        anchor="middle",
    )  # fmt: skip
