"""Workers in processes of their own, and what tests wait for."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pbem.club.database import connected
from pbem.club.settings import Club

ROOT = Path(__file__).parents[2]


@contextmanager
def worker(club: Club, name: str = "one", most: int = 50, largest: int = 0) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker that takes up to *most* emails a job; none of its files may be larger than *largest* bytes, unless 0."""
    file = str(club.folder / "club.yaml")
    arguments = [sys.executable, "-m", "tests.club.worker", file, name, str(most), str(largest)]
    with (club.folder / f"{name}.out").open("ab") as out:
        process = subprocess.Popen(arguments, cwd=ROOT, stdout=out, stderr=out)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def set_clock(club: Club, moment: datetime) -> None:
    """What all workers take the time for."""
    file = club.folder / "clock"
    file.with_suffix(".new").write_text(moment.isoformat())
    file.with_suffix(".new").replace(file)


def one(club: Club, query: str) -> object:
    with connected(club.database) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return row[0]


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)
