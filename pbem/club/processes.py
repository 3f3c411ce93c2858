"""Workers as processes of their own, which are started again when they end."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

_PAUSE = 2.0


def command(file: Path, number: int) -> list[str]:
    """What starts worker *number* of the club of the club.yaml *file*; only the first says how the club does."""
    port = () if number == 1 else ("--port", "0")
    return [sys.executable, "-m", "pbem.cli.main", "club", "--club", str(file), "work", "--name", str(number), *port]


def keep_running(file: Path, workers: int) -> None:
    """Keep so many *workers* running until the system asks to stop."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    running = {one: subprocess.Popen(command(file, one)) for one in range(1, workers + 1)}  # noqa: S603 - ourselves
    while not stop.wait(_PAUSE):
        for one, process in running.items():
            if process.poll() is not None:
                running[one] = subprocess.Popen(command(file, one))  # noqa: S603 - ourselves
    for process in running.values():
        process.terminate()
    for process in running.values():
        process.wait()
