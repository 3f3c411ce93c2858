"""The answer to a hold: play cards now, or nothing (house rules, 2.4)."""

from pbem.engine.order import Order
from pbem_tnw.orders.lines.battle_wish import BattleCardWish


class HoldAnswer(Order, frozen=True):
    """What a seat plays in the window; the default is nothing."""

    play: tuple[BattleCardWish, ...] = ()
    """Response or battle cards, in order."""
    no_more: bool = False
    """Play nothing for the rest of this Impulse, and be asked no more in it."""
