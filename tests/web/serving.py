"""A desk as a process of its own, and a browser's side of it without a browser."""

import http.client
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from tests.web.warm import Started


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Desk(NamedTuple):
    """A server that runs at a *port*; *process* is it."""

    port: int
    process: Started | subprocess.Popen[str]

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, method: str = "GET", headers: Mapping[str, str] = {}, body: bytes | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, dict(headers))
            got = connection.getresponse()
            return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
        finally:
            connection.close()

    def post(self, path: str, fields: Mapping[str, str], headers: Mapping[str, str] = {}) -> Answer:
        """What a form on a page of the desk sends."""
        sent = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.origin,
            "Sec-Fetch-Site": "same-origin",
            **headers,
        }
        return self.ask(path, "POST", sent, urlencode(fields).encode())

    def stop(self) -> str:
        """End it as a system does, and say what it wrote to its log."""
        self.process.terminate()
        _, log = self.process.communicate(timeout=60)
        return log


@contextmanager
def serving(games: Path, *options: str, module: str = "pbem.cli.main", port: int = 0) -> Iterator[Desk]:
    """`pbem serve` on *games*; *module* is `tests.cli.toy_pbem` where the games are toys."""
    with started(module, "serve", str(games), "--port", str(port), *options) as desk:
        yield desk


@contextmanager
def started(module: str, *command: str) -> Iterator[Desk]:
    """The desk that a *command* starts."""
    process = Started(module, command, os.environ)
    try:
        said = process.stdout.readline()
        found = re.search(r"at http://\S+:(\d+)\.$", said.strip())
        if not found:
            process.kill()
            pytest.fail(f"the desk did not start: {said}{process.communicate()[1]}")
        yield Desk(int(found[1]), process)
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=60)
