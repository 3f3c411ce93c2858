"""Command Points in an Impulse: what there is for a use, and what is spent (6.3)."""

from collections.abc import Iterable

import msgspec

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem_tnw.position.impulse import PointPool
from pbem_tnw.position.state import WarState


class PointsGained(Event[WarState], frozen=True):
    """Command Points came from a card, a Reserve or an event."""

    pool: PointPool

    def change(self, state: WarState) -> WarState:
        return _with_pools(state, (*_pools(state), self.pool))


class PointsSpent(Event[WarState], frozen=True):
    """Command Points were spent; *on* is the use, *pools* are what is left."""

    nation: str
    points: int
    on: str
    pools: tuple[PointPool, ...]

    def change(self, state: WarState) -> WarState:
        return _with_pools(state, self.pools)


def left(state: WarState, nation: str, use: str = "") -> int:
    """The points that *nation* has for a *use*; without one, those that are for anything."""
    return sum(pool.points for pool in _pools(state) if _serves(pool, nation, use))


def spend(table: Table[WarState], nation: str, points: int, use: str) -> None:
    """Spend points on a *use*, out of the pools that are for few uses first; there must be enough."""
    if not points:
        return
    pools, due = list(_pools(table.state)), points
    order = sorted(range(len(pools)), key=lambda at: (not pools[at].use, len(pools[at].use), at))
    for at in order:
        if due and _serves(pools[at], nation, use):
            paid = min(due, pools[at].points)
            pools[at] = msgspec.structs.replace(pools[at], points=pools[at].points - paid)
            due -= paid
    if due:
        raise ValueError(f"{nation} lacks {due} of {points} points for {use}")
    table.emit(PointsSpent(nation=nation, points=points, on=use, pools=tuple(pool for pool in pools if pool.points)))


def _serves(pool: PointPool, nation: str, use: str) -> bool:
    return pool.nation == nation and (not pool.use or use in pool.use)


def _pools(state: WarState) -> tuple[PointPool, ...]:
    return () if state.impulse is None else state.impulse.pools


def _with_pools(state: WarState, pools: Iterable[PointPool]) -> WarState:
    if state.impulse is None:
        return state
    return msgspec.structs.replace(state, impulse=msgspec.structs.replace(state.impulse, pools=tuple(pools)))
