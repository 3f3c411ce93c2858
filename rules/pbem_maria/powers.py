"""Who is friend and who is foe (2), and who controls which fortress (3)."""

from pbem_maria.state import State

CORE_AUSTRIA = "core-austria"
SILESIA = "silesia"


def _together(groups: list[list[str]], one: str, other: str) -> bool:
    return one == other or any(one in group and other in group for group in groups)


def allied(state: State, one: str, other: str) -> bool:
    """Whether two powers are allies (a power is its own); powers that are not are enemies."""
    return _together(state.theatre.edition.armies["alliances"], one, other)


def enemies(state: State, one: str, other: str) -> bool:
    """Whether two powers are enemies."""
    return not allied(state, one, other)


def cooperating(state: State, one: str, other: str) -> bool:
    """Whether two powers are the same or cooperate: closer than allied (2)."""
    return _together(state.theatre.edition.armies["cooperating"], one, other)


def major_of(state: State, power: str) -> str:
    """The major power whose markers the conquests of *power* take (10.3)."""
    return state.theatre.edition.powers[power].marker


def controller(state: State, city: str) -> str | None:
    """The power that controls the fortress *city* (3); nothing for one that is nobody's."""
    return state.markers.get(city) or state.board.cities[city].home


def is_friendly(state: State, city: str, power: str) -> bool:
    """Whether *city* is controlled by *power* or an ally of it (10.2)."""
    owner = controller(state, city)
    return owner is not None and allied(state, owner, power)


def is_enemy_fortress(state: State, city: str, power: str) -> bool:
    """Whether *city* is a fortress that an enemy of *power* controls."""
    owner = controller(state, city) if state.board.cities[city].is_fortress else None
    return owner is not None and enemies(state, owner, power)


def enemy_pieces_at(state: State, city: str, power: str) -> tuple[str, ...]:
    """The pieces in *city* that belong to enemies of *power*."""
    return tuple(piece for piece in state.pieces_at(city) if enemies(state, state.power_of(piece), power))


def in_area(state: State, city: str, area: str) -> bool:
    """Whether *city* lies in `core-austria` (Austria on the Bohemia map) or in `silesia`."""
    place = state.board.cities[city]
    if area == CORE_AUSTRIA:
        return place.home == "austria" and place.board == "bohemia"
    return place.region == area
