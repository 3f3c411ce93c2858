"""The orders that are being carried out, which are their seat's secret until they are."""

import msgspec

from pbem_tnw.orders.impulse import CardUse, PlusUse
from pbem_tnw.orders.lines.lines import ImpulseLine, RestItem


class OrdersUnderWay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is left of the orders for the Impulse of *nation*.

    *play* is how its card is played, with the choices of an event; *plus* the Reserve or Resource that is still to come
    (5.12). *current* is the line that is being carried out, the one with the *number* in the sheet, from 1; *lines* are
    those after it. *rest* is what becomes of the CPs that are left then.
    """

    nation: str
    play: CardUse | None = None
    plus: PlusUse | None = None
    lines: tuple[ImpulseLine, ...] = ()
    rest: tuple[RestItem, ...] = ()
    current: ImpulseLine | None = None
    number: int = 0
