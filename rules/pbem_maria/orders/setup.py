"""Orders for the set-up (4)."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.order import Order
from pbem.engine.reading import Named
from pbem_maria.orders.hussars import HussarWish
from pbem_maria.orders.standing import Standing
from pbem_maria.orders.subsidy import Subsidy


class SetUpOrders(Order, frozen=True):
    """A sheet for the set-up: how each power's troops are divided among its generals."""

    troops: Mapping[Annotated[str, Named("general")], int] = {}
    hussars: tuple[HussarWish, ...] = ()
    subsidy: Subsidy | None = None
    standing: Standing | None = None
