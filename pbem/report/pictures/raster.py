"""From SVG to PNG: drawn by resvg with pbem's own typefaces, then reduced to a small palette.

A palette that is chosen by a program shifts pale colours. So this one has what the game names and the commonest colours
exactly, and a few blends for the edges between them.
"""

from io import BytesIO
from typing import TYPE_CHECKING

from pbem.engine.drawing import Drawn
from pbem.report.pictures import typefaces

if TYPE_CHECKING:
    from PIL.Image import Image

COMMONEST = 16
"""How many of the commonest colours are kept exactly, beside those that are named."""
BLENDS = 10
_MOST = 256
"""The colours that a palette of PNG can have."""


def png(drawn: Drawn) -> bytes:
    """The picture as PNG; the same for the same SVG, byte for byte."""
    import resvg_py  # noqa: PLC0415 most commands draw nothing
    from PIL import Image  # noqa: PLC0415 as above

    files = [str(path) for path in typefaces.files()]
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
