"""How much anyone may ask of the server: how often, and how much at once.

Threads share one processor at a time: a few of each kind are enough, and more would only keep each other waiting.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Literal, TypeVar
from urllib.parse import parse_qsl

from pbem.errors import extra

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


with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request

MOST_BYTES = 256 * 1024
"""Of what a form sends: a sheet that a person wrote is far below."""
_MOST_FIELDS = 400
_BODY_SECONDS = 20.0
_MOST_KEYS = 20_000
_NETWORK = 64
"""Bits of an address of IPv6 that tell whose it is."""


class RateLimit:
    """Lets *burst* requests of a key pass at once, and then one every *seconds*; remembers a bounded number of keys."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._seconds, self._clock = burst, seconds, clock
        self._full: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def takes(self, key: str) -> bool:
        """Whether one more request of *key* may pass now."""
        now = self._clock()
        with self._lock:
            before = max(self._full.pop(key, now), now)
            passes = before - now <= (self._burst - 1) * self._seconds
            self._full[key] = before + (self._seconds if passes else 0)
            if len(self._full) > _MOST_KEYS:
                self._full.popitem(last=False)
        return passes


def address_of(request: Request, proxies: Collection[str]) -> str:
    """The address that a request comes from: what the last of our *proxies* says of it, or otherwise its peer's.

    Of IPv6 it is the network that one customer has all of, as an address of their own costs them nothing.
    """
    peer = _plain(request.client.host if request.client else "")
    if peer not in proxies:
        return _counted(peer)
    named = [_plain(part) for line in request.headers.getlist("x-forwarded-for") for part in line.split(",")]
    return _counted(next((one for one in reversed(named) if one and one not in proxies), peer))


def _plain(text: str) -> str:
    """An address as it is written: without its port, and one of IPv4 as such; empty if it is none."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(address)


def network_of(peer: str) -> str:
    """By what the connections of the address *peer* are counted."""
    return _counted(_plain(peer))


def _counted(address: str) -> str:
    return str(ip_network(f"{address.partition('%')[0]}/{_NETWORK}", strict=False)) if ":" in address else address


async def form_of(request: Request) -> dict[str, str]:
    """The fields that a form has sent, the last of each name; raises `HTTPException` if they are too much."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408) from None
    try:
        found = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="replace")
    except ValueError:
        raise HTTPException(400) from None
    return dict(found)


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
