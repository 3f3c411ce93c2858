"""What a trial tells of dice that others may roll: interceptions, evasions, the batteries that fire on a landing.

What seats have ordered for them is secret; whether they can do it at all, and how likely they succeed, everyone sees.
"""

from collections.abc import Iterator

from pbem.engine.event import Event
from pbem_tnw.chapters.battle.outlook import outlook_here
from pbem_tnw.chapters.interception.evasion import TARGET, TryEvasion, modifier_of, nation_of
from pbem_tnw.chapters.interception.interception import NextInterceptor, in_contact
from pbem_tnw.chapters.interception.interceptors import interceptor, interceptors
from pbem_tnw.chapters.movement.commanders import defence
from pbem_tnw.chapters.movement.retreat import evasions
from pbem_tnw.chapters.naval.fleets import guns
from pbem_tnw.chapters.transport.landing import FireOnLanding
from pbem_tnw.odds.dice import SIX, binomial, two_dice
from pbem_tnw.odds.landing import landing
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving


class InterceptionPossible(Event[WarState], frozen=True):
    """A force could try to come into a duchy first, with *need* or more on two dice (10.1)."""

    nation: str
    commander: str
    place: str
    into: str
    need: int
    chance: float


class EvasionPossible(Event[WarState], frozen=True):
    """The forces in a duchy could try to evade, with *need* or more on two dice (10.2)."""

    nation: str
    commander: str
    place: str
    to: str
    need: int
    chance: float


class LandingFireAhead(Event[WarState], frozen=True):
    """The batteries of a Port would fire so many *dice* on a landing; *unhurt* and *destroyed* are chances (13.7).

    *wins* is the chance to win the battle with the enemies ashore, their fire counted; none without enemies.
    """

    place: str
    units: int
    dice: int
    unhurt: float
    destroyed: float
    wins: float | None = None


def chances_ahead(view: WarState) -> Iterator[Event[WarState]]:
    """What others may roll dice for in the box on top of the flow of a trial."""
    top = view.flow[-1] if view.flow else None
    if isinstance(top, NextInterceptor):
        yield from _interceptions(view)
    elif isinstance(top, TryEvasion):
        yield from _evasion(view)
    elif isinstance(top, FireOnLanding) and top.guns:
        yield from _landing(view, top.nation, top.port)


def _interceptions(view: WarState) -> Iterator[InterceptionPossible]:
    contact, formation = in_contact(view)
    if contact is None or formation is None:
        return
    for force in interceptors(view, formation.nation, contact.place, formation.pieces):
        found = interceptor(view, force, contact.place)
        if found is not None and (chance := two_dice(found.need)):
            yield InterceptionPossible(
                nation=found.nation, commander=found.commander, place=found.place, into=found.into, need=found.need,
                chance=chance,
            )  # fmt: skip


def _evasion(view: WarState) -> Iterator[EvasionPossible]:
    """The evasion that is likeliest to succeed."""
    contact, formation = in_contact(view)
    if contact is None or formation is None or contact.interceptors:
        return
    force = defence(view, formation.nation, contact.place)
    if not force.pieces.strength or force.split:
        return
    goals = evasions(view, force.place, force.pieces, contact.origin)
    best = max(goals, key=lambda to: modifier_of(view, force, formation, to), default="")
    need = TARGET - modifier_of(view, force, formation, best) if best else 0
    if best and (chance := two_dice(need)):
        yield EvasionPossible(
            nation=nation_of(view, force), commander=force.commander, place=force.place, to=best, need=need,
            chance=chance,
        )  # fmt: skip


def _landing(view: WarState, nation: str, port: str) -> Iterator[LandingFireAhead]:
    dice, formation = guns(view, port), moving(view)
    units = formation.pieces.strength if formation is not None else 0
    if not dice or not units:
        return
    battle = outlook_here(view, nation, port)
    yield LandingFireAhead(
        place=port,
        units=units,
        dice=dice,
        unhurt=(2 / 3) ** dice,
        destroyed=sum(binomial(dice, SIX)[units:]),
        wins=landing(*battle.numbers, dice).wins if battle is not None else None,
    )
