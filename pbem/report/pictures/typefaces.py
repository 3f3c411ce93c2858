"""The typefaces of pictures: the files that come with pbem, and how wide a text is in them.

Their families have names of their own, so that no typeface of the system is ever taken in their place.
"""

import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.engine.drawing import Face

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

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


def files() -> tuple[Path, ...]:
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

    return ImageFont.truetype(FOLDER / f"{file}.ttf", _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)
