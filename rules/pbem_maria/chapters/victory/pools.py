"""The pools of victory markers (15)."""

from collections.abc import Mapping


def shifted(pools: Mapping[str, int], power: str, number: int) -> Mapping[str, int]:
    """The pools after *number* markers came to (or, below zero, out of) that of *power*, if it has one."""
    return {**pools, power: pools[power] + number} if power in pools else pools
