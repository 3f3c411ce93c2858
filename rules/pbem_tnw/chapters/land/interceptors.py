"""Who may intercept, where the beaten go: pure."""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from pbem.engine.table import Table
from pbem_tnw.chapters.land.battle_rules import Force, forces
from pbem_tnw.chapters.land.formations import MOST_GENERALS, capacity, enemy_fortress, may_lead
from pbem_tnw.chapters.nation.pieces import PiecesMoved
from pbem_tnw.edition.board import REGROUP, LinkKind
from pbem_tnw.position.control import at_war, controller, friendly, may_enter, seat_of
from pbem_tnw.position.forces import (
    allies_at,
    best_first,
    enemies_at,
    enemy_units,
    generals_at,
    links,
    nearest_friendly,
)
from pbem_tnw.position.impulse import Pieces, less
from pbem_tnw.position.state import WarState

EVASION_LINKS: tuple[LinkKind, ...] = ("plain", "rough", "pass")
"""No force intercepts or evades over a marsh or a strait (10.1, 10.2)."""


def evasions(state: WarState, place: str, pieces: Pieces, origin: str) -> tuple[str, ...]:
    """Where forces at *place* may evade to, the default first: where most units of their Camp stand (2.3, row 22).

    Adjacent Friendly duchies without enemy forces, by a plain, rough or pass link, not *origin*, where the enemy comes
    from (10.2).
    """
    return _most_units_first(
        state,
        pieces,
        (
            duchy
            for duchy, link in links(state, place).items()
            if duchy != origin and link.kind in EVASION_LINKS and _safe(state, pieces, duchy, friendly_only=True)
        ),
    )


def retreats(
    state: WarState, place: str, pieces: Pieces, origin: str, came_from: Collection[str] = ()
) -> tuple[str, ...]:
    """Where a defender who lost at *place* may retreat to, the default first; none: it is eliminated (11.4).

    Adjacent duchies without enemy forces, not *origin*, where the attacker came from, not over a strait: a Friendly one
    if there is any, else an Uncontrolled unfortified one of a nation that it is at war with. An interceptor may also go
    back where it *came from*.
    """
    near = [duchy for duchy, link in links(state, place).items() if duchy != origin and link.kind != "strait"]
    friends = [duchy for duchy in near if _safe(state, pieces, duchy, friendly_only=True)]
    board = state.board
    others = [
        duchy for duchy in near
        if not board.duchies[duchy].is_fortress and _safe(state, pieces, duchy, friendly_only=False)
    ]  # fmt: skip
    back = [duchy for duchy in came_from if _free_of_enemies(state, pieces, duchy)]
    return _most_units_first(state, pieces, dict.fromkeys((*(friends or others), *back)))


def refuge(state: WarState, nation: str, place: str) -> str:
    """The nearest Friendly duchy without enemies for generals of *nation*; empty if there is none (9.6).

    Among equals the first that its seat's standing orders name, else the first in the alphabet.
    """
    nearest = nearest_friendly(state, nation, place)
    orders = state.standing.get(seat_of(state, nation))
    wished = orders.march_to or () if orders is not None else ()
    return next((duchy for duchy in wished if duchy in nearest), nearest[0] if nearest else "")


def _safe(state: WarState, pieces: Pieces, duchy: str, *, friendly_only: bool) -> bool:
    """Whether all of *pieces* may go to *duchy*, which is Friendly to them, or an enemy's, and empty of enemies."""
    nations = _nations(state, pieces)
    if friendly_only:
        allowed = all(friendly(state, nation, duchy) for nation in nations)
    else:
        allowed = all(may_enter(state, nation, duchy) for nation in nations) and any(
            at_war(state, nation, controller(state, duchy)) for nation in nations
        )
    return allowed and _free_of_enemies(state, pieces, duchy)


def _free_of_enemies(state: WarState, pieces: Pieces, duchy: str) -> bool:
    return all(not enemies_at(state, nation, duchy) for nation in _nations(state, pieces))


def _nations(state: WarState, pieces: Pieces) -> tuple[str, ...]:
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    return tuple(nation for nation in state.board.sequence if nation in owners)


def _most_units_first(state: WarState, pieces: Pieces, duchies: Iterable[str]) -> tuple[str, ...]:
    """The duchies where most own units stand first, then in the alphabet (11.4)."""
    nations = _nations(state, pieces)

    def own(duchy: str) -> int:
        return allies_at(state, nations[0], duchy).strength if nations else 0

    return tuple(sorted(duchies, key=lambda duchy: (-own(duchy), duchy)))


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
    tried = state.going_on.tried
    order = {each: at for at, each in enumerate(state.board.sequence)}
    found = []
    for place in _near(state, into):
        for force in forces(state, nation, place):
            leaders = [one for one in force.pieces.generals if one not in tried]
            if len(leaders) == len(force.pieces.generals) and force.commander and _comes(state, force, into):
                found.append((order[state.board.leaders[force.commander].nation], place, force))
    yield from (force for _, _, force in sorted(found, key=lambda each: each[:2]))


def interceptor(state: WarState, force: Force, into: str, wished: tuple[str, ...] = ()) -> Interceptor | None:
    """What of a force intercepts, with the generals *wished*, the commander first.

    None if it could bring no unit, or none of those *wished* is there. Without a wish its three best generals come,
    with as many units as they may lead (9.1); the rest stays. Before an enemy Fortress a unit stays in any case, unless
    they go to a Friendly duchy (9.5).
    """
    named = tuple(one for one in wished if one in force.pieces.generals)
    if wished and not named:
        return None
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
    tried = state.going_on.tried
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


RULE = "9.6"


def alone(state: WarState, place: str) -> tuple[str, ...]:
    """The generals in a duchy with enemy units and without units of their Camp, the best first."""
    leaders = state.board.leaders
    return tuple(
        one
        for one in generals_at(state, place)
        if enemy_units(state, leaders[one].nation, place) and not allies_at(state, leaders[one].nation, place).strength
    )


def scatter(table: Table[WarState], place: str) -> None:
    """Let generals alone among enemies go to the nearest Friendly duchy without enemies, else to the Regroup box."""
    by_goal: dict[tuple[str, str], list[str]] = {}
    for one in alone(table.state, place):
        nation = table.state.board.leaders[one].nation
        by_goal.setdefault((nation, refuge(table.state, nation, place) or REGROUP), []).append(one)
    for (_, to), generals in by_goal.items():
        pieces = Pieces(generals=tuple(generals))
        table.emit(PiecesMoved(start=place, to=to, pieces=pieces, cause="generals-alone", rule=RULE))
