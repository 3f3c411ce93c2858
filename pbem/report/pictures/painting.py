"""A picture from a view to PNG, or one error that says why there is none."""

from typing import TypeVar

import msgspec

from pbem.engine.drawing import Drawing, Drawn, Picture, PictureFrame
from pbem.engine.position import Position
from pbem.report.pictures.raster import png
from pbem.report.pictures.typefaces import measure

P = TypeVar("P", bound=Position)


class NoPicture(RuntimeError):
    """A picture cannot be made; says in one line why: a library or a typeface is missing, an edition is broken.

    It never keeps a letter from going: the words say all that the picture would show.
    """


class Painted(msgspec.Struct, frozen=True):
    """A picture ready for a file: what was *drawn*, and the same as *png*."""

    picture: Picture
    drawn: Drawn
    png: bytes


def drawn(drawing: Drawing[P], view: P, seat: str, picture: Picture) -> Drawn:
    """*picture* as SVG with pbem's typefaces; raises `NoPicture` if it cannot be made."""
    try:
        return drawing.draw(view, seat, picture, measure)
    except Exception as error:  # the words go without a picture, whatever is wrong with it
        raise NoPicture(_why(picture, error)) from error


def framed(drawing: Drawing[P], view: P, seat: str, picture: Picture) -> PictureFrame | None:
    """The frame of *picture*, if it is known before it is drawn; raises `NoPicture` if it cannot be made."""
    try:
        return drawing.framed(view, seat, picture, measure)
    except Exception as error:  # as above
        raise NoPicture(_why(picture, error)) from error


def painted(drawing: Drawing[P], view: P, seat: str, picture: Picture) -> Painted:
    """*picture* as *seat* may see it, drawn from its *view*; raises `NoPicture` if it cannot be made.

    It takes about a second, so it is called only for what is really sent or shown.
    """
    found = drawn(drawing, view, seat, picture)
    try:
        return Painted(picture, found, png(found))
    except Exception as error:  # as above
        raise NoPicture(_why(picture, error)) from error


def _why(picture: Picture, error: Exception) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return f"the picture {picture.name} could not be made: {said}"
