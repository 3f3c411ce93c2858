"""Retreat (11.2) by trying every way."""

from collections.abc import Iterator

from pbem_maria.position.state import State
from tests.maria.reference import ROAMING, country, owner, steps

Path = tuple[str, ...]


def survivors(state: State, stack: tuple[str, ...], loss: int) -> tuple[str, ...]:
    """The generals of a beaten stack, commander first, that have troops left: another power's loses first (11.1)."""
    left = max(0, sum(state.troops[general] for general in stack) - loss)
    mixed = len({owner(state, general) for general in stack}) > 1
    saved = (left > 0) + (left > state.troops[stack[0]]) if mixed else left
    return stack[:saved]


def ways(state: State, stack: tuple[str, ...], distance: int) -> Iterator[Path]:
    """Every way of exactly *distance* cities that the generals of a stack, who stand together, may be driven."""
    start = state.at[stack[0]]
    powers = {owner(state, general) for general in stack}
    shut = set(state.at.values())
    for city, place in state.board.cities.items():
        other_map = place.board != state.board.cities[start].board
        home = country(state.board, city, annexed=state.annexed)
        if (other_map and not powers <= set(ROAMING)) or (home in state.neutral and home not in powers):
            shut.add(city)

    def walk(path: Path) -> Iterator[Path]:
        if len(path) > distance:
            yield path[1:]
            return
        for city in state.board.roads[path[-1]]:
            if city not in shut and city not in path:
                yield from walk((*path, city))

    yield from walk((start,))


def farthest(state: State, found: tuple[Path, ...], winner: str) -> set[str]:
    """The ends of the ways *found* that are farthest by road from the winner's city."""
    away = steps(state.board, winner)
    most = max((away[path[-1]] for path in found), default=0)
    return {path[-1] for path in found if away[path[-1]] == most}
