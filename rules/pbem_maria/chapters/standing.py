"""Keeping a seat's standing orders, and answering by them."""

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem, Weight
from pbem.engine.table import Table
from pbem_maria.chapters import agreements, breach, contracts, election, expedition, hussars, politics, shifts
from pbem_maria.chapters.cards import FIRST_CHOICE
from pbem_maria.chapters.combat_check import check_standing
from pbem_maria.chapters.duel import uncovered
from pbem_maria.chapters.turn import StandingSet
from pbem_maria.orders.cards import SubsidyOrders
from pbem_maria.orders.politics import TrumpOrders
from pbem_maria.orders.stage import CombatOrders
from pbem_maria.orders.standing import HussarOrders, InAdvance, KeptAnswers, StandingAnswers
from pbem_maria.orders.statecraft import (
    ASK,
    CitiesOrNone,
    ElectionOrders,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOrders,
    SaxonyOrders,
    SaxonyWish,
    WithdrawOrders,
)
from pbem_maria.position.powers import most
from pbem_maria.position.state import State


def check(view: State, seat: str, order: InAdvance, after: State | None = None) -> Iterator[Problem]:
    """What is wrong with the advance and standing orders of *seat*, and with what it says of agreements.

    *after* is the position after the moves of the same sheet, from which hussars are counted.
    """
    yield from hussars.check_in_advance(view, seat, order.hussars, after)
    if order.subsidy is not None and "france" not in view.powers_of(seat):
        yield Problem("no-subsidy", ("subsidy",), "8", apart=(("subsidy",),))
    elif order.subsidy is not None and not order.subsidy.paid and view.turn < FIRST_CHOICE - 1:
        yield Problem("subsidy-stands", ("subsidy",), "8", {"turn": FIRST_CHOICE}, Weight.unwise)
    yield from contracts.check(view, seat, order.contracts)
    yield from check_standing(view, seat, order.standing)
    yield from agreements.check(view, seat, order)
    yield from breach.check_contracts(view, seat, order.contracts)
    for problem in breach.check_hussars(view, seat, order.hussars):
        yield Problem("hussars-strain-agreement", problem.path, problem.rule, problem.args, Weight.unwise)
    yield from shifts.check_standing(view, seat, order)
    yield from expedition.check_standing(view, seat, order)
    yield from election.check_standing(view, seat, order)
    yield from politics.check_standing(view, seat, order)


def kept(state: State, seat: str) -> KeptAnswers:
    """The advance and standing orders of *seat*, as far as *state* knows."""
    return state.standing.get(seat, KeptAnswers())


def keep(table: Table[State], seat: str, order: InAdvance) -> None:
    """Keep a sheet's advance and standing orders, and carry out its agreements (21); what it does not mention stays."""
    agreements.take(table, seat, order)
    contracts.take(table, seat, order.contracts)
    before = kept(table.state, seat)
    said = {name: getattr(order.standing, name) for name in StandingAnswers.__struct_fields__} if order.standing else {}
    after = replace(before, **{name: value for name, value in said.items() if value is not None})
    if after.withdraw == CitiesOrNone(()):
        after = replace(after, withdraw=None)
    if order.hussars:
        after = replace(after, hussars=order.hussars)
    if order.subsidy is not None:
        after = replace(after, subsidy=order.subsidy)
    if after != before:
        table.emit(StandingSet(seat=seat, standing=after))


def forget(table: Table[State], seat: str, what: Literal["hussars", "subsidy"]) -> None:
    """Use up an advance order."""
    before = kept(table.state, seat)
    after = replace(before, hussars=()) if what == "hussars" else replace(before, subsidy=None)
    if after != before:
        table.emit(StandingSet(seat=seat, standing=after))


def _hussars(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    return HussarOrders(hussars=given.hussars) if given.hussars else None


def _subsidy(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    return SubsidyOrders(subsidy=given.subsidy) if given.subsidy is not None else None


def _combat(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    return None if uncovered(view, decision.seat, CombatOrders()) else CombatOrders()


def _saxony(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    wish = given.saxony
    if wish is None or wish.to == ASK:
        return None
    boxes = wish.boxes if wish.boxes is None else min(wish.boxes, most(view))
    return SaxonyOrders(saxony=SaxonyWish(wish.to, boxes))


def _peace(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    return None if given.peace is None or given.peace == "ask" else PeaceOrders(peace=given.peace)


def _withdrawal(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    return WithdrawOrders() if given.withdraw else None


def _election(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    votes = election.in_advance(view, decision.seat, given)
    return None if votes is None else ElectionOrders(vote=votes)


def _trump(view: State, decision: Decision, given: KeptAnswers) -> Order | None:
    return TrumpOrders(trump=given.trump) if given.trump is not None else None


_ANSWERS: dict[type[Order], Callable[[State, Decision, KeptAnswers], Order | None]] = {
    HussarOrders: _hussars,
    SubsidyOrders: _subsidy,
    CombatOrders: _combat,
    SaxonyOrders: _saxony,
    PeaceOrders: _peace,
    WithdrawOrders: _withdrawal,
    ExpeditionOrders: expedition.sent_by_standing,
    GiveWayOrders: expedition.room_by_standing,
    ElectionOrders: _election,
    TrumpOrders: _trump,
}
"""How standing orders answer each question; nothing if they do not cover all of it."""


class Deputy:
    """Answers for a seat by its standing orders and the plans of its sheet."""

    def answer(self, view: State, decision: Decision) -> Order | None:
        """The seat's advance order, if it covers all of the question."""
        found = _ANSWERS.get(decision.takes)
        return found(view, decision, kept(view, decision.seat)) if found else None
