"""Sheets of players who answer all in advance: what would stop the game to ask their seat is left out."""

from typing import TypeVar

from msgspec.structs import replace

from pbem.engine.order import Order
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.round_orders import ImpulseSheet, PreemptLine, RoundOrders
from pbem_tnw.orders.standing import WarStanding

Impulses = TypeVar("Impulses", RoundOrders, ImpulseSheet)


def in_advance(order: Order) -> Order:
    """*order* without `ask` and `hold`."""
    match order:
        case RoundOrders():
            preempt = tuple(map(_preempting, (line for line in order.preempt if not line.ask)))
            return replace(_answering(order), preempt=preempt, standing=_holding_nothing(order.standing))
        case ImpulseSheet():
            return _answering(order)
        case EntryOrders():
            return replace(order, standing=_holding_nothing(order.standing))
    return order


def _answering(order: Impulses) -> Impulses:
    return replace(order, impulses={nation: _unasked(each) for nation, each in order.impulses.items()})


def _unasked(orders: ImpulseOrders) -> ImpulseOrders:
    alternatives = tuple(each for each in orders.alternatives if not each.ask)
    return replace(
        orders, alternatives=alternatives, otherwise="lowest" if orders.otherwise == "ask" else orders.otherwise
    )


def _preempting(line: PreemptLine) -> PreemptLine:
    return replace(line, play=line.play and _unasked(line.play))


def _holding_nothing(standing: WarStanding | None) -> WarStanding | None:
    if standing is None:
        return None
    extra = standing.extra and {nation: _unasked(each) for nation, each in standing.extra.items()}
    return replace(standing, hold=(), extra=extra)
