"""The last look at an order: what the rules refuse is taken out of it."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath
from pbem.engine.play import faults, top
from pbem_tnw.position.state import WarState

_ROUNDS = 60


def mended(view: WarState, decision: Decision, order: Order) -> Order | None:
    """*order* without the parts that are refused; None if what is left cannot answer either."""
    for _ in range(_ROUNDS):
        wrong = faults(top(view), view, decision, order)
        if not wrong:
            return order
        less = without(order, wrong[0].path)
        if less == order:
            return None
        order = less
    return None


def without(value: Any, path: OrderPath) -> Any:
    """*value* less the item of the innermost list or mapping on *path*; without one there, less its outermost key."""
    found = _less(value, path)
    if found is not None:
        return found
    return replace(value, **{str(path[0]): getattr(type(value)(), str(path[0]))}) if path else value


def _less(value: Any, path: OrderPath) -> Any:
    """*value* without what the end of *path* is in; None if no list or mapping is on it."""
    if not path:
        return None
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        return _less_of_mapping(value, step, rest)
    if isinstance(value, tuple):
        return _less_of_tuple(value, step, rest)
    if isinstance(step, int) and hasattr(value, "lines"):
        return _in_field(value, "lines", path)
    return _in_field(value, str(step), rest) if hasattr(value, str(step)) else None


def _less_of_mapping(value: dict[Any, Any], step: str | int, rest: OrderPath) -> Any:
    if step not in value:
        return None
    inner = _less(value[step], rest)
    if inner is not None:
        return {**value, step: inner}
    return {key: each for key, each in value.items() if key != step}


def _less_of_tuple(value: tuple[Any, ...], step: str | int, rest: OrderPath) -> Any:
    if not isinstance(step, int) or step >= len(value):
        return None
    inner = _less(value[step], rest)
    if inner == ():
        inner = None
    return (*value[:step], *(() if inner is None else (inner,)), *value[step + 1 :])


def _in_field(value: Any, name: str, rest: OrderPath) -> Any:
    inner = _less(getattr(value, name), rest)
    if inner is None or (inner == () and name in ("path", "pieces", "items")):
        return None
    return replace(value, **{name: inner})
