"""The whole board as one drawing without a frame, to be looked at closely on a screen."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.drawing import Drawn, Measure, Picture, PictureFrame
from pbem.engine.event import Event
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Rect, hull
from pbem_maria.drawing import titles
from pbem_maria.drawing.choice import TRACKS, WHOLE
from pbem_maria.drawing.layers import pieces
from pbem_maria.drawing.placement.scale import AREA, BoardCrop
from pbem_maria.drawing.placement.stored import names_of
from pbem_maria.drawing.scene import drawn, scene
from pbem_maria.drawing.since import NOTHING, as_data, from_data, since
from pbem_maria.drawing.theme import theme
from pbem_maria.position.state import State

_AROUND = 44.0
"""Pixels around the outermost cities, and around their names a part of it."""


def whole(view: State, _seat: str) -> tuple[Picture, ...]:
    """The board, and what is beside it."""
    board = Picture(name="whole", kind=WHOLE)
    return (board, Picture(name="tracks", kind=TRACKS)) if view.tracks else (board,)


def moved(view: State, picture: Picture, seen: Sequence[Event[State]]) -> Picture:
    """The board with what moved and fought among the events *seen*, of which *view* is what followed."""
    found = since(view, seen)
    return replace(picture, shows=as_data(found)) if picture.kind == WHOLE and found != NOTHING else picture


def framed(view: State, seat: str, picture: Picture, measure: Measure) -> PictureFrame | None:
    """The size and the words of the board; nothing of what is beside it."""
    if picture.kind != WHOLE:
        return None
    frame = _frame(view, measure)
    return PictureFrame(
        width=round(frame.width),
        height=round(frame.height),
        title=titles.title(view, seat, picture),
        alt=titles.alt(view, seat, picture),
    )


def draw(view: State, seat: str, picture: Picture, measure: Measure) -> Drawn:
    """The board as *seat* may see it in its *view*, in pixels of its scale from the corner of the map."""
    crop = BoardCrop(AREA, _frame(view, measure))
    frame = crop.frame
    shown = from_data(picture.shows) if picture.shows else NOTHING
    title = titles.title(view, seat, picture)
    inside = svg.window(frame, frame, drawn(scene(view, seat, crop, measure, shown=shown)))
    return Drawn(
        svg=svg.document(frame, title, theme().paper, inside, defs=pieces.HATCH),
        width=round(frame.width),
        height=round(frame.height),
        title=title,
        alt=titles.alt(view, seat, picture),
        colours=theme().colours,
    )


def _frame(view: State, measure: Measure) -> Rect:
    """What holds all cities and their names."""
    names = names_of(view.theatre.edition, AREA, measure)
    spots = [names.obstacles.spots[city].grown(_AROUND) for city in view.board.cities]
    labels = [names.labels(city)[0].box.grown(_AROUND / 4) for city in view.board.cities if city in names.codes]
    return Rect(*(round(value) for value in hull([*spots, *labels])))
