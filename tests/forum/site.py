"""A web site of a test over a real socket on loopback, which can be slow, rude, and cut lines."""

import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec


class Asked(NamedTuple):
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        found = parse_qs(self.body.decode(), keep_blank_values=True)
        return {name: values[-1] for name, values in found.items()}

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def cookies(self) -> dict[str, str]:
        return {name: one.value for name, one in SimpleCookie(self.headers.get("cookie", "")).items()}

    def value(self, name: str, otherwise: str = "") -> str:
        return self.query.get(name, [otherwise])[-1]


class Said(NamedTuple):
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = {}


def data(found: object, status: int = 200, **headers: str) -> Said:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Said(status, msgspec.json.encode(found), {"Content-Type": "application/json", **named})


class Trick(NamedTuple):
    """What befalls the next request of *method* whose path holds *part*: a said answer, or the line is cut.

    It is cut `before` the site does what it is asked, or `after` that.
    """

    what: Said | Literal["before", "after"]
    method: str = "POST"
    part: str = ""


class Site(ABC):
    """Does what its `answer` says."""

    def __init__(self) -> None:
        self.port = 0
        self.asked: list[Asked] = []
        self.tricks: list[Trick] = []
        self._one_at_a_time = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @abstractmethod
    def answer(self, asked: Asked) -> Said:
        """What the site says to what it is *asked*."""

    def answered(self, asked: Asked) -> Said | None:
        with self._one_at_a_time:
            self.asked.append(asked)
            for trick in self.tricks:
                if trick.method == asked.method and trick.part in asked.path:
                    self.tricks.remove(trick)
                    if isinstance(trick.what, Said):
                        return trick.what
                    if trick.what == "after":
                        self.answer(asked)
                    return None
            return self.answer(asked)


@contextmanager
def running(site: Site) -> Iterator[None]:
    """Serve *site* until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle(self) -> None:
            with suppress(OSError):
                super().handle()

        def serve(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("content-length", 0))
            body = self.rfile.read(length)
            if len(body) < length:  # whoever sent it has died
                self.close_connection = True
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            said = site.answered(Asked(self.command, parts.path, parse_qs(parts.query), headers, body))
            if said is None:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(said.status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **said.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said.body)))
            self.end_headers()
            self.wfile.write(said.body)

        do_GET = do_POST = do_PUT = do_PATCH = serve  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        site.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join(5)
