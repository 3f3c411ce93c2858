"""The odds of an assault on a Fortress (12.3)."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from pbem_tnw.odds.dice import FIVE_OF_NO_SIX, SIX, Chances, binomial, mean
from pbem_tnw.odds.nationality import UnitsByKind, nationality, strength

_States = dict[tuple[int, int, int], float]
"""By sixes so far, units killed and pieces disrupted: how likely an assault is there."""


class Besieger(msgspec.Struct, frozen=True, kw_only=True):
    """Who assaults, in numbers: at most *command* of the *units* roll, the others replace losses.

    *units* are in the order in which they bear losses; *first* and *every* are dice of events; *zone_held*: it is a
    Port, and its owner's Camp controls a zone that it touches.
    """

    units: UnitsByKind
    command: int
    rating: int
    first: int = 0
    every: int = 0
    zone_held: bool = False

    @property
    def strength(self) -> int:
        """Its units at the start."""
        return strength(self.units)

    def dice(self, number: int, killed: int = 0, disrupted: int = 0) -> int:
        """Its dice in round *number*, with so many units *killed* and so many pieces *disrupted* (11.3)."""
        alive = self.strength - killed
        beyond = max(0, disrupted - alive)
        commander, spare = (self.rating, 0) if not beyond else (0, beyond - 1)
        bonus = nationality(self.units, killed) + self.every + (self.first if number == 1 else 0) - self.zone_held
        return max(0, min(self.command, max(0, alive - disrupted)) + commander + bonus - spare)


class Fortress(msgspec.Struct, frozen=True, kw_only=True):
    """A Fortress: its *strength* is its dice, the sixes that it falls to and the most rounds; more dice by events."""

    strength: int
    first: int = 0
    every: int = 0

    def dice(self, number: int) -> int:
        """Its dice in round *number*."""
        return max(0, self.strength + self.every + (self.first if number == 1 else 0))


class SiegeOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How an assault may end; *lost* are the besieger's units killed, by number."""

    falls: float
    overruns: float
    """It falls in fewer rounds than its strength, or to more sixes."""
    destroyed: float
    """No unit of the besieger is left."""
    lost: Chances

    @property
    def expected_loss(self) -> float:
        """The units that the besieger loses on average."""
        return mean(self.lost)


@lru_cache(maxsize=4096)
def assault(besieger: Besieger, fortress: Fortress) -> SiegeOdds:
    """The odds of one assault of *besieger* on *fortress*."""
    falls = overruns = 0.0
    lost = [0.0] * (besieger.strength + 1)
    states: _States = {(0, 0, 0): 1.0}
    for number in range(1, fortress.strength + 1):
        following: _States = defaultdict(float)
        for (sixes, killed, disrupted), goes_on, chance in _round(number, besieger, fortress, states):
            fallen = sixes >= fortress.strength and killed < besieger.strength
            if goes_on and not fallen and killed < besieger.strength and number < fortress.strength:
                following[sixes, killed, disrupted] += chance
                continue
            lost[killed] += chance
            falls += chance if fallen else 0
            overrun = fallen and (number < fortress.strength or sixes > fortress.strength)
            overruns += chance if overrun else 0
        states = following
    return SiegeOdds(falls=falls, overruns=overruns, destroyed=lost[-1], lost=tuple(lost))


def _round(
    number: int, besieger: Besieger, fortress: Fortress, states: _States
) -> Iterator[tuple[tuple[int, int, int], bool, float]]:
    """Where a round may lead from *states*, whether another may follow, and how likely that is."""
    guns = fortress.dice(number)
    for (before, killed, disrupted), chance in states.items():
        for sixes, likely in enumerate(binomial(besieger.dice(number, killed, disrupted), SIX)):
            for kills, likely_too in enumerate(binomial(guns, SIX)):
                for fives, as_well in enumerate(binomial(guns - kills, FIVE_OF_NO_SIX)):
                    dead = min(besieger.strength, killed + kills)
                    cleared = min(kills, disrupted, besieger.strength - killed)
                    state = (before + sixes, dead, disrupted - cleared + fives)
                    yield state, sixes > kills + fives, chance * likely * likely_too * as_well
