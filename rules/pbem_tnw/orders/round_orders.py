"""The Round sheet, and the sheet that a seat may send at any time (house rules, 2.1, 2.2 and 2.5)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from pbem.engine.kit.reading import Most
from pbem.engine.order import Order
from pbem_tnw.orders.conditions.condition import ImpulseCondition
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.names import NationName, SeatNamed
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn_end import TurnEndWish

MOST_PREEMPTIONS = 3
"""Lines of `preempt` in a sheet (2.3, row 4)."""
_KEYS = {"condition": "if", "play": "with"}


class PreemptLine(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if", "play": "with"}
):
    """An Impulse that is played before that of a nation, if the seat has the lead in cards then (5.2)."""

    before: tuple[NationName, ...] = ()
    """None: any nation."""
    nation: NationName | None = None
    """Whose Impulse it is, for a seat that runs several: the line counts while that nation leads."""
    round: int | None = None
    condition: ImpulseCondition = ImpulseCondition()
    play: ImpulseOrders | None = None
    ask: bool = False
    """Stop and ask instead, once a Turn."""


class RoundOrders(Order, frozen=True):
    """What a seat orders for one Round."""

    seat: SeatNamed | None = None
    round: int | None = None
    """If given, it must be the seat and Round that the sheet is for."""
    impulses: Mapping[NationName, ImpulseOrders] = {}
    preempt: Annotated[tuple[PreemptLine, ...], Most(MOST_PREEMPTIONS)] = ()
    standing: WarStanding | None = None
    """What changes in the standing orders: each key that is given replaces what was there."""
    turn_end: TurnEndWish | None = None
    """The sheet of the end of the Turn, sent in advance."""


class ImpulseSheet(Order, frozen=True):
    """The answer when the game has stopped in an Impulse: how the nation that is asked about plays it."""

    impulses: Mapping[NationName, ImpulseOrders] = {}
    standing: WarStanding | None = None


class StandingSheet(Order, frozen=True):
    """What a seat may send at any time: standing orders, and the end of the Turn in advance."""

    standing: WarStanding | None = None
    turn_end: TurnEndWish | None = None
