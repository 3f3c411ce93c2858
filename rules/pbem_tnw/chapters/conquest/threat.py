"""Whether a nation is to be conquered: what it has lost, to whom, and what the die must show (15.1)."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from pbem_tnw.position.control import camp_of, controller, hostile, keys_of_colour, patron
from pbem_tnw.position.state import WarState

RULE = "15.1"
NEED = 6
EASE = {"denmark": 3, "sweden": 2, "france": -2, "spain": -2, "turkey": -2}
"""The modifier of a nation; of the others -1."""


class Threat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A nation that has lost its capital or all its Keys: to *holder*, whose Power is the *conqueror*.

    *keys* of its Keys are lost; *certain*: all of them, and no die is needed.
    """

    nation: str
    holder: str
    conqueror: str
    keys: int
    modifier: int
    certain: bool = False

    @property
    def hopeless(self) -> bool:
        """Whether no die is high enough."""
        return not self.certain and 6 + self.modifier < NEED


def threat(state: WarState, nation: str) -> Threat | None:
    """What threatens *nation* in the Conquest phase; None for one in no Camp, or with its capital and a Key left."""
    if not camp_of(state, nation):
        return None
    keys = keys_that_count(state, nation)
    lost = tuple(key for key in keys if hostile(state, nation, key))
    capitals = state.board.nations[nation].capitals
    fallen = all(hostile(state, nation, capital) for capital in capitals)
    certain = bool(keys) and len(lost) == len(keys)
    if not fallen and not certain:
        return None
    holders = {controller(state, capital) for capital in capitals}
    holder = holders.pop() if fallen and len(holders) == 1 else _with_most(state, lost)
    return Threat(
        nation=nation,
        holder=holder,
        conqueror=patron(state, holder),
        keys=len(lost),
        modifier=len(lost) + EASE.get(nation, -1),
        certain=certain,
    )


def keys_that_count(state: WarState, nation: str) -> tuple[str, ...]:
    """The Keys of the colour of *nation*; after a conquest those that it held then (15.1)."""
    return state.keys_at_risk.get(nation, keys_of_colour(state, nation))


def next_threat(state: WarState, tested: Iterable[str]) -> Threat | None:
    """The nation that is tested next, in the order of the Sequence Track.

    Of two that would conquer each other the one that is earlier on the Track conquers first: the other is tested.
    """
    found = {nation: threat(state, nation) for nation in state.board.sequence if nation not in set(tested)}
    threats = {nation: each for nation, each in found.items() if each is not None}
    for nation, each in threats.items():
        victim = threats.get(each.conqueror)
        order = state.board.sequence.index
        if victim is not None and victim.conqueror == nation and order(nation) < order(victim.nation):
            return victim
        return each
    return None


def _with_most(state: WarState, duchies: Iterable[str]) -> str:
    """The enemy that controls most of *duchies*; of equals the later one on the Sequence Track."""
    order = state.board.sequence.index
    numbers = Counter(controller(state, duchy) for duchy in duchies)
    return max(numbers, key=lambda nation: (numbers[nation], order(nation)), default="")
