"""The ways that a Formation can go: step by step, found by the same rules that check them (9.2)."""

import heapq
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem_tnw.chapters.movement.events import FormationMoved
from pbem_tnw.chapters.movement.steps import cost_of_step, enemy_fortress, wrong_with_crossing, wrong_with_step
from pbem_tnw.position.control import friendly
from pbem_tnw.position.forces import enemy_units, free_of_enemies, links
from pbem_tnw.position.impulse import Impulse, PointPool, WarFormation
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

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
        for beside in links(now, here.place):
            if next(wrong_with_step(now, here, beside), None) is not None:
                continue
            due = cost + cost_of_step(now, here, beside)
            if (most is not None and due > most) or seen.get((beside, steps + 1), due + 1) <= due:
                continue
            seen[beside, steps + 1] = due
            heapq.heappush(queue, (due, steps + 1, (*path, beside), after_step(now, here, beside)))
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


def imagined(view: WarState, formation: WarFormation, points: int) -> WarState:
    """*view* as if *formation* were to move now with so many CPs: for what is asked between Impulses."""
    pools = (PointPool(nation=formation.nation, points=points),)
    impulse = Impulse(nation=formation.nation, number=view.numbered, pools=pools, formation=None)
    from_here = replace(view, impulse=impulse)
    worn = {nation: (strength, 0, 0, 0, 0) for nation, strength in formation.pieces.units.items()}
    return replace(from_here, impulse=replace(impulse, formation=replace(formation, worn=worn)))
