"""What a seat sends before the first Turn: its bid, its Resource, its first hands (4.2, 4.3, 4.5)."""

from collections.abc import Mapping

import msgspec

from pbem.engine.order import Order
from pbem_tnw.orders.conditions.condition import HandCondition
from pbem_tnw.orders.names import CampName, DuchyName, NationName, WarCardName
from pbem_tnw.orders.standing import WarStanding


class HandRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When a first hand is kept (4.5): if *keep_if* holds, or one of *or_holds* is in it."""

    keep_if: HandCondition = HandCondition()
    or_holds: tuple[WarCardName, ...] = ()
    at_most: int = 1
    """How many times it is thrown away at most."""


class EntryOrders(Order, frozen=True):
    """The answers before the first Turn."""

    bid: int = 0
    """The units given up for the Camp that is wished (4.3)."""
    camp: CampName | None = None
    """Which Camp is wished, where two players bid."""
    give_up: tuple[DuchyName, ...] = ()
    """Where the units of the bid are taken off, in order; then where there are most."""
    resource: NationName | None = None
    """The Power that starts with a Resource (4.2); without it the seat's first on the Track."""
    hand: Mapping[NationName, HandRule] = {}
    """By nation; a hand that is not named is kept."""
    standing: WarStanding | None = None
