"""Keeping a seat's standing orders, and answering by them."""

from typing import Literal

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Table
from pbem_maria.events.turn import StandingSet
from pbem_maria.orders.combat import CombatOrders
from pbem_maria.orders.hussars import HussarOrders, HussarWish
from pbem_maria.orders.standing import Kept, Standing
from pbem_maria.orders.subsidy import Subsidy, SubsidyOrders
from pbem_maria.plans import uncovered
from pbem_maria.state import State


def kept(state: State, seat: str) -> Kept:
    """What *seat* has answered in advance, as far as *state* knows."""
    found = state.standing.get(seat)
    return found if isinstance(found, Kept) else Kept()


def keep(
    table: Table, seat: str, *, standing: Standing | None, hussars: tuple[HussarWish, ...], subsidy: Subsidy | None
) -> None:
    """Take over what a sheet says in advance; what it does not mention stays."""
    before = kept(table.state, seat)
    after = before
    if standing is not None:
        attack = before.attack if standing.attack is None else standing.attack
        defence = before.defence if standing.defence is None else standing.defence
        after = replace(after, attack=attack, defence=defence)
    if hussars:
        after = replace(after, hussars=hussars)
    if subsidy is not None:
        after = replace(after, subsidy=subsidy)
    if after != before:
        table.emit(StandingSet(seat=seat, standing=after))


def forget(table: Table, seat: str, what: Literal["hussars", "subsidy"]) -> None:
    """Use up an answer that was given in advance for one turn."""
    before = kept(table.state, seat)
    after = replace(before, hussars=()) if what == "hussars" else replace(before, subsidy=None)
    if after != before:
        table.emit(StandingSet(seat=seat, standing=after))


class Deputy:
    """Answers for a seat by its standing orders and the plans of its sheet."""

    def answer(self, view: State, decision: Decision) -> Order | None:
        """The order that the seat gave in advance, if it covers the whole question."""
        given = kept(view, decision.seat)
        if decision.takes is HussarOrders and given.hussars:
            return HussarOrders(hussars=given.hussars)
        if decision.takes is SubsidyOrders and given.subsidy is not None:
            return SubsidyOrders(subsidy=given.subsidy)
        if decision.takes is CombatOrders and not uncovered(view, decision.seat, CombatOrders()):
            return CombatOrders()
        return None
