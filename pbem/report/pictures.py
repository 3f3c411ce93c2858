"""A picture from a view to PNG, or one error that says why there is none.

Their families have names of their own, so that no typeface of the system is ever taken in their place.

A palette that is chosen by a program shifts pale colours. So this one has what the game names and the commonest colours
exactly, and a few blends for the edges between them.
"""

import unicodedata
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, Face, Picture, PictureFrame
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon
from pbem.sheet.names import absent_names_of, names_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont


P = TypeVar("P", bound=Position)


def asked_for(
    drawing: Drawing[P], lexicon: Lexicon, view: P, seat: str, word: str, name: str = ""
) -> Picture | Problem:
    """The picture that *seat* asks for: by a word of *drawing*, and a *name* in any spelling that sheets know.

    Without a name it is that of the whole; a name of several kinds is of the first that the word takes. The problem is
    `picture-of-what` with the `word` and the `name`, what is `near` to it, what it is `best` asked of, and `several`
    that it may mean; or `picture-of-absent`; or the game's own.
    """
    if not name.strip():
        return drawing.named(view, seat, word, "")
    kinds, names = drawing.words[word], names_of(lexicon)
    found = next((ids for kind in kinds if (ids := names.find(name, kind))), ())
    if len(found) == 1:
        return drawing.named(view, seat, word, found[0])
    told = {"word": word, "name": name}
    if not found and absent_names_of(lexicon).find(name, *kinds):
        return Problem("picture-of-absent", rule=lexicon.absent_rule, args=told)
    several = tuple(names.name(each, *kinds) for each in found)
    best = tuple(names.name(each, *kinds) for each in drawing.choices(view, seat, word))
    near = names.nearest(name, *kinds) if not several else ()
    return Problem("picture-of-what", args={**told, "near": near, "best": best, "several": several})


FOLDER = Path(__file__).parent / "fonts"
_FILES = {
    Face.serif: "BoardSerif-Regular",
    Face.serif_bold: "BoardSerif-Bold",
    Face.serif_italic: "BoardSerif-Italic",
    Face.sans_bold: "BoardSans-Bold",
    Face.signs: "BoardSigns-Regular",
}
_HEBREW = "BoardHebrew-Regular"
_MEASURED_AT = 100
"""Pixels: widths are measured once at this size, without hinting, and scale."""


def typeface_files() -> tuple[Path, ...]:
    """The files of all typefaces; raises `OSError` if one is missing."""
    found = tuple(FOLDER / f"{name}.ttf" for name in (*_FILES.values(), _HEBREW))
    for path in found:
        path.stat()
    return found


def measure(text: str, size: float, face: Face) -> float:
    """How wide *text* is in *face* of *size* pixels, in pixels, each letter in the file that has it."""
    return _width(text, face) * size / _MEASURED_AT


@cache
def _width(text: str, face: Face) -> float:
    parts = groupby(text, key=lambda letter: _file(letter, face))
    return sum(_font(file).getlength("".join(letters)) for file, letters in parts)


def _file(letter: str, face: Face) -> str:
    if "\u0590" <= letter <= "\u05ff":
        return _HEBREW
    if unicodedata.category(letter) == "So":
        return _FILES[Face.signs]
    return _FILES[face]


@cache
def _font(file: str) -> "FreeTypeFont":
    from PIL import ImageFont  # noqa: PLC0415 most commands draw nothing

    # Read here, as a file that is missing is not named by the error of the library.
    face = BytesIO((FOLDER / f"{file}.ttf").read_bytes())
    return ImageFont.truetype(face, _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)


COMMONEST = 16
"""How many of the commonest colours are kept exactly, beside those that are named."""
BLENDS = 10
_MOST = 256
"""The colours that a palette of PNG can have."""


def png(drawn: Drawn) -> bytes:
    """The picture as PNG; the same for the same SVG, byte for byte."""
    import resvg_py  # noqa: PLC0415 most commands draw nothing
    from PIL import Image  # noqa: PLC0415 as above

    files = [str(path) for path in typeface_files()]
    raw = resvg_py.svg_to_bytes(svg_string=drawn.svg, skip_system_fonts=True, font_files=files)
    full = Image.open(BytesIO(bytes(raw))).convert("RGB")
    palette = Image.new("P", (1, 1))
    palette.putpalette(_palette(full, drawn.colours))
    out = BytesIO()
    full.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _palette(full: "Image", named: tuple[str, ...]) -> list[int]:
    """Red, green and blue of each colour: the *named* ones, the commonest of *full*, and blends."""
    from PIL import Image  # noqa: PLC0415 most commands draw nothing

    found = full.getcolors(full.width * full.height) or []
    counted = [(-number, colour) for number, colour in found if isinstance(colour, tuple)]
    commonest = [colour for _, colour in sorted(counted)[:COMMONEST]]
    exact = dict.fromkeys([*(tuple(bytes.fromhex(colour.removeprefix("#"))) for colour in named), *commonest])
    blends = full.quantize(BLENDS, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    return [*(part for colour in exact for part in colour), *blends[: 3 * BLENDS]][: 3 * _MOST]


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
