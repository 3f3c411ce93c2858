"""Reinforcement: what a nation buys in the Interphase (14.2)."""

from collections.abc import Iterator

import msgspec

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.buying import (
    UNIT,
    build,
    purchases,
    units_left,
    wrong_purchases,
)
from pbem_tnw.chapters.builds.places import by_default, wrong_build_place
from pbem_tnw.chapters.builds.returning import (
    PIECE,
    come_back,
    refit,
    refits,
    returns,
    wrong_refits,
    wrong_returns,
)
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.interphase.hand_size import draw_number
from pbem_tnw.chapters.sequence.rest import lines_for
from pbem_tnw.orders.lines.lines import BuildLine, OrderLine, RefitLine, RegroupLine, RestItem, RestLine
from pbem_tnw.orders.lines.pieces import PiecesWanted
from pbem_tnw.position.state import WarState

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
