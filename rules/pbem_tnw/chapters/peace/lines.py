"""The line by which France capitulates in its own Impulse (17.1)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.peace.ending import FRANCE, capitulate, captor_of_paris
from pbem_tnw.orders.lines.lines import CapitulateLine
from pbem_tnw.position.state import WarState


def _problems(view: WarState, nation: str, line: CapitulateLine) -> Iterator[Problem]:
    if nation != FRANCE:
        yield Problem("only-france-capitulates", (), "17.1", {"nation": nation})
    elif not captor_of_paris(view):
        yield Problem("paris-not-lost", (), "17.1")


def _carry_out(table: Table[WarState], nation: str, line: CapitulateLine) -> None:
    capitulate(table)


PEACE_LINES: Mapping[type, LineRules] = {CapitulateLine: LineRules(problems=_problems, carry_out=_carry_out)}
