"""Retreats (11.2)."""

from collections.abc import Iterator, Mapping, Set
from itertools import combinations

from pbem_maria.chapters.combat.plan import Drive
from pbem_maria.chapters.hussars.hussars import OWNER as HUSSAR_POWER
from pbem_maria.chapters.movement.paths import CROSSING
from pbem_maria.position.powers import closed_to, enemies
from pbem_maria.position.state import State

RetreatPath = tuple[str, ...]
RetreatSteps = Mapping[str, int]


def ends(state: State, generals: tuple[str, ...], distance: int, winner: str) -> tuple[str, ...]:
    """The cities where *generals*, in one stack, may end a retreat of *distance*; empty if there is none.

    A route has the full distance and visits no city twice and no city with a piece; hussars do not count. Only the
    ends farthest by road from *winner*, the winner's city, are allowed.
    """
    start, blocked = state.at[generals[0]], barred(state, generals)
    far = state.board.distances(winner)
    reach = state.board.reach(start, lambda city: city in blocked, distance)
    found: list[str] = []
    for city in sorted(reach, key=lambda city: (-far.get(city, 0), city)):
        if found and far.get(city, 0) < far.get(found[0], 0):
            break
        if city != start and _way(state, start, city, distance, blocked) is not None:
            found.append(city)
    return tuple(found)


def barred(state: State, generals: tuple[str, ...]) -> Set[str]:
    """The cities that *generals* may not enter in a retreat: those with a piece, in a neutral country or abroad."""
    power = state.power_of(generals[0])
    closed = (city for city in state.board.cities if closed_to(state, city, power))
    return {*state.at.values(), *closed} | beyond(state, generals)


def beyond(state: State, generals: tuple[str, ...]) -> Set[str]:
    """The cities of the other map, to most powers (10.1)."""
    if all(state.power_of(general) in CROSSING for general in generals):
        return frozenset()
    here = state.board.cities[state.at[generals[0]]].board
    return {city.id for city in state.board.cities.values() if city.board != here}


def choose(state: State, loser: str, possible: tuple[str, ...], drive: Drive) -> str:
    """The end that the winner chooses for *loser*, a general, among the *possible* ones.

    The first of the ends that the drive names; otherwise the one nearest to the city it names; otherwise the one
    farthest from the nearest train of the loser's power. Equals are decided by the ids of the cities.
    """
    named = next((city for city in drive.ends if city in possible), None)
    if named is not None:
        return named
    board, goal = state.board, drive.toward
    if goal is not None:
        return min(possible, key=lambda city: (board.distance(city, goal), city))
    trains = [state.at[train] for train in state.trains_of(state.power_of(loser))]

    def from_train(city: str) -> int:
        return min((board.distance(city, train) for train in trains), default=0)

    return min(possible, key=lambda city: (-from_train(city), city))


def way(state: State, generals: tuple[str, ...], end: str, distance: int, winner: str) -> RetreatPath:
    """The route to *end* that *winner*, a power, chooses for *generals*.

    An enemy of the hussars' power leads them over as many hussars as it can, another past as many as it can.
    """
    start, blocked = state.at[generals[0]], barred(state, generals)
    hussars = sorted({city for city in state.hussars if city is not None and city != end})
    sweeps = enemies(state, winner, HUSSAR_POWER)
    for number in range(len(hussars), -1, -1):
        for cities in map(frozenset, combinations(hussars, number)):
            over, past = (cities, blocked) if sweeps else (frozenset(), blocked | cities)
            found = _way(state, start, end, distance, past, over)
            if found is not None:
                return found
    raise ValueError(f"no retreat of {distance} leads from {start} to {end}")


def _way(
    state: State, start: str, end: str, distance: int, blocked: Set[str], over: Set[str] = frozenset()
) -> RetreatPath | None:
    """A route of exactly *distance* steps to *end*, without a city twice, that visits all of *over*.

    Of several the first by the ids of the cities. The start is among the *blocked*, as the losers are there.
    """
    roads = state.board.roads

    def steps_to(city: str) -> RetreatSteps:
        return state.board.reach(city, lambda near: near in blocked, distance)

    left = steps_to(end)
    detours = {city: (steps_to(city), left.get(city, distance + 1)) for city in over}

    def hopeless(city: str, rest: int, missing: Set[str]) -> bool:
        return left.get(city, rest + 1) > rest or any(
            detours[each][0].get(city, rest + 1) + detours[each][1] > rest for each in missing
        )

    def further(path: RetreatPath, missing: Set[str]) -> Iterator[RetreatPath]:
        rest = distance - len(path) - 1
        for city in roads[path[-1] if path else start]:
            if city in blocked or city in path or (city == end) != (rest == 0):
                continue
            still = missing - {city}
            if rest == 0:
                if not still:
                    yield (*path, city)
            elif not hopeless(city, rest, still):
                yield from further((*path, city), still)

    return next(further((), over), None)
