"""Advance orders for hussars (7) and subsidy (8), standing combat plans (11.1), and agreements (21)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem, Weight
from pbem_maria.chapters.agreements import agreement_check, agreements
from pbem_maria.chapters.cards import contracts
from pbem_maria.chapters.cards.draw import FIRST_CHOICE
from pbem_maria.chapters.combat.combat_check import check_standing
from pbem_maria.chapters.election import election
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.politics import expedition, politics_check
from pbem_maria.chapters.shifts import shifts_check
from pbem_maria.chapters.turn.standing_orders import InAdvance
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
    yield from agreement_check.check_contracts(view, seat, order.contracts)
    for problem in agreement_check.check_hussars(view, seat, order.hussars):
        yield Problem("hussars-strain-agreement", problem.path, problem.rule, problem.args, Weight.unwise)
    yield from shifts_check.check_standing(view, seat, order)
    yield from expedition.check_standing(view, seat, order)
    yield from election.check_standing(view, seat, order)
    yield from politics_check.check_standing(view, seat, order)
