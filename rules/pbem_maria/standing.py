"""Keeping a seat's standing orders, and answering by them."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Table
from pbem_maria.events.turn import StandingSet
from pbem_maria.orders.combat import CombatOrders
from pbem_maria.orders.hussars import HussarOrders
from pbem_maria.orders.standing import InAdvance, Kept, Standing
from pbem_maria.orders.subsidy import SubsidyOrders
from pbem_maria.plans import uncovered
from pbem_maria.state import State


def kept(state: State, seat: str) -> Kept:
    """What *seat* has answered in advance, as far as *state* knows."""
    found = state.standing.get(seat)
    return found if isinstance(found, Kept) else Kept()


def keep(table: Table, seat: str, order: InAdvance) -> None:
    """Take over what a sheet says in advance; what it does not mention stays."""
    before = kept(table.state, seat)
    said = {name: getattr(order.standing, name) for name in Standing.__struct_fields__} if order.standing else {}
    after = replace(before, **{name: value for name, value in said.items() if value is not None})
    if order.hussars:
        after = replace(after, hussars=order.hussars)
    if order.subsidy is not None:
        after = replace(after, subsidy=order.subsidy)
    if after != before:
        table.emit(StandingSet(seat=seat, standing=after))


def forget(table: Table, seat: str, what: Literal["hussars", "subsidy"]) -> None:
    """Use up an answer that was given in advance for one turn."""
    before = kept(table.state, seat)
    after = replace(before, hussars=()) if what == "hussars" else replace(before, subsidy=None)
    if after != before:
        table.emit(StandingSet(seat=seat, standing=after))


def _hussars(view: State, decision: Decision, given: Kept) -> Order | None:
    return HussarOrders(hussars=given.hussars) if given.hussars else None


def _subsidy(view: State, decision: Decision, given: Kept) -> Order | None:
    return SubsidyOrders(subsidy=given.subsidy) if given.subsidy is not None else None


def _combat(view: State, decision: Decision, given: Kept) -> Order | None:
    return None if uncovered(view, decision.seat, CombatOrders()) else CombatOrders()


_ANSWERS: dict[type[Order], Callable[[State, Decision, Kept], Order | None]] = {
    HussarOrders: _hussars,
    SubsidyOrders: _subsidy,
    CombatOrders: _combat,
}
"""How each question is answered by what stands; nothing if that does not cover the whole question."""


class Deputy:
    """Answers for a seat by its standing orders and the plans of its sheet."""

    def answer(self, view: State, decision: Decision) -> Order | None:
        """The order that the seat gave in advance, if it covers the whole question."""
        found = _ANSWERS.get(decision.takes)
        return found(view, decision, kept(view, decision.seat)) if found else None
