"""Colours made from others: lighter or darker ones, and those that can be read on a ground (WCAG 2.2, 1.4.3)."""

from functools import cache

_READABLE = 4.8
"""The contrast that words on a ground have at least."""
_STEP = 0.04


def mixed(one: str, other: str, part: float) -> str:
    """So much of *other* in *one*, from 0 to 1."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """How well two colours are told apart: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def ground_and_text(colour: str, dark: str, light: str) -> tuple[str, str]:
    """The ground nearest to *colour* on which words in *dark* or *light* can be read, and which of both."""
    for step in range(round(1 / _STEP)):
        for text, towards in ((light, dark), (dark, light)):
            ground = mixed(colour, towards, step * _STEP)
            if contrast(ground, text) >= _READABLE:
                return ground, text
    return light, dark


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
