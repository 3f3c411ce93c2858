"""The server: routes and process."""

import asyncio
import logging
import signal
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from pbem.errors import Refusal, extra, why
from pbem.web import rendering
from pbem.web.moderator import routes as moderator
from pbem.web.seat.board_pages import routes as board_routes
from pbem.web.seat.routes import routes as seat_routes
from pbem.web.server import public_pages, responses, serving
from pbem.web.server.limits import network_of
from pbem.web.server.responses import HEADERS, PRIVATE, AddressLimit, Failures, RequestLog, SafeHeaders
from pbem.web.server.serving import DeskServer, UnreadGame, server_of

with extra("web"):
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_FOR_EVER = "public, max-age=31536000, immutable"


def desk_app(server: DeskServer) -> Starlette:
    """The application that serves what *server* knows."""
    app = Starlette(
        routes=[
            *_own_routes(),
            *public_pages.routes(),
            *board_routes(),
            *seat_routes(),
            *moderator.routes(),
        ],
        middleware=[
            Middleware(RequestLog, tell=server.tell),
            Middleware(SafeHeaders),
            Middleware(Failures, tell=server.failed, answer=lambda: responses.error(500)),
            Middleware(AddressLimit, limit=server.by_address, proxies=server.proxies),
        ],
        exception_handlers={HTTPException: _refused, UnreadGame: _unread, Refusal: _damaged},
    )
    app.router.redirect_slashes = False  # to whatever host was asked for, and with the secret of a link
    app.state.server = server
    return app


def _own_routes() -> Sequence[BaseRoute]:
    return (Route("/assets/{name}", _asset, name="asset", methods=["GET"]),)


async def _asset(request: Request) -> Response:
    found = rendering.published().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return responses.public(request, found.content, found.type, _FOR_EVER)


async def _unread(_request: Request, _why: Exception) -> Response:
    return responses.error(503, {"Retry-After": "10"}, code="unread")


async def _damaged(request: Request, why: Exception) -> Response:
    """Say that a page cannot be made now, and to whoever runs the desk which file is to be restored."""
    server_of(request).failed(str(why))
    return responses.error(503, {"Retry-After": "10"}, code="unread")


async def _refused(_request: Request, why: Exception) -> Response:
    status = why.status_code if isinstance(why, HTTPException) else 500
    kept = dict(why.headers or {}) if isinstance(why, HTTPException) else {}
    return responses.error(status, kept)


with extra("web"):
    import h11
    import uvicorn
    from starlette.types import Receive, Scope, Send
    from uvicorn.protocols.http.h11_impl import H11Protocol

_MOST_CONNECTIONS = 400
_REFUSED = {"Cache-Control": PRIVATE, "Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
_MOST_HEADER_BYTES = 16 * 1024
_KEEP_ALIVE = 5
_GRACE = 10
_TURN = 0.002
"""Seconds for which a thread that works on a page keeps those that wait for it, and all connections, waiting."""


class NoAddress(Refusal):
    """The server cannot listen where it is told to."""


class PatientProtocol(H11Protocol):
    """HTTP/1.1 for clients that are not too slow: each gets *header* seconds for a request, *whole* for the rest."""

    header, whole = 5.0, 120.0
    at_once, proxies = 100, frozenset[str]()
    """How many connections one address may hold, unless it is one of a proxy."""
    _held: ClassVar[Counter[str]] = Counter()
    _from = ""
    _ends: asyncio.TimerHandle | None = None
    _phase = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._from = network_of(peer[0]) if peer else ""
        self._held[self._from] += 1
        if self._held[self._from] > self.at_once and self._from not in self.proxies:
            transport.abort()
            return
        if self._held.total() > _MOST_CONNECTIONS:
            self.app = _full
        self._enter("header")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, with the headers that every response has."""
        headers = [(name.lower().encode(), value.encode()) for name, value in {**HEADERS, **_REFUSED}.items()]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode("ascii", errors="replace")),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._held[self._from] -= 1
        if self._held[self._from] <= 0:
            del self._held[self._from]
        if self._ends is not None:
            self._ends.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        self._enter("header" if self.cycle is None or self.cycle.response_complete else "whole")

    def _enter(self, phase: str) -> None:
        """Begin to wait for the end of *phase*, unless it is what is waited for."""
        if phase == self._phase and self._ends is not None:
            return
        if self._ends is not None:
            self._ends.cancel()
        self._phase = phase
        self._ends = self.loop.call_later(self.header if phase == "header" else self.whole, self._late)

    def _late(self) -> None:
        """Look at what came meanwhile before the connection is cut: the server itself may have been slow."""
        self._ends = self.loop.call_later(self.header / 4, self._too_slow)

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()


async def _full(scope: Scope, receive: Receive, send: Send) -> None:
    """What whoever comes gets when no more connections are served."""
    await SafeHeaders(responses.error(503, {"Retry-After": "10", "Connection": "close"}))(scope, receive, send)


class _Server(uvicorn.Server):
    """A server that leaves signals to its caller."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at *host* and *port*; raises `NoAddress`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except (OSError, OverflowError) as error:
        said = why(error) if isinstance(error, OSError) else str(error)
        raise NoAddress(f"the desk cannot listen on {host}, port {port}: {said}") from error


def run(server: DeskServer, place: socket.socket, ready: Callable[[], object]) -> None:
    """Serve at *place* until the process is told to end; *ready* is called once it answers."""
    serving.make_ready()
    PatientProtocol.proxies = server.proxies
    sys.setswitchinterval(_TURN)
    asyncio.run(_run(server, place, ready))


async def _run(server: DeskServer, place: socket.socket, ready: Callable[[], object]) -> None:
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    config = uvicorn.Config(
        desk_app(server),
        http=PatientProtocol,
        ws="none",
        loop="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=_MOST_HEADER_BYTES,
    )
    running = _Server(config)
    loop = asyncio.get_running_loop()

    def stop() -> None:
        running.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    serving = asyncio.create_task(running.serve(sockets=[place]))
    while not running.started and not serving.done():
        await asyncio.sleep(0.01)
    if running.started:
        ready()
    await serving
