"""A stage's sheet carried out, in earnest or on a seat's view to see what is wrong with it."""

from collections.abc import Iterator

from pbem.engine.problem import Problem, Weight, under
from pbem.engine.table import Scratch, Table
from pbem_maria import billing, combat_check, exchange, hussars, movement, supply
from pbem_maria.orders.stage import StageOrders
from pbem_maria.state import State
from pbem_maria.steps.supply import carry_out as settle_supply


def powers_of(state: State, seat: str) -> tuple[str, ...]:
    """The powers of *seat* that act in the present stage."""
    return tuple(power for power in state.stage_powers() if state.seat_of(power) == seat)


def move(table: Table, seat: str, order: StageOrders) -> Iterator[Problem]:
    """Carry out the moves of *order* and its exchanges of troops."""
    done = exchange.carry_out(table, seat, order.troops)
    powers = powers_of(table.state, seat)
    for number, each in enumerate(order.moves):
        if table.state.result is not None:
            return
        for problem in movement.carry_out(table, powers, each):
            yield under(problem, "moves", number)
        done |= exchange.carry_out(table, seat, order.troops)
    state: State = table.state
    yield from (
        exchange.wrong_with(state, seat, general, order.troops) for general in order.troops if general not in done
    )


def check(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """Everything wrong with a stage's sheet, from what its seat sees."""
    powers = powers_of(view, seat)
    yield from _contradictions(view, seat, order)
    yield from billing.check(view, powers, order.supply)
    table = Scratch(view)
    for power in powers:
        settle_supply(table, power, order.supply)
    yield from move(table, seat, order)
    if table.state.result is None:
        yield from _unsupplied_next(table.state, powers, order)
        yield from combat_check.check_combat(table.state, seat, order)


def _contradictions(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    if order.passes and (order.moves or order.attacks):
        yield Problem("passes-and-moves", ("passes",), "5")
    if order.subsidy is not None and "france" not in view.powers_of(seat):
        yield Problem("no-subsidy", ("subsidy",), "8")
    yield from hussars.check_own(view, seat, order.hussars)


def _unsupplied_next(after: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """Warnings for the generals that the moves leave without a path to a train."""
    for number, each in enumerate(order.moves):
        for piece in each.pieces:
            if piece not in after.at or not after.theatre.is_general(piece) or after.power_of(piece) not in powers:
                continue
            if supply.line(after, piece) is None:
                args = {"general": piece, "city": after.at[piece], "distance": supply.nearest_train(after, piece)}
                yield Problem("no-supply-ahead", ("moves", number), "9", args, Weight.unwise)
