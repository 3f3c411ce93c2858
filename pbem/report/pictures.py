"""A picture from a view to PNG, or one error that says why there is none.

Their families have names of their own, so that no typeface of the system is ever taken in their place.

A palette that is chosen by a program shifts pale colours. So this one has what the game names exactly, and blends of
these for the edges between them.

What is the same in many pictures is drawn once: a picture is laid together of parts.
"""

import hashlib
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from pbem.drawing.geometry import Rect
from pbem.engine.order import Problem
from pbem.engine.picture import Drawing, Drawn, DrawnBox, Face, Picture, PictureFrame
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


BLENDS = (0.5, 0.25, 0.75)
"""How much of the ink or the paper the colours of edges have."""
_APART = 1200
"""How far a blend is from every other colour of a palette, as a sum of squares."""
_MOST = 256
"""The colours that a palette of PNG can have."""
_LEVEL, _HIGHEST, _BIG = 7, 9, 850_000
"""Levels of compression: the highest takes four times as long and saves 3%, which pictures of more pixels may need."""
_LARGE = 200 * 200
_TILES, _THINGS = 160, 2048
"""How many parts of pictures are remembered: large ones, of 0.25 MB each, and small ones."""

Keep = Callable[..., bytes]
"""What gives the bytes that a function makes, or made before for the same plain data; see `pbem.store.kept`."""


def _anew(make: Callable[[], bytes], *_follows_from: object) -> bytes:
    return make()


def png(drawn: Drawn, keep: Keep = _anew) -> bytes:
    """The picture as PNG; the same for the same SVG, byte for byte. Lasting parts are what *keep* gives."""
    from PIL import Image  # noqa: PLC0415 most commands draw nothing

    full = _laid_together(drawn, keep) if drawn.sheets else _rendered(drawn.svg).convert("RGB")
    palette = Image.new("P", (1, 1))
    palette.putpalette(_palette(drawn.colours) if drawn.colours else full.quantize(_MOST).getpalette() or [])
    out = BytesIO()
    level = _HIGHEST if full.width * full.height > _BIG else _LEVEL
    full.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", compress_level=level)
    return out.getvalue()


def _rendered(svg: str) -> "Image":
    import resvg_py  # noqa: PLC0415 most commands draw nothing
    from PIL import Image  # noqa: PLC0415 as above

    files = [str(path) for path in typeface_files()] if "<text" in svg else []
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files))))


def _laid_together(drawn: Drawn, keep: Keep) -> "Image":
    from PIL import Image  # noqa: PLC0415 most commands draw nothing

    full = Image.new("RGB", (drawn.width, drawn.height), drawn.paper)
    for sheet in drawn.sheets:
        frame = Rect(*sheet.frame)
        shown = Image.new("RGB", (round(frame.width), round(frame.height)), drawn.paper)
        for part in sheet.parts:
            box = Rect(*part.box).moved(*part.shift)
            if box.overlaps(frame):
                remembered = _tile if box.width * box.height > _LARGE else _thing
                image = remembered(part.svg, part.box, drawn.defs, keep if part.lasting else _anew)
                shown.paste(image, (round(box.x - frame.x), round(box.y - frame.y)), image)
        full.paste(shown, (round(sheet.at[0]), round(sheet.at[1])))
    return full


def _part(svg: str, box: DrawnBox, defs: str, keep: Keep) -> "Image":
    """What *svg* draws in a box, on nothing."""
    from PIL import Image  # noqa: PLC0415 most commands draw nothing

    x, y, width, height = map(round, box)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}"'
    defined = f"<defs>{defs}</defs>" if "url(#" in svg else ""
    whole = f'{head} width="{width}" height="{height}">{defined}{svg}</svg>'
    raw = keep(lambda: _rendered(whole).convert("RGBA").tobytes(), *_drawn_by(), whole)
    return Image.frombytes("RGBA", (width, height), raw)


_tile = lru_cache(_TILES)(_part)
_thing = lru_cache(_THINGS)(_part)


def forget_parts() -> None:
    """Forget all parts of pictures that are remembered; those on disk stay."""
    _tile.cache_clear()
    _thing.cache_clear()


@cache
def _drawn_by() -> tuple[str, ...]:
    """What changes when the same SVG may look otherwise: the library, the typefaces."""
    import resvg_py  # noqa: PLC0415 most commands draw nothing

    files = (hashlib.sha256(path.read_bytes()).hexdigest() for path in typeface_files())
    return "part of a picture", resvg_py.__version__, resvg_py.__resvg_version__, *files


@cache
def _palette(named: tuple[str, ...]) -> list[int]:
    """Red, green and blue of each colour: the *named* ones, and blends of them with the first two."""
    found = list(dict.fromkeys(tuple(bytes.fromhex(colour.removeprefix("#"))) for colour in named))
    for part, (end, colour) in product(BLENDS, list(product(found[:2], found))):
        blend = tuple(round(one + (other - one) * part) for one, other in zip(colour, end, strict=True))
        if all(sum((a - b) ** 2 for a, b in zip(blend, other, strict=True)) >= _APART for other in found):
            found.append(blend)
    return [part for colour in found[:_MOST] for part in colour]


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


def painted(drawing: Drawing[P], view: P, seat: str, picture: Picture, keep: Keep = _anew) -> Painted:
    """*picture* as *seat* may see it, drawn from its *view*; raises `NoPicture` if it cannot be made.

    It takes a while, so it is called only for what is really sent or shown. Lasting parts are what *keep* gives.
    """
    found = drawn(drawing, view, seat, picture)
    try:
        return Painted(picture, found, png(found, keep))
    except Exception as error:  # as above
        raise NoPicture(_why(picture, error)) from error


def _why(picture: Picture, error: Exception) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return f"the picture {picture.name} could not be made: {said}"
