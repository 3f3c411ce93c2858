"""What a line of builds buys, piece by piece, and what it costs (7.1-7.3)."""

from collections.abc import Iterable, Iterator

import msgspec

from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved
from pbem_tnw.edition.board import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.orders.pieces import KindOfPiece, PiecesWanted
from pbem_tnw.position.control import controller, friendly, homes, may_enter, own_lands
from pbem_tnw.position.forces import best_first, blockaded, enemies_at, in_play, squadrons_in_play, units_at
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import WarState

NOT_ITS_OWN = frozenset({"build-not-own", "regroup-not-home", "general-of-another"})
"""The problems which say that another nation may be meant."""


def wrong_build_place(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why *nation* cannot build units and generals in a duchy: it must be its own, without enemy forces (7, 7.43)."""
    printed = state.board.duchies.get(duchy)
    if printed is None or duchy not in own_lands(state, nation):
        return Problem("build-not-own", rule="7", args={"nation": nation, "duchy": duchy, "other": ""})
    args = {"nation": nation, "duchy": duchy, "other": controller(state, duchy)}
    if printed.tie == "double" and controller(state, duchy) != nation:
        return Problem("build-not-controlled", rule="7.43", args=args)
    if not may_enter(state, nation, duchy):
        return Problem("build-no-war", rule="9.2", args=args)
    if enemies := enemies_at(state, nation, duchy):
        return Problem("build-enemies", rule="7", args={**args, "units": enemies.strength})
    return None


def wrong_yard(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why *nation* cannot build a Squadron in a duchy: a Friendly Home Port without enemy forces (7.3)."""
    args = {"nation": nation, "duchy": duchy, "ports": home_ports(state, nation)}
    if duchy not in homes(state, nation) or not state.board.duchies[duchy].is_port:
        return Problem("build-no-home-port", rule="7.3", args=args)
    if not friendly(state, nation, duchy):
        return Problem("build-port-lost", rule="7.3", args={**args, "other": controller(state, duchy)})
    return wrong_build_place(state, nation, duchy)


def wrong_return(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why units and generals of *nation* cannot come out of the Regroup box there: a Friendly Home duchy (7.7)."""
    args = {"nation": nation, "duchy": duchy}
    if duchy not in homes(state, nation) or not friendly(state, nation, duchy):
        return Problem("regroup-not-home", rule="7.7", args=args)
    if enemies := enemies_at(state, nation, duchy):
        return Problem("build-enemies", rule="7.7", args={**args, "units": enemies.strength})
    return None


def wrong_return_port(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why a Squadron of *nation* cannot come back to a Port: it must be Friendly and not blockaded (7.7)."""
    args = {"nation": nation, "duchy": duchy}
    printed = state.board.duchies.get(duchy)
    if printed is None or not printed.is_port or not friendly(state, nation, duchy):
        return Problem("regroup-no-port", rule="7.7", args=args)
    if blockaded(state, nation, duchy):
        return Problem("regroup-blockaded", rule="7.7", args={**args, "zones": printed.port})
    return None


def home_ports(state: WarState, nation: str) -> tuple[str, ...]:
    """The Home Ports of *nation*."""
    return tuple(duchy for duchy in homes(state, nation) if state.board.duchies[duchy].is_port)


def by_default(state: WarState, nation: str) -> Iterator[str]:
    """Where pieces come by default: the capital, then the Home duchies with most own units (2.3, 2.6)."""
    capitals = state.board.nations[nation].capitals
    others = [home for home in homes(state, nation) if home not in capitals]
    yield from capitals
    yield from sorted(others, key=lambda home: (-units_at(state, home).get(nation, 0), home))


def default_place(state: WarState, nation: str) -> str:
    """The first of the places by default where *nation* can build; the capital if it can nowhere."""
    places = tuple(by_default(state, nation))
    return next((home for home in places if wrong_build_place(state, nation, home) is None), places[0])


def default_yard(state: WarState, nation: str) -> str:
    """The first Home Port, in the alphabet, where *nation* can build a Squadron; empty if it has no Home Port."""
    ports = sorted(home_ports(state, nation))
    return next((port for port in ports if wrong_yard(state, nation, port) is None), ports[0] if ports else "")


def default_return(state: WarState, nation: str) -> str:
    """The first of the places by default where land forces of *nation* can come back; the capital if nowhere."""
    places = tuple(by_default(state, nation))
    return next((home for home in places if wrong_return(state, nation, home) is None), places[0])


def default_return_port(state: WarState, nation: str) -> str:
    """The first Port, own ones first, in the alphabet, where a Squadron of *nation* can come back; empty if nowhere."""
    ports = sorted(state.board.duchies, key=lambda duchy: (duchy not in homes(state, nation), duchy))
    return next((port for port in ports if wrong_return_port(state, nation, port) is None), "")


UNIT, SQUADRON = 2, 4
"""CPs for strength 1, and for a Squadron (7.1, 7.3); a general costs its Command (7.2)."""


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
