"""The odds of a naval battle (13.41), and of an attack on a Port (13.5)."""

from collections import Counter, defaultdict
from functools import lru_cache

import msgspec

from pbem_tnw.chapters.land.odds import FIVE_OF_NO_SIX, SIX, Chances, binomial, mean

_State = tuple[int, int, int]
"""Squadrons sunk, dice taken off by fives, sixes that were spared."""
_States = dict[_State, float]


class Fleet(msgspec.Struct, frozen=True, kw_only=True):
    """A fleet in numbers: the nation of each Squadron and its dice; *spared* sixes against it count for nothing.

    *first* and *every* are dice of these rounds for events and a failed evasion.
    """

    squadrons: tuple[tuple[str, int], ...]
    first: int = 0
    every: int = 0
    spared: int = 0

    @property
    def size(self) -> int:
        """Its Squadrons at the start."""
        return len(self.squadrons)

    def dice(self, number: int, sunk: int = 0, off: int = 0) -> int:
        """Its dice in round *number*, with so many Squadrons *sunk* and so many dice taken *off*."""
        if sunk >= self.size:
            return 0
        afloat = sinking(self.squadrons)[sunk:]
        return max(0, sum(dice for _, dice in afloat) + self.every + (self.first if number == 1 else 0) - off)


@lru_cache(maxsize=1024)
def sinking(squadrons: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The *squadrons* in the order in which their owners let them sink: evenly over nations, the fewest dice first."""
    left, order, sunk = list(squadrons), list[tuple[str, int]](), Counter[str]()
    while left:
        gone = min(left, key=lambda each: (sunk[each[0]], each[1], each[0]))
        left.remove(gone)
        order.append(gone)
        sunk[gone[0]] += 1
    return tuple(order)


class _Blow(msgspec.Struct):
    """What so many hits that count do to a fleet: its states, and how likely it then is *afloat* or all *sunk*.

    *met* and *lost* add up how likely it meets such a blow, is afloat, and stays so or is lost with its Port.
    """

    states: _States
    size: int
    afloat: float = 0.0
    sunk: float = 0.0
    met: float = 0.0
    lost: float = 0.0
    met_sunk: float = 0.0

    def weigh(self) -> "_Blow":
        """The blow with the chances that the fleet is afloat and that it is sunk."""
        self.afloat = sum(chance for state, chance in self.states.items() if state[0] < self.size)
        self.sunk = sum(self.states.values()) - self.afloat
        return self


class SeaOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How a naval battle may end, seen from the active side; the last two are Squadrons lost, by number."""

    wins: float
    second_round: float
    active_lost: Chances
    other_lost: Chances

    @property
    def expected_losses(self) -> tuple[float, float]:
        """The Squadrons that the active side and the other lose on average."""
        return mean(self.active_lost), mean(self.other_lost)


@lru_cache(maxsize=4096)
def sea_battle(active: Fleet, other: Fleet, batteries: int | None = None) -> SeaOdds:
    """The odds of *active* against *other*; in a Port, which *batteries* of so many dice protect, or none (0)."""
    reckoning = _SeaReckoning(active, other, batteries)
    whole: _States = {(0, 0, 0): 1.0}
    reckoning.round(1, whole, whole)
    for ours, theirs in tuple(reckoning.ties.values()):
        reckoning.round(2, ours, theirs)
    return reckoning.odds()


def _fire(fleet: Fleet, states: _States, dice: int) -> dict[int, _Blow]:
    """What so many *dice* do to *fleet* by hits that count: a 6 sinks a Squadron, a 5 takes a die off."""
    after: dict[int, _Blow] = {}
    for (sunk, off, spared), chance in states.items():
        for sixes, likely in enumerate(binomial(dice, SIX)):
            saved = min(sixes, fleet.spared - spared)
            for fives, as_well in enumerate(binomial(dice - sixes, FIVE_OF_NO_SIX)):
                state = min(fleet.size, sunk + sixes - saved), off + fives, spared + saved
                blow = after.setdefault(sixes - saved + fives, _Blow({}, fleet.size))
                blow.states[state] = blow.states.get(state, 0.0) + chance * likely * as_well
    return {hits: blow.weigh() for hits, blow in after.items()}


def _alike(number: int, fleet: Fleet, states: _States) -> dict[int, _States]:
    """The *states* of *fleet* by the dice that they give it in round *number*."""
    parts: dict[int, _States] = defaultdict(dict)
    for (sunk, off, spared), chance in states.items():
        parts[fleet.dice(number, sunk, off)][sunk, off, spared] = chance
    return parts


class _SeaReckoning:
    """Adds up how a naval battle ends; *ties* are the states of both sides, afloat after a tie in the first round.

    Those of the other side are as likely as they are after so many hits; those of the active side, as such a tie is.
    """

    def __init__(self, active: Fleet, other: Fleet, batteries: int | None) -> None:
        self._active, self._other, self._batteries = active, other, batteries or 0
        self._in_port = batteries is not None
        self.ties: dict[tuple[int, int], tuple[_States, _States]] = {}
        self._wins = self._second = 0.0
        self._lost = ([0.0] * (active.size + 1), [0.0] * (other.size + 1))

    def odds(self) -> SeaOdds:
        """What was found."""
        one, other = map(tuple, self._lost)
        return SeaOdds(wins=self._wins, second_round=self._second, active_lost=one, other_lost=other)

    def round(self, number: int, one: _States, other: _States) -> None:
        """A round of the active side in the states *one* against the other in the states *other*."""
        facing = _alike(number, self._other, other).items()
        for shots, shot_at in _fire(self._active, one, self._batteries).items():
            for dice, ours in _alike(number, self._active, shot_at.states).items():
                for dice_too, theirs in facing:
                    suffered = _fire(self._active, ours, dice_too)
                    inflicted = _fire(self._other, theirs, dice)
                    for hits, struck in suffered.items():
                        for hits_too, hit in inflicted.items():
                            self._meet(hits_too - hits - shots, struck, hit, ends=number == 2)
                            if number == 1 and hits_too == hits + shots:
                                self._tie((hits_too, dice), struck, hit)
                    self._count(0, suffered)
                    self._count(1, inflicted)

    def _meet(self, margin: int, struck: _Blow, hit: _Blow, *, ends: bool) -> None:
        """The *margin* of hits decides unless a fleet at sea is sunk; a tie *ends* in the second round only (13.41)."""
        settled = struck.afloat if ends or margin else 0.0
        if margin > 0 and self._in_port:
            hit.lost += settled
        else:
            hit.met += settled
        hit.met += struck.sunk
        hit.met_sunk += struck.afloat + struck.sunk
        struck.met += hit.sunk + (hit.afloat if ends or margin else 0.0)
        struck.met_sunk += hit.afloat + hit.sunk
        self._wins += settled * hit.afloat if margin > 0 else 0.0
        self._wins += struck.afloat * hit.sunk if margin > 0 or not self._in_port else 0.0

    def _tie(self, key: tuple[int, int], struck: _Blow, hit: _Blow) -> None:
        mass = hit.afloat + hit.sunk
        ours, _ = self.ties.setdefault(
            key, ({}, {s: chance / mass for s, chance in hit.states.items() if s[0] < hit.size})
        )
        for state, chance in struck.states.items():
            if state[0] < struck.size:
                ours[state] = ours.get(state, 0.0) + chance * mass
        self._second += struck.afloat * hit.afloat

    def _count(self, side: int, blows: dict[int, _Blow]) -> None:
        lost = self._lost[side]
        for blow in blows.values():
            for (sunk, *_), chance in blow.states.items():
                lost[sunk] += chance * (blow.met if sunk < blow.size else blow.met_sunk)
                lost[-1] += chance * blow.lost if sunk < blow.size else 0.0
