"""A PostgreSQL of the tests' own: in a folder of its own, on a socket, without a network."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.needed import needed

_USUAL = "/usr/lib/postgresql/*/bin"


def programs() -> Path | None:
    """The folder with the programs of PostgreSQL, the newest there is."""
    here = shutil.which("initdb")
    found = sorted(Path("/").glob(f"{_USUAL[1:]}/initdb"))
    return found[-1].parent if found else Path(here).resolve().parent if here else None


class Postgres:
    """A server that can be started, stopped and stopped `immediate`."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder, self._place = folder, place
        self._user = "nobody" if os.geteuid() == 0 else ""

    @property
    def database(self) -> str:
        return f"host={self.folder} dbname=postgres user=club"

    def _run(self, program: str, *arguments: str) -> None:
        before = ["runuser", "-u", self._user, "--"] if self._user else []
        subprocess.run(
            [*before, str(self._place / program), *arguments], check=True, cwd=self.folder, stdout=subprocess.DEVNULL
        )

    def make(self) -> None:
        if self._user:
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "club", "--no-sync", "-E", "UTF8")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c fsync=off -c shared_buffers=64MB"
        self._run("pg_ctl", "-w", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-w", "-D", f"{self.folder}/data", "-m", how, "stop")


@contextmanager
def running() -> Iterator[Postgres]:
    """A server that runs; the test is skipped where PostgreSQL is missing."""
    place = programs()
    if place is None:
        needed("initdb")
    assert place is not None
    folder = Path(tempfile.mkdtemp(prefix="club-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    server = Postgres(folder, place)
    try:
        server.make()
        server.start()
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
