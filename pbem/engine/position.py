"""What every game's position has, and what lies on its flow."""

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from pbem.engine.names import slug
from pbem.engine.order import Order


class Box(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="step",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A box of the sequence of play as it lies on the flow: plain data; a `Step` knows what to do there.

    The flow is public: no secret belongs in a box.
    """

    rule: ClassVar[str] = ""
    """The section of the rulebook."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """The *order* that answered a decision while its step still asks others; none where it is hidden."""

    seat: str
    key: str
    order: Order | None = None


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every game's state has; a seat's view is of the same type.

    The *flow* is what is still to do, the next on top, which is last.
    """

    flow: tuple[Box, ...] = ()
    taken: tuple[Taken, ...] = ()
    """The answers to the step on top that led to further questions, in the order in which they came."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar  # its defaults are for type checkers; nothing of it is needed at run time

    S = TypeVar("S", bound=Position, default=Any)
    O = TypeVar("O", bound=Order, default=Any)  # noqa: E741 as S is for state, O is for order
    V = TypeVar("V", bound=Position, default=Any, contravariant=True)  # noqa: PLC0105 V is for view
else:
    from typing import TypeVar

    S, O, V = TypeVar("S"), TypeVar("O"), TypeVar("V", contravariant=True)  # noqa: E741 as above
