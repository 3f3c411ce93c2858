"""Orders for an action stage (5): one sheet for all its phases."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.reading import Named
from pbem_maria.orders.book import PlanBook
from pbem_maria.orders.combat import Attack
from pbem_maria.orders.moves import Move
from pbem_maria.orders.standing import InAdvance
from pbem_maria.orders.supply import Supply


class StageOrders(InAdvance, frozen=True):
    """Everything one seat orders for one action stage."""

    passes: bool = False
    supply: Supply = Supply()
    moves: tuple[Move, ...] = ()
    troops: Mapping[Annotated[str, Named("general")], int] = {}
    """Exchange inside stacks, before the moves and whenever a stack forms (6)."""
    attacks: tuple[Attack, ...] = ()
    """The order in which the fights are fought; those not named come last."""
    combat: PlanBook = PlanBook()
