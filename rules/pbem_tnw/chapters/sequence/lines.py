"""Which chapter carries out which line of a sheet."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.fortresses import assaults
from pbem_tnw.chapters.fortresses import steps as assault_steps
from pbem_tnw.orders.lines.lines import AssaultLine, OrderLine
from pbem_tnw.position.state import WarState


class LineRules(msgspec.Struct, frozen=True):
    """How a chapter deals with a type of line, of which nothing more is known here.

    *problems* says why *nation* cannot do it now, in a view or a state: the first of them skips the line when its time
    comes, and the sheet's checker and the forecast ask it as well. *carry_out* does it, by events and by boxes that it
    enters; points are spent there.
    """

    problems: Callable[[WarState, str, Any], Iterator[Problem]]
    carry_out: Callable[[Table[WarState], str, Any], None]


LINES: Mapping[type, LineRules] = {
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


def carry_out_line(table: Table[WarState], nation: str, line: OrderLine) -> None:
    """Carry out *line*, which has no problems."""
    LINES[type(line)].carry_out(table, nation, line)
