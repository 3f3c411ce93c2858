"""Odds of battle, siege and landing."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb
from typing import Literal

import msgspec

from pbem_tnw.chapters.land.battle_rules import MOST_SUBORDINATES, ROUT

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


def mean(chances: Chances) -> float:
    """The number to be expected."""
    return sum(count * chance for count, chance in enumerate(chances))


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
        bodies = self.strength - killed + min(self.subordinates, MOST_SUBORDINATES)
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


_BattleStates = dict[tuple[int, int], float]
"""By units killed and pieces disrupted: how likely a side is in that state."""


class _Blow(msgspec.Struct):
    """What so many hits do to a side: the chances of its states with units *left*, of some and of *none* left.

    *stands* and *routed* is how likely it meets such a blow and has units left that are not routed, or are.
    """

    left: _BattleStates
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


def _alike(number: int, side: SideInNumbers, states: _BattleStates) -> list[_BattleStates]:
    """The *states* of *side* parted by the dice that they give it."""
    parts: dict[int, _BattleStates] = defaultdict(dict)
    for state, chance in states.items():
        parts[side.dice(number, *state)][state] = chance
    return list(parts.values())


def _hurt(units: int, states: _BattleStates, kills: int, disrupts: int, chance: float = 1.0) -> _BattleStates:
    """The *states* after so many *kills*, first of disrupted units, and then *disrupts*; `units` killed: none left."""
    after: _BattleStates = defaultdict(float)
    for (killed, disrupted), likely in states.items():
        now = min(units, killed + kills)
        cleared = min(kills, disrupted, units - killed)
        after[now, disrupted - cleared + disrupts] += likely * chance
    return after


def _blow(units: int, states: _BattleStates, hits: int) -> _Blow:
    """What *hits*, each a kill or a disrupt, do to a side of so many *units*."""
    after: _BattleStates = defaultdict(float)
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

    def round(self, number: int, one: _BattleStates, other: _BattleStates, chance: float = 1.0) -> dict[int, float]:
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


@lru_cache(maxsize=1024)
def landing(attacker: SideInNumbers, defender: SideInNumbers, batteries: int) -> BattleOdds:
    """The odds of *attacker*, on whom *batteries* of so many dice fire first, against *defender*."""
    cases: list[tuple[float, BattleOdds]] = []
    for kills, chance in enumerate(binomial(batteries, SIX)):
        for disrupts, as_well in enumerate(binomial(batteries - kills, FIVE_OF_NO_SIX)):
            if kills >= attacker.strength:
                cases.append((chance * as_well, _nobody_lands(attacker, defender)))
            else:
                ashore = msgspec.structs.replace(attacker, hits_before=(kills, disrupts))
                cases.append((chance * as_well, battle(ashore, defender)))
    return BattleOdds(
        wins=sum(chance * odds.wins for chance, odds in cases),
        routs=sum(chance * odds.routs for chance, odds in cases),
        routed=sum(chance * odds.routed for chance, odds in cases),
        destroys=sum(chance * odds.destroys for chance, odds in cases),
        destroyed=sum(chance * odds.destroyed for chance, odds in cases),
        second_round=sum(chance * odds.second_round for chance, odds in cases),
        attacker_lost=_mixed([(chance, odds.attacker_lost) for chance, odds in cases]),
        defender_lost=_mixed([(chance, odds.defender_lost) for chance, odds in cases]),
    )


def _nobody_lands(attacker: SideInNumbers, defender: SideInNumbers) -> BattleOdds:
    lost = (*[0.0] * attacker.strength, 1.0)
    return BattleOdds(
        wins=0, routs=0, routed=0, destroys=0, destroyed=1, second_round=0,
        attacker_lost=lost, defender_lost=(1.0, *[0.0] * defender.strength),
    )  # fmt: skip


def _mixed(cases: list[tuple[float, Chances]]) -> Chances:
    return tuple(map(sum, zip(*([chance * each for each in lost] for chance, lost in cases), strict=True)))


_SiegeStates = dict[tuple[int, int, int], float]
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
    falls_at_once: float
    """It falls in the first round."""
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
    falls = at_once = overruns = 0.0
    lost = [0.0] * (besieger.strength + 1)
    states: _SiegeStates = {(0, 0, 0): 1.0}
    for number in range(1, fortress.strength + 1):
        following: _SiegeStates = defaultdict(float)
        for (sixes, killed, disrupted), goes_on, chance in _round(number, besieger, fortress, states):
            fallen = sixes >= fortress.strength and killed < besieger.strength
            if goes_on and not fallen and killed < besieger.strength and number < fortress.strength:
                following[sixes, killed, disrupted] += chance
                continue
            lost[killed] += chance
            falls += chance if fallen else 0
            at_once += chance if fallen and number == 1 else 0
            overrun = fallen and (number < fortress.strength or sixes > fortress.strength)
            overruns += chance if overrun else 0
        states = following
    return SiegeOdds(falls=falls, falls_at_once=at_once, overruns=overruns, destroyed=lost[-1], lost=tuple(lost))


def _round(
    number: int, besieger: Besieger, fortress: Fortress, states: _SiegeStates
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
