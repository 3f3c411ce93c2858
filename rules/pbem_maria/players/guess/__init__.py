"""A player of sorts: legal answers from what a seat sees, half random, half with a purpose.

It uses nothing but the view, so it can play for a seat; the fuzzer uses it for all of them.
"""

from collections.abc import Callable

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_maria.chapters.cards.orders import SubsidyOrders
from pbem_maria.chapters.combat.orders import CombatOrders, PlayOrders
from pbem_maria.chapters.election.orders import ElectionOrders
from pbem_maria.chapters.hussars.orders import HussarOrders
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders, GiveWayOrders
from pbem_maria.chapters.politics.orders import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.chapters.setup.orders import SetUpOrders
from pbem_maria.chapters.shifts.orders import ComebackOrders, PeaceOrders, SaxonyOrders, WithdrawOrders
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.players.guess.agreements import keep_word, speak
from pbem_maria.players.guess.combat import guess_combat, guess_play
from pbem_maria.players.guess.expedition import guess_expedition, guess_room, guess_votes
from pbem_maria.players.guess.politics import guess_placing, guess_politics, guess_trump
from pbem_maria.players.guess.quiet import guess_hussars, guess_set_up, guess_subsidy
from pbem_maria.players.guess.shifts import guess_comeback, guess_peace, guess_saxony, guess_withdrawal
from pbem_maria.players.guess.stage import guess_stage
from pbem_maria.players.guess.winter import guess_winter
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
