"""What a game says about the forms of its orders: how what it reads itself is chosen, and what can be chosen now."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.desk import Said
from pbem.engine.forms.fields import FormField
from pbem.engine.order import Order
from pbem.engine.position import Position, S


class FormOffer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What can be chosen now at some fields, to be shown before all else that is possible.

    *at* leads to them: keys as a sheet has them, `*` for any one step, `attacks/*/attacker`. For a name *values* are
    ids; for a list or rows they are whole entries, values of the type that it holds, or plain data as a sheet has it.
    *note*, a phrase of the group `form-notes`, is said beside the field.
    """

    at: str
    values: tuple[Any, ...] = ()
    note: Said | None = None
    only: bool = False
    """Whether nothing else can be chosen now: a key for which there is nothing is not shown."""


def _no_offers(_view: Position, _seat: str, _decision: Decision, _order: Order | None) -> tuple[FormOffer, ...]:
    return ()


class FormHints(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How forms for a game's orders are better than their types alone can say; each field of it is optional."""

    shapes: Mapping[type, FormField] = {}
    """By types that read themselves: the fields that make their text."""
    by_keys: frozenset[type] = frozenset()
    """Types that read themselves, of which a sheet may have the keys all the same."""
    fields: Mapping[str, FormField] = {}
    """Fields in place of those that types say, by order and key: `politics-orders/take`, or by key alone."""
    offers: Callable[[S, str, Decision, Order | None], Iterable[FormOffer]] = _no_offers
    """What can be chosen now, by the seat's view and the order as far as the sheet has one."""
