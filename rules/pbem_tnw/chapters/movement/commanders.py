"""Several Armies in one duchy: who fights as one, and under whom (9.7)."""

from collections.abc import Iterable

import msgspec

from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import allies_at, best_first, enemies_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState


class Force(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Forces in a duchy that act as one: the *pieces* of *seats* under *commander*, whose *seat* decides for all.

    Without a general the seat of most units decides. *split*: the seats do not act as one, so that no one commands.
    """

    place: str
    pieces: Pieces
    seats: tuple[str, ...]
    seat: str = ""
    commander: str = ""
    split: bool = False

    def rating(self, state: WarState) -> int:
        """The Rating of the commander; 0 under no general, or if the seats do not act as one."""
        return state.board.leaders[self.commander].battle if self.commander else 0


def defence(state: WarState, nation: str, place: str) -> Force:
    """All forces at a place that are at war with *nation*, as they defend against it."""
    return _joined(state, place, enemies_at(state, nation, place))


def alliance(state: WarState, nation: str, place: str) -> Force:
    """All forces at a place of the Camp of *nation*, its own included."""
    return _joined(state, place, allies_at(state, nation, place))


def forces(state: WarState, nation: str, place: str) -> tuple[Force, ...]:
    """The forces at a place that are at war with *nation*, apart where they do not act as one."""
    together = defence(state, nation, place)
    if not together.split:
        return (together,) if together.pieces else ()
    parts = (_part(state, together.pieces, seat) for seat in together.seats)
    return tuple(_joined(state, place, part) for part in parts)


def best_rating(state: WarState, generals: Iterable[str]) -> int:
    """The highest printed Rating, against which the victor of a Rout rolls (9.7, 11.5)."""
    return max((state.board.leaders[one].battle for one in generals), default=0)


def seats_with(state: WarState, pieces: Pieces) -> tuple[str, ...]:
    """The seats that *pieces* belong to, in the order of the Sequence Track."""
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    return tuple(dict.fromkeys(seat_of(state, nation) for nation in state.board.sequence if nation in owners))


def _joined(state: WarState, place: str, pieces: Pieces) -> Force:
    seats = seats_with(state, pieces)
    named = _named(state, place, pieces, seats)
    if len(named) > 1 or _refused(state, seats):
        return Force(place=place, pieces=pieces, seats=seats, split=True)
    commander = next(iter(named or best_first(state, pieces.generals)), "")
    seat = seat_of(state, state.board.leaders[commander].nation) if commander else _of_most(state, pieces)
    return Force(place=place, pieces=pieces, seats=seats, seat=seat, commander=commander)


def _named(state: WarState, place: str, pieces: Pieces, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The generals there that standing orders name as commander; a view knows those of its own seat only."""
    orders = (state.standing.get(seat) for seat in seats)
    names = (each.commander.get(place) for each in orders if each is not None and each.commander)
    return tuple(dict.fromkeys(name for name in names if name in pieces.generals))


def _refused(state: WarState, seats: tuple[str, ...]) -> bool:
    orders = {seat: state.standing.get(seat) for seat in seats}
    return any(
        other in (each.refuse or ()) for seat, each in orders.items() if each for other in seats if other != seat
    )


def _part(state: WarState, pieces: Pieces, seat: str) -> Pieces:
    units = {nation: n for nation, n in pieces.units.items() if seat_of(state, nation) == seat}
    generals = (one for one in pieces.generals if seat_of(state, state.board.leaders[one].nation) == seat)
    return Pieces(units=units, generals=tuple(generals))


def _of_most(state: WarState, pieces: Pieces) -> str:
    """The seat of the nation with most units; of equals the first on the Sequence Track."""
    most = max(pieces.units.values(), default=0)
    return next((seat_of(state, nation) for nation, n in pieces.units.items() if n == most), "")
