"""A plain but sensible player for any seat, which sees no more than the seat does."""

from collections.abc import Callable

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Chance, Scratch
from pbem_maria.bot.combat import book, order_of_attacks, play_card, play_combat, standing
from pbem_maria.bot.moves import PlannedPosition, Planner, move_trains
from pbem_maria.bot.politics import (
    play_election,
    play_expedition,
    play_peace,
    play_placing,
    play_politics,
    play_saxony,
    play_subsidy,
    play_trump,
    with_answers,
)
from pbem_maria.bot.quiet import mended, play_hussars, play_set_up, play_winter
from pbem_maria.chapters.duel import pairs, parts
from pbem_maria.guess import guess
from pbem_maria.guess.stage import keep_word
from pbem_maria.orders.cards import SubsidyOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.stage import CombatOrders, PlayOrders, SetUpOrders, StageOrders, WinterOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.orders.statecraft import ElectionOrders, ExpeditionOrders, PeaceOrders, SaxonyOrders
from pbem_maria.position.state import State
from pbem_maria.sequence import stage
from pbem_maria.sequence.supply import settle_supply


def play_stage(view: State, decision: Decision, chance: Chance) -> StageOrders:
    """Moves of generals and trains, and a plan for every fight."""
    seat = decision.seat
    powers = stage.powers_of(view, seat)
    table = Scratch(view)
    for power in powers:
        settle_supply(table, power, StageOrders().supply)
    planner = Planner(table, seat, powers)
    planner.plan()
    moves = [*planner.moves, *move_trains(table, seat, powers)]
    order = StageOrders(passes=not moves, moves=tuple(moves))
    return order if table.state.result is not None else _with_plans(table.state, seat, powers, order, chance)


def _with_plans(after: State, seat: str, powers: tuple[str, ...], order: StageOrders, chance: Chance) -> StageOrders:
    """The plans for the fights that the moves lead to, and for those to come."""
    position = PlannedPosition(after, seat)
    due = tuple(pair for pair in pairs(after, powers) if after.power_of(pair.attackers[0]) in powers)
    mine = tuple(part for part in parts(after, seat, due) if part.attacking)
    return replace(
        order,
        attacks=order_of_attacks(position, due),
        combat=book(position, mine, chance),
        standing=standing(position, after.powers_of(seat), chance),
    )


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
