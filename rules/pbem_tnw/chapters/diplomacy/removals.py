"""Pieces that must leave where they are when the Camps change: to the Regroup box, or to the nearest friends."""

from collections.abc import Collection, Iterable, Iterator

from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import allied, at_war, controller, seat_of
from pbem_tnw.position.forces import generals_of, nearest_friendly, squadrons_at, units_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.seas import nearest_ports
from pbem_tnw.position.state import WarState


def standing_of(state: WarState, nation: str) -> WarStanding:
    """The standing orders of the seat that runs *nation*; those of silence for a neutral Proxy."""
    return state.standing.get(seat_of(state, nation)) or WarStanding()


def forces_at(state: WarState, place: str, nations: Collection[str]) -> Pieces:
    """The units and generals of *nations* at a place."""
    units = {nation: strength for nation, strength in units_at(state, place).items() if nation in nations}
    return Pieces(units=units, generals=generals_of(state, place, nations))


def nations_at(state: WarState, place: str) -> tuple[str, ...]:
    """The nations that have units or generals at a place, in the order of the Sequence Track."""
    there = {state.board.leaders[one].nation for one, where in state.generals.items() if where == place}
    there |= set(units_at(state, place))
    return tuple(nation for nation in state.board.sequence if nation in there)


def occupied(state: WarState) -> Iterator[str]:
    """The duchies with units or generals of anyone, in the order of the edition."""
    there = {*state.units, *state.generals.values()}
    return (duchy for duchy in state.board.duchies if duchy in there)


def afloat(state: WarState) -> tuple[str, ...]:
    """The zones with units or generals aboard Squadrons, in the order of the edition (13.6)."""
    there = {*state.units, *state.generals.values()}
    return tuple(zone for zone in state.board.zones if zone in there)


def regroup(table: Table[WarState], place: str, nations: Collection[str], cause: str, rule: str) -> None:
    """Let the units and generals of *nations* at a place go to the Regroup box."""
    pieces = forces_at(table.state, place, nations)
    if pieces:
        table.emit(PiecesMoved(start=place, to=REGROUP, pieces=pieces, cause=cause, rule=rule))


def regroup_squadrons(table: Table[WarState], place: str, nations: Collection[str], cause: str, rule: str) -> None:
    """Let the Squadrons of *nations* at a place go to the Regroup box."""
    gone = squadrons_at(table.state, place, nations)
    if gone:
        table.emit(SquadronsMoved(start=place, to=REGROUP, squadrons=gone, cause=cause, rule=rule))


def send_home(table: Table[WarState], place: str, nation: str, cause: str, rule: str) -> None:
    """Let the forces of *nation* in a duchy go to the nearest Friendly one, without one to the Regroup box (15.2)."""
    state = table.state
    pieces = forces_at(state, place, (nation,))
    if pieces:
        to = _wished(state, nation, nearest_friendly(state, nation, place)) or REGROUP
        table.emit(PiecesMoved(start=place, to=to, pieces=pieces, cause=cause, rule=rule))


def send_fleet_home(table: Table[WarState], port: str, nation: str, cause: str, rule: str) -> None:
    """Let the Squadrons of *nation* in a Port go to the nearest Friendly one, without one to the Regroup box (15.2).

    They sail through zones that no enemy controls; those under a Naval Build or Refit marker go to the Regroup box.
    """
    state = table.state
    there = squadrons_at(state, port, (nation,))
    to = _wished(state, nation, nearest_ports(state, nation, port))
    for goal, gone in ((to, [one for one in there if one.sails]), (REGROUP, [one for one in there if not one.sails])):
        if gone:
            table.emit(
                SquadronsMoved(start=port, to=goal or REGROUP, squadrons=tuple(gone), cause=cause, rule=rule)
            )  # fmt: skip


def part_enemies(table: Table[WarState], declarer: str) -> None:
    """Part forces that have just become enemies and stand in one duchy; enemy Squadrons in a Port put to sea (8.34).

    Those of the nation that controls the duchy and of its allies stay, the others go to the Regroup box; controlled by
    neither, those of the Camp of *declarer* go.
    """
    for duchy in tuple(occupied(table.state)):
        state = table.state
        there = nations_at(state, duchy)
        if not _divided(state, there):
            continue
        host = controller(state, duchy)
        at_home = [nation for nation in there if allied(state, nation, host)]
        if at_home:
            gone = [nation for nation in there if any(at_war(state, nation, other) for other in at_home)]
        else:
            gone = [nation for nation in there if allied(state, nation, declarer)] or list(there[1:])
        regroup(table, duchy, gone, "new-enemies", "8.34")


def _divided(state: WarState, nations: Iterable[str]) -> bool:
    there = tuple(nations)
    return any(at_war(state, one, other) for one in there for other in there)


def _wished(state: WarState, nation: str, nearest: tuple[str, ...]) -> str:
    """Of equally near places the one that standing orders name first, else the first (2.3, `march_to`)."""
    wished = standing_of(state, nation).march_to or ()
    return next((place for place in (*wished, *nearest) if place in nearest), "")
