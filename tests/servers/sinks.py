import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest


class Server(msgspec.Struct, frozen=True):
    port: int
    folder: Path

    @property
    def taken(self) -> list[str]:
        return sorted(path.name.partition("-")[2].removesuffix(".eml") for path in self.folder.iterdir())


@contextmanager
def serving(folder: Path, **options: object) -> Iterator[Server]:
    """A server that puts what it takes into *folder*; the options are those of the sink."""
    folder.mkdir()
    command = [sys.executable, "-m", "tests.servers.sink", str(folder), json.dumps(options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        yield Server(int(process.stdout.readline()), folder)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "taken-by-server") as running:
        yield running
