"""A stage's sheet carried out, in earnest or on a seat's view to see what is wrong with it."""

from collections.abc import Iterator

from pbem.engine.problem import Problem, Weight, under
from pbem.engine.table import Scratch, Table
from pbem_maria import advance, billing, combat_check, exchange, movement, supply
from pbem_maria.orders.stage import StageOrders
from pbem_maria.state import State
from pbem_maria.steps.supply import carry_out as settle_supply


def powers_of(state: State, seat: str) -> tuple[str, ...]:
    """The powers of *seat* that act in the present stage."""
    return tuple(power for power in state.stage_powers() if state.seat_of(power) == seat)


def move(table: Table, seat: str, order: StageOrders) -> Iterator[Problem]:
    """Carry out the moves of *order* and its exchanges of troops."""
    powers = powers_of(table.state, seat)
    troops = dict(order.troops)
    hindered = _exchange(table, seat, troops)
    for number, each in enumerate(order.moves):
        if table.state.result is not None:
            return
        for problem in movement.carry_out(table, powers, each):
            yield under(problem, "moves", number)
        hindered = {**_exchange(table, seat, troops), **hindered}
    for general in troops:
        yield hindered.get(general) or exchange.wrong_with(table.state, seat, general, order.troops)


def _exchange(table: Table, seat: str, troops: dict[str, int]) -> dict[str, Problem]:
    """Make the exchanges that can be made and strike them off; why those of a stack that stands together cannot."""
    for general in exchange.carry_out(table, seat, troops):
        del troops[general]
    return {
        general: exchange.wrong_with(table.state, seat, general, troops)
        for general in troops
        if exchange.partner(table.state, general) in troops
    }


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
    yield from advance.check(view, seat, order)


def _unsupplied_next(after: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """Warnings for the generals that the moves leave without a path to a train."""
    for power in powers:
        for general in after.generals_of(power):
            number = _mover(after, general, order)
            if number is not None and supply.line(after, general) is None:
                distance = supply.nearest_train(after, general)
                args = {"general": general, "city": after.at[general], "distance": distance}
                yield Problem("no-supply-ahead", ("moves", number), "9", args, Weight.unwise)


def _mover(after: State, general: str, order: StageOrders) -> int | None:
    """The number of the last move of the general, else of a train of its power."""
    trains = {train.id for train in after.theatre.edition.powers[after.power_of(general)].trains}
    for names in ({general}, trains):
        for number in reversed(range(len(order.moves))):
            if names & set(order.moves[number].pieces):
                return number
    return None
