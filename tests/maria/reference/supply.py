"""Supply (9, 22) by trying every path."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from pbem_maria.position.state import State
from tests.maria.reference import country, enemies, generals, owner

Path = tuple[str, ...]


def trains(state: State, general: str) -> set[str]:
    """The cities of the trains that may supply a general."""
    feeding = (owner(state, general), "pragmatic" if general == "arenberg" else "")
    carts = (piece for piece in state.at if piece not in generals(state))
    return {state.at[train] for train in carts if owner(state, train) in feeding}


def paths(state: State, general: str) -> Iterator[Path]:
    """Every path of at most 6 cities, none twice, from the general to a train that may supply it."""
    power, ends = owner(state, general), trains(state, general)
    shut = {city for piece, city in state.at.items() if enemies(state.saxony, power, owner(state, piece))}
    for city in state.board.cities:
        home = country(state.board, city, annexed=state.annexed)
        if home in state.neutral and home != power:
            shut.add(city)

    def walk(path: Path) -> Iterator[Path]:
        if path[-1] in ends and len(path) > 1:
            yield path[1:]
        if len(path) <= 6:
            for city in state.board.roads[path[-1]]:
                if city not in shut and city not in path:
                    yield from walk((*path, city))

    yield from walk((state.at[general],))


def price(state: State, general: str, found: tuple[Path, ...]) -> int | None:
    """What the supply of a general costs who has the paths *found*; None if it is not supplied."""
    city, power = state.at[general], owner(state, general)
    if country(state.board, city, annexed=state.annexed) == power:
        return 0
    if general == "arenberg" and state.board.cities[city].region == "united-provinces":
        return 0
    if not found:
        return None
    if not enemies(state.saxony, power, "austria") or any(not set(path) & set(state.hussars) for path in found):
        return 0
    return min(len(path) for path in found)


def worth(cards: tuple[str, ...]) -> int:
    """What cards pay: their values, 8 for a Reserve."""
    return sum(8 if card.startswith("R") else int(card[1:].split(".")[0]) for card in cards)


def least(hand: tuple[str, ...], due: int) -> int:
    """The least that a hand, which suffices, can pay *due* with: there is no change."""
    sums = {worth(some) for number in range(len(hand) + 1) for some in combinations(hand, number)}
    return min(total for total in sums if total >= due)


def hunger(troops: Mapping[str, int], lost: Mapping[str, int]) -> tuple[int, int]:
    """What a stack of one power has left when its hungry generals lose troops, and how many of them are left.

    The owner divides the losses and saves both generals as long as two troops are left (6); but a general that is
    not hungry need not give its last.
    """
    left = max(sum(troops.values()) - sum(lost.values()), int(lost.keys() < troops.keys()))
    return left, min(left, len(troops))
