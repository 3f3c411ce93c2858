"""The maps to print: the same drawing as on pictures, without pieces."""

from collections.abc import Collection

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.arrange import arrange
from pbem.engine.kit.drawing.rect import Rect, hull
from pbem.engine.kit.printing import Poster
from pbem_maria.drawing.layers import borders, ground, roads
from pbem_maria.drawing.placement.scale import AREA, CLOSE, BoardCrop, Scale
from pbem_maria.drawing.placement.stored import names_of
from pbem_maria.drawing.printing.paper import sheet
from pbem_maria.drawing.theme import theme
from pbem_maria.drawing.words import said
from pbem_maria.edition.board import Half
from pbem_maria.position.state import State

UNIT = 0.7
"""Millimetres to a unit of the map on the large maps: counters fit between most neighbouring cities."""
COUNTER = 15
"""Millimetres: the sides of a counter."""
A1 = 841.0, 594.0
_EDGE = 12.0
"""Millimetres: the edge of the map on one page."""
_HEAD = 14.0
_AROUND = 80.0
"""Pixels of the scale around the outermost cities."""


def half(view: State, name: Half, measure: Measure) -> Poster:
    """One of both maps, large enough for counters."""
    cities = [city for city in view.board.cities.values() if city.board == name]
    frame = _frame(view, [city.id for city in cities], CLOSE, measure)
    title = f"{view.theatre.edition.map.title}: {said(f'half.{name}')}"
    head = _HEAD / UNIT * CLOSE.zoom
    note = said("print.scale", unit=f"{UNIT:g}", counter=COUNTER)
    inside = Rect(0, head, frame.width, frame.height)
    parts = [_title(title, note, frame.width, head, measure), _map(view, BoardCrop(CLOSE, frame), inside, measure)]
    return Poster(
        title=title,
        svg=sheet(frame.width, head + frame.height, parts),
        width=frame.width / CLOSE.zoom * UNIT,
        height=frame.height / CLOSE.zoom * UNIT + _HEAD,
    )


def whole(view: State, measure: Measure) -> Poster:
    """Both maps on one page, A1."""
    frame = _frame(view, view.board.cities, AREA, measure)
    width, height = A1[0] - 2 * _EDGE, A1[1] - 2 * _EDGE - _HEAD
    pixel = min(width / frame.width, height / frame.height)
    title = view.theatre.edition.map.title
    note = said("print.whole", unit=f"{pixel * AREA.zoom:.2f}")
    x = (A1[0] / pixel - frame.width) / 2
    inside = Rect(x, (_EDGE + _HEAD) / pixel, frame.width, frame.height)
    head = svg.shifted((x, _EDGE / pixel), _title(title, note, frame.width, _HEAD / pixel, measure))
    parts = [head, _map(view, BoardCrop(AREA, frame), inside, measure)]
    drawn = sheet(A1[0] / pixel, A1[1] / pixel, parts)
    return Poster(title=title, svg=drawn, width=A1[0], height=A1[1], one_page=True)


def _frame(view: State, cities: Collection[str], scale: Scale, measure: Measure) -> Rect:
    """What holds *cities* and their names, in pixels of the scale."""
    names = names_of(view.theatre.edition, scale, measure)
    spots = [names.obstacles.spots[city].grown(_AROUND) for city in cities]
    labels = [names.labels(city)[0].box.grown(_AROUND / 4) for city in cities if city in names.codes]
    return Rect(*(round(value) for value in hull([*spots, *labels])))


def _title(title: str, note: str, width: float, height: float, measure: Measure) -> str:
    size = min(height * 0.6, height * 0.6 * width * 0.6 / max(1.0, measure(title, height * 0.6, Face.serif_bold)))
    return svg.words((0, height * 0.66), title, size, Face.serif_bold) + svg.words(
        (width, height * 0.66), note, height * 0.3, Face.serif_italic, fill=theme().road, anchor="end"
    )


def _map(view: State, crop: BoardCrop, inside: Rect, measure: Measure) -> str:
    edition = view.theatre.edition
    placed = arrange(names_of(edition, crop.scale, measure).among(view.board.cities), crop.frame, [])
    labels = tuple(placed.labels.values())
    layers = [
        svg.rectangle(crop.frame, fill=theme().paper),
        ground.ground(edition, crop),
        borders.borders(view, crop),
        ground.terrain(edition, crop),
        ground.signs(edition, crop),
        ground.country_names(crop, placed.countries),
        roads.roads(view, crop),
        roads.leaders(crop, labels, view),
        roads.cities(view, crop),
        roads.names(view, crop, labels),
        roads.signs(view, crop, labels),
    ]
    rim = svg.rectangle(inside.grown(-1), fill="none", stroke=theme().ink, stroke_width=4)
    return svg.window(inside, crop.frame, "".join(layers)) + rim
