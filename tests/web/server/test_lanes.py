"""Requests of a kind that takes long keep none of another kind waiting."""

import asyncio
import threading
from typing import get_args

from pbem.web.server.limits import WorkLane, in_lane

_MANY = 100


def test_a_full_lane_keeps_no_other_waiting_and_is_never_wider_than_it_is() -> None:
    for full in get_args(WorkLane):
        asyncio.run(filled(full))


async def filled(full: WorkLane) -> None:
    """Fill a lane with what ends only once something was done in each other lane."""
    others_done, counting = threading.Event(), threading.Lock()
    at_once = most = 0

    def long() -> None:
        nonlocal at_once, most
        with counting:
            at_once += 1
            most = max(most, at_once)
        assert others_done.wait(60), f"the lane {full} keeps another waiting"
        with counting:
            at_once -= 1

    waiting = [asyncio.create_task(in_lane(full, long)) for _ in range(_MANY)]
    await asyncio.sleep(0)
    others = [lane for lane in get_args(WorkLane) if lane != full]
    assert await asyncio.gather(*(in_lane(lane, str.upper, lane) for lane in others)) == [one.upper() for one in others]
    others_done.set()
    await asyncio.gather(*waiting)
    assert 0 < most < _MANY / 3
