"""The record by which pbem knows how Maria is drawn; what draws is imported when a picture is wanted."""

from collections.abc import Sequence

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, Measure, Picture, PictureFrame
from pbem_maria.position.state import State

WORDS: dict[str, tuple[str, ...]] = {
    "board": (),
    "tracks": (),
    "map": ("area", "city", "general", "train", "river"),
    "reach": ("general", "train"),
}
"""The words by which people ask for pictures, with the kinds of names that each takes."""


def _pictures(view: State, seat: str, seen: Sequence[Event[State]], asked: Sequence[Decision]) -> tuple[Picture, ...]:
    from pbem_maria.drawing.choice import pictures

    return pictures(view, seat, seen, asked)


def _named(view: State, seat: str, word: str, identifier: str) -> Picture | Problem:
    from pbem_maria.drawing.choice import named

    return named(view, seat, word, identifier)


def way(piece: str, path: tuple[str, ...]) -> Picture:
    """The picture of a way, which begins where *piece* is, if one is named."""
    from pbem_maria.drawing.choice import way_of

    return way_of(piece, path)


def _choices(view: State, seat: str, word: str) -> tuple[str, ...]:
    from pbem_maria.drawing.choice import choices

    return choices(view, seat, word)


def _whole(view: State, seat: str) -> tuple[Picture, ...]:
    from pbem_maria.drawing.page import whole

    return whole(view, seat)


def _framed(view: State, seat: str, picture: Picture, measure: Measure) -> PictureFrame | None:
    from pbem_maria.drawing.page import framed

    return framed(view, seat, picture, measure)


def _moved(view: State, picture: Picture, seen: Sequence[Event[State]]) -> Picture:
    from pbem_maria.drawing.page import moved

    return moved(view, picture, seen)


def _draw(view: State, seat: str, picture: Picture, measure: Measure) -> Drawn:
    from pbem_maria.drawing.page import draw

    return draw(view, seat, picture, measure)


def _shortcomings(view: State) -> tuple[Problem, ...]:
    from pbem_maria.drawing.labels import shortcomings

    return shortcomings(view.theatre.edition)


DRAWING: Drawing[State] = Drawing(
    pictures=_pictures,
    named=_named,
    words=WORDS,
    choices=_choices,
    whole=_whole,
    framed=_framed,
    moved=_moved,
    draw=_draw,
    shortcomings=_shortcomings,
)
