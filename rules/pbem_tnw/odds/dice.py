"""How likely rolls are: two dice against a number, and many dice that kill on a 6 and disrupt on a 5."""

from functools import cache
from math import comb

Chances = tuple[float, ...]
"""By count, from 0: how likely that count is."""
HIT, KILL_OF_HIT, SIX, FIVE_OF_NO_SIX = 1 / 3, 1 / 2, 1 / 6, 1 / 5
"""A die hits on 5 and 6, and of two hits one kills; of five dice without a 6 one is a 5."""


@cache
def binomial(dice: int, chance: float) -> Chances:
    """How likely each number of successes of so many *dice* is."""
    return tuple(comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1))


@cache
def two_dice(at_least: int) -> float:
    """How likely two dice added show *at_least* so much."""
    return sum(one + other >= at_least for one in range(1, 7) for other in range(1, 7)) / 36


def one_die(at_least: int) -> float:
    """How likely a die shows *at_least* so much."""
    return min(6, max(0, 7 - at_least)) / 6


def mean(chances: Chances) -> float:
    """The number to be expected."""
    return sum(count * chance for count, chance in enumerate(chances))
