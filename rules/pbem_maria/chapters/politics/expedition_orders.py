"""Orders for the expeditionary corps (17): the general sent away, and the pieces that make room for its return."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.kit.reading import Named
from pbem.engine.order import Order
from pbem_maria.chapters.cards.payment_orders import Cards
from pbem_maria.chapters.shifts.orders import Cities
from pbem_maria.position.names import PieceName

Generals = tuple[Annotated[str, Named("general", " or ", ",")], ...]


class ExpeditionOrders(Order, frozen=True):
    """A sheet that names the general for an off-map box, several in order of preference."""

    expedition: Generals = ()
    pay: Cards = ()
    """The cards that buy the troops of a removed general; default: the cheapest."""


class GiveWayOrders(Order, frozen=True):
    """A sheet that says where pieces go to make room for a returning general."""

    gives_way: Mapping[PieceName, Cities] = {}
    """For each piece the cities to which it makes room, in order of preference."""
