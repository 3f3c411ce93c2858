"""Victory points (5.81)."""

from collections.abc import Mapping

from pbem_tnw.position.control import ALLY, is_power, is_proxy, keys_held, powers_of, seat_of
from pbem_tnw.position.state import WarState

FRANCE = "france"
BRITAIN = "britain"
PAR_BY_PLAYERS: Mapping[int, Mapping[str, int]] = {
    2: {FRANCE: 1},
    3: {FRANCE: 1},
    4: {FRANCE: 2},
    5: {FRANCE: 4, BRITAIN: 1},
}
"""The par of Powers by the number of players: with it no seat wins more than twice its share of games of bots."""


def points_of_power(state: WarState, power: str) -> int:
    """Keys now less Keys at the start, one for each minor ally, one for each Resource, and what 17.1 gives or takes."""
    keys = len(keys_held(state, power)) - state.keys_at_start.get(power, 0)
    return keys + allies(state, power) + state.resources.get(power, 0) + state.bonus.get(power, 0)


def allies(state: WarState, power: str) -> int:
    """The Pact allies of *power* that are worth a point: the minor countries, Prussia only by an option."""
    counts_prussia = state.options.proxy_prussia_point == "yes"
    return sum(
        consul.column == ALLY and consul.row == power and (counts_prussia or not is_power(state, proxy))
        for proxy, consul in state.consuls.items()
    )


def scoring(state: WarState) -> tuple[str, ...]:
    """The Powers that score, in the order of the Sequence Track: Prussia does not as a Proxy."""
    return tuple(power for power in state.board.powers if not is_proxy(state, power))


def points_of_seat(state: WarState, seat: str) -> int:
    """The points of a seat: of its Powers together, or by an option of the best."""
    each = [points_of_power(state, power) for power in powers_of(state, seat)]
    return max(each, default=0) if state.options.several_powers == "best" else sum(each)


def final_points(state: WarState) -> Mapping[str, int]:
    """The points of all seats as they are compared at the end, less the par of Powers."""
    seats = dict.fromkeys(seat_of(state, power) for power in scoring(state))
    taken = dict.fromkeys(seats, 0)
    for power, points in par(state).items():
        taken[seat_of(state, power)] += points
    return {seat: points_of_seat(state, seat) - taken[seat] for seat in seats}


def par(state: WarState) -> Mapping[str, int]:
    """The points that come off those of Powers when scores are compared."""
    if state.options.par == "by-players":
        return PAR_BY_PLAYERS[state.players]
    return {FRANCE: int(state.options.par.removeprefix("france-"))} if state.options.par != "none" else {}


def winner(state: WarState) -> str:
    """The seat with most points; of equals the one further along the Sequence Track, by its last Power."""
    points, order = final_points(state), state.board.sequence
    return max(points, key=lambda seat: (points[seat], max(order.index(power) for power in powers_of(state, seat))))
