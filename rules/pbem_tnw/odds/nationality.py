"""The dice that the nationality of units gives a side (11.2)."""

from typing import Literal

UnitKind = Literal["french", "minor", "other"]
"""French units, units of minor countries, any others."""
UnitsByKind = tuple[tuple[UnitKind, int], ...]
"""Units by kind in the order in which they bear losses."""
FRENCH, MINOR, OTHER = 2, 0, 1


def strength(units: UnitsByKind) -> int:
    """All *units* together."""
    return sum(number for _, number in units)


def nationality(units: UnitsByKind, killed: int = 0) -> int:
    """The dice of nationality of what is left of *units* when so many are *killed*.

    More than half of them French, half or more of minor countries, or neither.
    """
    left: dict[UnitKind, int] = {"french": 0, "minor": 0, "other": 0}
    for kind, number in units:
        lost = min(killed, number)
        left[kind] += number - lost
        killed -= lost
    total = sum(left.values())
    if 2 * left["french"] > total:
        return FRENCH
    return MINOR if 2 * left["minor"] >= total else OTHER
