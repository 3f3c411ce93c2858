"""Answers given in advance: hussars (7), subsidy (8), standing combat plans (11.1)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem_maria import hussars
from pbem_maria.combat_check import check_standing
from pbem_maria.orders.standing import InAdvance
from pbem_maria.state import State


def check(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with the answers that *seat* gives in advance."""
    yield from hussars.check_own(view, seat, order.hussars)
    if order.subsidy is not None and "france" not in view.powers_of(seat):
        yield Problem("no-subsidy", ("subsidy",), "8")
    yield from check_standing(view, seat, order.standing)
