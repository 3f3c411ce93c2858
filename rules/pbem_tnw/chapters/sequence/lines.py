"""Which chapter carries out which line of a sheet."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.builds.lines import BUILD_LINES
from pbem_tnw.chapters.conquest.surrender import CONQUEST_LINES
from pbem_tnw.chapters.diplomacy.lines import DIPLOMACY_LINES
from pbem_tnw.chapters.fortresses import assaults
from pbem_tnw.chapters.fortresses import steps as assault_steps
from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.movement.lines import MOVEMENT_LINES
from pbem_tnw.chapters.peace.lines import PEACE_LINES
from pbem_tnw.chapters.transport.lines import SEA_LINES
from pbem_tnw.orders.lines.lines import AssaultLine, OrderLine
from pbem_tnw.position.state import WarState

LINES: Mapping[type, LineRules] = {
    **BUILD_LINES,
    **CONQUEST_LINES,
    **DIPLOMACY_LINES,
    **MOVEMENT_LINES,
    **PEACE_LINES,
    **SEA_LINES,
    AssaultLine: LineRules(assaults.problems, assault_steps.carry_out),
}
"""By type of line; each chapter has a table of its own."""


def line_problems(view: WarState, nation: str, line: OrderLine) -> Iterator[Problem]:
    """Why *nation* cannot carry *line* out in the position of *view*."""
    rules = LINES.get(type(line))
    if rules is None:
        yield Problem("line-not-possible", (), "2.2")
    else:
        yield from rules.problems(view, nation, line)


def foreseen_problems(view: WarState, nation: str, line: OrderLine) -> Iterator[Problem]:
    """What will be wrong with *line* in the position of *view*, as far as it can be told beforehand."""
    rules = LINES.get(type(line))
    if rules is None or rules.foreseen is None:
        yield from line_problems(view, nation, line)
    else:
        yield from rules.foreseen(view, nation, line)


def carry_out_line(table: Table[WarState], nation: str, line: OrderLine) -> None:
    """Carry out *line*, which has no problems."""
    LINES[type(line)].carry_out(table, nation, line)
