"""Orders for winter (13)."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.reading import Named
from pbem_maria.chapters.cards.payment_orders import Cards
from pbem_maria.chapters.turn.standing_orders import InAdvance

WinterGeneral = Annotated[str, Named("general")]
Commanders = tuple[Annotated[str, Named("general", "+", ",", " and ")], ...]


class WinterOrders(InAdvance, frozen=True):
    """A sheet for winter: the cards that pay for recruits, who returns where, who gets the new troops."""

    passes: bool = False
    recruits: Mapping[Annotated[str, Named("power")], Cards] = {}
    """The cards that each power pays; 4 points are a troop."""
    returns: Mapping[WinterGeneral, Annotated[str, Named("city")]] = {}
    commands: Commanders = ()
    """Who commands a stack that a return forms, where the ranks are equal (6)."""
    new_troops: Mapping[WinterGeneral, int] = {}
    troops: Mapping[WinterGeneral, int] = {}
    """An exchange inside stacks, before the recruits arrive."""


class StandingOrders(InAdvance, frozen=True):
    """A sheet that may be sent at any time: standing orders, answers in advance, troop exchange."""

    troops: Mapping[WinterGeneral, int] = {}
