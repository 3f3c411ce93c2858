"""Whether the check of a sheet would let pass what the desk offers."""

from pbem.engine.decision import Decision
from pbem.engine.desk import Edit
from pbem.engine.order import Order
from pbem.engine.problem import OrderPath
from pbem.engine.step import Step
from pbem_maria.position.state import State

PASSES: OrderPath = ("passes",)
NO_PASS = Edit(path=PASSES, how="remove")


def let_pass(view: State, decision: Decision, order: Order, path: OrderPath) -> bool:
    """Whether nothing in *order* at *path* is refused."""
    step = view.flow[-1] if view.flow else None
    if not isinstance(step, Step):
        return True
    return not any(problem.stops and problem.path[: len(path)] == path for problem in step.check(view, decision, order))
