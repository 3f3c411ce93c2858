"""The sheet of an action stage (5)."""

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.table import Scratch
from pbem_maria.chapters.combat.plans import pairs, parts
from pbem_maria.chapters.supply.steps import carry_out as settle_supply
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.players.bot.combat import book, order_of_attacks, standing
from pbem_maria.players.bot.moves import PlannedPosition, Planner
from pbem_maria.players.bot.trains import move_trains
from pbem_maria.position.state import State


def play_stage(view: State, decision: Decision, chance: Chance) -> StageOrders:
    """Moves of generals and trains, and a plan for every fight."""
    seat = decision.seat
    powers = stage_check.powers_of(view, seat)
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
