"""What the signs of a picture mean, in rows below its map."""

from collections.abc import Callable, Iterable

import msgspec

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point

SIZE = 19
ROW = 38
"""Pixels from one row of signs to the next, and below of names."""
NAMES_ROW = 28
_LEFT, _GAP, _AFTER = 16, 22, 8


class Sign(msgspec.Struct, frozen=True):
    """A sign of so many pixels' width, drawn around its middle, and what it means."""

    width: float
    draw: Callable[[Point], str]
    text: str


def flow(found: Iterable[Sign], top: float, width: float, measure: Measure) -> tuple[str, float]:
    """*found* in rows below *top*: what to draw, and where it ends."""
    x, y, drawn = float(_LEFT), top + ROW / 2 + 4, []
    texts = []
    for sign in found:
        room = sign.width + _AFTER + measure(sign.text, SIZE, Face.serif)
        if x + room > width - _LEFT / 2 and x > _LEFT:
            x, y = float(_LEFT), y + ROW
        drawn.append(sign.draw((x + sign.width / 2, y)))
        texts.append(svg.words((x + sign.width + _AFTER, y + 7), sign.text, SIZE))
        x += room + _GAP
    return "".join(drawn) + f"<g {Face.serif}>{''.join(texts)}</g>", y + ROW / 2 if drawn else top


def names(found: Iterable[tuple[str, str]], top: float, width: float, measure: Measure) -> tuple[str, float]:
    """Initials in bold type, each with the name that they stand for, in rows below *top*."""
    x, y, bold, plain = float(_LEFT), top + 24, [], []
    for initials, name in found:
        first = measure(initials, SIZE, Face.sans_bold) + 6
        room = first + measure(name, SIZE, Face.serif)
        if x + room > width - _LEFT / 2 and x > _LEFT:
            x, y = float(_LEFT), y + NAMES_ROW
        bold.append(svg.words((x, y), initials, SIZE))
        plain.append(svg.words((x + first, y), name, SIZE))
        x += room + _GAP
    drawn = f"<g {Face.sans_bold}>{''.join(bold)}</g><g {Face.serif}>{''.join(plain)}</g>" if bold else ""
    return drawn, y + 8 if bold else top
