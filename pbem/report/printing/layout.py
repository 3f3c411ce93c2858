"""What goes where on the pages of a print, in millimetres from their upper left corners.

A poster larger than the paper is cut into equal tiles; each shows a little of its neighbours, to glue them together.
The backs of cards and counters are mirrored, so that they meet their fronts on paper that is turned over its long edge.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import msgspec

from pbem.engine.kit.printing import Cutout, Cutouts, Poster, Printable

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN = 12.0
"""What printers leave white, and cut marks need."""
OVERLAP = 4.0
GUTTER = 1.0
_MARK = 4.0
_NOTE = 5.0
Size = tuple[float, float]
Mark = tuple[float, float, float, float]
Say = Callable[..., str]
"""A phrase for a key, with what fills its gaps."""


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a drawing on a page, and where the whole drawing, which is so *wide* and *high*, begins."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    left: float = 0
    top: float = 0
    wide: float
    high: float


class Note(msgspec.Struct, frozen=True):
    """A small line of text on a page."""

    x: float
    y: float
    text: str


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page with windows, cut *marks* (lines from point to point) and notes."""

    width: float
    height: float
    windows: tuple[Window, ...]
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()


def pages(part: Printable, paper: Size, say: Say) -> Iterator[Page]:
    """The pages of *part* on *paper*, given as width and height."""
    if isinstance(part, Cutouts):
        yield from _cutouts(part, paper, say)
    elif part.one_page:
        window = Window(svg=part.svg, x=0, y=0, width=part.width, height=part.height, wide=part.width, high=part.height)
        yield Page(width=part.width, height=part.height, windows=(window,))
    else:
        yield from _tiles(part, paper, say)


def _tiles(poster: Poster, paper: Size, say: Say) -> Iterator[Page]:
    def grid(size: Size) -> tuple[int, int]:
        width, height = size
        return _parts(poster.width, width - 2 * MARGIN), _parts(poster.height, height - 2 * MARGIN)

    size = min((paper, paper[::-1]), key=lambda one: math.prod(grid(one)))
    columns, rows = grid(size)
    width, height = poster.width / columns, poster.height / rows
    x, y = (size[0] - width) / 2, (size[1] - height) / 2
    for row, column in product(range(rows), range(columns)):
        left, right = OVERLAP * (column > 0), OVERLAP * (column < columns - 1)
        above, below = OVERLAP * (row > 0), OVERLAP * (row < rows - 1)
        window = Window(
            svg=poster.svg, x=x - left, y=y - above, width=width + left + right, height=height + above + below,
            left=left - column * width, top=above - row * height, wide=poster.width, high=poster.height,
        )  # fmt: skip
        where = {"row": row + 1, "rows": rows, "column": column + 1, "columns": columns}
        whole = rows == columns == 1
        text = "" if whole else say("tile", title=poster.title, **where)
        yield Page(
            width=size[0],
            height=size[1],
            windows=(window,),
            marks=() if whole else tuple(_marks([x, x + width], [y, y + height], OVERLAP)),
            notes=(Note(x + _NOTE, _NOTE, text),) if text else (),
        )


def _parts(length: float, room: float) -> int:
    return math.ceil(round(length / room, 6))


def _cutouts(part: Cutouts, paper: Size, say: Say) -> Iterator[Page]:
    step = part.width + 2 * part.bleed + GUTTER, part.height + 2 * part.bleed + GUTTER

    columns, rows = (int((paper[axis] - 2 * MARGIN + GUTTER) // step[axis]) for axis in (0, 1))
    left, top = ((paper[axis] - number * step[axis] + GUTTER) / 2 for axis, number in ((0, columns), (1, rows)))
    across = [left + n * step[0] for n in range(columns)]
    down = [top + n * step[1] for n in range(rows)]
    upright = [x + part.bleed + edge for x in across for edge in (0, part.width)]
    for first in range(0, len(part.pieces), columns * rows):
        some = part.pieces[first : first + columns * rows]
        used = down[: _parts(len(some), columns)]
        level = [y + part.bleed + edge for y in used for edge in (0, part.height)]
        marks = tuple(_marks(upright, level, part.bleed))
        for side in ("fronts", "backs"):
            windows = tuple(_windows(part, some, side, across, down))
            note = Note(left, _NOTE, say(side, title=part.title, width=part.width, height=part.height))
            yield Page(width=paper[0], height=paper[1], windows=windows, marks=marks, notes=(note,))


def _windows(
    part: Cutouts, pieces: Sequence[Cutout], side: str, across: list[float], down: list[float]
) -> Iterator[Window]:
    """One side of *pieces*, row by row; backs from right to left."""
    back = side == "backs"
    columns = across[::-1] if back else across
    width, height = part.width + 2 * part.bleed, part.height + 2 * part.bleed
    for piece, (y, x) in zip(pieces, product(down, columns), strict=False):
        yield Window(
            svg=piece.back if back else piece.front, x=x, y=y, width=width, height=height, wide=width, high=height
        )


def _marks(across: list[float], down: list[float], away: float) -> Iterator[Mark]:
    """Lines outside of what is cut out, *away* from it, that show where to cut."""
    left, right = across[0] - away - 1, across[-1] + away + 1
    top, bottom = down[0] - away - 1, down[-1] + away + 1
    for x in across:
        yield from ((x, top, x, top - _MARK), (x, bottom, x, bottom + _MARK))
    for y in down:
        yield from ((left, y, left - _MARK, y), (right, y, right + _MARK, y))
