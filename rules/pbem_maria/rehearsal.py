"""A rehearsal of an action stage: what a sheet would do, as far as its seat can see."""

from collections.abc import Iterator

from pbem.engine.problem import Path, Problem, Weight, under
from pbem.engine.table import Scratch
from pbem_maria import billing, exchange, hussars, movement, supply
from pbem_maria.combat_check import check_combat
from pbem_maria.orders.stage import StageOrders
from pbem_maria.state import State
from pbem_maria.steps.supply import carry_out as carry_out_supply


def check(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the sheet of a stage: its phases are played one after the other on the seat's view.

    A move that is refused does not happen; the moves after it are judged with its piece unmoved.
    """
    yield from _check_passing(order)
    yield from hussars.check_own(view, seat, order.hussars)
    if order.subsidy is not None and "france" not in view.powers_of(seat):
        yield Problem("no-subsidy-to-choose", ("subsidy",), "8")
    powers = tuple(power for power in view.stage_powers() if view.seat_of(power) == seat)
    table = Scratch(view)
    exchanges = _Exchanges(table, seat, order)
    yield from billing.check(table.state, powers, order.supply)
    for power in powers:
        carry_out_supply(table, power, order.supply)
    for number, move in enumerate(order.moves):
        for problem in movement.carry_out(table, powers, move):
            yield under(problem, "moves", number)
        if table.state.result is not None:
            return
        exchanges.make()
    yield from exchanges.problems()
    yield from _starving(table.state, powers, order)
    yield from check_combat(table.state, seat, order)


def _check_passing(order: StageOrders) -> Iterator[Problem]:
    acts = tuple(key for key in ("moves", "troops", "attacks") if getattr(order, key))
    if order.passes and acts:
        yield Problem("passes-and-acts", ("passes",), "5", {"keys": acts})


class _Exchanges:
    """The exchanges of a sheet: tried at the start of the stage and after each move."""

    def __init__(self, table: Scratch, seat: str, order: StageOrders) -> None:
        self._table, self._seat, self._troops = table, seat, order.troops
        self._made: set[str] = set()
        self._told: dict[str, Problem] = {}
        self.make()

    def make(self) -> None:
        """Make those that can be made now; remember why a stack that stands together cannot."""
        self._made |= exchange.carry_out(self._table, self._seat, self._troops)
        state: State = self._table.state
        for general in self._troops:
            if general not in self._made and exchange.partner(state, general) in self._troops:
                self._told.setdefault(general, exchange.wrong_with(state, self._seat, general, self._troops))

    def problems(self) -> Iterator[Problem]:
        """Why the exchanges never made cannot be made."""
        for general in self._troops:
            if general not in self._made:
                now = exchange.wrong_with(self._table.state, self._seat, general, self._troops)
                yield self._told.get(general, now)


def _starving(after: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """A warning for each general that would find no supply where it stands after the moves."""
    for power in powers:
        for general in after.generals_of(power):
            if supply.line(after, general) is None:
                args = {
                    "general": general,
                    "city": after.at[general],
                    "distance": supply.nearest_train(after, general),
                    "limit": supply.REACH,
                }
                yield Problem("will-starve", _last_move(after, general, order), "9", args, Weight.unwise)


def _last_move(after: State, general: str, order: StageOrders) -> Path:
    """Where the sheet moves *general*, else a train of its power."""
    trains = after.theatre.edition.powers[after.power_of(general)].trains
    for names in ({general}, {train.id for train in trains}):
        for number in reversed(range(len(order.moves))):
            if names & set(order.moves[number].pieces):
                return "moves", number
    return ("moves",)
