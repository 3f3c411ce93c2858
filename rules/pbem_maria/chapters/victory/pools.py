"""The pools of victory markers (15)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem_maria.position.state import State


def shifted(pools: Mapping[str, int], power: str, number: int) -> Mapping[str, int]:
    """The pools after *number* markers came to (or, below zero, out of) that of *power*, if it has one."""
    return {**pools, power: pools[power] + number} if power in pools else pools


def laid(state: State, power: str, place: str) -> State:
    """The state after a marker of *power* left its pool for *place*; by an option an empty pool owes none (10.3)."""
    if state.options.empty_pool == "keeps" and state.pools.get(power, 1) <= 0:
        return replace(state, unpooled={**state.unpooled, place: power})
    return replace(state, pools=shifted(state.pools, power, -1))


def returned(state: State, power: str, place: str) -> State:
    """The state after the marker of *power* left *place* for its pool, unless it never came from there."""
    if place in state.unpooled:
        return replace(state, unpooled={other: owner for other, owner in state.unpooled.items() if other != place})
    return replace(state, pools=shifted(state.pools, power, 1))


def missing(state: State, power: str) -> int:
    """How many markers *power* lacked for what it took with an empty pool."""
    return max(0, -state.pools.get(power, 0)) + sum(owner == power for owner in state.unpooled.values())
