"""Which powers are allies, enemies or cooperate (2), and which controls a fortress (3)."""

from collections.abc import Mapping

from pbem_maria.edition.cards import TrackBox
from pbem_maria.orders.statecraft import ASK, NONE, PAST_NEUTRAL, TO_NEUTRAL, SaxonyWish
from pbem_maria.position import state as position_state
from pbem_maria.position.state import AUSTRIA, AUSTRIAN_ALLY, NEUTRAL, SAXONY, State

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


TRACK = "saxony"


def boxes(state: State) -> Mapping[int, TrackBox]:
    """The boxes of Saxony's track by their numbers, from left to right."""
    return position_state.boxes(state.theatre.edition, TRACK)


def zones(state: State) -> Mapping[int, str]:
    """What Saxony is while its marker is in a box, by the numbers of the boxes."""
    return {number: box.zone for number, box in boxes(state).items() if box.zone}


def zones_ahead(state: State) -> tuple[str, ...]:
    """What Saxony would be in the box of its marker, in the next to the right, and so on to the end of the track."""
    if TRACK not in state.tracks:
        return ()
    return tuple(zone for number, zone in sorted(zones(state).items()) if number >= state.tracks[TRACK])


def most(state: State) -> int:
    """How many boxes Austria may move Saxony's marker for the points lost: one a point, to the end of the track."""
    return min(state.owed, max(0, len(zones_ahead(state)) - 1))


def wished(state: State, wish: SaxonyWish) -> int:
    """How many boxes *wish* moves Saxony's marker now."""
    ahead = zones_ahead(state)[: most(state) + 1]
    if wish.boxes is not None:
        return min(wish.boxes, len(ahead) - 1)
    if wish.to in (NONE, ASK):
        return 0
    barred = {TO_NEUTRAL: AUSTRIAN_ALLY, PAST_NEUTRAL: NEUTRAL}.get(wish.to)
    return max(n for n, zone in enumerate(ahead) if n == 0 or zone != barred)


def leftmost(state: State) -> int:
    """The first box to which Saxony's marker may be pushed back (option `saxony_returns`)."""
    found = zones(state)
    if state.options.saxony_returns == "yes":
        return min(found)
    return min(number for number, zone in found.items() if zone == state.saxony)


def printed_income(state: State) -> int | None:
    """The income that Saxony's track prints for the box of its marker, in place of the armies' (8, 19.3)."""
    if TRACK not in state.tracks:
        return None
    return boxes(state)[state.tracks[TRACK]].income


def s_box(state: State) -> int:
    """The box to which the annexation of Silesia puts the marker of an allied Saxony (19.1)."""
    return next(number for number, box in boxes(state).items() if box.s_box)
