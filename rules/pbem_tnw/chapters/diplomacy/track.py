"""The Diplomatic Track, read: rows that are open, where a consul may move, and what a step costs (8.1)."""

from collections.abc import Collection, Iterator
from typing import Literal

import msgspec

from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.position.control import ALLY, is_power, is_proxy, patron
from pbem_tnw.position.state import Consul, WarState

ConsulWay = Literal["left", "right"]
RULE = "8.1"
TURN = 1
"""CPs to turn a consul to its +1 side or back."""


class ConsulStep(msgspec.Struct, frozen=True):
    """A step of a consul: the box that it enters, plain, and the CPs that it costs."""

    to: Consul
    cost: int = 0


def columns(state: WarState) -> tuple[str, ...]:
    """The columns from left to right: Unaligned first, the Ally boxes last."""
    return state.board.tracks.diplomatic.column_ids


def is_open(state: WarState) -> bool:
    """Whether the Track is in use: not in the first Round of the first Turn (8.1)."""
    return state.turn > 1 or state.round > 1


def rows(state: WarState) -> tuple[str, ...]:
    """The rows that are open: that of Prussia is closed while it is a Proxy itself."""
    return tuple(row for row in state.board.tracks.diplomatic.rows if not is_proxy(state, row))


def own_row(state: WarState, nation: str) -> str:
    """The row in which the CPs of *nation* move consuls to the right: a Power's own, by an option a Pact ally's too."""
    if state.options.ally_cp_right == "yes":
        return patron(state, nation)
    return nation if is_power(state, nation) and not is_proxy(state, nation) else ""


def beside(state: WarState, consul: Consul, way: ConsulWay, row: str = "") -> Consul | None:
    """The box that *consul* enters by a step; at Unaligned a step to the right is in *row*. None if there is no box."""
    order = columns(state)
    at = order.index(consul.column) + (1 if way == "right" else -1)
    if not 0 <= at < len(order):
        return None
    return Consul(column=order[at], row="" if at == 0 else consul.row or row)


def step_cost(state: WarState, nation: str, proxy: str, consul: Consul, way: ConsulWay, to: Consul) -> int:
    """The CPs of *nation* for a step of *consul* into *to*, at least 0.

    They are the number of that column, on the +1 side 1 less to the right and 1 more to the left, changed by cards in
    play for the Power of that row.
    """
    cost = state.board.tracks.diplomatic.cost(to.column)
    if nation in (consul.row, to.row):
        cost += modifier(state, "consul_cost", nation)
    if consul.plus:
        cost += -1 if way == "right" else 1
    return max(0, cost)


def steps_by_points(
    state: WarState, nation: str, proxy: str, way: ConsulWay, steps: int, row: str = ""
) -> tuple[ConsulStep, ...]:
    """The steps that *nation* would pay for, one after the other; fewer than *steps* where the Track ends."""
    consul, found = state.consuls[proxy], list[ConsulStep]()
    for _ in range(steps):
        to = beside(state, consul, way, row or nation)
        if to is None:
            break
        found.append(ConsulStep(to, step_cost(state, nation, proxy, consul, way, to)))
        consul = to
    return tuple(found)


def moves_by_event(
    state: WarState,
    proxy: str,
    steps: int,
    way: Literal["left", "right", "either"],
    in_rows: Collection[str] = (),
    *,
    to_ally: bool = True,
) -> tuple[Consul, ...]:
    """The boxes into which an event may move the consul of *proxy*: one step to *steps*, all the same way (6.16, 8.1).

    Without *in_rows* it may move in any row. None for a nation without a consul, for one in an Ally box, while the
    Track is closed; into an Ally box only with *to_ally*.
    """
    consul = state.consuls.get(proxy)
    if consul is None or consul.column == ALLY or not is_open(state):
        return ()
    ways: tuple[ConsulWay, ...] = ("right", "left") if way == "either" else (way,)
    found = [to for each in ways for to in _along(state, consul, each, steps, in_rows)]
    return tuple(to for to in dict.fromkeys(found) if to_ally or to.column != ALLY)


def _along(state: WarState, consul: Consul, way: ConsulWay, steps: int, in_rows: Collection[str]) -> Iterator[Consul]:
    open_rows = [row for row in rows(state) if not in_rows or row in in_rows]
    for row in (consul.row,) if consul.row else open_rows:
        at = consul
        for _ in range(steps if row in open_rows else 0):
            to = beside(state, at, way, row)
            if to is None:
                break
            yield to
            at = to
