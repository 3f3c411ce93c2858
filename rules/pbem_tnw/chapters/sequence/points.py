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
    pools, lacking = _paid(_pools(table.state), nation, points, use)
    if lacking:
        raise ValueError(f"{nation} lacks {lacking} of {points} points for {use}")
    table.emit(PointsSpent(nation=nation, points=points, on=use, pools=tuple(pool for pool in pools if pool.points)))


def affords(state: WarState, nation: str, costs: Iterable[tuple[str, int]]) -> bool:
    """Whether *nation* can pay for all that *costs* names: uses, each with its points."""
    pools = _pools(state)
    for use, points in costs:
        pools, lacking = _paid(pools, nation, points, use)
        if lacking:
            return False
    return True


def _paid(pools: tuple[PointPool, ...], nation: str, points: int, use: str) -> tuple[tuple[PointPool, ...], int]:
    """The *pools* after points are paid out of those that are for few uses first, and how many points are lacking."""
    after, due = list(pools), points
    order = sorted(range(len(after)), key=lambda at: (not after[at].use, len(after[at].use), at))
    for at in order:
        if due and _serves(after[at], nation, use):
            paid = min(due, after[at].points)
            after[at] = msgspec.structs.replace(after[at], points=after[at].points - paid)
            due -= paid
    return tuple(after), due


def _serves(pool: PointPool, nation: str, use: str) -> bool:
    return pool.nation == nation and (not pool.use or use in pool.use)


def _pools(state: WarState) -> tuple[PointPool, ...]:
    return () if state.impulse is None else state.impulse.pools


def _with_pools(state: WarState, pools: Iterable[PointPool]) -> WarState:
    if state.impulse is None:
        return state
    return msgspec.structs.replace(state, impulse=msgspec.structs.replace(state.impulse, pools=tuple(pools)))
