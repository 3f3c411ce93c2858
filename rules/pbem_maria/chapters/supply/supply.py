"""Supply (9): which generals are supplied, what hussars cost, what the unsupplied lose."""

from collections.abc import Mapping

import msgspec

from pbem_maria.chapters.hussars.hussars import OWNER as HUSSAR_POWER
from pbem_maria.position.powers import cities_with_enemies, enemies, home_of, in_neutral_country
from pbem_maria.position.state import State

REACH = 6
"""A train supplies generals at most this many cities away."""

SupplyPath = tuple[str, ...]


class SupplyLine(msgspec.Struct, frozen=True):
    """How a general is supplied: at home, or by a path to a train; *points* are what hussars take."""

    general: str
    path: SupplyPath = ()
    points: int = 0


def at_home(state: State, general: str) -> bool:
    """Whether the general is where it is always supplied: in its home country (9), or as 22 says."""
    city = state.at[general]
    if home_of(state, city) == state.power_of(general):
        return True
    return state.board.cities[city].region in state.theatre.edition.generals[general].supplied_in


def sources(state: State, general: str) -> tuple[str, ...]:
    """The cities of the trains that can supply the general: its own power's (9), or as 22 says."""
    powers = (state.power_of(general), *state.theatre.edition.generals[general].supplied_by)
    return tuple(state.at[train] for power in powers for train in state.trains_of(power))


def hindered(state: State, general: str) -> bool:
    """Whether the general has to pay for hussars: its power is hostile to Austria."""
    return enemies(state, state.power_of(general), HUSSAR_POWER)


def shortest(state: State, general: str, *, past_hussars: bool) -> SupplyPath | None:
    """The shortest path of at most 6 cities to a train that can supply the general, if there is one.

    It does not lead through enemy pieces, and past a hussar only if *past_hussars*. The general's
    own city does not count, the train's does.
    """
    power = state.power_of(general)
    ends = set(sources(state, general))
    if not ends:
        return None
    roads, hussars, neutral = state.board.roads, state.hussars, bool(state.neutral)
    closed = cities_with_enemies(state, power)
    before: dict[str, str] = {}
    distance = {state.at[general]: 0}
    queue = [state.at[general]]
    for here in queue:
        if distance[here] == REACH:
            break
        for city in roads[here]:
            if city in distance or city in closed or (neutral and barred_to_supply(state, city, power)):
                continue
            if not past_hussars and city in hussars:
                continue
            before[city], distance[city] = here, distance[here] + 1
            if city in ends:
                return _walk_back(before, city)
            queue.append(city)
    return None


def barred_to_supply(state: State, city: str, power: str) -> bool:
    """Whether *city* is in a foreign neutral country: no path may lead there (19.4)."""
    return in_neutral_country(state, city) and home_of(state, city) != power


def _walk_back(before: Mapping[str, str], city: str) -> SupplyPath:
    path = [city]
    while path[-1] in before:
        path.append(before[path[-1]])
    return tuple(reversed(path[:-1]))


def line(state: State, general: str) -> SupplyLine | None:
    """How *general* can be supplied now; None if it cannot."""
    if at_home(state, general):
        return SupplyLine(general)
    free = shortest(state, general, past_hussars=not hindered(state, general))
    if free is not None:
        return SupplyLine(general, free)
    held_up = shortest(state, general, past_hussars=True)
    return None if held_up is None else SupplyLine(general, held_up, len(held_up))


def is_supplied(state: State, general: str) -> bool:
    """Whether *general* can be supplied now, be it past hussars."""
    return at_home(state, general) or shortest(state, general, past_hussars=True) is not None


def line_along(state: State, general: str, path: SupplyPath) -> SupplyLine:
    """How *general* is supplied by *path*, which must be legal."""
    held_up = hindered(state, general) and any(city in state.hussars for city in path)
    return SupplyLine(general, path, len(path) if held_up else 0)


def nearest_train(state: State, general: str) -> int | None:
    """The distance by road to the nearest train that could supply the general, if there is any."""
    here = state.at[general]
    return min((state.board.distance(here, city) for city in sources(state, general)), default=None)


def losses(state: State, unsupplied: tuple[str, ...], last: str | None = None) -> dict[str, int]:
    """Troops that every general of one stack and power has after its supply losses (9, 6).

    A face-up general loses 1, a face-down one 2. A general that would be left without troops gets one from its
    partner in the stack, which must give it while it has two; a supplied one never gives its last. The last troop
    stays with *last*, by default with the supreme commander.
    """
    city = state.at[unsupplied[0]]
    power = state.power_of(unsupplied[0])
    stack = [general for general in state.generals_at(city) if state.power_of(general) == power]
    after = {general: state.troops[general] for general in stack}
    for general in unsupplied:
        after[general] -= 2 if general in state.face_down else 1
    if len(stack) == 1:
        return {general: max(0, number) for general, number in after.items()}
    fed = [general for general in stack if general not in unsupplied]
    total = max(len(fed), sum(after.values()))
    one, other = stack
    if total < 2:
        keeper = fed[0] if fed else last if last in stack else one
        return {general: total if general == keeper else 0 for general in stack}
    first = min(max(after[one], 1), total - 1)
    return {one: first, other: total - first}
