"""How much anyone may ask of the server: how often, and how much at once."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from urllib.parse import parse_qsl

from pbem.extras import extra

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
