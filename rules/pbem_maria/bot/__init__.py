"""A plain but sensible player for any seat, which sees no more than the seat does."""

from collections.abc import Callable

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_maria.bot.combat import play_card, play_combat
from pbem_maria.bot.hussars import play_hussars
from pbem_maria.bot.setup import play_set_up
from pbem_maria.bot.stage import play_stage
from pbem_maria.bot.winter import play_winter
from pbem_maria.guess import guess
from pbem_maria.guess.agreements import keep_word
from pbem_maria.orders.combat import CombatOrders, PlayOrders
from pbem_maria.orders.hussars import HussarOrders
from pbem_maria.orders.setup import SetUpOrders
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.winter import WinterOrders
from pbem_maria.state import State

_PLAYS: dict[type[Order], Callable[[State, Decision, Chance], Order]] = {
    StageOrders: play_stage,
    CombatOrders: play_combat,
    PlayOrders: play_card,
    SetUpOrders: play_set_up,
    HussarOrders: play_hussars,
    WinterOrders: play_winter,
}


def play(view: State, decision: Decision, chance: Chance) -> Order:
    """A legal and sensible answer to *decision*."""
    known = _PLAYS.get(decision.takes)
    return keep_word(view, decision, (known or guess)(view, decision, chance))
