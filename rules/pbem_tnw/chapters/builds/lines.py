"""The lines of an Impulse that build, flag, regroup and refit (7)."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.problem import OrderPath, Problem, under
from pbem.engine.table import Table
from pbem_tnw.chapters.builds import flags
from pbem_tnw.chapters.builds.buying import Purchase, build, purchases, wrong_purchases
from pbem_tnw.chapters.builds.foreign_wars import end_war_problems, try_to_end
from pbem_tnw.chapters.builds.returning import (
    PIECE,
    come_back,
    refit,
    refits,
    returns,
    wrong_refits,
    wrong_returns,
)
from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.sequence.points import affords, left, spend
from pbem_tnw.orders.lines.lines import BuildLine, EndWarLine, FlagLine, RefitLine, RegroupLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.state import WarState


def build_problems(view: WarState, nation: str, line: BuildLine) -> Iterator[Problem]:
    """Why *nation* cannot build that in its Impulse."""
    bought = purchases(view, nation, line.pieces)
    yield from wrong_purchases(view, nation, bought)
    yield from unpaid(view, nation, costs_of(bought), ("pieces",))


def build_by_points(table: Table[WarState], nation: str, line: BuildLine) -> None:
    """Build what a legal line says."""
    for each in purchases(table.state, nation, line.pieces):
        spend(table, nation, each.points, each.what)
        build(table, nation, (each,))


def regroup_problems(view: WarState, nation: str, line: RegroupLine) -> Iterator[Problem]:
    """Why *nation* cannot bring those pieces out of the Regroup box."""
    coming = returns(view, nation, line.pieces, left(view, nation, "regroup"))
    yield from wrong_returns(view, nation, coming)
    yield from unpaid(view, nation, [("regroup", each.points) for each in coming], ("pieces",))


def regroup_by_points(table: Table[WarState], nation: str, line: RegroupLine) -> None:
    """Bring the pieces of a legal line out of the Regroup box."""
    coming = returns(table.state, nation, line.pieces, left(table.state, nation, "regroup"))
    spend(table, nation, sum(each.points for each in coming), "regroup")
    come_back(table, nation, coming)


def refit_problems(view: WarState, nation: str, line: RefitLine) -> Iterator[Problem]:
    """Why *nation* cannot take those Refit markers off."""
    wanted = refits(view, nation, line.at, left(view, nation, "refit"))
    yield from wrong_refits(view, nation, line.at, wanted)
    yield from unpaid(view, nation, [("refit", PIECE * len(each.squadrons)) for each in wanted], ("at",))


def refit_by_points(table: Table[WarState], nation: str, line: RefitLine) -> None:
    """Take the Refit markers of a legal line off."""
    wanted = refits(table.state, nation, line.at, left(table.state, nation, "refit"))
    spend(table, nation, PIECE * sum(len(each.squadrons) for each in wanted), "refit")
    refit(table, nation, wanted)


def flag_problems(view: WarState, nation: str, line: FlagLine) -> Iterator[Problem]:
    """Why *nation* cannot place or remove Flags in those duchies."""
    places = flag_places(view, line)
    for number, duchy in enumerate(places):
        if duchy not in view.board.duchies:
            yield Problem("flag-no-place", ("at", number), "7.41", {"nation": nation, "place": duchy})
        elif (problem := flags.wrong_flag(view, nation, duchy, remove=line.remove)) is not None:
            yield under(problem, "at", number)
    yield from unpaid(view, nation, [("flag", flags.COST) for _ in places], ("at",))


def flag_by_points(table: Table[WarState], nation: str, line: FlagLine) -> None:
    """Flag the duchies of a legal line, one after the other; one for which no Flag is left any more is left out."""
    for duchy in flag_places(table.state, line):
        if flags.wrong_flag(table.state, nation, duchy, remove=line.remove) is None:
            spend(table, nation, flags.COST, "flag")
            flags.plant(table, nation, duchy, cause="points", rule="7.41", remove=line.remove)


def flag_places(state: WarState, line: FlagLine) -> tuple[str, ...]:
    """The duchies of a line; `HERE` stays where no Formation is."""
    formation = None if state.impulse is None else state.impulse.formation
    here = formation.place if formation is not None else HERE
    return tuple(dict.fromkeys(here if duchy == HERE else duchy for duchy in line.at.names))


def costs_of(bought: Iterable[Purchase]) -> list[tuple[str, int]]:
    """The uses of points for what is bought, each with its points."""
    return [(each.what, each.points) for each in bought]


def unpaid(view: WarState, nation: str, costs: list[tuple[str, int]], path: OrderPath) -> Iterator[Problem]:
    """That the points do not suffice, with the sum of what they are for (6.3)."""
    if not affords(view, nation, costs):
        have = max((left(view, nation, use) for use, _ in costs), default=0)
        sums: dict[str, int] = {}
        for use, points in costs:
            sums[use] = sums.get(use, 0) + points
        args = {"nation": nation, "points": sum(sums.values()), "left": have, "costs": tuple(sums.items())}
        yield Problem("points-short", path, "6.3", args)


BUILD_LINES: Mapping[type, LineRules] = {
    BuildLine: LineRules(build_problems, build_by_points),
    FlagLine: LineRules(flag_problems, flag_by_points),
    RegroupLine: LineRules(regroup_problems, regroup_by_points),
    RefitLine: LineRules(refit_problems, refit_by_points),
    EndWarLine: LineRules(end_war_problems, try_to_end),
}
"""The lines of this chapter."""
