"""The odds of a battle on land, of one round or two (11.2-11.5)."""

from collections import defaultdict
from functools import lru_cache

import msgspec

from pbem_tnw.odds.dice import HIT, KILL_OF_HIT, Chances, binomial, mean
from pbem_tnw.odds.nationality import UnitsByKind, nationality, strength

SUBORDINATES = 2
"""The most that add a die (11.2)."""
ROUT = 3
"""The margin of casualties that routs the loser (11.5)."""


class SideInNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a battle in numbers; *units* by kind are in the order in which they bear losses.

    *first*, *second* and *every* are dice for these rounds beside those of 11.2: terrain, events, a failed evasion.
    *rout* is the margin at which this side is routed, None if never. *hits_before* are kills and disrupts that it has
    suffered before the dice and that count in the first round, such as those of batteries (13.7).
    """

    units: UnitsByKind
    rating: int = 0
    """Of its commander; 0 without one."""
    subordinates: int = 0
    first: int = 0
    second: int = 0
    every: int = 0
    rout: int | None = ROUT
    hits_before: tuple[int, int] = (0, 0)

    @property
    def strength(self) -> int:
        """Its units at the start."""
        return strength(self.units)

    def dice(self, number: int, killed: int = 0, disrupted: int = 0) -> int:
        """Its dice in round *number*, with so many units *killed* and so many pieces *disrupted*.

        Disrupted are units first, then subordinates, the commander, and bonus dice (11.3).
        """
        bodies = self.strength - killed + min(self.subordinates, SUBORDINATES)
        beyond = max(0, disrupted - bodies)
        commander, spare = (self.rating, 0) if not beyond else (0, beyond - bool(self.rating))
        bonus = nationality(self.units, killed) + self.every
        bonus += self.first if number == 1 else self.second
        return max(0, max(0, bodies - disrupted) + commander + bonus - spare)


class BattleOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle may end, seen from the attacker; the last two are units killed, by number."""

    wins: float
    routs: float
    """The attacker wins and routs the defender (11.5)."""
    routed: float
    """The defender wins and routs the attacker."""
    destroys: float
    """The attacker wins and no unit of the defender is left (11.6)."""
    destroyed: float
    """The defender wins and no unit of the attacker is left."""
    second_round: float
    attacker_lost: Chances
    defender_lost: Chances

    @property
    def expected_losses(self) -> tuple[float, float]:
        """The units that the attacker and the defender lose on average."""
        return mean(self.attacker_lost), mean(self.defender_lost)


_States = dict[tuple[int, int], float]
"""By units killed and pieces disrupted: how likely a side is in that state."""


class _Blow(msgspec.Struct):
    """What so many hits do to a side: the chances of its states with units *left*, of some and of *none* left.

    *stands* and *routed* is how likely it meets such a blow and has units left that are not routed, or are.
    """

    left: _States
    some: float
    none: float
    stands: float = 0.0
    routed: float = 0.0


@lru_cache(maxsize=4096)
def battle(attacker: SideInNumbers, defender: SideInNumbers) -> BattleOdds:
    """The odds of *attacker* against *defender*, who both have units when the dice are rolled."""
    reckoning = _Reckoning(attacker, defender)
    starts = [_hurt(side.strength, {(0, 0): 1.0}, *side.hits_before) for side in (attacker, defender)]
    for hits, chance in reckoning.round(1, starts[0], starts[1]).items():
        after = [
            _blow(side.strength, start, hits - sum(side.hits_before)).left
            for side, start in zip((attacker, defender), starts, strict=True)
        ]
        for one in _alike(2, attacker, after[0]):
            for other in _alike(2, defender, after[1]):
                reckoning.round(2, one, other, chance)
    return reckoning.odds()


def _alike(number: int, side: SideInNumbers, states: _States) -> list[_States]:
    """The *states* of *side* parted by the dice that they give it."""
    parts: dict[int, _States] = defaultdict(dict)
    for state, chance in states.items():
        parts[side.dice(number, *state)][state] = chance
    return list(parts.values())


def _hurt(units: int, states: _States, kills: int, disrupts: int, chance: float = 1.0) -> _States:
    """The *states* after so many *kills*, first of disrupted units, and then *disrupts*; `units` killed: none left."""
    after: _States = defaultdict(float)
    for (killed, disrupted), likely in states.items():
        now = min(units, killed + kills)
        cleared = min(kills, disrupted, units - killed)
        after[now, disrupted - cleared + disrupts] += likely * chance
    return after


def _blow(units: int, states: _States, hits: int) -> _Blow:
    """What *hits*, each a kill or a disrupt, do to a side of so many *units*."""
    after: _States = defaultdict(float)
    for kills, chance in enumerate(binomial(hits, KILL_OF_HIT)):
        for state, likely in _hurt(units, states, kills, hits - kills, chance).items():
            after[state] += likely
    left = {state: likely for state, likely in after.items() if state[0] < units}
    some = sum(left.values())
    return _Blow(left, some, sum(after.values()) - some)


class _Reckoning:
    """Adds up how a battle ends."""

    def __init__(self, attacker: SideInNumbers, defender: SideInNumbers) -> None:
        self._sides = (attacker, defender)
        self._found: dict[str, float] = defaultdict(float)
        self._lost = ([0.0] * (attacker.strength + 1), [0.0] * (defender.strength + 1))

    def odds(self) -> BattleOdds:
        """What was found."""
        found, (attacker, defender) = self._found, map(tuple, self._lost)
        return BattleOdds(
            wins=found["wins"], routs=found["routs"], routed=found["routed"], destroys=found["destroys"],
            destroyed=found["destroyed"], second_round=found["second"], attacker_lost=attacker, defender_lost=defender,
        )  # fmt: skip

    def round(self, number: int, one: _States, other: _States, chance: float = 1.0) -> dict[int, float]:
        """A round of the attacker in the states *one*, the defender in the states *other*; *chance* that it is fought.

        Gives the chance of each tie by the hits of either side, if it leads to a second round.
        """
        attacker, defender = self._sides
        dice = attacker.dice(number, *next(iter(one))), defender.dice(number, *next(iter(other)))
        before = [sum(side.hits_before) if number == 1 else 0 for side in self._sides]
        struck = [_blow(attacker.strength, one, hits) for hits in range(dice[1] + 1)]
        strikes = [_blow(defender.strength, other, hits) for hits in range(dice[0] + 1)]
        ties: dict[int, float] = {}
        for inflicted, likely in enumerate(binomial(dice[0], HIT)):
            for suffered, likely_too in enumerate(binomial(dice[1], HIT)):
                here, margin = chance * likely * likely_too, inflicted + before[1] - suffered - before[0]
                self._broken(margin, struck[suffered], strikes[inflicted], here)
                if number == 2 or margin:
                    self._beaten(margin, struck[suffered], strikes[inflicted], here)
                else:
                    ties[inflicted + before[1]] = here
                    self._found["second"] += here * struck[suffered].some * strikes[inflicted].some
        for side, blows in enumerate((struck, strikes)):
            self._count(side, blows)
        return ties

    def _broken(self, margin: int, struck: _Blow, strikes: _Blow, chance: float) -> None:
        """A side has no unit left, and loses whatever the score; if both have none, the defender has won (11.4)."""
        attacker, defender = self._sides
        broken, destroyed = chance * struck.some * strikes.none, chance * struck.none * (strikes.some + strikes.none)
        struck.stands += chance * strikes.none
        strikes.stands += chance * struck.none
        self._found["wins"] += broken
        self._found["destroys"] += broken
        self._found["destroyed"] += destroyed
        if _routs(margin, defender):
            self._found["routs"] += broken
        if _routs(-margin, attacker):
            self._found["routed"] += destroyed
        self._lost[0][-1] += destroyed
        self._lost[1][-1] += chance * strikes.none * (struck.some + struck.none)

    def _beaten(self, margin: int, struck: _Blow, strikes: _Blow, chance: float) -> None:
        """Both sides have units left, and the *margin* decides; none, for the defender (11.4)."""
        attacker, defender = self._sides
        both = chance * struck.some * strikes.some
        routs, routed = _routs(margin, defender), _routs(-margin, attacker)
        self._found["wins"] += both if margin > 0 else 0
        self._found["routs"] += both if routs else 0
        self._found["routed"] += both if routed else 0
        struck.routed += chance * strikes.some if routed else 0
        struck.stands += 0 if routed else chance * strikes.some
        strikes.routed += chance * struck.some if routs else 0
        strikes.stands += 0 if routs else chance * struck.some

    def _count(self, side: int, blows: list[_Blow]) -> None:
        """The losses of those of a *side* who have units left; in a Rout its disrupted units die as well (11.5)."""
        units, lost = self._sides[side].strength, self._lost[side]
        for blow in blows:
            for (killed, disrupted), likely in blow.left.items():
                routed = min(units, killed + disrupted)
                lost[killed] += likely * blow.stands
                lost[routed] += likely * blow.routed
                self._found["destroyed" if side == 0 else "destroys"] += likely * blow.routed if routed == units else 0


def _routs(margin: int, loser: SideInNumbers) -> bool:
    return loser.rout is not None and margin >= max(1, loser.rout)
