"""What work on one player's text may cost of processor time and memory.

Python looks at a timer between two of its own instructions, and work beyond its budget ends there with `OverBudget`.
What never leaves a library is killed by the system soon afterwards: the process dies, and
whoever began the work must have noted that on the disk.
"""

import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import msgspec

_TICK = 0.25
"""Seconds of processor time between two looks at what was spent."""
_GRACE = 5
"""Seconds after which the system kills what did not end by itself."""
_MEGABYTE = 1024 * 1024
_PAGES = Path("/proc/self/statm")
_BY_TICKS = -8
"""Linux: the clock of this process by which its limit of processor time is held (CPUCLOCK_PROF)."""


class OverBudget(BaseException):
    """Work has cost more than it may. It passes every handler of mere errors, as the work must not continue."""


class Budget(msgspec.Struct, frozen=True):
    """So many *seconds* of processor time and *megabytes* of memory, besides what the process has already."""

    seconds: int = 10
    megabytes: int = 512


_spending = False


@contextmanager
def within(budget: Budget) -> Iterator[None]:
    """Do work *within* a budget; raises `OverBudget`, or `MemoryError`, wherever the work is when it is spent.

    Only the first thread of a process can be interrupted; in another one, and within another budget, nothing is added.
    """
    global _spending  # noqa: PLW0603 - a process has one timer
    if _spending or threading.current_thread() is not threading.main_thread():
        yield
        return
    ends, most = time.process_time() + budget.seconds, _peak() + budget.megabytes * _MEGABYTE

    def look(_number: int, _frame: FrameType | None) -> None:
        if _spending and (time.process_time() >= ends or _peak() > most):
            raise OverBudget

    before, limits = signal.signal(signal.SIGPROF, look), _limit(budget)
    _spending = True
    try:
        signal.setitimer(signal.ITIMER_PROF, _TICK, _TICK)
        yield
    finally:
        _spending = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        for kind, soft in limits:
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, (soft, resource.getrlimit(kind)[1]))


def _limit(budget: Budget) -> list[tuple[int, int]]:
    """Let the system hold the process to *budget*; the soft limits as they were before."""
    wanted = [(resource.RLIMIT_CPU, int(_spent_by_ticks()) + budget.seconds + _GRACE)]
    with suppress(OSError, ValueError):  # only Linux counts, and holds, what a process has in addresses
        size = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
        wanted.append((resource.RLIMIT_AS, size + budget.megabytes * _MEGABYTE))
    before = []
    for kind, most in wanted:
        soft, hard = resource.getrlimit(kind)
        if all(limit == resource.RLIM_INFINITY or limit > most for limit in (soft, hard)):
            with suppress(OSError, ValueError):
                resource.setrlimit(kind, (most, hard))
                before.append((kind, soft))
    return before


def _spent_by_ticks() -> float:
    """The processor time as the system counts it for a limit, which in a long life runs far ahead of `process_time`."""
    try:
        return time.clock_gettime(_BY_TICKS)
    except OSError:  # another system
        return time.process_time()


def _peak() -> int:
    """The most memory that the process has had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
