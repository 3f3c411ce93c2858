"""Stamps: digests of the names, sizes, times and identities of all files in some folders, but not of their content.

The time at which a file's status changed is the system's own: no one can set it back. So a file that was changed, put
back or exchanged is told by its stamp, unless it was changed again in the same moment in which it was stamped; of
files that were changed a moment ago there is no stamp.
"""

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from time import time_ns

from pbem.store import lock

SETTLED = 3_000_000_000
"""Nanoseconds after a change: no file system's clock is coarser."""
_LEFT_OUT = frozenset({lock.NAME, "__pycache__"})


def stamp(folders: Iterable[str], besides: str = "") -> str:
    """The stamp of all that is in *folders*, but for the file *besides*; empty if something changed a moment ago."""
    before = time_ns() - SETTLED
    found: list[str] = []
    for folder in folders:
        for changed, line in _lines(folder, besides):
            if changed > before:
                return ""
            found.append(line)
    return _digest(found)


@cache
def stamp_of_program(folders: tuple[str, ...]) -> str:
    """The stamp of *folders* that hold the program, its rules and its words: looked at once in a process."""
    return _digest([sys.version, *(line for folder in folders for _, line in _lines(folder, ""))])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()


def _lines(folder: str, besides: str, above: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[int, str]]:
    """A line for each file in *folder* and below, in an order of their own, and when it last changed.

    Files come before folders: what has just been played is in the log, and the rest need not be looked at.
    """
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: (entry.is_dir(), entry.name))
    except OSError as error:
        yield 0, f"{folder} {error.errno}"
        return
    for entry in listed:
        if entry.name in _LEFT_OUT or entry.path == besides:
            continue
        try:
            status = entry.stat()
            is_folder = entry.is_dir()
        except OSError as error:
            yield 0, f"{entry.path} {error.errno}"
            continue
        identity = (status.st_dev, status.st_ino)
        if is_folder:
            yield 0, f"{entry.path}/ {status.st_mode} {status.st_uid} {identity}"
            if identity not in above:  # a link may lead back
                yield from _lines(entry.path, besides, (*above, identity))
        else:
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            kept = (status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            yield changed, f"{entry.path} {kept} {identity}"
