"""Colours and signs of the pictures, from theme.yaml."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from pbem.engine.kit import cache as kept
from pbem_maria.edition.board import PowerId, Suit

_FILE = Path(__file__).parent / "theme.yaml"


class SuitTheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tint of a suit's squares, its sign, and the sign's colour."""

    tint: str
    sign: str
    colour: str


class PowerTheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a power looks: ground and *text* of its pieces, its letter, the border of its home country, its arrows.

    A *band* is a stripe across its generals.
    """

    ground: str
    text: str
    letter: str
    border: str
    arrow: str
    band: str = ""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """theme.yaml; *reach* are the shades of one step, of two, and of more."""

    ink: str
    paper: str
    white: str
    water: str
    shore: str
    road: str
    core: str
    alarm: str
    reach: tuple[str, str, str]
    gold: str
    faint: str
    hill: str
    supply: str
    neutral: str
    suits: Mapping[Suit, SuitTheme]
    powers: Mapping[PowerId, PowerTheme]

    @property
    def colours(self) -> tuple[str, ...]:
        """Every colour once."""
        plain = (getattr(self, name) for name in self.__struct_fields__)
        parts = [*self.suits.values(), *self.powers.values()]
        inside = (getattr(part, name) for part in parts for name in part.__struct_fields__)
        found = [*(one for one in plain if isinstance(one, str)), *self.reach, *inside]
        return tuple(dict.fromkeys(one for one in found if one.startswith("#")))

    def power(self, power: str) -> PowerTheme:
        """How *power* looks."""
        return next(look for each, look in self.powers.items() if each == power)


@cache
def theme() -> Theme:
    """The theme that comes with the game."""
    return msgspec.convert(kept.plain(_FILE.read_bytes()), Theme)
