"""Stamps: digests of the names, sizes, times and identities of all files in some folders, but not of their content.

The time of a file's last status change is the system's own, and cannot be set back. So the stamp of a changed, restored
or exchanged file differs, unless it was changed in the very moment of stamping; files that were changed a moment ago
have no stamp.
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
HEARTBEAT = ".heartbeat.json"
"""The file with the heartbeat of a game, which changes though nothing happens."""
DRAFTS = "drafts"
"""The folder with what players have written on the order desk and not sent."""
_LEFT_OUT = frozenset({lock.NAME, HEARTBEAT, DRAFTS, "__pycache__"})


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
    """The stamp of *folders* with the program, its rules and its templates: taken once per process."""
    return _digest([sys.version, *(line for folder in folders for _, line in _lines(folder, ""))])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()


def _lines(folder: str, besides: str, above: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[int, str]]:
    """A line for each file in *folder* and below, in a fixed order, and when it last changed.

    Files come before folders: a recent change is usually in the log, and the rest need not be read.
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
            if identity not in above:  # a link may form a circle
                yield from _lines(entry.path, besides, (*above, identity))
        else:
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            kept = (status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            yield changed, f"{entry.path} {kept} {identity}"
