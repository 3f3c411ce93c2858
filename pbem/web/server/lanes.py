"""How many requests of a kind are worked on at once, so that what is quick never waits for what takes long.

Threads share one processor at a time: a few of each kind are enough, and more would only keep each other waiting.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, TypeVar

from pbem.extras import extra

with extra("web"):
    from anyio import CapacityLimiter
    from anyio.to_thread import run_sync

R = TypeVar("R")
WorkLane = Literal["page", "board", "act", "send", "link", "front", "public", "moderator"]
"""What requests are for: to open a page, to fetch a drawing, to change a draft, to send it, to follow a link, ..."""
_WIDTHS: Mapping[WorkLane, int] = {
    "page": 3,
    "board": 2,
    "act": 3,
    "send": 24,  # they may have to wait for a game that is busy
    "link": 2,
    "front": 1,
    "public": 2,
    "moderator": 3,
}


async def in_lane(lane: WorkLane, work: Callable[..., R], *args: object) -> R:
    """What *work* gives, done by a thread once those of its *lane* that came before it are begun."""
    return await run_sync(work, *args, limiter=_limiter(lane))


@cache
def _limiter(lane: WorkLane) -> CapacityLimiter:
    return CapacityLimiter(_WIDTHS[lane])
