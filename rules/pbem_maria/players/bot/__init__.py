"""A plain but sensible player for any seat, which sees no more than the seat does."""

from collections.abc import Callable

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_maria.chapters.cards.orders import SubsidyOrders
from pbem_maria.chapters.combat.orders import CombatOrders, PlayOrders
from pbem_maria.chapters.election.orders import ElectionOrders
from pbem_maria.chapters.hussars.orders import HussarOrders
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders
from pbem_maria.chapters.politics.orders import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.chapters.setup.orders import SetUpOrders
from pbem_maria.chapters.shifts.orders import PeaceOrders, SaxonyOrders
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.players.bot.combat import play_card, play_combat
from pbem_maria.players.bot.hussars import play_hussars
from pbem_maria.players.bot.legal import mended
from pbem_maria.players.bot.politics import play_placing, play_politics, play_trump
from pbem_maria.players.bot.setup import play_set_up
from pbem_maria.players.bot.stage import play_stage
from pbem_maria.players.bot.statecraft import (
    play_election,
    play_expedition,
    play_peace,
    play_saxony,
    play_subsidy,
    with_answers,
)
from pbem_maria.players.bot.winter import play_winter
from pbem_maria.players.guess import guess
from pbem_maria.players.guess.agreements import keep_word
from pbem_maria.position.state import State

_PLAYS: dict[type[Order], Callable[[State, Decision, Chance], Order]] = {
    StageOrders: play_stage,
    CombatOrders: play_combat,
    PlayOrders: play_card,
    SetUpOrders: play_set_up,
    HussarOrders: play_hussars,
    WinterOrders: play_winter,
    PoliticsOrders: play_politics,
    TrumpOrders: play_trump,
    PlacingOrders: play_placing,
    ExpeditionOrders: play_expedition,
    ElectionOrders: play_election,
    SaxonyOrders: play_saxony,
    PeaceOrders: play_peace,
    SubsidyOrders: play_subsidy,
}


def play(view: State, decision: Decision, chance: Chance) -> Order:
    """A legal and sensible answer to *decision*; what the bot does not know it guesses."""
    player = _PLAYS.get(decision.takes, guess)
    order = with_answers(view, decision, player(view, decision, chance), chance)
    legal = mended(view, decision, order) or mended(view, decision, keep_word(view, decision, order))
    return legal or guess(view, decision, chance)
