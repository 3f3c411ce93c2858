"""Orders for the set-up (4)."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.reading import Named
from pbem_maria.chapters.turn.standing_orders import InAdvance


class SetUpOrders(InAdvance, frozen=True):
    """A sheet for the set-up: how each power's troops are divided among its generals."""

    troops: Mapping[Annotated[str, Named("general")], int] = {}
