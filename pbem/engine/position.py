"""What every game's position has: the flow, who runs which power, what is answered and planned."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import msgspec

from pbem.engine.order import Order, slug

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # its defaults are for type checkers; nothing of it is needed at run time

    S = TypeVar("S", bound="Position", default=Any)
    O = TypeVar("O", bound=Order, default=Any)  # noqa: E741 as S is for state, O is for order
    C = TypeVar("C", bound="Condition", default=Any)
    V = TypeVar("V", bound="Position", default=Any, contravariant=True)  # noqa: PLC0105 V is for view
else:
    from typing import TypeVar

    S, O, C, V = TypeVar("S"), TypeVar("O"), TypeVar("C"), TypeVar("V", contravariant=True)  # noqa: E741 as above


class Box(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="step",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A box of the sequence of play as it is on the flow: plain data; a `Step` knows what to do there.

    The flow is public: no secret belongs in a box.
    """

    rule: ClassVar[str] = ""
    """The section of the rulebook."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """The *order* that answered a decision while its step still asks others; none where it is hidden."""

    seat: str
    key: str
    order: Order | None = None


class Condition(
    msgspec.Struct,
    Generic[S],
    frozen=True,
    kw_only=True,
    tag_field="condition",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """When a plan counts, in the game's own terms; a game's conditions inherit it."""

    def holds(self, view: S) -> bool:
        """Whether it is so as far as the seat can see."""
        return True


class KeptOrder(msgspec.Struct, Generic[O, C], frozen=True, kw_only=True, omit_defaults=True):
    """The *order* that is to answer a coming decision of *seat*: the one whose key, or of any whose label, is *on*.

    With a *power* it answers for that power only. *when* must hold at that time. It is used once unless it *stays*. The
    plans of a seat are numbered from 1.
    """

    number: int
    seat: str
    on: str
    order: O
    power: str = ""
    when: C | None = None
    stays: bool = False


class Holdings(msgspec.Struct, Generic[S], frozen=True, kw_only=True, omit_defaults=True):
    """What of a state belongs to a power and goes with it from seat to seat; a game's own type inherits it."""

    def hidden(self) -> Self:
        """The copy for everyone but the seat that gets it: what is public of it."""
        return self

    def laid(self, state: S, power: str) -> S:
        """*state* with *power* holding this."""
        return state


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every game's state has; a seat's view is of the same type.

    The *flow* is what is still to do, the next on top, which is last. *control* says which seat runs a power, in a game
    where that can change.
    """

    flow: tuple[Box, ...] = ()
    control: Mapping[str, str] = {}
    taken: tuple[Taken, ...] = ()
    """The answers to the step on top that led to further questions, in the order in which they came."""
    kept: tuple[KeptOrder, ...] = ()
    """The plans for coming decisions, in the order in which they were made: in a view, those of its seat."""

    def holdings(self, power: str) -> Holdings | None:
        """What goes with *power* when another seat takes it over; nothing unless a game says so."""
        return None
