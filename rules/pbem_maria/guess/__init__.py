"""A player of sorts: legal answers from what a seat sees, half random, half with a purpose.

It uses nothing but the view, so it can play for a seat; the fuzzer uses it for all of them.
"""

from collections.abc import Callable

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem_maria.guess.combat import guess_combat, guess_play
from pbem_maria.guess.politics import (
    guess_comeback,
    guess_expedition,
    guess_peace,
    guess_placing,
    guess_politics,
    guess_room,
    guess_saxony,
    guess_trump,
    guess_votes,
    guess_withdrawal,
)
from pbem_maria.guess.quiet import guess_hussars, guess_set_up, guess_subsidy, guess_winter
from pbem_maria.guess.stage import guess_stage, keep_word, speak
from pbem_maria.orders.cards import SubsidyOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.stage import CombatOrders, PlayOrders, SetUpOrders, StageOrders, WinterOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.orders.statecraft import (
    ComebackOrders,
    ElectionOrders,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOrders,
    SaxonyOrders,
    WithdrawOrders,
)
from pbem_maria.position.state import State

_GUESSES: dict[type[Order], Callable[[State, Decision, Chance], Order]] = {
    SetUpOrders: guess_set_up,
    HussarOrders: guess_hussars,
    SubsidyOrders: guess_subsidy,
    StageOrders: guess_stage,
    CombatOrders: guess_combat,
    PlayOrders: guess_play,
    WinterOrders: guess_winter,
    PoliticsOrders: guess_politics,
    TrumpOrders: guess_trump,
    PlacingOrders: guess_placing,
    ExpeditionOrders: guess_expedition,
    GiveWayOrders: guess_room,
    ElectionOrders: guess_votes,
    SaxonyOrders: guess_saxony,
    WithdrawOrders: guess_withdrawal,
    PeaceOrders: guess_peace,
    ComebackOrders: guess_comeback,
}


def guess(view: State, decision: Decision, chance: Chance) -> Order:
    """Some legal answer to *decision*."""
    found = _GUESSES[decision.takes](view, decision, chance)
    return keep_word(view, decision, speak(view, decision.seat, found, chance))
