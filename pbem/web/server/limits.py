"""How much anyone may ask of the server: how often, and how much at once."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
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
    """The address that a request comes from: what the last of our *proxies* says of it, or otherwise its peer's."""
    peer = request.client.host if request.client else ""
    if peer not in proxies:
        return peer
    named = [part.strip() for line in request.headers.getlist("x-forwarded-for") for part in line.split(",")]
    return next((one for one in reversed(named) if one and one not in proxies), peer)


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
