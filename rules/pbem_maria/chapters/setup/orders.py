"""Orders for the set-up (4)."""

from collections.abc import Mapping

from pbem_maria.chapters.turn.standing_orders import InAdvance
from pbem_maria.position.names import GeneralName


class SetUpOrders(InAdvance, frozen=True):
    """A sheet for the set-up: how each power's troops are divided among its generals."""

    troops: Mapping[GeneralName, int] = {}
