"""What may move as one body: Army, Army Group, Detachment, Riders (9.1)."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem_tnw.position.control import allied, is_power, is_proxy, seat_of
from pbem_tnw.position.forces import generals_of
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState

RULE = "9.1"
MOST_GENERALS = 3
"""That move together; Riders excepted."""
DETACHMENT = 2
"""The most strength without a general."""
FormationKind = Literal["army", "army-group", "detachment", "riders"]


def kind_of(state: WarState, pieces: Pieces, commander: str) -> FormationKind:
    """The row of the table of 9.1 for *pieces*."""
    if not pieces.strength:
        return "riders"
    if not pieces.generals:
        return "detachment"
    leaders = state.board.leaders
    nations = {*pieces.units, *(leaders[one].nation for one in pieces.generals)}
    alone = commander and len(nations) == 1 and pieces.strength <= leaders[commander].command
    return "army" if alone else "army-group"


def capacity(state: WarState, pieces: Pieces) -> int:
    """The most strength that the generals of *pieces* lead: of an Army Group the sum of their Commands (9.1)."""
    if not pieces.generals:
        return DETACHMENT
    return sum(state.board.leaders[one].command for one in pieces.generals)


def may_lead(state: WarState, general: str, nation: str) -> bool:
    """Whether *general* may lead units of *nation*: its own, or those of a Proxy that its Power's player runs (9.1)."""
    own = state.board.leaders[general].nation
    if own == nation:
        return True
    run = is_proxy(state, nation) and seat_of(state, nation) == seat_of(state, own)
    return run and allied(state, own, nation) and is_power(state, own)


def wrong_with_pieces(state: WarState, nation: str, pieces: Pieces, commander: str) -> Iterator[Problem]:
    """Why *pieces* cannot be a Formation of *nation* under *commander*; their place is not looked at."""
    if not pieces:
        yield _wrong("formation-empty")
    elif not pieces.strength:
        yield from _wrong_riders(state, nation, pieces)
    elif not pieces.generals:
        yield from _wrong_detachment(state, nation, pieces)
    else:
        yield from _wrong_army(state, nation, pieces, commander)


def lenders(state: WarState, nation: str, pieces: Pieces) -> Mapping[str, Pieces]:
    """By seat: the pieces of other seats in a Formation of *nation*, which come along only with consent (9.1)."""
    own, found = seat_of(state, nation), dict[str, Pieces]()
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    for seat in dict.fromkeys(seat_of(state, each) for each in state.board.sequence if each in owners):
        if seat != own:
            units = {each: n for each, n in pieces.units.items() if seat_of(state, each) == seat}
            generals = (one for one in pieces.generals if seat_of(state, state.board.leaders[one].nation) == seat)
            found[seat] = Pieces(units=units, generals=tuple(generals))
    return found


def _wrong_riders(state: WarState, nation: str, pieces: Pieces) -> Iterator[Problem]:
    for one in pieces.generals:
        if (other := state.board.leaders[one].nation) != nation:
            yield _wrong("riders-of-another", ("with",), general=one, other=other, nation=nation)


def _wrong_detachment(state: WarState, nation: str, pieces: Pieces) -> Iterator[Problem]:
    for other in pieces.units:
        if other != nation:
            yield _wrong("detachment-of-another", ("units",), other=other, nation=nation)
    if (strength := pieces.strength) > DETACHMENT:
        yield _wrong("detachment-too-strong", ("units",), strength=strength, most=DETACHMENT)


def _wrong_army(state: WarState, nation: str, pieces: Pieces, commander: str) -> Iterator[Problem]:
    leaders = state.board.leaders
    if not commander:
        yield _wrong("commander-missing", ("commander",), generals=pieces.generals)
    elif (other := leaders[commander].nation) != nation:
        yield _wrong("commander-of-another", ("commander",), general=commander, other=other, nation=nation)
    if len(pieces.generals) > MOST_GENERALS:
        yield _wrong("too-many-generals", ("with",), generals=pieces.generals, most=MOST_GENERALS)
        return
    for each in dict.fromkeys((*pieces.units, *(leaders[one].nation for one in pieces.generals))):
        if not allied(state, nation, each):
            yield _wrong("not-an-ally", ("units",), other=each, nation=nation)
        elif each in pieces.units and not any(may_lead(state, one, each) for one in pieces.generals):
            yield _wrong("no-general-of-nation", ("units",), other=each, generals=pieces.generals)
    if pieces.strength > (most := capacity(state, pieces)):
        yield _wrong("command-exceeded", ("units",), **_beyond_command(state, nation, pieces, most))


def _beyond_command(state: WarState, nation: str, pieces: Pieces, most: int) -> dict[str, Any]:
    """The arguments for too many units, with a general beside them who would be enough."""
    place = state.generals.get(pieces.generals[0], "")
    lacking, leaders = pieces.strength - most, state.board.leaders
    others = () if len(pieces.generals) == MOST_GENERALS else generals_of(state, place, (nation,))
    helps = (one for one in reversed(others) if one not in pieces.generals and leaders[one].command >= lacking)
    return {"strength": pieces.strength, "most": most, "generals": pieces.generals, "helper": next(helps, "")}


def lending_warning(lender: str, nation: str, path: OrderPath) -> Problem:
    """That pieces of the seat *lender* come along only if it has consented."""
    return Problem("lent-pieces", path, RULE, {"lender": lender, "nation": nation}, Weight.unwise)


def _wrong(code: str, path: OrderPath = (), **args: object) -> Problem:
    return Problem(code, path, RULE, args)
