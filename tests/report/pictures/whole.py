"""Where a picture that is laid together differs from the same drawn as a whole, by more than edges do."""

from PIL import Image, ImageChops

from pbem.engine.picture import Drawn
from pbem.report import pictures

LEVELS = 40
"""How much the shades of an edge may differ, of 255."""


def as_whole(drawn: Drawn) -> Image.Image:
    """The picture, drawn by its SVG."""
    return pictures._rendered(drawn.svg).convert("RGB")


def of_parts(drawn: Drawn) -> Image.Image:
    """The picture, laid together of its parts."""
    return pictures._laid_together(drawn, pictures._anew)


def different(drawn: Drawn) -> list[tuple[int, int]]:
    """The pixels that differ."""
    found = ImageChops.difference(as_whole(drawn), of_parts(drawn)).convert("L")
    shades = found.point(lambda level: 255 if level > LEVELS else 0)
    return [(n % drawn.width, n // drawn.width) for n, level in enumerate(shades.tobytes()) if level]
