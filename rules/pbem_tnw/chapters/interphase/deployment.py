"""Deployment: pieces of one nation along Friendly duchies, or a Fleet to another Port (14.21)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.orders.turn_end import DeployLine
from pbem_tnw.position.control import friendly, is_power
from pbem_tnw.position.forces import blockaded, free_of_enemies, generals_of, links, squadrons_at, units_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.seas import enemy_holds, ports_reached
from pbem_tnw.position.state import WarState

RULE = "14.21"
MOST_UNITS = 8
BOUGHT = 1
"""CPs for one Deployment more."""


def allowance(state: WarState, nation: str) -> int:
    """How many Deployments a nation has without paying: a Power two, a minor country one."""
    return 2 if is_power(state, nation) else 1


def is_fleet(state: WarState, line: DeployLine) -> bool:
    """Whether a line is about Squadrons: it says so, or goes from a zone."""
    return line.squadrons is not None or line.origin in state.board.zones


def deployed(state: WarState, nation: str, line: DeployLine) -> Pieces:
    """The land forces of a line: without a number as many units as a Deployment takes."""
    there = units_at(state, line.origin).get(nation, 0)
    said = line.units.of(nation, nation)
    wanted = said if said is not None else there if line.units.every else min(MOST_UNITS, there)
    return Pieces(units={nation: wanted} if wanted else {}, generals=line.leaders)


def fleet_of(state: WarState, nation: str, line: DeployLine) -> tuple[Squadron, ...]:
    """The Squadrons of a line that may sail: so many, without a number all."""
    able = tuple(one for one in squadrons_at(state, line.origin, (nation,)) if one.sails)
    return able if line.squadrons is None else able[: line.squadrons]


def wrong_deployment(state: WarState, nation: str, line: DeployLine) -> Iterator[Problem]:
    """Why *nation* cannot make a Deployment."""
    if is_fleet(state, line):
        yield from _wrong_fleet(state, nation, line)
    else:
        yield from _wrong_land(state, nation, line)


def deploy(table: Table[WarState], nation: str, line: DeployLine) -> None:
    """Make a legal Deployment."""
    if is_fleet(table.state, line):
        ships = fleet_of(table.state, nation, line)
        table.emit(SquadronsMoved(start=line.origin, to=line.goal, squadrons=ships, cause="deployed", rule=RULE))
    else:
        pieces = deployed(table.state, nation, line)
        table.emit(PiecesMoved(start=line.origin, to=line.goal, pieces=pieces, cause="deployed", rule=RULE))


def connected(state: WarState, nation: str, start: str) -> frozenset[str]:
    """The duchies that land forces of *nation* reach from *start* along Friendly duchies without enemy forces.

    A strait counts unless an enemy controls its zone. None if *start* itself is not one of them.
    """
    if not _open(state, nation, start):
        return frozenset()
    seen, ring = {start}, [start]
    while ring:
        near = (
            other for duchy in ring for other, link in links(state, duchy).items()
            if not (link.zone and enemy_holds(state, nation, link.zone))
        )  # fmt: skip
        ring = [other for other in dict.fromkeys(near) if other not in seen and _open(state, nation, other)]
        seen |= set(ring)
    return frozenset(seen - {start})


def _open(state: WarState, nation: str, duchy: str) -> bool:
    return friendly(state, nation, duchy) and free_of_enemies(state, nation, duchy)


def _wrong_land(state: WarState, nation: str, line: DeployLine) -> Iterator[Problem]:
    pieces = deployed(state, nation, line)
    there = units_at(state, line.origin).get(nation, 0)
    args = {"nation": nation, "start": line.origin, "to": line.goal}
    missing = tuple(one for one in line.leaders if one not in generals_of(state, line.origin, (nation,)))
    if missing:
        yield Problem("deploy-general-not-there", ("with",), RULE, {**args, "general": missing[0]})
    if pieces.strength > there or not pieces:
        yield Problem("deploy-units-not-there", ("units",), RULE, {**args, "wanted": pieces.strength, "there": there})
    elif pieces.strength > MOST_UNITS:
        yield Problem("deploy-too-many", ("units",), RULE, {**args, "wanted": pieces.strength, "most": MOST_UNITS})
    if line.goal not in connected(state, nation, line.origin):
        yield Problem("deploy-not-connected", ("to",), RULE, args)


def _wrong_fleet(state: WarState, nation: str, line: DeployLine) -> Iterator[Problem]:
    args = {"nation": nation, "start": line.origin, "to": line.goal}
    able = len([one for one in squadrons_at(state, line.origin, (nation,)) if one.sails])
    if not able or (line.squadrons or 0) > able:
        wanted = 1 if line.squadrons is None else line.squadrons
        yield Problem("deploy-squadrons-not-there", ("squadrons",), RULE, {**args, "wanted": wanted, "there": able})
    if line.origin not in state.board.duchies or not state.board.duchies[line.origin].is_port:
        yield Problem("deploy-no-port", ("from",), RULE, args)
    elif blockaded(state, nation, line.origin):
        yield Problem("deploy-blockaded", ("from",), RULE, args)
    elif line.goal not in ports_reached(state, nation, line.origin):
        yield Problem("deploy-not-reached", ("to",), RULE, args)
