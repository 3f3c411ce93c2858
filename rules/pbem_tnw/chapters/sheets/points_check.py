"""Whether an Impulse spends more Command Points than it has (6.3)."""

import heapq
from collections.abc import Container, Iterator
from typing import Final

import msgspec

from pbem.engine.problem import Problem, Weight
from pbem_tnw.chapters.diplomacy.consul_lines import planned_steps
from pbem_tnw.chapters.diplomacy.wars import declaration
from pbem_tnw.chapters.movement.formations import FormationKind, kind_of
from pbem_tnw.chapters.movement.paths import distance
from pbem_tnw.chapters.movement.steps import cost_over_link, plain_cost
from pbem_tnw.chapters.sequence.taking import with_points
from pbem_tnw.orders.conditions.expressions import Truth
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines.lines import (
    AttackLine,
    BuildLine,
    ConsulLine,
    DeclareLine,
    EmbarkLine,
    FlagLine,
    FlipLine,
    FormLine,
    ImpulseLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    SailLine,
)
from pbem_tnw.orders.lines.pieces import PiecesWanted, Strengths
from pbem_tnw.position.forces import links, units_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import MOST_STEPS

RIDERS: Final[FormationKind] = "riders"
UNIT, SQUADRON = 2, 4
"""What a unit and a Squadron cost (7.1, 7.3); a general costs its Command (7.2)."""


class LeastCosts(msgspec.Struct, frozen=True):
    """What the lines of an Impulse cost at the least, in parts, and the points that there are."""

    parts: tuple[int, ...]
    there: int

    @property
    def needed(self) -> int:
        """The sum of the parts."""
        return sum(self.parts)


def check_points(
    view: WarState, nation: str, alternative: Alternative, wrong: Container[str | int] = ()
) -> Iterator[Problem]:
    """A problem if the lines that are carried out in any case cost more than card and Reserve bring, at the least.

    Lines whose numbers are among the *wrong* ones do not count: they cost something else once they are corrected.
    """
    certain = least_costs(view, nation, alternative, measured=False, without=wrong)
    as_now = least_costs(view, nation, alternative, without=wrong)
    if certain is not None and certain.needed > certain.there:
        yield Problem("points-overspent", ("do",), "6.3", _sum(certain))
    elif as_now is not None and as_now.needed > as_now.there:
        yield Problem("points-may-lack", ("do",), "6.3", _sum(as_now), Weight.unwise)


def _sum(costs: LeastCosts) -> dict[str, object]:
    return {"needed": costs.needed, "there": costs.there, "parts": costs.parts}


def least_costs(
    view: WarState,
    nation: str,
    alternative: Alternative,
    *,
    measured: bool = True,
    without: Container[str | int] = (),
) -> LeastCosts | None:
    """What the lines that are carried out in any case cost at the least; None if no one knows what points there are.

    If *measured*, marches are measured on the map from where generals are now, and consuls and wars cost what they do
    now; others may change that before.
    """
    if alternative.unforeseen:
        return None
    if alternative.play is None and alternative.plus is None and alternative.do.gaps:  # they could not be read
        return None
    impulse = with_points(view, nation, alternative).impulse
    there = 0 if impulse is None else sum(pool.points for pool in impulse.pools)
    costs = [
        least_cost(view, nation, line, alternative.do.lines[:at], measured=measured)
        for at, line in enumerate(alternative.do.lines)
        if line.condition.test == Truth(yes=True) and at not in without
    ]
    return LeastCosts(parts=tuple(cost for cost in costs if cost), there=there)


def least_cost(
    view: WarState, nation: str, line: ImpulseLine, before: tuple[ImpulseLine, ...] = (), *, measured: bool = True
) -> int:
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
        case SailLine() | AttackLine():
            return 1 + _loads(before)
        case FlipLine():
            return 1
        case MoveLine():
            return _least_steps(view, nation, line, before, measured=measured)
        case ConsulLine() if measured and line.who in view.consuls:
            return sum(step.cost for step in planned_steps(view, nation, line))
        case DeclareLine() if measured:
            found = declaration(view, nation, line.on, line.camp or "", interphase=False)
            return 0 if isinstance(found, Problem) else found.points
        case _:
            return 0


def _loads(before: tuple[ImpulseLine, ...]) -> int:
    """The fewest points for what is taken aboard before a Fleet sets out (13.6): one, if anything surely is."""
    last = next((line for line in reversed(before) if isinstance(line, EmbarkLine | SailLine | AttackLine)), None)
    return int(isinstance(last, EmbarkLine) and last.condition.test == Truth(yes=True))


def _price(view: WarState, piece: PiecesWanted) -> int:
    if piece.what == "general":
        leader = view.board.leaders.get(piece.general or "")
        return leader.command if leader is not None else 0
    return piece.n * (UNIT if piece.what == "unit" else SQUADRON)


def _least_steps(
    view: WarState, nation: str, line: MoveLine, before: tuple[ImpulseLine, ...], *, measured: bool
) -> int:
    """The fewest points for a move: for an Army by the cheapest way if no one stops it, one in all for Riders (9.1).

    The path may begin where the Formation stands, and leave out what is between its duchies.
    """
    place, leader, kind, left = "", "", RIDERS, set[str]()  # from a place that was left the best may be gone
    for each in (*before, line):
        if isinstance(each, FormLine) or (isinstance(each, MoveLine) and _forms(each, leader)):
            leader = each.commander or ""
            place = (each.at if isinstance(each, FormLine) else None) or view.generals.get(leader, "")
            kind = _kind(view, nation, each, "" if place in left else place)
            left.add(place)
        if isinstance(each, MoveLine) and each is not line and each.path:
            place = each.path[-1]
    if kind == RIDERS:
        return 1
    if not measured:
        return plain_cost(kind) * (len(line.path) - (line.path[:1] == (place,)))
    legs = zip((place, *line.path), line.path, strict=False)
    return sum(_least_way(view, nation, kind, start, to) for start, to in legs)


def _forms(line: MoveLine, leader: str) -> bool:
    """Whether what marches is formed first, of what is there."""
    return line.commander not in (None, leader) or line.units != Strengths() or line.alone


def _kind(view: WarState, nation: str, line: FormLine | MoveLine, place: str) -> FormationKind:
    """What a line forms at the least, in *place* where that is known: an Army Group only if it says more units."""
    if isinstance(line, MoveLine) and line.alone:
        return RIDERS
    generals = tuple(filter(None, (line.commander, *line.riders)))
    said = {own or nation: n for own, n in line.units.numbers.items() if n}
    if said:
        return kind_of(view, Pieces(units=said, generals=generals), line.commander or "")
    return "army" if not line.units.numbers and _has_units(view, line.commander or "", place) else RIDERS


def _least_way(view: WarState, nation: str, kind: FormationKind, start: str, to: str) -> int:
    """The points for the cheapest way of a Formation, whoever is on it (9.1); 1 if it is too far or not known."""
    if not 0 < distance(view, start, to) <= MOST_STEPS:  # said elsewhere
        return int(start != to)
    queue, seen = [(0, start)], set[str]()
    while queue:
        cost, here = heapq.heappop(queue)
        if here == to:
            return cost
        if here in seen:
            continue
        seen.add(here)
        for beside in links(view, here):
            heapq.heappush(queue, (cost + cost_over_link(view, nation, kind, here, beside), beside))
    return 1


def _has_units(view: WarState, leader: str, place: str) -> bool:
    """Whether units of a general's own nation stand where it is, which it leads if nothing else is said."""
    known = view.board.leaders.get(leader)
    return known is not None and place in view.board.duchies and bool(units_at(view, place).get(known.nation))
