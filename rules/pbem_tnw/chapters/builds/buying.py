"""What a line of builds buys, piece by piece, and what it costs (7.1-7.3)."""

from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.places import default_place, default_yard, wrong_build_place, wrong_yard
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.orders.lines.pieces import KindOfPiece, PiecesWanted
from pbem_tnw.position.forces import best_first, in_play, squadrons_in_play
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.position.state import WarState

UNIT, SQUADRON = 2, 4
"""CPs for strength 1, and for a Squadron."""


class Purchase(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """*n* units or Squadrons, or a *general*, that come to the place *at* for so many *points*."""

    what: KindOfPiece
    at: str
    points: int
    n: int = 1
    general: str = ""


def purchases(state: WarState, nation: str, pieces: Iterable[PiecesWanted]) -> tuple[Purchase, ...]:
    """What *nation* wants to build, with the places and generals that it left open."""
    found: list[Purchase] = []
    for wanted in pieces:
        match wanted.what:
            case "unit":
                at = wanted.at or default_place(state, nation)
                found.append(Purchase(what="unit", at=at, n=wanted.n, points=UNIT * wanted.n))
            case "squadron":
                at = wanted.at or default_yard(state, nation)
                found.append(Purchase(what="squadron", at=at, n=wanted.n, points=SQUADRON * wanted.n))
            case "general":
                taken = {each.general for each in found}
                free = (one for one in buildable(state, nation) if one not in taken)
                general = wanted.general or next(free, "")
                points = state.board.leaders[general].command if general else 0
                at = wanted.at or default_place(state, nation)
                found.append(Purchase(what="general", at=at, general=general, points=points))
    return tuple(found)


def buildable(state: WarState, nation: str) -> tuple[str, ...]:
    """The generals that *nation* may buy now, the best first (7.2)."""
    own = (leader.id for leader in state.board.leaders.values() if leader.nation == nation)
    return best_first(state, (one for one in own if _wrong_general(state, nation, one) is None))


def wrong_purchases(state: WarState, nation: str, bought: tuple[Purchase, ...]) -> Iterator[Problem]:
    """Why *nation* cannot build that, whatever it costs; the path has the number of the purchase."""
    for number, each in enumerate(bought):
        path = ("pieces", number)
        place = wrong_yard if each.what == "squadron" else wrong_build_place
        problem = _wrong_general(state, nation, each.general) if each.what == "general" else None
        for found in (problem, place(state, nation, each.at)):
            if found is not None:
                yield msgspec.structs.replace(found, path=path)
    yield from _beyond_limits(state, nation, bought)


def build(table: Table[WarState], nation: str, bought: Iterable[Purchase]) -> None:
    """Let the pieces come into play; a Squadron is under a Naval Build marker (7.3)."""
    for each in bought:
        if each.what == "squadron":
            ships = (Squadron(nation=nation, build=True),) * each.n
            table.emit(SquadronsMoved(start=YARD, to=each.at, squadrons=ships, cause="built", rule="7.3"))
        elif each.what == "unit":
            pieces = Pieces(units={nation: each.n})
            table.emit(PiecesMoved(start=YARD, to=each.at, pieces=pieces, cause="built", rule="7.1"))
        else:
            pieces = Pieces(generals=(each.general,))
            table.emit(PiecesMoved(start=YARD, to=each.at, pieces=pieces, cause="built", rule="7.2"))


def units_left(state: WarState, nation: str) -> int:
    """The strength of units that *nation* may still build (7)."""
    return state.board.nations[nation].limits.units - in_play(state, nation)


def squadrons_left(state: WarState, nation: str) -> int:
    """How many Squadrons *nation* may still build (7)."""
    return state.board.nations[nation].limits.squadrons - squadrons_in_play(state, nation)


def generals_to_build(state: WarState, nation: str) -> tuple[str, ...]:
    """The generals that *nation* may buy now (7.2)."""
    return tuple(general for general in state.board.leaders if _wrong_general(state, nation, general) is None)


def _wrong_general(state: WarState, nation: str, general: str) -> Problem | None:
    leader = state.board.leaders.get(general)
    if leader is None:
        return Problem("general-none-left", rule="7.2", args={"nation": nation})
    args = {"general": general, "nation": nation}
    if leader.nation != nation:
        return Problem("general-of-another", rule="7.2", args={**args, "other": leader.nation})
    where = state.generals.get(general, YARD)
    if leader.card:
        return Problem("general-by-card", rule="7.2", args=args)
    if where == KILLED:
        return Problem("general-killed", rule="7.2", args=args)
    if where == CAPTURED:
        return Problem("general-captured", rule="17.3", args=args)
    if where == REGROUP:
        return Problem("general-regroups", rule="7.7", args=args)
    if where != YARD:
        return Problem("general-in-play", rule="7.2", args={**args, "place": where})
    if leader.not_before is not None and state.year < leader.not_before:
        return Problem("general-too-early", rule="7.2", args={**args, "year": leader.not_before})
    return None


def _beyond_limits(state: WarState, nation: str, bought: tuple[Purchase, ...]) -> Iterator[Problem]:
    """No more pieces than the game contains (7)."""
    sorts: tuple[tuple[KindOfPiece, int], ...] = (
        ("unit", units_left(state, nation)), ("squadron", squadrons_left(state, nation)),
    )  # fmt: skip
    for what, most in sorts:
        wanted = sum(each.n for each in bought if each.what == what)
        if wanted > max(0, most):
            args = {"nation": nation, "what": what, "wanted": wanted, "left": max(0, most)}
            yield Problem("build-limit", ("pieces",), "7", args)
    names = [each.general for each in bought if each.general]
    for twice in {name for name in names if names.count(name) > 1}:
        yield Problem("general-twice", ("pieces",), "7.2", {"general": twice, "nation": nation})
