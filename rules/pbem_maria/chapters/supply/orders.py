"""Orders for the supply phase (9)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from pbem.engine.kit.reading import Named
from pbem_maria.chapters.cards.payment_orders import Cards
from pbem_maria.position.names import GeneralName
from pbem_maria.position.route import Route


class Supply(msgspec.Struct, frozen=True, omit_defaults=True):
    """How hussars are paid; all of it may be left to the engine."""

    pay: Mapping[Annotated[str, Named("general power")], Cards] = {}
    """Cards by general or power; the bills of a power are paid together."""
    cover: tuple[Annotated[str, Named("general", "+", ",", " and ")], ...] = ()
    """The generals to supply when the hand is worth less than the bills."""
    path: Mapping[GeneralName, Route] = {}
    """The path to use, from the general to the train."""
    last_troop: GeneralName | None = None
    """The general that keeps the last troop of an unsupplied stack of one power; default: the supreme commander (6)."""
