"""A server that says what a test wants, line by line, over a real socket on loopback."""

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec


class Scripted(msgspec.Struct):
    port: int
    heard: list[bytes]
    """The lines of all clients, without their ends."""

    def said(self, start: bytes) -> list[bytes]:
        """The lines that began with *start*."""
        return [line for line in self.heard if line.startswith(start)]


@contextmanager
def scripted(greeting: bytes, answer: Callable[[bytes], bytes]) -> Iterator[Scripted]:
    """Greet, and say to each line what *answer* gives; nothing at all if that is empty."""
    heard: list[bytes] = []

    class Line(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                self.wfile.write(greeting)
                for line in self.rfile:
                    heard.append(line.rstrip(b"\r\n"))
                    self.wfile.write(answer(heard[-1]))

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Line) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield Scripted(server.server_address[1], heard)
        finally:
            server.shutdown()
            thread.join(5)
