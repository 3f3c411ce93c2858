"""Processes for what may never end are killed by what names them alone: numbers of processes are given out again."""

import subprocess
import sys

import pytest

PROGRAM = """
import os
import time
from pathlib import Path

from pbem.bounds.workers import WorkerDied, Workers


def work(what: str) -> int:
    if what == "die":
        os._exit(3)
    if what == "hang":
        time.sleep(3600)
    return os.getpid()


def kill(number: int, _signal: int) -> None:
    raise AssertionError(f"the process {number} was killed, whatever has that number now")


workers = Workers(work, 2)
os.kill = kill
for what in ("die", "hang"):
    try:
        workers.call(what, 0.5)
    except WorkerDied:
        continue
    raise AssertionError(what)
number = workers.call("work", 30)
handles = len(os.listdir("/proc/self/fd"))
workers.close()
assert len(os.listdir("/proc/self/fd")) < handles
end = time.monotonic() + 30
while Path(f"/proc/{number}").exists() and time.monotonic() < end:
    time.sleep(0.01)
assert not Path(f"/proc/{number}").exists()
print("all were killed")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has handles of processes")
def test_no_process_is_killed_by_a_number_that_may_be_anothers() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, "all were killed\n"), done.stderr
