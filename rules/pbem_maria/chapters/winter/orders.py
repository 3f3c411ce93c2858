"""Orders for winter (13)."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.kit.reading import Named
from pbem_maria.chapters.cards.payment_orders import Cards
from pbem_maria.chapters.turn.standing_orders import InAdvance
from pbem_maria.position.names import CityName, GeneralName, PowerName

Commanders = tuple[Annotated[str, Named("general", "+", ",", " and ")], ...]


class WinterOrders(InAdvance, frozen=True):
    """A sheet for winter: the cards that pay for recruits, which generals return where, which get the new troops."""

    passes: bool = False
    recruits: Mapping[PowerName, Cards] = {}
    """The cards that each power pays; 4 points buy a troop."""
    returns: Mapping[GeneralName, CityName] = {}
    commands: Commanders = ()
    """The general that commands a stack formed by a return, if the ranks are equal (6)."""
    new_troops: Mapping[GeneralName, int] = {}
    troops: Mapping[GeneralName, int] = {}
    """An exchange inside stacks, before the recruits arrive."""


class StandingOrders(InAdvance, frozen=True):
    """A sheet that may be sent at any time: standing orders, advance orders, troop exchange."""

    troops: Mapping[GeneralName, int] = {}
