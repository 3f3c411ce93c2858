"""Answers given in advance for the next turn: hussars (7) and subsidy (8)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem_maria import hussars
from pbem_maria.orders.hussars import HussarWish
from pbem_maria.orders.subsidy import Subsidy
from pbem_maria.state import State


def check(view: State, seat: str, wishes: tuple[HussarWish, ...], subsidy: Subsidy | None) -> Iterator[Problem]:
    """What is wrong with the answers that *seat* gives in advance."""
    yield from hussars.check_own(view, seat, wishes)
    if subsidy is not None and "france" not in view.powers_of(seat):
        yield Problem("no-subsidy", ("subsidy",), "8")
