"""Processes of their own for work that may never end, or of which the whole process may die.

They come from one that is begun while the program has a single thread, and that does nothing but fork: a fork of a
process with several threads may hang in a lock that no one gives back. They know all that was known then, and are told
the rest. One that works too long is killed, and the next piece of work gets another.
"""

import gc
import os
import pickle
import select
import signal
import socket
import struct
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

import msgspec

A = TypeVar("A")
R = TypeVar("R")
_LENGTH = struct.Struct(">Q")
_MOST_CALLS = 1000
"""Pieces of work after which a process is replaced, whatever it has kept."""
_MOST_DEATHS = 20
"""Processes that may die of one piece of work: each of a sheet or an email that is set aside after it."""
_TO_BEGIN = 60.0
_CHUNK = 1 << 20


MOST_BESIDE = 4
"""Pieces of work that are done at once: only while some of them take long."""
PATIENCE = 30.0
"""Seconds after which the next piece of work is begun beside one that takes long."""


class WorkerDied(Exception):
    """The process that did the work died of it, or was killed because the work took too long."""


class WorkFailed(Exception):
    """Work ended with an error that cannot be passed on; the message says where."""


class _Process(msgspec.Struct, eq=False):
    """A process, as *peer* of a socket; it has worked for *key* last, *calls* times in all.

    Where the system has *handles* of processes it has one: a number may be another process's when this one has died.
    """

    peer: socket.socket
    pid: int
    handle: int | None = None
    key: str = ""
    calls: int = 0

    def kill(self) -> None:
        """End it, if it has not ended, and the line to it."""
        with suppress(OSError):
            if sys.platform == "linux" and self.handle is not None:
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)
        self.peer.close()
        if self.handle is not None:
            os.close(self.handle)


def _handle(pid: int) -> int | None:
    """A handle of the process *pid*, which is there; None where the system has none."""
    if sys.platform == "linux":
        with suppress(OSError):
            return os.pidfd_open(pid)
    return None


class Workers(Generic[A, R]):
    """Up to *most* processes that do *work*; must be made while the program has one thread."""

    def __init__(self, work: Callable[[A], R], most: int) -> None:
        self._free = threading.BoundedSemaphore(most)
        self._idle: deque[_Process] = deque()
        self._all: list[_Process] = []
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair()
        if os.fork() == 0:
            self._control.close()
            _run(lambda: _fork_for(theirs, work))
        theirs.close()

    def call(self, about: A, seconds: float, key: str = "") -> R:
        """What the work *about* something gives; raises what it raises, and `WorkerDied`.

        It may take so many *seconds* once it is begun, and goes to the process that has worked for *key* last, if that
        is free.
        """
        with self._free:
            process = self._taken(key)
            try:
                _send(process.peer, pickle.dumps(about))
                said, what = pickle.loads(_received(process.peer, monotonic() + seconds))  # noqa: S301 - our own
            except (OSError, EOFError) as gone:
                self._end(process)
                raise WorkerDied(str(gone)) from gone
            self._give_back(process, key)
        if said == "raised":
            raise what
        done: R = what
        return done

    def call_again(self, about: A, seconds: float, key: str, blamed: Callable[[], bool]) -> R:
        """`call`, begun anew as long as *blamed* finds what a process died at and sets it aside."""
        for _ in range(_MOST_DEATHS):
            try:
                return self.call(about, seconds, key)
            except WorkerDied:
                if not blamed():
                    raise
        raise WorkerDied("too many processes died, each of something else")

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._control.close()
        with self._lock:
            self._idle.clear()
        for process in [*self._all]:
            self._end(process)

    def _taken(self, key: str) -> _Process:
        with self._lock:
            found = next((one for one in self._idle if one.key == key), None)
            if found is None and self._idle:
                found = self._idle[0]
            if found is not None:
                self._idle.remove(found)
                if not select.select([found.peer], [], [], 0)[0]:
                    return found
        if found is not None:  # it has died meanwhile
            self._end(found)
        mine, theirs = socket.socketpair()
        try:
            with theirs, self._lock:
                socket.send_fds(self._control, [b"+"], [theirs.fileno()])
            pid = int(_received(mine, monotonic() + _TO_BEGIN))
        except (OSError, EOFError) as gone:
            mine.close()
            raise WorkerDied(str(gone)) from gone
        process = _Process(mine, pid, _handle(pid))
        self._all.append(process)
        return process

    def _end(self, process: _Process) -> None:
        if process in self._all:
            self._all.remove(process)
            process.kill()

    def _give_back(self, process: _Process, key: str) -> None:
        process.key, process.calls = key, process.calls + 1
        if process.calls >= _MOST_CALLS:
            self._end(process)
            return
        with self._lock:
            self._idle.append(process)


class Beside(Generic[R]):
    """Does one thing after the other, and the next beside what takes long: what hangs does not stop the others."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_BESIDE)
        self._begun: dict[str, Future[R]] = {}

    def begin(self, key: str, work: Callable[[], R]) -> Future[R] | None:
        """Begin *work*, and wait a while for its end; None if what was begun for *key* is still under way."""
        if not self.ended(key):
            return None
        one = self._begun[key] = self._threads.submit(work)
        wait({one}, PATIENCE)
        return one

    def ended(self, key: str) -> bool:
        """Whether nothing that was begun for *key* is under way; raises what that raised."""
        before = self._begun.get(key)
        if before is None or not before.done():
            return before is None
        del self._begun[key]
        before.result()
        return True

    def close(self) -> None:
        """Wait for all that was begun."""
        self._threads.shutdown()


def _run(what: Callable[[], object]) -> None:
    """Do *what* in a process that was forked for it, and end it."""
    try:
        what()
    finally:
        os._exit(0)


def _fork_for(control: socket.socket, work: Callable[[A], R]) -> None:
    """Fork a process for each socket that comes, until the program ends that wants them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()  # else each process would copy nearly all that was known, to look there for what is not used any more
    while True:
        said, found, _, _ = socket.recv_fds(control, 1, 1)
        if not said:
            return
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            peer = socket.socket(fileno=found[0])
            _run(partial(_work, peer, work))
        os.close(found[0])


def _work(peer: socket.socket, work: Callable[[A], R]) -> None:
    """Do all work that comes, in the first thread of the process."""
    _send(peer, str(os.getpid()).encode())
    with suppress(OSError, EOFError):
        while True:
            about: A = pickle.loads(_received(peer))  # noqa: S301 - our own
            try:
                answer: tuple[str, object] = "done", work(about)
            except Exception as fault:  # noqa: BLE001 - whoever asked is told
                answer = "raised", fault
            _send(peer, _packed(answer))


def _packed(answer: tuple[str, object]) -> bytes:
    try:
        packed = pickle.dumps(answer)
        pickle.loads(packed)  # noqa: S301 - an error may be packed, but not be unpacked
    except Exception as fault:  # noqa: BLE001
        said = answer[1] if isinstance(answer[1], Exception) else fault
        return pickle.dumps(("raised", WorkFailed(f"{type(said).__name__}: {said}")))
    return packed


def _send(peer: socket.socket, data: bytes) -> None:
    peer.sendall(_LENGTH.pack(len(data)) + data)


def _received(peer: socket.socket, until: float | None = None) -> bytes:
    """What comes next; raises `EOFError` at the end, `TimeoutError` if it is not here in time."""
    left = _LENGTH.unpack(_bytes(peer, _LENGTH.size, until))[0]
    return _bytes(peer, left, until)


def _bytes(peer: socket.socket, count: int, until: float | None) -> bytes:
    found = bytearray()
    while len(found) < count:
        peer.settimeout(None if until is None else max(until - monotonic(), 0.001))
        part = peer.recv(min(count - len(found), _CHUNK))
        if not part:
            raise EOFError("the process has ended")
        found += part
    return bytes(found)
