"""A player of sorts: legal answers from what a seat sees, half random, half with an aim.

It leans on nothing but the view, so it can stand in for a seat; the fuzzer uses it for all of them.
"""

from collections.abc import Callable

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_maria.guess.agreements import keep_word, speak
from pbem_maria.guess.combat import guess_combat, guess_play
from pbem_maria.guess.expedition import guess_expedition, guess_room, guess_votes
from pbem_maria.guess.politics import guess_placing, guess_politics, guess_trump
from pbem_maria.guess.quiet import guess_hussars, guess_set_up, guess_subsidy
from pbem_maria.guess.shifts import guess_comeback, guess_peace, guess_saxony, guess_withdrawal
from pbem_maria.guess.stage import guess_stage
from pbem_maria.guess.winter import guess_winter
from pbem_maria.orders.combat import CombatOrders, PlayOrders
from pbem_maria.orders.election import ElectionOrders
from pbem_maria.orders.expedition import ExpeditionOrders, GiveWayOrders
from pbem_maria.orders.hussars import HussarOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.setup import SetUpOrders
from pbem_maria.orders.shifts import ComebackOrders, PeaceOrders, SaxonyOrders, WithdrawOrders
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.subsidy import SubsidyOrders
from pbem_maria.orders.winter import WinterOrders
from pbem_maria.state import State

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
