"""A line between a client and a server that tests may cut or change: a real one, on loopback."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Hands bytes on; *change* may alter what the server says, and returns nothing to cut the line."""

    def __init__(self, port: int, change: Callable[[bytes], bytes | None]) -> None:
        self.target, self.change = port, change
        self.lines: list[socket.socket] = []
        self.count = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.door.getsockname()[1]
        self.threads = [threading.Thread(target=self._accept, daemon=True)]
        self.threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            self.count += 1
            self.lines += [client, server]
            for source, sink, change in ((client, server, None), (server, client, self.change)):
                thread = threading.Thread(target=self._carry, args=(source, sink, change), daemon=True)
                self.threads.append(thread)
                thread.start()

    def _carry(
        self, source: socket.socket, sink: socket.socket, change: Callable[[bytes], bytes | None] | None
    ) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                changed = change(data) if change else data
                if changed is None:
                    break
                sink.sendall(changed)
        cut(source, sink)

    def break_lines(self) -> None:
        """Cut all lines that are open."""
        cut(*self.lines)

    def close(self) -> None:
        with suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        self.break_lines()
        for thread in self.threads:
            thread.join(5)
        for line in self.lines:
            line.close()


def cut(*lines: socket.socket) -> None:
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


@contextmanager
def between(port: int, change: Callable[[bytes], bytes | None] = lambda data: data) -> Iterator[Proxy]:
    proxy = Proxy(port, change)
    try:
        yield proxy
    finally:
        proxy.close()
