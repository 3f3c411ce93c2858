"""Maps in layers: each as SVG for a page, and in parts of which a picture is laid together.

To lay parts together is quicker than to draw a picture: the ground is the same in many, and so are most names.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from pbem.drawing.geometry import Point, Rect, hull, inside
from pbem.engine.picture import PicturePart

TILE = 256
"""The pixels of a side of the squares in which the ground is kept."""
_SQUARE = 128
"""The same for lines, few of which lead through any."""
_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


class Layer(msgspec.Struct, frozen=True):
    """A part of a map from its edge to its edge."""

    svg: str
    parts: tuple[PicturePart, ...] = ()


def layer(
    some: Iterable[tuple[Rect, str]], within: Callable[[str], str] = str, *, lasting: bool | Iterable[bool] = False
) -> Layer:
    """Things, each with a box that holds it, *within* what they share; each alone looks as it does among the others."""
    every = list(some)
    last = [lasting] * len(every) if isinstance(lasting, bool) else lasting
    parts = (
        PicturePart(within(one), whole(box), lasting=kept) for (box, one), kept in zip(every, last, strict=True) if one
    )
    return Layer(within("".join(one for _, one in every)), tuple(parts))


def joined(layers: Sequence[Layer]) -> Layer:
    """Layers above each other as one."""
    return Layer("".join(one.svg for one in layers), tuple(part for one in layers for part in one.parts))


def whole(box: Rect) -> Rect:
    """The smallest box of whole pixels that holds *box*."""
    x, y = math.floor(box.x), math.floor(box.y)
    return Rect(x, y, math.ceil(box.right) - x, math.ceil(box.bottom) - y)


def copies(
    some: Iterable[tuple[Callable[[Point], str], Point, Rect]], within: Callable[[str], str] = str, *, lasting: bool
) -> Layer:
    """Things that are drawn alike at many points, each with the box around its point that holds it."""
    drawn, parts = [], []
    for draw, (x, y), box in some:
        left, top = math.floor(x), math.floor(y)
        drawn.append(draw((x, y)))
        one = within(draw((x - left, y - top)))
        parts.append(PicturePart(one, whole(box.grown(1)), lasting=lasting, shift=(left, top)))
    return Layer(within("".join(drawn)), tuple(parts))


def strokes(drawn: Iterable[str], margin: float, within: Callable[[str], str] = str) -> Layer:
    """Lines and their heads, drawn by points such as `3,4`; *margin* is the room for the width of each."""
    every = list(drawn)
    parts = (PicturePart(within(one), box) for one in every for box in _passed(one, margin))
    return Layer(within("".join(every)), tuple(parts))


def _passed(drawn: str, margin: float) -> Iterator[Rect]:
    """The squares that lines lead through, as far as they reach."""
    runs = [[(float(x), float(y)) for x, y in _POINT.findall(run)] for run in drawn.split("M")]
    points = [Rect(x, y, 0, 0) for run in runs for x, y in run]
    if points:
        reach = whole(hull(points).grown(margin))
        steps = [pair for run in runs for pair in pairwise(run)]
        squares = _squares(reach, _SQUARE) if max(reach.width, reach.height) > _SQUARE else [reach]
        yield from (one for one in squares if any(inside(step, one.grown(margin)) for step in steps))


def _squares(frame: Rect, side: int) -> Iterator[Rect]:
    """The squares of the map that *frame* shows something of."""
    for y in range(int(frame.y // side), math.ceil(frame.bottom / side)):
        for x in range(int(frame.x // side), math.ceil(frame.right / side)):
            yield Rect(x * side, y * side, side, side)


def on_tiles(drawn: str, frame: Rect, of_tile: Callable[[Rect], str]) -> Layer:
    """What no piece moves, as *drawn* in a *frame*; its parts are tiles, of which *of_tile* says what is on one."""
    return Layer(drawn, tuple(PicturePart(of_tile(box), box, lasting=True) for box in _squares(frame, TILE)))
