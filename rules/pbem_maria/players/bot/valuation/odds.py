"""How a combat may end, from strengths and hands (11.1)."""

from functools import lru_cache

import msgspec

from pbem_maria.players.bot.valuation.survey import RESERVE_COUNTS
from pbem_maria.position.cards import VALUES

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
