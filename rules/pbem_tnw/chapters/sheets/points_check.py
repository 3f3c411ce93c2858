"""Whether an Impulse spends more Command Points than it has (6.3)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem_tnw.chapters.sequence.taking import with_points
from pbem_tnw.orders.conditions.expressions import Truth
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines.lines import (
    AttackLine,
    BuildLine,
    FlagLine,
    FlipLine,
    FormLine,
    ImpulseLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    SailLine,
)
from pbem_tnw.orders.lines.pieces import PiecesWanted
from pbem_tnw.position.state import WarState

UNIT, SQUADRON = 2, 4
"""What a unit and a Squadron cost (7.1, 7.3); a general costs its Command (7.2)."""


def check_points(view: WarState, nation: str, alternative: Alternative) -> Iterator[Problem]:
    """A problem if the lines that are carried out in any case cost more than card and Reserve bring, at the least."""
    play, plus = alternative.play, alternative.plus
    if (play is not None and play.use == "event") or (plus is not None and plus.unforeseen):  # it may bring points
        return
    impulse = with_points(view, nation, alternative).impulse
    there = 0 if impulse is None else sum(pool.points for pool in impulse.pools)
    costs = [
        least_cost(view, line, alternative.do.lines[:at])
        for at, line in enumerate(alternative.do.lines)
        if line.condition.test == Truth(yes=True)
    ]
    if sum(costs) > there:
        args = {"needed": sum(costs), "there": there, "parts": tuple(cost for cost in costs if cost)}
        yield Problem("points-overspent", ("do",), "6.3", args)


def least_cost(view: WarState, line: ImpulseLine, before: tuple[ImpulseLine, ...] = ()) -> int:
    """The fewest points that a line costs if it is carried out, with the lines *before* it in the sheet."""
    match line:
        case BuildLine():
            return sum(_price(view, piece) for piece in line.pieces)
        case RegroupLine():
            return sum(piece.n for piece in line.pieces)
        case RefitLine():
            return sum(fleet.n or 1 for fleet in line.at)
        case FlagLine():
            return len(line.at.names)
        case FlipLine() | SailLine() | AttackLine():
            return 1
        case MoveLine():
            return len(line.path) - (line.path[:1] == (_start(view, before),)) if _with_units(before) else 1
        case _:
            return 0


def _price(view: WarState, piece: PiecesWanted) -> int:
    if piece.what == "general":
        leader = view.board.leaders.get(piece.general or "")
        return leader.command if leader is not None else 0
    return piece.n * (UNIT if piece.what == "unit" else SQUADRON)


def _start(view: WarState, before: tuple[ImpulseLine, ...]) -> str:
    """Where the Formation stands after the lines *before*: the path of its move may begin there."""
    place = ""
    for line in before:
        match line:
            case FormLine():
                place = line.at or view.generals.get(line.commander or "", "")
            case MoveLine():
                place = line.path[-1] if line.path else place
    return place


def _with_units(before: tuple[ImpulseLine, ...]) -> bool:
    """Whether the Formation that moves was formed with units: each step costs it a point (9.1)."""
    formed = [line for line in before if isinstance(line, FormLine)]
    return bool(formed) and any(number for number in formed[-1].units.numbers.values())
