"""What a position of a general, or of a stack, is worth to its seat."""

from bisect import bisect
from collections.abc import Iterable
from functools import cached_property, lru_cache

import msgspec

from pbem_maria.bot.survey import RESERVE_COUNTS, Stack, Survey
from pbem_maria.bot.worth import FORTRESS, POINT, Worth
from pbem_maria.chapters.conquest import PROTECTS
from pbem_maria.chapters.supply import REACH, barred_to_supply
from pbem_maria.position.cards import VALUES
from pbem_maria.position.powers import controller, cooperating, enemies, home_of

_CLOSE = 3.0
"""Troops that are lost when both sides play until one has no cards: about so many."""
_SAMPLES = 9
_SUIT = 36 / 38 / 4 / len(VALUES)
_RESERVE = 2 / 38


class Odds(msgspec.Struct, frozen=True):
    """The prospects of one side."""

    win: float
    """The probability to win."""
    kills: float
    """Troops that the enemy may be expected to lose."""
    loses: float
    """Troops that one may be expected to lose oneself."""

    @property
    def troops(self) -> float:
        """The expected gain in troops."""
        return self.kills - self.loses


def odds(own: float, enemy: float, own_cards: float, unknown: float) -> Odds:
    """The prospects of *own* troops with cards worth *own_cards* against *enemy* troops and *unknown* cards.

    Both sides are taken to play what they have, as a card that is played saves as many troops as it counts.
    """
    lead = own - enemy
    win = kills = loses = 0.0
    for theirs in holdings(round(unknown)):
        margin = lead + own_cards - theirs
        if margin >= 0:
            win += 1.0 if margin else 0.5
            kills += min(enemy, lead - theirs if theirs < lead else min(margin, _CLOSE))
        else:
            loses += min(own, -lead - own_cards if own_cards < -lead else min(-margin, _CLOSE))
    return Odds(win / _SAMPLES, kills / _SAMPLES, loses / _SAMPLES)


@lru_cache(maxsize=64)
def holdings(cards: int) -> tuple[float, ...]:
    """What so many unknown cards may count in one suit: equally likely values, from low to high."""
    chances = {0: 1.0}
    for _ in range(cards):
        after: dict[int, float] = {}
        for total, chance in chances.items():
            for value, share in _card().items():
                after[total + value] = after.get(total + value, 0.0) + chance * share
        chances = after
    found: list[float] = []
    passed = 0.0
    for total in sorted(chances):
        passed += chances[total]
        while len(found) < _SAMPLES and passed >= (len(found) + 0.5) / _SAMPLES:
            found.append(float(total))
    return tuple(found) + (float(max(chances)),) * (_SAMPLES - len(found))


@lru_cache(maxsize=1)
def _card() -> dict[int, float]:
    """What one unknown card may count."""
    chances = dict.fromkeys(VALUES, _SUIT)
    chances[int(RESERVE_COUNTS)] += _RESERVE
    chances[0] = 1.0 - sum(chances.values())
    return chances


_FAR = 99
_SEEN = 12
"""Supply lines are measured so far."""
STRETCH = 3.0
"""The price of each city that a train still has to make good."""
STARVE = 9.0
"""The price of being out of reach of every train."""
DECAY = 0.72
"""What a prospect loses with every turn."""
RIVALS = 0.6
"""What it loses by every friend that is nearer."""
VICTORY = 2.0
"""What the ground of any victory is worth."""
COST = 5.0
"""The price of the cards that a fight takes, in points."""
DEFEAT = 3.0
"""The price of the ground of a defeat."""
RUIN = 6.0
"""The price of a general that is sure to be removed."""
KIN = 25.0
"""The price of a fight against the same seat's other power."""
SKILL = 1.3
"""How much an enemy's cards count when it chooses the fight."""


class Judge:
    """Judges where the generals of one power, alone or with a partner, should be."""

    def __init__(self, survey: Survey, worth: Worth, power: str) -> None:
        self.survey, self.worth, self.power = survey, worth, power
        self.state = survey.state
        against = survey.foes(power)
        self.foes = [foe for foe in against if foe.power not in survey.own]
        self._kin = [foe.city for foe in against if foe.power in survey.own]
        self._crowds: dict[tuple[str, ...], list[tuple[str, float, list[int]]]] = {}

    @cached_property
    def _lines(self) -> dict[str, int]:
        """Steps to the nearest own train, past no enemy piece."""
        found: dict[str, int] = {}
        state = self.state
        for train in state.trains_of(self.power):
            reach = state.board.reach(state.at[train], self._closed.__contains__, _SEEN)
            for city, steps in reach.items():
                found[city] = min(steps, found.get(city, _FAR))
        return found

    @cached_property
    def _closed(self) -> frozenset[str]:
        """The cities through which no supply line of the power may lead."""
        state = self.state
        held = {city for piece, city in state.at.items() if enemies(state, state.power_of(piece), self.power)}
        shut = (
            {city for city in state.board.cities if barred_to_supply(state, city, self.power)}
            if state.neutral
            else set()
        )
        return frozenset(held | shut)

    def supply(self, generals: tuple[str, ...], city: str) -> float:
        """The price of being where trains do not reach."""
        if home_of(self.state, city) == self.power:
            return 0.0
        regions = self.state.theatre.generals[generals[0]].supplied_in
        if self.state.board.cities[city].region in regions:
            return 0.0
        steps = self._lines.get(city, _FAR)
        if steps <= REACH - 1:
            return 0.0
        if steps == REACH:
            return -0.3 * len(generals)
        if steps <= REACH + 2:
            return -STRETCH * (steps - REACH) * len(generals)
        return -(STARVE + 0.7 * min(steps, _SEEN)) * len(generals)

    @cached_property
    def targets(self) -> list[tuple[str, float]]:
        """The fortresses to take, with what they are worth; those that enemies protect are worth less."""
        found = []
        for place in self.state.board.fortresses:
            gain = self.worth.gain(place.id, self.power)
            if gain:
                guard = sum(s.troops for s in self.foes if self._distance(s.city, place.id) <= PROTECTS)
                found.append((place.id, gain / (1.0 + guard / 10.0)))
        return found

    def _distance(self, one: str, other: str) -> int:
        return self.state.board.distance(one, other)

    def prospects(self, city: str, taken: Iterable[str], mates: tuple[str, ...]) -> float:
        """What can be taken from *city* in the turns to come; *mates* are the cities of other own generals."""
        away = self.state.board.distances(city)
        values: list[float] = []
        for target, gain, others in self._contested(mates):
            steps = away.get(target, _FAR)
            turns = 1.0 + max(0, steps - 2) / 3.0
            if target in taken or turns > self.survey.turns_left + 1:
                continue
            values.append(gain * DECAY**turns * RIVALS ** bisect(others, steps))
        values.sort(reverse=True)
        return sum(value * share for value, share in zip(values, (0.8, 0.35, 0.15), strict=False))

    def _contested(self, mates: tuple[str, ...]) -> list[tuple[str, float, list[int]]]:
        """The targets, what they are worth, and how far *mates* are from each."""
        if mates not in self._crowds:
            far = [self.state.board.distances(mate) for mate in mates]
            self._crowds[mates] = [(t, gain, sorted(d.get(t, _FAR) for d in far)) for t, gain in self.targets]
        return self._crowds[mates]

    def attacks(self, stack: Stack) -> float:
        """What the fights bring that *stack* must fight where it is."""
        near = [foe for foe in self.foes if self.state.board.adjacent(foe.city, stack.city)]
        total = -KIN * sum(self.state.board.adjacent(city, stack.city) for city in self._kin)
        if not near:
            return total
        cards = self.survey.cards(stack.power, stack.city)
        for foe in sorted(near, key=lambda f: f.troops):
            now = self.odds(stack, foe, cards)
            total += self.outcome(now, stack, foe)
            cards *= 0.5
        return total

    def odds(self, stack: Stack, foe: Stack, cards: float) -> Odds:
        """The odds of *stack* against *foe*, with *cards* to play."""
        return odds(stack.troops, foe.troops, cards, len(self.state.hands[foe.power]))

    def outcome(self, now: Odds, stack: Stack, foe: Stack) -> float:
        """What a fight is worth: troops, ground, and the cards that it costs."""
        ground = VICTORY + self.ground(foe, stack) - 2.0 * (1.0 - now.win)
        cost = COST * POINT
        ruin = self._ruin(stack, now) - self._spoil(foe, now)
        return self._exchange(now, stack, foe) - ruin + now.win * ground - (1.0 - now.win) * DEFEAT - cost

    def _exchange(self, now: Odds, stack: Stack, foe: Stack) -> float:
        """What both sides may be expected to lose, seen from *stack*."""
        won = self.worth.combat(stack.power, foe.power, now.kills)
        return won - self.worth.combat(foe.power, stack.power, now.loses)

    def _ruin(self, stack: Stack, now: Odds) -> float:
        """The price of generals that may be removed."""
        return RUIN * len(stack.generals) * min(1.0, now.loses / stack.troops) ** 2

    def _spoil(self, foe: Stack, now: Odds) -> float:
        return 4.0 * len(foe.generals) * min(1.0, now.kills / foe.troops) ** 2

    def ground(self, foe: Stack, stack: Stack) -> float:
        """What is protected or threatened by *foe*: the ground that is won by its defeat."""
        near = sum(min(gain, FORTRESS) for city, gain in self.targets if self._distance(foe.city, city) <= PROTECTS)
        near += sum(risk for city, risk in self._exposed if self._distance(stack.city, city) <= PROTECTS)
        return min(0.25 * near, 9.0)

    def danger(self, stack: Stack) -> float:
        """What enemies that can come next to *stack* before it moves again may do to it."""
        board = self.state.board
        coming: list[tuple[float, Stack]] = []
        for foe in self.foes:
            steps = board.distance(foe.city, stack.city)
            if steps <= 5:
                coming.append((foe.troops * (1.0 if steps <= 4 else 0.5), foe))
        if not coming:
            return 0.0
        coming.sort(key=lambda one: -one[0])
        power = coming[0][1].power
        together = [t for t, foe in coming if cooperating(self.state, foe.power, power)][:2]
        lead = coming[0][1]
        united = Stack(lead.generals, lead.city, lead.power, min(16.0, sum(together)))
        cards = self.survey.cards(stack.power, stack.city)
        now = odds(stack.troops, united.troops, cards, SKILL * len(self.state.hands[power]))
        threat = self._exchange(now, stack, united) - (1.0 - now.win) * DEFEAT - self._ruin(stack, now)
        return self.survey.caution * min(0.0, threat)

    def shelter(self, city: str, mates: tuple[str, ...]) -> float:
        """What a general in *city* protects that enemies could take and no mate protects."""
        away = self.state.board.distances(city)
        return sum(
            value
            for fortress, value in self._exposed
            if away.get(fortress, _FAR) <= PROTECTS
            and not any(self._distance(mate, fortress) <= PROTECTS for mate in mates)
        )

    @cached_property
    def _exposed(self) -> list[tuple[str, float]]:
        """Own fortresses within reach of enemies, with the risk times what they are worth."""
        state = self.state
        found = []
        for place in state.board.fortresses:
            owner = controller(state, place.id)
            if owner is None or not cooperating(state, owner, self.power):
                continue
            steps = min((self._distance(foe.city, place.id) for foe in self.foes), default=_FAR)
            if steps > 8:
                continue
            risk = 0.7 if steps <= 3 else 0.35 if steps <= 5 else 0.12
            value = self.worth.loss(place.id, self.power)
            if value:
                found.append((place.id, risk * value))
        return found
