"""Pieces that may not stay where they are, and the nearest cities to which they go (19.1, 19.3)."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from pbem_maria.chapters.conquest.silesia import TURNS
from pbem_maria.chapters.movement.paths import CROSSING
from pbem_maria.chapters.pieces.events import put
from pbem_maria.edition.armies import General, Train
from pbem_maria.position.powers import FRANCE, PRUSSIA, closed_to, cooperating, home_of
from pbem_maria.position.state import AUSTRIA, SAXONY, State

POLAND = "poland"

DisplacementWishes = Callable[[str, str], tuple[str, ...]]
"""The cities that the seat (second) prefers for a piece (first), in order."""


class Displacement(msgspec.Struct, frozen=True):
    """Where one piece goes: *city*, which is one of the *options*, all equally near."""

    piece: str
    city: str
    options: tuple[str, ...]
    wished: bool = False
    """Whether the choice among several was made by its owner."""


def no_wishes(piece: str, seat: str) -> tuple[str, ...]:
    """No wishes at all."""
    return ()


def ways(state: State, wishes: DisplacementWishes = no_wishes, *, saxons_home: bool = False) -> Iterator[Displacement]:
    """Where every piece goes that may not stay, one after the other (Austria's first).

    With *saxons_home* all Saxon pieces return to their set-up cities, before all others.
    """
    if saxons_home:
        for piece, city in _set_up_cities(state).items():
            if state.at[piece] != city:
                yield Displacement(piece, city, (city,))
                state = put(state, piece, city)
    for piece in sorted(state.at, key=lambda p: (state.power_of(p) != AUSTRIA, _order(state, p))):
        options = _options(state, piece)
        if options:
            way = _choose(state, piece, options, wishes(piece, state.seat_of(state.power_of(piece))))
            yield way
            state = put(state, piece, way.city)


def _order(state: State, piece: str) -> tuple[int, int]:
    powers, everyone = list(state.theatre.powers), [*state.theatre.generals, *state.theatre.trains]
    return powers.index(state.power_of(piece)), everyone.index(piece)


def _set_up_cities(state: State) -> Mapping[str, str]:
    place = state.theatre
    pieces: dict[str, General | Train] = {**place.generals, **place.trains}
    return {p: pieces[p].city or "" for p in state.at if state.power_of(p) == SAXONY}


def _options(state: State, piece: str) -> tuple[str, ...]:
    """The nearest cities to which *piece* must go, by their ids; none if it may stay."""
    power, here = state.power_of(piece), state.at[piece]
    if closed_to(state, here, power) or (power == AUSTRIA and _leaves_poland(state, here)):
        homes = {power, "bavaria"} if power == FRANCE else {power}
        return nearest(state, piece, lambda city: home_of(state, city) in homes and may_stand(state, piece, city))
    if power == SAXONY and any(not cooperating(state, SAXONY, state.power_of(p)) for p in state.pieces_at(here)):
        return nearest(state, piece, lambda city: not state.pieces_at(city))
    return ()


def _leaves_poland(state: State, city: str) -> bool:
    """Whether peace was made in this very stage, for which Austria's pieces leave Poland as well (19.1)."""
    return state.board.cities[city].region == POLAND and just_annexed(state)


def just_annexed(state: State) -> bool:
    """Whether Prussia has annexed Silesia in the stage under way."""
    lately = state.annexed and PRUSSIA in state.neutral and state.turn == state.neutral_until - TURNS
    return lately and state.stage == PRUSSIA


def nearest(state: State, piece: str, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """The nearest cities by road, whatever is in between, that fit and that *piece* may enter, by their ids."""
    power, here = state.power_of(piece), state.at[piece]
    cities = state.board.cities
    found: list[str] = []
    least = 0
    for city, distance in state.board.distances(here).items():
        if found and distance > least:
            break
        crosses = cities[city].board != cities[here].board
        if city != here and fits(city) and not closed_to(state, city, power) and (not crosses or power in CROSSING):
            found.append(city)
            least = distance
    return tuple(sorted(found))


def may_stand(state: State, piece: str, city: str) -> bool:
    """Whether *piece* may be in *city*: it is empty, or holds one general of the same seat it may stack with."""
    others = tuple(other for other in state.pieces_at(city) if other != piece)
    if not others:
        return True
    generals = all(map(state.theatre.is_general, (piece, *others)))
    power, other = state.power_of(piece), state.power_of(others[0])
    together = cooperating(state, power, other) and state.seat_of(power) == state.seat_of(other)
    return generals and len(others) == 1 and together


def _choose(state: State, piece: str, options: tuple[str, ...], wish: tuple[str, ...]) -> Displacement:
    """The first option that is wished for, otherwise the one nearest to the first wish, otherwise the first."""
    if not wish:
        return Displacement(piece, options[0], options)
    named = next((city for city in wish if city in options), None)
    city = named or min(options, key=lambda option: (state.board.distance(option, wish[0]), option))
    return Displacement(piece, city, options, wished=True)
