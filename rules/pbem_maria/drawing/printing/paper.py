"""Drawings for paper: four units to a millimetre, texts broken into lines."""

from collections.abc import Iterable

from pbem.engine.drawing import Face, Measure
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Rect
from pbem_maria.drawing.layers import pieces

MM = 4.0
"""Units to a millimetre."""


def sheet(width: float, height: float, parts: Iterable[str], ground: str = "#ffffff") -> str:
    """A drawing of *width* times *height* units on a *ground*."""
    size = f'viewBox="0 0 {svg.number(width)} {svg.number(height)}" width="{svg.number(width)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} height="{svg.number(height)}"><defs>{pieces.HATCH}</defs>'
        f"{svg.rectangle(Rect(0, 0, width, height), fill=ground)}{''.join(parts)}</svg>"
    )


def lines(text: str, room: float, size: float, face: Face, measure: Measure) -> list[str]:
    """*text* broken at spaces into lines that have *room*."""
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and measure(longer, size, face) <= room:
            found[-1] = longer
        else:
            found.append(word)
    return found


def fitting(text: str, room: float, size: float, face: Face, measure: Measure) -> float:
    """The size of type, *size* at most, at which *text* has *room*."""
    return min(size, size * room / max(1.0, measure(text, size, face)))
