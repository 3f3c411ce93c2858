"""A process that has done what each desk does at first, and forks one for each that tests ask for.

It has imported all modules, read editions, and compiled the templates of pages: that takes more than a second.

`Started` is the test's side of a fork; it can do what tests do with a `Popen`. The tests of the demo and of the command
start Python itself.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
_USED = ("pbem.web.server.app", "pbem_maria.ruleset", "pbem_tnw.ruleset", "tests.toy.game")
_MOST = 1_000_000
"""Bytes of a request."""


class Started:
    """A fork that runs `python -m module words...` in *env*."""

    def __init__(self, module: str, words: Sequence[str], env: Mapping[str, str]) -> None:
        self.returncode: int | None = None
        out, out_end = os.pipe()
        self._status, status_end = os.pipe()
        self.stdout = os.fdopen(out, encoding="utf-8")
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - until it is read
        request = json.dumps([module, *words, dict(env)]).encode()
        socket.send_fds(_forker(), [request], [out_end, self._log.fileno(), status_end])
        os.close(out_end)
        os.close(status_end)
        self.pid = int(_forker().recv(32))

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout)
        return code

    def communicate(self, timeout: float = 60) -> tuple[str, str]:
        """What it has written, once it has ended."""
        self.wait(timeout)
        with self.stdout, self._log:
            said = self.stdout.read()
            self._log.seek(0)
            return said, self._log.read().decode()

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def _ended(self, timeout: float) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            self.returncode = int(os.read(self._status, 32))
            os.close(self._status)
        return self.returncode


@cache
def _forker() -> socket.socket:
    """The line to a process that forks; it ends when the line is closed."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        command = (sys.executable, "-m", __name__, str(its.fileno()))
        process = subprocess.Popen(command, cwd=ROOT, pass_fds=[its.fileno()])

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _fork_for_each(line: socket.socket) -> tuple[str, list[str]] | None:
    """Fork for each request; a fork returns the module that it is to run, and its words."""
    waiting: dict[int, int] = {}
    ended: dict[int, int] = {}

    def tell() -> None:
        for pid in waiting.keys() & ended.keys():
            status = waiting.pop(pid)
            os.write(status, str(os.waitstatus_to_exitcode(ended.pop(pid))).encode())
            os.close(status)

    def reap(_number: int, _frame: FrameType | None) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                ended[found[0]] = found[1]
        tell()

    signal.signal(signal.SIGCHLD, reap)
    while True:
        request, fds, _, _ = socket.recv_fds(line, _MOST, 3)
        if not request:
            return None
        module, *words, env = json.loads(request)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            line.close()
            os.dup2(fds[0], 1)
            os.dup2(fds[1], 2)
            for fd in (*fds, *waiting.values()):
                os.close(fd)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
            os.environ.clear()
            os.environ.update(env)
            time.tzset()
            return module, words
        os.close(fds[0])
        os.close(fds[1])
        line.send(str(pid).encode())
        waiting[pid] = fds[2]
        tell()


def _warm() -> None:
    """Make a page of a game of Maria and one of a toy: no desk needs what they are made from anew."""
    from pbem.referee import letter, opening
    from pbem.referee.game import now
    from pbem.web.seat.desk import SeatDesk
    from pbem.web.seat.page import page
    from pbem.web.server.serving import make_ready
    from tests.toy.game import RULESETS as TOYS
    from tests.web.maria import RULESETS, SEAT, maria_game
    from tests.web.seats import begun

    make_ready()
    with tempfile.TemporaryDirectory() as place:
        maria_game(Path(place) / "maria", now)
        begun(Path(place) / "toy", now)
        for folder, rulesets, seat in (("maria", RULESETS, SEAT), ("toy", TOYS, "ann")):
            game = opening.look(Path(place) / folder, rulesets)
            words = letter.words_for(game, game.view(seat), seat)
            stages = game.stages(seat)
            page(SeatDesk(game=game, seat=seat, words=words, at=now(), stages=stages, text="", stage="", nonce=""))


if __name__ == "__main__":
    for _name in _USED:
        import_module(_name)
    _warm()
    gc.freeze()
    _asked = _fork_for_each(socket.socket(fileno=int(sys.argv[1])))
    if _asked:
        sys.argv = [_asked[0], *_asked[1]]
        runpy.run_module(_asked[0], run_name="__main__", alter_sys=True)
