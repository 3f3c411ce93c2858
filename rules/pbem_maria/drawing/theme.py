"""Colours and signs of the pictures, from theme.yaml."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from pbem.drawing.svg import PicturePhrases
from pbem.engine import edition
from pbem_maria.edition.board import PowerId, Suit
from pbem_maria.position.state import MAXIMUM, State

_WIDE = 5
"""A range that is wider says no more than that nothing is known."""


class Strength(msgspec.Struct, frozen=True):
    """At least and at most so many troops; *sighted* is the number that the general had when it last fought alone."""

    least: int
    most: int
    sighted: int | None = None

    @property
    def exact(self) -> bool:
        """Whether the number is known."""
        return self.least == self.most

    @property
    def bounded(self) -> bool:
        """Whether the range tells something."""
        return not self.exact and self.most - self.least < _WIDE

    def __str__(self) -> str:
        """As a piece shows it: `5`, `5?` for what was seen in combat, `4–7`, `?`."""
        if self.exact:
            return str(self.least)
        if self.sighted is not None:
            return f"{self.sighted}?"
        return f"{self.least}–{self.most}" if self.bounded else "?"


def strength(view: State, general: str) -> Strength:
    """What *view* tells of the troops of a general on the map or in an off-map box.

    How many troops a power has is public, and each general has from 1 to 8: so the last one unknown is known.
    """
    if general in view.troops:
        return Strength(view.troops[general], view.troops[general])
    power = view.power_of(general)
    army = [one.id for one in view.theatre.edition.powers[power].generals if not view.is_removed(one.id)]
    army = [one for one in army if one in view.at or one in view.off_map]
    unknown = len([one for one in army if one not in view.troops])
    total = view.totals.get(power)
    if not total:  # before the set-up
        return Strength(1, MAXIMUM)
    left = total - sum(view.troops.get(one, 0) for one in army)
    least = min(MAXIMUM, max(1, left - MAXIMUM * (unknown - 1)))
    most = max(least, min(MAXIMUM, left - (unknown - 1)))
    seen = next((each.troops for each in view.sightings if each.generals == (general,)), None)
    return Strength(least, most, seen if seen is not None and least <= seen <= most else None)


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
    return msgspec.convert(edition.plain(_FILE.read_bytes()), Theme)


said = PicturePhrases(Path(__file__).parent / "words.en.yaml")
