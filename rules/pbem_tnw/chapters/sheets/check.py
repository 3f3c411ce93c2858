"""What is wrong with a Round sheet, by what its seat sees (5.1, 5.12)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.round_orders import RoundOrders
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.state import WarState


def check_sheet(view: WarState, seat: str, nations: tuple[str, ...], order: RoundOrders) -> Iterator[Problem]:
    """Every problem of the sheet of *seat* for the Impulses of its *nations*."""
    yield from check_impulses(view, seat, order.impulses)
    yield from check_standing(view, seat, order.standing)


def check_impulses(
    view: WarState, seat: str, impulses: Mapping[str, ImpulseOrders], only: str = ""
) -> Iterator[Problem]:
    """Every problem of the Impulses that *seat* orders."""
    yield from ()


def check_standing(view: WarState, seat: str, standing: WarStanding | None) -> Iterator[Problem]:
    """Every problem of standing orders that can be seen now."""
    yield from ()
