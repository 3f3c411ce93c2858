"""The record by which pbem knows how the game is drawn; what draws is imported when a picture is wanted."""

from collections.abc import Sequence

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, Measure, Picture, PictureFrame
from pbem_tnw.position.state import WarState

WORDS: dict[str, tuple[str, ...]] = {
    "board": (),
    "tracks": (),
    "map": ("area", "place", "general"),
    "reach": ("general",),
}
"""The words by which people ask for pictures, with the kinds of names that each takes."""


def _pictures(
    view: WarState, seat: str, seen: Sequence[Event[WarState]], asked: Sequence[Decision]
) -> tuple[Picture, ...]:
    from pbem_tnw.drawing.choice import pictures

    return pictures(view, seat, seen, asked)


def _named(view: WarState, seat: str, word: str, identifier: str) -> Picture | Problem:
    from pbem_tnw.drawing.choice import named

    return named(view, seat, word, identifier)


def _choices(view: WarState, seat: str, word: str) -> tuple[str, ...]:
    from pbem_tnw.drawing.choice import choices

    return choices(view, seat, word)


def _whole(view: WarState, seat: str) -> tuple[Picture, ...]:
    from pbem_tnw.drawing.page import whole

    return whole(view, seat)


def _framed(view: WarState, seat: str, picture: Picture, measure: Measure) -> PictureFrame | None:
    from pbem_tnw.drawing.page import framed

    return framed(view, seat, picture, measure)


def _moved(view: WarState, picture: Picture, seen: Sequence[Event[WarState]]) -> Picture:
    from pbem_tnw.drawing.page import moved

    return moved(view, picture, seen)


def _draw(view: WarState, seat: str, picture: Picture, measure: Measure) -> Drawn:
    from pbem_tnw.drawing.page import draw

    return draw(view, seat, picture, measure)


def _shortcomings(view: WarState) -> tuple[Problem, ...]:
    from pbem_tnw.drawing.labels import shortcomings

    return shortcomings(view.board)


DRAWING: Drawing[WarState] = Drawing(
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
