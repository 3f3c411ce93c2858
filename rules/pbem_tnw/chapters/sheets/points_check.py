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
from pbem_tnw.position.forces import units_at
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
            together = view.options.regroup_cost == "counter"
            return sum(1 if together and piece.what == "unit" else piece.n for piece in line.pieces)
        case RefitLine():
            return sum(fleet.n or 1 for fleet in line.at)
        case FlagLine():
            return len(line.at.names)
        case FlipLine() | SailLine() | AttackLine():
            return 1
        case MoveLine():
            return _least_steps(view, line, before)
        case _:
            return 0


def _price(view: WarState, piece: PiecesWanted) -> int:
    if piece.what == "general":
        leader = view.board.leaders.get(piece.general or "")
        return leader.command if leader is not None else 0
    return piece.n * (UNIT if piece.what == "unit" else SQUADRON)


def _least_steps(view: WarState, line: MoveLine, before: tuple[ImpulseLine, ...]) -> int:
    """The fewest points for the steps of a move: one each with units, one in all for Riders (9.1).

    The path may begin where the Formation stands.
    """
    place, leader, units, formed = "", "", False, False
    for each in (*before, line):
        match each:
            case FormLine():
                leader = each.commander or ""
                place = each.at or view.generals.get(leader, "")
                said = each.units.numbers
                units, formed = any(said.values()) if said else not formed and _has_units(view, leader, place), True
            case MoveLine():
                if each.commander not in (None, leader):  # it is formed first, of what is there
                    leader = each.commander or ""
                    place = view.generals.get(leader, "")
                    units, formed = not formed and _has_units(view, leader, place), True
                if each is not line and each.path:
                    place = each.path[-1]
    return len(line.path) - (line.path[:1] == (place,)) if units else 1


def _has_units(view: WarState, leader: str, place: str) -> bool:
    """Whether units of a general's own nation stand where it is, which it leads if nothing else is said."""
    known = view.board.leaders.get(leader)
    return known is not None and place in view.board.duchies and bool(units_at(view, place).get(known.nation))
