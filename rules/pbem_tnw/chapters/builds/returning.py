"""Pieces out of the Regroup box, and Refit markers off (5.62, 7.7)."""

from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.buying import Purchase
from pbem_tnw.chapters.builds.places import (
    default_return,
    default_return_port,
    wrong_return,
    wrong_return_port,
)
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.orders.lines.pieces import FleetSpot, PiecesWanted
from pbem_tnw.position.forces import generals_of, squadrons_at, units_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import REGROUP, on_map
from pbem_tnw.position.state import WarState

PIECE = 1
"""CPs for a piece out of the Regroup box, and for a Refit marker off."""


def moment(state: WarState) -> int:
    """The number that `Squadron.since` bears for a marker of now: of the Impulse, or less than 0 in an Interphase."""
    return state.impulse.number if state.impulse is not None else -state.turn


def in_box(state: WarState, nation: str) -> tuple[int, tuple[str, ...], int]:
    """What *nation* has in the Regroup box: units, generals with the best first, Squadrons."""
    units = units_at(state, REGROUP).get(nation, 0)
    return units, generals_of(state, REGROUP, (nation,)), len(squadrons_at(state, REGROUP, (nation,)))


def returns(state: WarState, nation: str, pieces: Iterable[PiecesWanted], points: int) -> tuple[Purchase, ...]:
    """What *nation* wants out of the box, with the places it left open; without *pieces* all that *points* pay for.

    Then generals come first, units next, Squadrons last.
    """
    wanted = tuple(pieces) or tuple(_all(state, nation))
    found: list[Purchase] = []
    for each in wanted:
        match each.what:
            case "unit":
                at = each.at or default_return(state, nation)
                cost = PIECE if state.options.regroup_cost == "counter" else PIECE * each.n
                found.append(Purchase(what="unit", at=at, n=each.n, points=cost))
            case "squadron":
                at = each.at or default_return_port(state, nation)
                found.append(Purchase(what="squadron", at=at, n=each.n, points=PIECE * each.n))
            case "general":
                taken = {one.general for one in found}
                general = each.general or next((one for one in in_box(state, nation)[1] if one not in taken), "")
                at = each.at or default_return(state, nation)
                found.append(Purchase(what="general", at=at, general=general, points=PIECE))
    return tuple(found) if pieces else tuple(_paid_for(state, nation, found, points))


def wrong_returns(state: WarState, nation: str, coming: tuple[Purchase, ...]) -> Iterator[Problem]:
    """Why pieces of *nation* cannot come out of the box so, whatever it costs."""
    units, generals, squadrons = in_box(state, nation)
    if not coming:
        some = bool(units or generals or squadrons)
        yield Problem("regroup-nowhere" if some else "regroup-empty", (), "7.7", {"nation": nation})
    for number, each in enumerate(coming):
        path = ("pieces", number)
        if each.what == "general" and each.general not in generals:
            yield Problem(
                "regroup-not-there", path, "7.7", {"nation": nation, "general": each.general, "what": "general"}
            )
        place = wrong_return_port if each.what == "squadron" else wrong_return
        found = place(state, nation, each.at)
        if found is not None:
            yield msgspec.structs.replace(found, path=path)
    for what, there in (("unit", units), ("squadron", squadrons)):
        wanted = sum(each.n for each in coming if each.what == what)
        if wanted > there:
            args = {"nation": nation, "general": "", "what": what, "wanted": wanted, "left": there}
            yield Problem("regroup-not-there", ("pieces",), "7.7", args)


def come_back(table: Table[WarState], nation: str, coming: Iterable[Purchase]) -> None:
    """Let pieces come out of the Regroup box; Squadrons bear a Refit marker, whatever they bore in it (7.7)."""
    for each in coming:
        if each.what == "squadron":
            ships = squadrons_at(table.state, REGROUP, (nation,))[: each.n]
            become = (Squadron(nation=nation, refit=1, since=moment(table.state)),) * len(ships)
            table.emit(
                SquadronsMoved(start=REGROUP, to=each.at, squadrons=ships, become=become, cause="regrouped", rule="7.7")
            )
        else:
            pieces = Pieces(generals=(each.general,)) if each.general else Pieces(units={nation: each.n})
            table.emit(PiecesMoved(start=REGROUP, to=each.at, pieces=pieces, cause="regrouped", rule="7.7"))


class RefitWish(msgspec.Struct, frozen=True):
    """Squadrons at a place that each lose a Refit marker."""

    at: str
    squadrons: tuple[Squadron, ...]


def refits(state: WarState, nation: str, spots: Iterable[FleetSpot], points: int) -> tuple[RefitWish, ...]:
    """The Squadrons of which *nation* takes a marker off; without *spots* all, as far as *points* go.

    One that came back or lost a marker at this very time is not among them (7.3, 7.7).
    """
    named = tuple(spots)
    found: list[RefitWish] = []
    for spot in named or tuple(FleetSpot(at=at) for at in sorted(state.squadrons) if on_map(at)):
        able = refittable(state, nation, spot.at)
        number = len(able) if spot.n is None else spot.n
        found.append(RefitWish(spot.at, able[: number if named else min(number, points)]))
        points -= len(found[-1].squadrons)
    return tuple(each for each in found if each.squadrons)


def refittable(state: WarState, nation: str, place: str) -> tuple[Squadron, ...]:
    """The Squadrons of *nation* at a place that may lose a Refit marker now, those with fewest first."""
    there = (one for one in squadrons_at(state, place, (nation,)) if one.refit and not one.build)
    return tuple(sorted((one for one in there if one.since != moment(state)), key=lambda one: one.refit))


def wrong_refits(
    state: WarState, nation: str, spots: Iterable[FleetSpot], wanted: tuple[RefitWish, ...]
) -> Iterator[Problem]:
    """Why no Refit marker, or fewer than wished, can be taken off."""
    for number, spot in enumerate(named := tuple(spots)):
        able, path = refittable(state, nation, spot.at), ("at", number)
        there = [one for one in squadrons_at(state, spot.at, (nation,)) if one.refit or one.build]
        args = {"nation": nation, "place": spot.at, "able": len(able)}
        if len(able) < (1 if spot.n is None else spot.n):
            code = "refit-none-there"
            if there:
                code = "refit-under-build" if all(one.build for one in there) else "refit-too-soon"
            yield Problem(code, path, "7.3" if code == "refit-under-build" else "7.7", args)
    if not named and not wanted:
        yield Problem("refit-none", (), "5.62", {"nation": nation})


def refit(table: Table[WarState], nation: str, wanted: Iterable[RefitWish]) -> None:
    """Take a Refit marker off each Squadron; one with more of them loses the next at another time (7.3)."""
    now = moment(table.state)
    for each in wanted:
        become = tuple(
            Squadron(nation=one.nation, refit=one.refit - 1, since=now if one.refit > 1 else 0)
            for one in each.squadrons
        )
        table.emit(
            SquadronsMoved(
                start=each.at, to=each.at, squadrons=each.squadrons, become=become, cause="refitted", rule="5.62"
            )
        )


def _all(state: WarState, nation: str) -> Iterator[PiecesWanted]:
    units, generals, squadrons = in_box(state, nation)
    yield from (PiecesWanted(what="general", general=one) for one in generals)
    yield from (PiecesWanted(what="unit") for _ in range(units))
    yield from (PiecesWanted(what="squadron") for _ in range(squadrons))


def _paid_for(state: WarState, nation: str, coming: Iterable[Purchase], points: int) -> Iterator[Purchase]:
    """Those that can come, as far as the points go."""
    for each in coming:
        place = wrong_return_port if each.what == "squadron" else wrong_return
        if each.points <= points and place(state, nation, each.at) is None:
            points -= each.points
            yield each
