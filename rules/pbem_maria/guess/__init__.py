"""A player of sorts: legal answers from what a seat sees, half random, half with a purpose.

It uses nothing but the view, so it can play for a seat; the fuzzer uses it for all of them. What has no guess here is
picked from the menu.
"""

from collections.abc import Callable

from pbem.engine.decision import Decision
from pbem.engine.menu import pick_order
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem_maria.guess.combat import guess_combat
from pbem_maria.guess.politics import guess_politics
from pbem_maria.guess.quiet import guess_hussars, guess_set_up
from pbem_maria.guess.stage import guess_stage, keep_word, speak
from pbem_maria.menu.record import DESK
from pbem_maria.orders.politics import PoliticsOrders
from pbem_maria.orders.stage import CombatOrders, SetUpOrders, StageOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.position.state import State

_GUESSES: dict[type[Order], Callable[[State, Decision, Chance], Order]] = {
    SetUpOrders: guess_set_up,
    HussarOrders: guess_hussars,
    StageOrders: guess_stage,
    CombatOrders: guess_combat,
    PoliticsOrders: guess_politics,
}


def guess(view: State, decision: Decision, chance: Chance) -> Order:
    """Some legal answer to *decision*."""
    made = _GUESSES.get(decision.takes)
    found = made(view, decision, chance) if made else pick_order(DESK, view, decision, chance)
    if found is None:
        raise LookupError(f"nothing on the menu answers {decision.key}")
    return keep_word(view, decision, speak(view, decision.seat, found, chance))
