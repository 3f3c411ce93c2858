"""Which powers are allies, enemies or cooperate (2), and which controls a fortress (3)."""

from pbem_maria.position.state import AUSTRIA, AUSTRIAN_ALLY, SAXONY, State

FRANCE, PRUSSIA, PRAGMATIC = "france", "prussia", "pragmatic"
CORE_AUSTRIA = "core-austria"
SILESIA = "silesia"


def allied(state: State, one: str, other: str) -> bool:
    """Whether two powers are allies (a power is its own)."""
    return (one, other) in state.theatre.relations(state.saxony).allied


def enemies(state: State, one: str, other: str) -> bool:
    """Whether two powers are enemies: they are not allies, and neither is a neutral Saxony (19.4)."""
    return (one, other) in state.theatre.relations(state.saxony).enemies


def cooperating(state: State, one: str, other: str) -> bool:
    """Whether two powers are the same or cooperate: closer than allied (2)."""
    return (one, other) in state.theatre.relations(state.saxony).cooperating


def home_of(state: State, city: str) -> str | None:
    """The power whose home country *city* is in; for Silesia, once it is annexed, Prussia (19.1)."""
    place = state.board.cities[city]
    return PRUSSIA if state.annexed and place.region == SILESIA else place.home


def in_neutral_country(state: State, city: str) -> bool:
    """Whether *city* is in the home country of a neutral power (19.4)."""
    return bool(state.neutral) and home_of(state, city) in state.neutral


def closed_to(state: State, city: str, power: str) -> bool:
    """Whether neutrality keeps the pieces of *power* out of *city*: a neutral country, or any abroad (19.4)."""
    if not state.neutral:
        return False
    home = home_of(state, city)
    return home != power and (home in state.neutral or power in state.neutral)


def major_of(state: State, power: str) -> str:
    """The major power whose markers the conquests of *power* take (10.3)."""
    if power == SAXONY and state.saxony == AUSTRIAN_ALLY:
        return AUSTRIA
    return state.theatre.edition.powers[power].marker


def side_of(state: State, power: str) -> str:
    """Whose elector markers the side of *power* has: France's or the Pragmatic Army's (4)."""
    return FRANCE if allied(state, power, FRANCE) else PRAGMATIC


def controller(state: State, city: str) -> str | None:
    """The power that controls the fortress *city* (3); nothing for one that no power controls."""
    return state.electors.get(city) or state.markers.get(city) or home_of(state, city)


def holders(state: State, city: str, power: str) -> tuple[str, ...]:
    """The powers that hold *city* if *power* controls it.

    Austria and the Pragmatic Army hold the elector fortresses jointly (3.2).
    """
    return (power, AUSTRIA) if power == PRAGMATIC and city in state.electors else (power,)


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


def cities_with_enemies(state: State, power: str) -> set[str]:
    """The cities in which there are enemy pieces of *power*."""
    foes = {other for other in state.theatre.edition.powers if enemies(state, other, power)}
    return {city for piece, city in state.at.items() if state.power_of(piece) in foes}


def in_area(state: State, city: str, area: str) -> bool:
    """Whether *city* is in `core-austria` (Austria on the Bohemia map) or in `silesia`."""
    place = state.board.cities[city]
    if area == CORE_AUSTRIA:
        return place.home == "austria" and place.board == "bohemia"
    return place.region == area
