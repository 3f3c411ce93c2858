"""What happens to units, generals, Squadrons and Flags."""

from collections.abc import Mapping

import msgspec

from pbem.engine.event import Event
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import WarState


class PiecesMoved(Event[WarState], frozen=True):
    """Land forces went from place *start* to place *to*; *cause* says why, in a word that the story has a phrase for.

    Built units come from the yard, eliminated ones and generals who may be bought again go there.
    """

    start: str
    to: str
    pieces: Pieces
    cause: str
    rule: str = ""

    def change(self, state: WarState) -> WarState:
        units = _with_units(state.units, self.start, self.pieces.units, -1)
        units = _with_units(units, self.to, self.pieces.units, 1)
        generals = {**state.generals, **dict.fromkeys(self.pieces.generals, self.to)}
        return msgspec.structs.replace(state, units=units, generals=generals)


class SquadronsMoved(Event[WarState], frozen=True):
    """Squadrons went from one place to another; *become* says what they are there, if their markers change."""

    start: str
    to: str
    squadrons: tuple[Squadron, ...]
    cause: str
    become: tuple[Squadron, ...] = ()
    rule: str = ""

    def change(self, state: WarState) -> WarState:
        there = dict(state.squadrons)
        if self.start != YARD:
            there[self.start] = _less(there.get(self.start, ()), self.squadrons)
        if self.to != YARD:
            there[self.to] = tuple(sorted((*there.get(self.to, ()), *(self.become or self.squadrons))))
        return msgspec.structs.replace(state, squadrons={place: each for place, each in there.items() if each})


class FlagChanged(Event[WarState], frozen=True):
    """The Flag of *nation* was placed in a duchy, or with no nation the Flag there removed (7.4).

    *by* is the nation that did it, *former* the one that controlled the duchy before. The original owner of a duchy
    never has a Flag there: a Flag of its own is only the removal of another's.
    """

    duchy: str
    nation: str
    cause: str
    by: str = ""
    former: str = ""
    rule: str = ""

    def change(self, state: WarState) -> WarState:
        flags = {duchy: nation for duchy, nation in state.flags.items() if duchy != self.duchy}
        if self.nation and self.nation != state.board.duchies[self.duchy].nation:
            flags[self.duchy] = self.nation
        return msgspec.structs.replace(state, flags=flags)


def _with_units(
    units: Mapping[str, Mapping[str, int]], place: str, strengths: Mapping[str, int], sign: int
) -> Mapping[str, Mapping[str, int]]:
    """*units* with more or fewer at a place; the yard is not counted: it has what is nowhere else."""
    if place == YARD:
        return units
    there = dict(units.get(place, {}))
    for nation, strength in strengths.items():
        there[nation] = there.get(nation, 0) + sign * strength
    left = {nation: strength for nation, strength in there.items() if strength}
    others = {other: each for other, each in units.items() if other != place}
    return {**others, place: left} if left else others


def _less(there: tuple[Squadron, ...], gone: tuple[Squadron, ...]) -> tuple[Squadron, ...]:
    left = list(there)
    for one in gone:
        left.remove(one)
    return tuple(left)
