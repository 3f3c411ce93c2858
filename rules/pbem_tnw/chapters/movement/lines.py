"""The lines `form`, `take`, `drop` and `move` (9)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.movement import march
from pbem_tnw.chapters.movement.events import FormationFormed
from pbem_tnw.chapters.movement.forming import DrawnUp, drop, form, take
from pbem_tnw.chapters.movement.lending import refuse_unlent
from pbem_tnw.orders.lines.lines import DropLine, FormLine, MoveLine, TakeLine
from pbem_tnw.position.pieces import less
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving


def _form_problems(view: WarState, nation: str, line: FormLine) -> Iterator[Problem]:
    yield from form(view, nation, line)[1]


def _form(table: Table[WarState], nation: str, line: FormLine) -> None:
    formation = form(table.state, nation, line)[0]
    if formation is not None and not refuse_unlent(table, nation, formation.pieces):
        table.emit(FormationFormed(formation=formation))


def _take_problems(view: WarState, nation: str, line: TakeLine) -> Iterator[Problem]:
    yield from take(view, nation, line)[1]


def _take(table: Table[WarState], nation: str, line: TakeLine) -> None:
    _change(table, nation, take(table.state, nation, line))


def _drop_problems(view: WarState, nation: str, line: DropLine) -> Iterator[Problem]:
    yield from drop(view, nation, line)[1]


def _drop(table: Table[WarState], nation: str, line: DropLine) -> None:
    _change(table, nation, drop(table.state, nation, line))


def _change(table: Table[WarState], nation: str, drawn: DrawnUp) -> None:
    """Let the Formation be what a line makes of it, if those who lend pieces to it agree."""
    before, after = moving(table.state), drawn[0]
    if before is None or after is None or refuse_unlent(table, nation, after.pieces):
        return
    took, dropped = less(after.pieces, before.pieces), less(before.pieces, after.pieces)
    if took:
        table.emit(FormationFormed(formation=after, how="took", changed=took))
    elif dropped:
        table.emit(FormationFormed(formation=after, how="dropped", changed=dropped))


MOVEMENT_LINES: Mapping[type, LineRules] = {
    FormLine: LineRules(problems=_form_problems, carry_out=_form),
    TakeLine: LineRules(problems=_take_problems, carry_out=_take),
    DropLine: LineRules(problems=_drop_problems, carry_out=_drop),
    MoveLine: LineRules(problems=march.problems, carry_out=march.carry_out, foreseen=march.foreseen),
}
