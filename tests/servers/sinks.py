import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest


class Server(msgspec.Struct, frozen=True):
    port: int
    folder: Path

    @property
    def taken(self) -> list[str]:
        return sorted(path.name.partition("-")[2].removesuffix(".eml") for path in self.folder.iterdir())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "taken-by-server"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.servers.sink", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        yield Server(int(process.stdout.readline()), folder)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
