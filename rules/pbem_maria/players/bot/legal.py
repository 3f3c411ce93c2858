"""The last look at an order: what the rules refuse is taken out of it."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.play import faults, top
from pbem.engine.problem import Problem
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.position.state import State

_ROUNDS = 30


def mended(view: State, decision: Decision, order: Order) -> Order | None:
    """*order* without the parts that are refused; nothing if what is left cannot answer either."""
    for _ in range(_ROUNDS):
        wrong = faults(top(view), view, decision, order)
        if not wrong:
            return order
        less = _without(order, wrong[0])
        if less is None or less == order:
            return None
        order = less
    return None


def _without(order: Order, problem: Problem) -> Order | None:
    """*order* without the part that *problem* is about."""
    if not problem.path or problem.path[0] not in order.__struct_fields__:
        return None
    field, value = str(problem.path[0]), getattr(order, str(problem.path[0]))
    part = problem.path[1] if len(problem.path) > 1 else None
    if isinstance(value, tuple) and isinstance(part, int) and part < len(value):
        less: Any = (*value[:part], *value[part + 1 :])
    elif isinstance(value, dict) and part in value:
        less = {key: each for key, each in value.items() if key != part}
    else:
        less = _default(order, field)
    return _consistent(replace(order, **{field: less}))


def _default(order: Order, field: str) -> Any:
    try:
        return getattr(type(order)(), field)
    except TypeError:
        return getattr(order, field)


def _consistent(order: Order) -> Order:
    """A sheet that orders nothing passes."""
    if isinstance(order, StageOrders) and not order.moves:
        return replace(order, passes=not order.attacks)
    if isinstance(order, WinterOrders) and not order.recruits:
        return replace(order, passes=True, returns={}, new_troops={})
    return order
