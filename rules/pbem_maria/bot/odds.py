"""How a combat may end, from strengths and hands (11.1)."""

import math

import msgspec

_CARD_SPREAD = 7.0
"""The variance that one card of an unknown hand adds."""


class Odds(msgspec.Struct, frozen=True):
    """The prospects of one side."""

    win: float
    """The probability to win."""
    kills: float
    """Troops that the enemy loses if it loses."""
    loses: float
    """Troops that are lost otherwise."""

    @property
    def troops(self) -> float:
        """The expected gain in troops."""
        return self.win * self.kills - (1 - self.win) * self.loses


def odds(own: float, enemy: float, own_cards: float, enemy_cards: float, unknown: int) -> Odds:
    """The prospects of *own* troops against *enemy* ones, where *unknown* cards are in the enemy's hand."""
    lead = own - enemy
    margin = lead + own_cards - enemy_cards
    spread = math.sqrt(4.0 + _CARD_SPREAD * unknown)
    win = 1.0 / (1.0 + math.exp(-1.7 * margin / spread))
    edge = 0.15 * max(0.0, own_cards - enemy_cards)
    risk = 0.15 * max(0.0, enemy_cards - own_cards)
    kills = min(enemy, 1.5 + 0.5 * max(0.0, lead) + edge)
    loses = min(own, 1.5 + 0.5 * max(0.0, -lead) + risk)
    return Odds(win, kills, loses)
