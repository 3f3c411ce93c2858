"""Workers and a listener as processes of their own, which are started again when they end."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

_PAUSE = 2.0


def commands(file: Path, workers: int, *beside: str) -> list[list[str]]:
    """What starts so many *workers* of the club of the club.yaml *file*, and other commands *beside* them."""
    club = [sys.executable, "-m", "pbem.cli.main", "club", "--club", str(file)]
    only_the_first_says = ((), *[("--port", "0")] * (workers - 1))
    work = [[*club, "work", "--name", str(number), *more] for number, more in enumerate(only_the_first_says, 1)]
    return [*work, *([*club, one] for one in beside)]


def keep_running(file: Path, workers: int, *beside: str) -> None:
    """Keep so many *workers* running, and commands *beside* them, until the system asks to stop."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    running = [(one, subprocess.Popen(one)) for one in commands(file, workers, *beside)]  # noqa: S603 - ourselves
    while not stop.wait(_PAUSE):
        for at, (one, process) in enumerate(running):
            if process.poll() is not None:
                running[at] = one, subprocess.Popen(one)  # noqa: S603 - ourselves
    for _, process in running:
        process.terminate()
    for _, process in running:
        process.wait()
