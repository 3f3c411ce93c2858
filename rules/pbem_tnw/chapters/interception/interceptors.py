"""Who can intercept a Formation that enters a duchy, and what that needs: pure functions (10.1)."""

from collections.abc import Iterator

import msgspec

from pbem_tnw.chapters.movement.commanders import Force, forces
from pbem_tnw.chapters.movement.formations import MOST_GENERALS, capacity, may_lead
from pbem_tnw.chapters.movement.retreat import EVASION_LINKS
from pbem_tnw.chapters.movement.steps import enemy_fortress
from pbem_tnw.position.control import friendly, may_enter
from pbem_tnw.position.forces import allies_at, best_first, enemies_at, links
from pbem_tnw.position.pieces import Pieces, less
from pbem_tnw.position.state import WarState

TARGET = 9
"""What two dice and the modifiers must come to."""
NOTHING = Pieces()


class Interceptor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A *force* that may intercept into a duchy: under *commander* with *pieces*, on two dice and *modifier*."""

    force: Force
    into: str
    nation: str
    commander: str
    pieces: Pieces
    modifier: int

    @property
    def place(self) -> str:
        """The duchy that it comes from."""
        return self.force.place

    @property
    def need(self) -> int:
        """What the two dice must show."""
        return TARGET - self.modifier


def interceptors(state: WarState, nation: str, into: str, entered: Pieces = NOTHING) -> Iterator[Force]:
    """The forces that may intercept a Formation of *nation* into a duchy, which *entered* it already or is about to.

    In the order in which they roll: along the Sequence Track, then by the alphabet of the duchies. A force of which a
    general has tried before in this Impulse is not among them.
    """
    if _others(state, nation, into, entered):
        return
    tried = state.impulse.tried if state.impulse is not None else ()
    order = {each: at for at, each in enumerate(state.board.sequence)}
    found = []
    for place in _near(state, into):
        for force in forces(state, nation, place):
            leaders = [one for one in force.pieces.generals if one not in tried]
            if len(leaders) == len(force.pieces.generals) and force.commander and _comes(state, force, into):
                found.append((order[state.board.leaders[force.commander].nation], place, force))
    yield from (force for _, _, force in sorted(found, key=lambda each: each[:2]))


def interceptor(state: WarState, force: Force, into: str, wished: tuple[str, ...] = ()) -> Interceptor | None:
    """What of a force intercepts, with the generals *wished*, the commander first; None if it could bring no unit.

    Without a wish its three best generals come, with as many units as they may lead (9.1); the rest stays. Before an
    enemy Fortress a unit stays in any case, unless they go to a Friendly duchy (9.5).
    """
    named = tuple(one for one in wished if one in force.pieces.generals)
    commander = named[0] if named else force.commander
    generals = (named or (commander, *(one for one in force.pieces.generals if one != commander)))[:MOST_GENERALS]
    nation = state.board.leaders[commander].nation
    room = capacity(state, Pieces(generals=generals))
    if enemy_fortress(state, nation, force.place) and not friendly(state, nation, into):
        room = min(room, allies_at(state, nation, force.place).strength - 1)
    units: dict[str, int] = {}
    for each in sorted(force.pieces.units, key=lambda one: one != nation):
        if any(may_lead(state, one, each) for one in generals) and may_enter(state, each, into):
            units[each] = max(0, min(room, force.pieces.units[each]))
            room -= units[each]
    pieces = Pieces(units={each: n for each, n in units.items() if n}, generals=best_first(state, generals))
    if not pieces.strength:
        return None
    modifier = state.board.leaders[commander].battle + friendly(state, nation, into)
    modifier -= links(state, force.place)[into].kind == "pass"
    return Interceptor(
        force=force, into=into, nation=nation, commander=commander, pieces=pieces, modifier=modifier
    )  # fmt: skip


def able_to_intercept(state: WarState, nation: str, duchy: str) -> tuple[str, ...]:
    """The duchies with an enemy force that could intercept forces of *nation* into *duchy* (10.1).

    By what everyone sees: whether seats act as one is not asked.
    """
    tried = state.impulse.tried if state.impulse is not None else ()
    return tuple(
        place
        for place, force in _armies(state, nation, duchy)
        if force.generals and not any(one in tried for one in force.generals)
    )


def barring_flags(state: WarState, nation: str, duchy: str) -> tuple[str, ...]:
    """The duchies with an enemy Army that keeps a Flag of *nation* out of *duchy*, as it could intercept (7.41).

    By the option `interceptor: any-army` it needs no general. A Flag that is refused tells nothing that is hidden.
    """
    if state.options.interceptor == "any-army":
        return tuple(place for place, _ in _armies(state, nation, duchy))
    return able_to_intercept(state, nation, duchy)


def _armies(state: WarState, nation: str, duchy: str) -> Iterator[tuple[str, Pieces]]:
    """The enemy units beside *duchy*, with the duchies where they are, that may leave and enter it."""
    if _others(state, nation, duchy, NOTHING):
        return
    for place in _near(state, duchy):
        there = enemies_at(state, nation, place)
        if there.strength and _free(state, there, place) and _enters(state, there, duchy):
            yield place, there


def _near(state: WarState, duchy: str) -> tuple[str, ...]:
    return tuple(sorted(place for place, link in links(state, duchy).items() if link.kind in EVASION_LINKS))


def _others(state: WarState, nation: str, duchy: str, entered: Pieces) -> bool:
    """Whether other forces of the mover's Camp are in a duchy: then no one intercepts into it."""
    return bool(less(allies_at(state, nation, duchy), entered))


def _comes(state: WarState, force: Force, into: str) -> bool:
    led = state.board.leaders[force.commander].nation
    units = force.pieces.strength
    return bool(units) and _free(state, force.pieces, force.place) and may_enter(state, led, into)


def _free(state: WarState, pieces: Pieces, place: str) -> bool:
    """Whether forces do not share their duchy with enemies."""
    return all(not enemies_at(state, each, place) for each in pieces.units)


def _enters(state: WarState, pieces: Pieces, duchy: str) -> bool:
    return any(may_enter(state, each, duchy) for each in pieces.units)
