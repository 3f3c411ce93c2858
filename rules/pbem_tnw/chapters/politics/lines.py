"""The lines that move and turn consuls by CPs (8.1)."""

from collections.abc import Iterator, Mapping

from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.politics.camps import move_consul
from pbem_tnw.chapters.politics.track import (
    RULE,
    TURN,
    ConsulStep,
    ConsulTurned,
    ConsulWay,
    columns,
    is_open,
    own_row,
    rows,
    steps_by_points,
)
from pbem_tnw.chapters.politics.wars import declare_by_points, declare_problems
from pbem_tnw.chapters.turn.facts import LineRules, left, spend
from pbem_tnw.orders.lines import ConsulLine, DeclareLine, FlipLine
from pbem_tnw.position.control import ALLY
from pbem_tnw.position.state import Consul, WarState


def consul_problems(view: WarState, nation: str, line: ConsulLine) -> Iterator[Problem]:
    """Why *nation* cannot move a consul so; nothing if it can."""
    problem = _cannot_move(view, nation, line.who)
    if problem is not None:
        yield problem
        return
    consul = view.consuls[line.who]
    way, number = wanted_steps(view, line)
    if way is None:
        yield _wrong("consul-no-way", ("who",), proxy=line.who, consul=consul)
        return
    row = line.row or consul.row or own_row(view, nation)
    yield from _wrong_row(view, nation, line, consul, way, row)
    steps = steps_by_points(view, nation, line.who, way, number, row)
    if len(steps) < number:
        yield _wrong("consul-end-of-track", ("steps",), proxy=line.who, consul=consul, way=way, steps=len(steps))
        return
    cost, have = sum(step.cost for step in steps), left(view, nation, "consul")
    if cost > have:
        yield _wrong(
            "consul-unpaid", ("steps",), rule="6.3", proxy=line.who, points=cost, left=have,
            costs=tuple(step.cost for step in steps), boxes=tuple(step.to for step in steps),
        )  # fmt: skip


def move_by_points(table: Table[WarState], nation: str, line: ConsulLine) -> None:
    """Move a consul step by step, each paid when it is made."""
    for step in planned_steps(table.state, nation, line):
        spend(table, nation, step.cost, "consul")
        move_consul(table, line.who, step.to, nation=nation, cause="points", points=step.cost)


def planned_steps(state: WarState, nation: str, line: ConsulLine) -> tuple[ConsulStep, ...]:
    """The steps of a legal line."""
    way, number = wanted_steps(state, line)
    row = line.row or state.consuls[line.who].row or own_row(state, nation)
    return () if way is None else steps_by_points(state, nation, line.who, way, number, row)


def wanted_steps(state: WarState, line: ConsulLine) -> tuple[ConsulWay | None, int]:
    """The way and the number of steps of a line; a column says both. No way if it says none, or the consul is there."""
    if line.to is None:
        return line.way, line.steps
    order = columns(state)
    distance = order.index(line.to) - order.index(state.consuls[line.who].column)
    return ("right" if distance > 0 else "left") if distance else None, abs(distance)


def flip_problems(view: WarState, nation: str, line: FlipLine) -> Iterator[Problem]:
    """Why *nation* cannot turn a consul to its +1 side, which only its own Power's row allows, or back."""
    problem = _cannot_move(view, nation, line.who)
    if problem is not None:
        yield problem
        return
    consul, row = view.consuls[line.who], own_row(view, nation)
    if not consul.plus and (not row or consul.row not in ("", row)):
        yield _wrong("consul-row-of-another", ("who",), proxy=line.who, consul=consul, nation=nation, turning=True)
    elif not consul.plus and row not in rows(view):
        yield _wrong("consul-row-closed", ("who",), row=row)
    if (have := left(view, nation, "consul")) < TURN:
        yield _wrong(
            "consul-unpaid", ("who",), rule="6.3", proxy=line.who, points=TURN, left=have, costs=(TURN,), boxes=()
        )  # fmt: skip


def turn_by_points(table: Table[WarState], nation: str, line: FlipLine) -> None:
    """Turn a consul to its +1 side or back; at Unaligned it belongs to the row of the Power that turned it."""
    consul = table.state.consuls[line.who]
    spend(table, nation, TURN, "consul")
    unaligned = consul.column == columns(table.state)[0]
    row = "" if unaligned and consul.plus else consul.row or own_row(table.state, nation)
    to = Consul(column=consul.column, row=row, plus=not consul.plus)
    table.emit(ConsulTurned(proxy=line.who, nation=nation, to=to))


def _cannot_move(view: WarState, nation: str, proxy: str) -> Problem | None:
    """Why the consul of *proxy* is not moved or turned by CPs at all."""
    consul = view.consuls.get(proxy)
    if consul is None:
        return _wrong("consul-none", ("who",), nation=proxy, proxies=tuple(view.consuls))
    if not is_open(view):
        return _wrong("track-closed", ("who",))
    if card := forbidden(view, "diplomacy", nation):
        return _wrong("track-forbidden", ("who",), card=card, nation=nation)
    if consul.column == ALLY:
        return _wrong("consul-of-ally", ("who",), rule="8.2", proxy=proxy, power=consul.row)
    return None


def _wrong_row(
    view: WarState, nation: str, line: ConsulLine, consul: Consul, way: ConsulWay, row: str
) -> Iterator[Problem]:
    if line.row and consul.row and line.row != consul.row:
        code = "consul-plus-other-row" if consul.plus else "consul-in-other-row"
        yield _wrong(code, ("in",), proxy=line.who, consul=consul, row=line.row)
    elif way == "right" and row != own_row(view, nation):
        yield _wrong("consul-row-of-another", ("who",), proxy=line.who, consul=consul, nation=nation, turning=False)
    elif way == "right" and row not in rows(view):
        yield _wrong("consul-row-closed", ("who",), row=row)


def _wrong(code: str, path: tuple[str, ...], *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, path, rule, args)


DIPLOMACY_LINES: Mapping[type, LineRules] = {
    ConsulLine: LineRules(consul_problems, move_by_points),
    FlipLine: LineRules(flip_problems, turn_by_points),
    DeclareLine: LineRules(declare_problems, declare_by_points),
}
"""The lines of this chapter."""
