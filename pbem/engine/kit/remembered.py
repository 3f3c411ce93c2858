"""Results of functions of a position: a position never changes, so what follows from it is worked out once."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def of_position(most: int) -> Callable[[F], F]:
    """Keep the last results, at most *most*, of a function of a position and of plain values.

    The position is known by its identity, which is quick to compare and lasts as long as it is kept here. What the
    function returns must not be changed by whoever gets it.
    """

    def remembering(function: F) -> F:
        known: OrderedDict[tuple[Any, ...], tuple[Any, Any]] = OrderedDict()

        @wraps(function)
        def remembered(position: Any, *args: Any) -> Any:
            key = (id(position), *args)
            found = known.get(key)
            if found is None or found[0] is not position:
                found = known[key] = position, function(position, *args)
                if len(known) > most:
                    known.popitem(last=False)
            return found[1]

        return cast("F", remembered)

    return remembering
