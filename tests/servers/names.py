"""A real DNS server for tests: TXT records over UDP and TCP on one port of 127.0.0.1, in threads.

Unknown names get NXDOMAIN; on wish every question gets SERVFAIL, or no answer at all. A record whose text is too long
for a datagram comes truncated, so that the asker must come again by TCP.
"""

import contextlib
import socketserver
import threading
from collections.abc import Iterator
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
import pytest

_MOST_DATAGRAM = 512


class Names:
    """What the server knows and how it behaves; *questions* are the names asked for, in order."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.questions: list[str] = []
        self.failing = False
        self.silent = False
        self.port = 0
        self.released = threading.Event()

    @property
    def resolver(self) -> str:
        return f"127.0.0.1:{self.port}"

    def answer(self, question: bytes, most: int) -> bytes | None:
        asked = dns.message.from_wire(question)
        name = asked.question[0].name.to_text(omit_final_dot=True).lower()
        self.questions.append(name)
        if self.silent:
            self.released.wait(20)
            return None
        reply = dns.message.make_response(asked)
        if self.failing:
            reply.set_rcode(dns.rcode.SERVFAIL)
        elif name not in self.texts:
            reply.set_rcode(dns.rcode.NXDOMAIN)
        else:
            for text in self.texts[name]:
                reply.answer.append(dns.rrset.from_text(f"{name}.", 60, "IN", "TXT", _quoted(text)))
        wire = reply.to_wire()
        if len(wire) > most:
            reply.answer.clear()
            reply.flags |= dns.flags.TC
            wire = reply.to_wire()
        return wire


def _quoted(text: str) -> str:
    return " ".join(f'"{text[start : start + 255]}"' for start in range(0, len(text), 255)) or '""'


class _Datagram(socketserver.BaseRequestHandler):
    server: Any

    def handle(self) -> None:
        question, line = self.request
        answer = self.server.names.answer(question, _MOST_DATAGRAM)
        if answer is not None:
            line.sendto(answer, self.client_address)


class _Stream(socketserver.StreamRequestHandler):
    server: Any

    def handle(self) -> None:
        size = int.from_bytes(self.rfile.read(2), "big")
        answer = self.server.names.answer(self.rfile.read(size), 65535) if size else None
        if answer is not None:
            self.wfile.write(len(answer).to_bytes(2, "big") + answer)


class _Udp(socketserver.ThreadingUDPServer):
    daemon_threads = True
    block_on_close = False
    names: Names


class _Tcp(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    names: Names


@contextlib.contextmanager
def name_server() -> Iterator[Names]:
    """A name server that knows nothing yet, until the end of the block."""
    names = Names()
    with _Tcp(("127.0.0.1", 0), _Stream) as tcp:
        names.port = tcp.server_address[1]
        with _Udp(("127.0.0.1", names.port), _Datagram) as udp:
            for server in (tcp, udp):
                server.names = names
                threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
            try:
                yield names
            finally:
                names.released.set()
                for server in (tcp, udp):
                    server.shutdown()


@pytest.fixture
def names() -> Iterator[Names]:
    with name_server() as started:
        yield started
