"""Pieces that are more than a number."""

from collections.abc import Mapping

import msgspec


class Squadron(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, order=True):
    """One Squadron.

    *refit* counts its Refit markers; *build* says that it is under a Naval Build marker (7.3). *since* is the number of
    the Impulse in which it came back with a marker, which cannot be taken off in the same one (7.7).
    """

    nation: str
    refit: int = 0
    build: bool = False
    since: int = 0

    @property
    def sails(self) -> bool:
        """Whether it may leave its port of its own will."""
        return not self.refit and not self.build


class Pieces(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Land forces that act as one body: strengths by nation, and generals."""

    units: Mapping[str, int] = {}
    generals: tuple[str, ...] = ()

    @property
    def strength(self) -> int:
        return sum(self.units.values())

    def __bool__(self) -> bool:
        return bool(self.strength or self.generals)


def less(pieces: Pieces, gone: Pieces) -> Pieces:
    """What is left of *pieces* without those *gone*."""
    units = {nation: n - gone.units.get(nation, 0) for nation, n in pieces.units.items()}
    generals = tuple(one for one in pieces.generals if one not in gone.generals)
    return Pieces(units={nation: n for nation, n in units.items() if n > 0}, generals=generals)


def both(one: Pieces, other: Pieces) -> Pieces:
    """Two bodies together."""
    units = {nation: one.units.get(nation, 0) + other.units.get(nation, 0) for nation in (*one.units, *other.units)}
    return Pieces(units=units, generals=tuple(dict.fromkeys((*one.generals, *other.generals))))
