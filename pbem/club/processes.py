"""Workers and a listener as processes of their own, which are started again when they end."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

_PAUSE = 2.0


def _club(file: Path, *arguments: str) -> list[str]:
    """What starts `pbem club` with these *arguments* for the club of the club.yaml *file*."""
    return [sys.executable, "-m", "pbem.cli.main", "club", "--club", str(file), *arguments]


def keep_running(file: Path, workers: int, *, listening: bool = False) -> None:
    """Keep so many *workers* running, and a listener if wanted, until the system asks to stop.

    Only the first worker says how the club does.
    """
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    ports = [(), *[("--port", "0")] * (workers - 1)]
    commands = [_club(file, "work", "--name", str(one), *port) for one, port in enumerate(ports, 1)]
    commands += [_club(file, "listen")] * listening
    running = [subprocess.Popen(one) for one in commands]  # noqa: S603 - ourselves
    while not stop.wait(_PAUSE):
        for one, process in enumerate(running):
            if process.poll() is not None:
                running[one] = subprocess.Popen(commands[one])  # noqa: S603 - ourselves
    for process in running:
        process.terminate()
    for process in running:
        process.wait()
