"""The order in which the work of visitors is done: no one's requests, however many, keep others waiting."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pbem.extras import extra

with extra("web"):
    from anyio import Semaphore
    from starlette.exceptions import HTTPException


class _Queue:
    """The requests of one visitor."""

    def __init__(self, at_once: int) -> None:
        self.free = Semaphore(at_once)
        self.length = 0


class FairQueues:
    """Lets *at_once* requests of each visitor be worked on, and *most* be there; more are refused at once.

    It is for one loop, and remembers only those who are there.
    """

    def __init__(self, at_once: int, most: int) -> None:
        self._at_once, self._most = at_once, most
        self._queues: dict[str, _Queue] = {}

    def __len__(self) -> int:
        return len(self._queues)

    @asynccontextmanager
    async def place_of(self, visitor: str) -> AsyncIterator[None]:
        """Wait for a place among what is worked on for *visitor*; raises `HTTPException` if too many wait."""
        queue = self._queues.setdefault(visitor, _Queue(self._at_once))
        if queue.length >= self._most:
            raise HTTPException(429, headers={"Retry-After": "10"})
        queue.length += 1
        try:
            async with queue.free:
                yield
        finally:
            queue.length -= 1
            if not queue.length:
                del self._queues[visitor]
