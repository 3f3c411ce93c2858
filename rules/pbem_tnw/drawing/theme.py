"""Colours and letters of the pictures, from theme.yaml and the edition."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from pbem.drawing.svg import PicturePhrases
from pbem.engine import edition as kept
from pbem_tnw.edition.board import NationId
from pbem_tnw.edition.edition import TnwEdition, known

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


_FILE = Path(__file__).parent / "theme.yaml"
_DARK_ENOUGH = 0.25


class BoardTheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """theme.yaml; *reach* are the shades of one step, of two, and of more."""

    ink: str
    paper: str
    white: str
    water: str
    shore: str
    land: str
    border: str
    link: str
    sea: str
    alarm: str
    reach: tuple[str, str, str]
    gold: str
    faint: str
    pale: float
    letters: Mapping[NationId, str]

    def letter(self, nation: str) -> str:
        """The letter of *nation*."""
        return next(letter for each, letter in self.letters.items() if each == nation)


class NationLook(msgspec.Struct, frozen=True):
    """How a nation looks: ground and *text* of its pieces, its letter, the tint of its duchies, its arrows."""

    ground: str
    text: str
    letter: str
    tint: str
    arrow: str


@cache
def theme() -> BoardTheme:
    """The theme that comes with the game."""
    return msgspec.convert(kept.plain(_FILE.read_bytes()), BoardTheme)


def look_of(edition: TnwEdition, nation: str) -> NationLook:
    """How *nation* looks in the colours of *edition*."""
    return _looks(edition.key)[nation]


def colours_of(edition: TnwEdition) -> tuple[str, ...]:
    """Every colour of flat areas once."""
    one = theme()
    plain = [value for name in one.__struct_fields__ if isinstance(value := getattr(one, name), str)]
    nations = [(each.ground, each.tint, each.arrow) for each in _looks(edition.key).values()]
    return tuple(dict.fromkeys((*plain, *one.reach, *(colour for some in nations for colour in some))))


@cache
def _looks(key: str) -> dict[str, NationLook]:
    one = theme()
    found: dict[str, NationLook] = {}
    for nation in known(key).nations.values():
        ground, text = ground_and_text(nation.colour, one.ink, "#ffffff")
        found[nation.id] = NationLook(
            ground=ground,
            text=text,
            letter=one.letter(nation.id),
            tint=mixed(nation.colour, one.white, one.pale),
            arrow=mixed(ground, one.ink, _DARK_ENOUGH if text == "#ffffff" else 0.5),
        )
    return found


said = PicturePhrases(Path(__file__).parent / "words.en.yaml")
