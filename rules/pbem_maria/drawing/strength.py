"""How many troops a general has, as far as a view tells: a number, a range, or nothing (6)."""

import msgspec

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
