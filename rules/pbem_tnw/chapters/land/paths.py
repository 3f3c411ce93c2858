"""The ways that a Formation can go: step by step."""

import heapq
from collections.abc import Iterator, Mapping

import msgspec

from pbem.engine.order import Problem
from pbem_tnw.chapters.land.events import FormationFormed, FormationMoved
from pbem_tnw.chapters.land.formations import (
    MOST_GENERALS,
    FormationKind,
    cost_of_step,
    enemy_fortress,
    form,
    wrong_with_crossing,
    wrong_with_step,
)
from pbem_tnw.chapters.land.interceptors import able_to_intercept
from pbem_tnw.orders.lines import FormLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.position.control import friendly
from pbem_tnw.position.forces import (
    MOST_STEPS,
    beside,
    enemies_at,
    enemy_units,
    free_of_enemies,
    general,
    generals_of,
    links,
    moving,
)
from pbem_tnw.position.impulse import Impulse, Pieces, PointPool, WarFormation
from pbem_tnw.position.state import WarState

RIDE = 1
"""The CPs of Riders for any distance (9.1)."""


class MarchWay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to get to a duchy: the duchies entered, and what it costs."""

    path: tuple[str, ...]
    cost: int


def ways(state: WarState, most: int | None = None, *, to: str = "") -> Mapping[str, MarchWay]:
    """The cheapest way of the Formation to each duchy that it can reach for at most so many CPs, by land order of cost.

    Once the way to the duchy *to* is found, farther ones are not looked for.

    Of equally cheap ways the shortest, then the first in the alphabet. None goes on from where enemy units or an enemy
    Fortress stop it; what interceptors do is not foreseen.
    """
    formation = moving(state)
    if formation is None or not formation.pieces:
        return {}
    if formation.kind == "riders":
        rides = riding(state, formation) if most is None or most >= RIDE else {}
        return {duchy: MarchWay(path=path, cost=RIDE) for duchy, path in rides.items()}
    found: dict[str, MarchWay] = {}
    seen: dict[tuple[str, int], int] = {}
    queue: list[tuple[int, int, tuple[str, ...], WarState]] = [(0, 0, (), state)]
    while queue:
        cost, steps, path, now = heapq.heappop(queue)
        here = moving(now)
        if here is None:
            continue
        if path and path[-1] not in found and path[-1] != formation.place:
            found[path[-1]] = MarchWay(path=path, cost=cost)
            if path[-1] == to:
                break
        if path and halts(now, here.nation, here.place):
            continue
        for neighbour in links(now, here.place):
            due = cost + cost_of_step(now, here, neighbour)
            if (most is not None and due > most) or seen.get((neighbour, steps + 1), due + 1) <= due:
                continue
            if next(wrong_with_step(now, here, neighbour), None) is not None:
                continue
            seen[neighbour, steps + 1] = due
            heapq.heappush(queue, (due, steps + 1, (*path, neighbour), after_step(now, here, neighbour)))
    return found


def way_to(state: WarState, to: str) -> MarchWay | None:
    """The cheapest way of the Formation to a duchy, however many CPs it has; None if it cannot get there."""
    return ways(state, to=to).get(to)


def distance(state: WarState, start: str, to: str) -> int:
    """The steps between two duchies, whoever is in the way; 0 if no links join them."""
    seen, ring, steps = {start}, [start], 0
    while ring and to not in seen:
        ring = [other for duchy in ring for other in links(state, duchy) if other not in seen]
        seen |= set(ring)
        steps += 1
    return steps if to in seen else 0


def halts(state: WarState, nation: str, place: str) -> bool:
    """Whether a Formation of *nation* goes no further at once: enemy units are there, or an enemy Fortress (9.4)."""
    return bool(enemy_units(state, nation, place)) or enemy_fortress(state, nation, place)


def after_step(state: WarState, formation: WarFormation, to: str, cost: int = 0) -> WarState:
    """*state* after a step of its Formation, whatever follows on it."""
    return step_of(formation, to, cost).change(state)


def step_of(formation: WarFormation, to: str, cost: int) -> FormationMoved:
    """The event of a step."""
    return FormationMoved(
        nation=formation.nation, kind=formation.kind, commander=formation.commander, pieces=formation.pieces,
        start=formation.place, to=to, cost=cost, onward=bool(formation.origin),
    )  # fmt: skip


def riding(state: WarState, formation: WarFormation, *, until: str = "") -> Mapping[str, tuple[str, ...]]:
    """The duchies that Riders can reach, each with its shortest way: Friendly ones without enemy forces (9.1).

    Once the duchy *until* is found, farther ones are not looked for.
    """
    nation = formation.nation
    safe: dict[str, bool] = {}
    ring: dict[str, tuple[str, ...]] = {formation.place: ()}
    found: dict[str, tuple[str, ...]] = {}
    while ring and until not in found:
        further: dict[str, tuple[str, ...]] = {}
        for here, path in ring.items():
            for to in links(state, here):
                if to in found or to in further or to == formation.place:
                    continue
                if to not in safe:
                    safe[to] = friendly(state, nation, to) and free_of_enemies(state, nation, to)
                if safe[to] and next(wrong_with_crossing(state, nation, here, to), None) is None:
                    further[to] = (*path, to)
        found |= further
        ring = further
    return found


def wrong_with_ride(state: WarState, formation: WarFormation, to: str) -> Problem | None:
    """Why Riders cannot get to a duchy."""
    if to in riding(state, formation, until=to):
        return None
    return Problem("no-ride", (), "9.1", {"place": formation.place, "to": to, "generals": formation.pieces.generals})


class ReachedDuchy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A duchy that a Formation can reach: its cheapest way there and what it finds.

    *stops*: it goes no further from there at once, because of enemy units or an enemy Fortress (9.4). *intercepted* are
    the duchies from which enemies can intercept on that way, if they are ordered to (10.1).
    """

    duchy: str
    path: tuple[str, ...]
    cost: int
    friendly: bool
    enemies: Pieces = Pieces()
    fortress: bool = False
    stops: bool = False
    intercepted: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """How many steps the way has."""
        return len(self.path)


class GeneralReach(msgspec.Struct, frozen=True, kw_only=True):
    """What a general can reach with a Formation of one kind: who is in it, and the duchies, the cheapest first."""

    kind: FormationKind
    start: str
    pieces: Pieces
    duchies: Mapping[str, ReachedDuchy]


def reach(view: WarState, nation: str, commander: str, points: int) -> tuple[GeneralReach, ...]:
    """What a general of *nation* can reach for so many CPs if it moved now: as Army, Army Group and Riders.

    The Army has as many units as the general may lead, the Army Group as many as it may with the two best others of the
    nation; a kind that it cannot form is not there. Raises `KeyError` for a general that is not in the edition.
    """
    return tuple(each_reach(view, nation, commander, points))


def each_reach(view: WarState, nation: str, commander: str, points: int) -> Iterator[GeneralReach]:
    """The same one by one, for whoever wants the first alone."""
    leader, start = general(view, commander), view.generals.get(commander, "")
    if leader.nation == nation and start in view.board.duchies:
        found = (_found(view, nation, points, line) for line in _lines(view, nation, commander, start))
        yield from (each for each in found if each is not None)


def reach_of(state: WarState, points: int) -> Mapping[str, ReachedDuchy]:
    """The duchies that the Formation of the Active nation can reach for so many CPs, the cheapest first."""
    impulse = state.impulse
    if impulse is None:
        return {}
    nation = impulse.nation
    intercepting: dict[str, tuple[str, ...]] = {}
    found: dict[str, ReachedDuchy] = {}
    for duchy, way in ways(state, points).items():
        enemies, fortress = enemies_at(state, nation, duchy), enemy_fortress(state, nation, duchy)
        found[duchy] = ReachedDuchy(
            duchy=duchy,
            path=way.path,
            cost=way.cost,
            friendly=friendly(state, nation, duchy),
            enemies=enemies,
            fortress=fortress,
            stops=bool(enemies.strength) or fortress,
            intercepted=_intercepted(state, nation, way.path, intercepting),
        )
    return found


def as_active(view: WarState, nation: str, points: int) -> WarState:
    """*view* as if *nation* had its Impulse now with so many CPs; an Impulse of it that goes on stays."""
    if view.impulse is not None and view.impulse.nation == nation:
        return view
    pools = (PointPool(nation=nation, points=points),)
    impulse = Impulse(nation=nation, number=view.numbered + 1, pools=pools)
    return msgspec.structs.replace(view, impulse=impulse, active=nation)


def _lines(view: WarState, nation: str, commander: str, start: str) -> Iterator[FormLine]:
    """The Formations that a general can lead, as lines that form them."""
    own = sum(beside(view, start, nation)[:MOST_STEPS])
    command = general(view, commander).command
    if own:
        yield FormLine(commander=commander, units=Strengths(numbers={OWN: min(own, command)}))
    others = [one for one in generals_of(view, start, (nation,)) if one != commander][: MOST_GENERALS - 1]
    together = command + sum(general(view, one).command for one in others)
    if own > command and others:
        yield FormLine(commander=commander, riders=tuple(others), units=Strengths(numbers={OWN: min(own, together)}))
    yield FormLine(riders=(commander,))


def _found(view: WarState, nation: str, points: int, line: FormLine) -> GeneralReach | None:
    state = as_active(view, nation, points)
    formation, problems = form(state, nation, line)
    if formation is None or any(problem.stops for problem in problems):
        return None
    duchies = reach_of(FormationFormed(formation=formation).change(state), points)
    return GeneralReach(kind=formation.kind, start=formation.place, pieces=formation.pieces, duchies=duchies)


def _intercepted(
    state: WarState, nation: str, path: tuple[str, ...], known: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The duchies from which enemies can intercept on a way; *known* has those of the duchies looked at before."""
    formation = state.going_on.formation
    if formation is not None and formation.kind == "riders":
        return ()
    for duchy in path:
        if duchy not in known:
            known[duchy] = able_to_intercept(state, nation, duchy)
    return tuple(dict.fromkeys(place for duchy in path for place in known[duchy]))
