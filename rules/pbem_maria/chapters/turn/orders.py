"""Orders for an action stage (5): one sheet for all its phases."""

from collections.abc import Mapping

from pbem_maria.chapters.combat.orders import Attack
from pbem_maria.chapters.combat.plan_book import PlanBook
from pbem_maria.chapters.movement.orders import Move
from pbem_maria.chapters.pieces.orders import FlandersOrder, SharedStack
from pbem_maria.chapters.shifts.orders import PeaceOffer
from pbem_maria.chapters.supply.orders import Supply
from pbem_maria.chapters.turn.standing_orders import InAdvance
from pbem_maria.position.names import GeneralName


class StageOrders(InAdvance, frozen=True):
    """Everything one seat orders for one action stage."""

    passes: bool = False
    supply: Supply = Supply()
    moves: tuple[Move, ...] = ()
    stacks: tuple[SharedStack, ...] = ()
    """Which generals of the other player may stack with which of one's own in this stage (10.1)."""
    flanders: FlandersOrder | None = None
    """In what order the two players move in Flanders; by default alternately; both must say the same (10.1)."""
    troops: Mapping[GeneralName, int] = {}
    """Exchange inside stacks, before the moves and whenever a stack forms (6)."""
    attacks: tuple[Attack, ...] = ()
    """The order in which the fights are fought; those not named come last."""
    combat: PlanBook = PlanBook()
    peace: PeaceOffer | None = None
    """Prussia: peace is offered at the end of the stage if Prussia controls all of Silesia then (19.1)."""
    reduce: bool = False
    """France: its objectives are reduced at the end of the stage, if that is allowed then (19.2)."""
