"""Deployment: pieces of one nation along Friendly duchies, or a Fleet to another Port (14.21)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.nation.buying import (
    UNIT,
    build,
    by_default,
    purchases,
    units_left,
    wrong_build_place,
    wrong_purchases,
)
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.nation.returning import PIECE, come_back, refit, refits, returns, wrong_refits, wrong_returns
from pbem_tnw.chapters.turn.facts import SeatFacts, draw_number
from pbem_tnw.chapters.turn.taking import lines_for
from pbem_tnw.orders.condition_parser import OrderCondition, value
from pbem_tnw.orders.lines import BuildLine, OrderLine, RefitLine, RegroupLine, RestItem, RestLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.turn import DeployLine, InterphaseWar, SurrenderOffer, TurnEndWish
from pbem_tnw.position.control import friendly, is_power, powers_of, seat_of
from pbem_tnw.position.forces import (
    blockaded,
    enemy_holds,
    free_of_enemies,
    generals_of,
    links,
    ports_reached,
    squadrons_at,
    units_at,
)
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import WarState

DEPLOYMENT_RULE = "14.21"
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
    """The land forces of a line: without a number generals go alone, from a place alone as many units as may."""
    there = units_at(state, line.origin).get(nation, 0)
    said = line.units.of(nation, nation)
    wanted = said if said is not None else there if line.units.every else 0 if line.leaders else min(MOST_UNITS, there)
    return Pieces(units={nation: wanted} if wanted else {}, generals=line.leaders)


def fleet_of(state: WarState, nation: str, line: DeployLine) -> tuple[Squadron, ...]:
    """The Squadrons of a line that may sail: so many, without a number all."""
    able = tuple(one for one in squadrons_at(state, line.origin, (nation,)) if one.sails)
    return able if line.squadrons is None else able[: line.squadrons]


def _from_its_general(state: WarState, line: DeployLine) -> DeployLine:
    """*line* with its start, which is where its first general is if it is not said."""
    return line if line.origin else replace(line, origin=state.generals.get(line.leaders[0], ""))


def wrong_deployment(state: WarState, nation: str, line: DeployLine) -> Iterator[Problem]:
    """Why *nation* cannot make a Deployment."""
    if not line.origin:
        line = _from_its_general(state, line)
        if line.origin not in state.board.duchies:
            args = {"general": line.leaders[0], "to": line.goal}
            yield Problem("deploy-general-nowhere", ("with",), DEPLOYMENT_RULE, args)
            return
    if is_fleet(state, line):
        yield from _wrong_fleet(state, nation, line)
    else:
        yield from _wrong_land(state, nation, line)


def deploy(table: Table[WarState], nation: str, line: DeployLine) -> None:
    """Make a legal Deployment."""
    line = _from_its_general(table.state, line)
    if is_fleet(table.state, line):
        ships = fleet_of(table.state, nation, line)
        table.emit(
            SquadronsMoved(start=line.origin, to=line.goal, squadrons=ships, cause="deployed", rule=DEPLOYMENT_RULE)
        )
    else:
        pieces = deployed(table.state, nation, line)
        table.emit(PiecesMoved(start=line.origin, to=line.goal, pieces=pieces, cause="deployed", rule=DEPLOYMENT_RULE))


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
        yield Problem("deploy-general-not-there", ("with",), DEPLOYMENT_RULE, {**args, "general": missing[0]})
    if pieces.strength > there or not pieces:
        yield Problem(
            "deploy-units-not-there", ("units",), DEPLOYMENT_RULE, {**args, "wanted": pieces.strength, "there": there}
        )
    elif pieces.strength > MOST_UNITS:
        yield Problem(
            "deploy-too-many", ("units",), DEPLOYMENT_RULE, {**args, "wanted": pieces.strength, "most": MOST_UNITS}
        )
    if line.goal not in connected(state, nation, line.origin):
        yield Problem("deploy-not-connected", ("to",), DEPLOYMENT_RULE, args)


def _wrong_fleet(state: WarState, nation: str, line: DeployLine) -> Iterator[Problem]:
    args = {"nation": nation, "start": line.origin, "to": line.goal}
    able = len([one for one in squadrons_at(state, line.origin, (nation,)) if one.sails])
    if not able or (line.squadrons or 0) > able:
        wanted = 1 if line.squadrons is None else line.squadrons
        yield Problem(
            "deploy-squadrons-not-there", ("squadrons",), DEPLOYMENT_RULE, {**args, "wanted": wanted, "there": able}
        )
    if line.origin not in state.board.duchies or not state.board.duchies[line.origin].is_port:
        yield Problem("deploy-no-port", ("from",), DEPLOYMENT_RULE, args)
    elif blockaded(state, nation, line.origin):
        yield Problem("deploy-blockaded", ("from",), DEPLOYMENT_RULE, args)
    elif line.goal not in ports_reached(state, nation, line.origin):
        yield Problem("deploy-not-reached", ("to",), DEPLOYMENT_RULE, args)


class TurnReset(Event[WarState], frozen=True):
    """The Void Flags come off the Reserves (6.2), and what was said for this Interphase is used up."""

    def change(self, state: WarState) -> WarState:
        return replace(state, used=(), fewer_cards={}, turn_ends={})


class Reinforced(Event[WarState], frozen=True):
    """A nation has spent its CPs of the Interphase: *spent* of *points* (14.2)."""

    nation: str
    points: int
    spent: int


class WishSkipped(SeatSecret[WarState], frozen=True):
    """What a seat wished for the Interphase could not be done when its time came; *part* is the key of its sheet."""

    nation: str
    part: str
    number: int
    problem: Problem


RULE = "14.2"
BOUGHT_WITH_REST = frozenset({"unit", "squadron", "general", "regroup", "refit"})
"""What `rest` may say in the Interphase."""


def reinforcement_points(state: WarState, nation: str) -> int:
    """The CPs of a nation in the Interphase: its Draw number, or as the option says, and what cards add (14.2)."""
    option = state.options.reinforcement_cp
    points = draw_number(state, nation) if option == "draw-number" else int(option)
    return max(0, points + modifier(state, "reinforcement", nation))


class Bill(msgspec.Struct, frozen=True):
    """What is wrong with a line of reinforcement, and what it costs."""

    problems: tuple[Problem, ...]
    cost: int = 0
    use: str = ""


def bill(state: WarState, nation: str, line: OrderLine, points: int) -> Bill:
    """What a line costs a nation that has so many *points* left, and why it cannot be carried out."""
    match line:
        case BuildLine():
            bought = purchases(state, nation, line.pieces)
            found, cost = [*wrong_purchases(state, nation, bought)], sum(each.points for each in bought)
        case RegroupLine():
            coming = returns(state, nation, line.pieces, points)
            found, cost = [*wrong_returns(state, nation, coming)], sum(each.points for each in coming)
        case RefitLine():
            wanted = refits(state, nation, line.at, points)
            cost = PIECE * sum(len(each.squadrons) for each in wanted)
            found = [*wrong_refits(state, nation, line.at, wanted)]
        case RestLine():
            wrong = any(item.use not in BOUGHT_WITH_REST for item in line.items)
            return Bill((Problem("reinforce-not-that", (), RULE, {"nation": nation}),) if wrong else ())
        case _:
            return Bill((Problem("reinforce-not-that", (), RULE, {"nation": nation}),))
    if cost > points:
        args = {"nation": nation, "points": cost, "left": points, "costs": ((_use(line), cost),)}
        found.append(Problem("points-short", (), RULE, args))
    return Bill(tuple(found), cost, _use(line))


def carry_out(table: Table[WarState], nation: str, line: OrderLine, points: int) -> None:
    """Carry out a legal line of reinforcement."""
    match line:
        case BuildLine():
            build(table, nation, purchases(table.state, nation, line.pieces))
        case RegroupLine():
            come_back(table, nation, returns(table.state, nation, line.pieces, points))
        case RefitLine():
            refit(table, nation, refits(table.state, nation, line.at, points))
        case _:
            raise ValueError(f"no reinforcement: {line}")


def line_for(state: WarState, nation: str, item: RestItem, points: int) -> OrderLine | None:
    """The line that uses some of the *points* left once as *item* says, at the first place where it can, if at any."""
    return next(
        (line for line in lines_for(state, nation, item) if not bill(state, nation, line, points).problems), None
    )


def lines_by_default(state: WarState, nation: str, points: int) -> Iterator[OrderLine]:
    """What a silent seat buys: Refit markers off, then units, in the capital if it can (2.3, 2.6)."""
    taken = refits(state, nation, (), points)
    if taken:
        yield RefitLine()
    number = min((points - PIECE * sum(len(each.squadrons) for each in taken)) // UNIT, units_left(state, nation))
    places = (home for home in by_default(state, nation) if wrong_build_place(state, nation, home) is None)
    at = next(places, "")
    if number > 0 and at:
        yield BuildLine(pieces=(PiecesWanted(n=number, at=at),))


def _use(line: OrderLine) -> str:
    if isinstance(line, BuildLine):
        return line.pieces[0].what if line.pieces else "unit"
    return "regroup" if isinstance(line, RegroupLine) else "refit"


def wish_of(state: WarState, nation: str) -> TurnEndWish:
    """The Turn-end sheet of the seat that runs *nation*; that of silence if it sent none."""
    return state.turn_ends.get(seat_of(state, nation)) or TurnEndWish()


def holds(table: Table[WarState], nation: str, condition: OrderCondition) -> bool:
    """Whether a condition holds by what the seat of *nation* sees now."""
    seat = seat_of(table.state, nation)
    view = table.views.get(seat, table.state)
    return value(condition, SeatFacts(view, seat, nation))


def players_nations(state: WarState) -> Iterator[str]:
    """The nations that seats run, in the order of the Sequence Track."""
    return (nation for nation in state.board.sequence if seat_of(state, nation))


def lead_power(state: WarState, seat: str) -> str:
    """The Power of a seat that is meant where a line names none: its first on the Sequence Track."""
    return next(iter(powers_of(state, seat)), "")


def wars_wished(state: WarState, nation: str) -> tuple[InterphaseWar, ...]:
    """The declarations of war of a Power (14.12)."""
    lead = lead_power(state, seat_of(state, nation))
    return tuple(line for line in wish_of(state, nation).declare if (line.nation or lead) == nation)


def surrenders_wished(state: WarState) -> tuple[tuple[str, SurrenderOffer], ...]:
    """The surrenders that seats offer, each with the Power that makes it (14.14)."""
    return tuple(
        (nation, line)
        for nation in players_nations(state)
        for line in wish_of(state, nation).surrender
        if (line.nation or lead_power(state, seat_of(state, nation))) == nation
    )


def deployments_wished(state: WarState, nation: str) -> tuple[DeployLine, ...]:
    """The Deployments of *nation*; a line that names none is for the first nation of the seat with pieces there."""
    seat = seat_of(state, nation)
    wished = wish_of(state, nation).deploy
    return tuple(line for line in wished if (line.nation or owner_of(state, seat, line)) == nation)


def owner_of(state: WarState, seat: str, line: DeployLine) -> str:
    """The nation of a Deployment that names none: that of its generals, else the first with pieces at its start."""
    leaders = state.board.leaders
    if line.leaders and line.leaders[0] in leaders:
        return leaders[line.leaders[0]].nation
    there = set(state.units.get(line.origin, {}))
    if line.squadrons is not None:
        there = {one.nation for one in state.squadrons.get(line.origin, ())}
    own = [nation for nation in state.board.sequence if seat_of(state, nation) == seat]
    return next((nation for nation in own if nation in there), own[0] if own else "")
