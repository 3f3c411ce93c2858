"""Retreats (11.2)."""

from collections.abc import Iterator

from pbem_maria.orders.plan import Drive
from pbem_maria.state import State

Path = tuple[str, ...]


def ends(state: State, start: str, distance: int, winner: str) -> dict[str, Path]:
    """The cities where a retreat of *distance* from *start* may end, each with a way there.

    A way visits no city twice and no occupied city; hussars do not count. Only the ends farthest by road
    from *winner*, the winner's city, are allowed. Empty if there is no way of the full distance.
    """
    occupied = set(state.at.values())
    reach = state.board.reach(start, lambda city: city in occupied, distance)
    far = state.board.distances(winner)
    found: dict[str, Path] = {}
    best = -1
    for city in sorted((c for c in reach if c != start), key=lambda c: (-far.get(c, 0), c)):
        if far.get(city, 0) < best:
            break
        path = _way(state, start, city, distance, occupied)
        if path is not None:
            best = far.get(city, 0)
            found[city] = path
    return found


def _way(state: State, start: str, end: str, distance: int, occupied: set[str]) -> Path | None:
    """A way of exactly *distance* steps from *start* to *end* without a city twice."""
    left = state.board.reach(end, lambda city: city in occupied and city != start, distance)

    def further(path: Path) -> Iterator[Path]:
        here = path[-1] if path else start
        rest = distance - len(path)
        if rest == 0:
            if here == end:
                yield path
            return
        for city in state.board.roads[here]:
            if city in occupied or city == start or city in path or (city == end and rest > 1):
                continue
            if left.get(city, distance + 1) < rest:
                yield from further((*path, city))

    return next(further(()), None)


def choose(state: State, loser: str, possible: dict[str, Path], drive: Drive) -> Path:
    """The way the winner drives *loser*, a general, among the *possible* ends.

    The first of the ends that the drive names; else the one nearest to the city it names; else the one farthest
    from the nearest train of the loser's power. Equals are decided by the names of the cities.
    """
    for city in drive.ends:
        if city in possible:
            return possible[city]
    board = state.board
    if drive.toward is not None:
        goal = drive.toward
        return possible[min(possible, key=lambda city: (board.distance(city, goal), city))]
    trains = [state.at[train] for train in state.trains_of(state.power_of(loser))]

    def from_train(city: str) -> int:
        return min((board.distance(city, train) for train in trains), default=0)

    return possible[min(possible, key=lambda city: (-from_train(city), city))]
