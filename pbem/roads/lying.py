"""Files that lie in a folder and that others may put there or take away meanwhile."""

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from pbem.store import files

if sys.platform == "linux":
    import fcntl

Unread = Callable[[OSError], object]

_EARLIEST, _LATEST = 0, int(datetime(9999, 1, 1, tzinfo=UTC).timestamp())
"""A file system keeps times that no calendar of ours has."""
MOUNTS = Path("/proc/self/mountinfo")
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3"})
"""File systems that refuse a lease as if somebody wrote the file, as long as their server allows none."""


class Lying(msgspec.Struct, frozen=True):
    """A file that was read: its bytes, and when it was last changed, in nanoseconds too."""

    path: Path
    raw: bytes
    arrived: datetime
    nanoseconds: int


class Unfinished(BlockingIOError):
    """Somebody is still writing the file."""


def listed(folder: Path) -> list[Path]:
    """The files in *folder* but for the hidden ones; none if there is no folder."""
    return [folder / name for name in files.names(folder) if not name.startswith(".")]


def by_age(paths: Iterable[Path]) -> list[Path]:
    """Those of *paths* that are there, the oldest first."""
    found: list[tuple[float, str, Path]] = []
    for path in paths:
        try:
            found.append((path.stat().st_mtime, path.name, path))
        except FileNotFoundError:
            continue
        except OSError:  # whoever opens it is told why
            found.append((0, path.name, path))
    return [path for *_, path in sorted(found)]


def oldest_first(folder: Path) -> list[Path]:
    """The files in *folder* but for the hidden ones, the oldest first; none if there is no folder."""
    return by_age(listed(folder))


def opened(paths: Iterable[Path], unread: Unread) -> Iterator[Lying]:
    """Read each file; *unread* is told of one that cannot be read, and one that is gone meanwhile is passed over.

    One that is still being written is not read, as far as the system can tell: half a sheet may be a good one. Nor can
    anybody begin to write it until the next is asked for.
    """
    for path in paths:
        try:
            with path.open("rb") as file:
                _finished(file.fileno(), path)
                raw, stat = file.read(), os.fstat(file.fileno())
                yield Lying(path, raw, moment(stat.st_mtime), stat.st_mtime_ns)
        except FileNotFoundError:
            continue
        except OSError as wrong:
            unread(wrong)


def moment(seconds: float) -> datetime:
    """The time of a file, to the second; times that no calendar has become the nearest that one has."""
    return datetime.fromtimestamp(min(max(int(seconds), _EARLIEST), _LATEST), UTC)


def shown(path: Path) -> str:
    """*path* in one line of text, though its name need be none."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def passed_over(_: OSError) -> None:
    """Tell nobody of files that cannot be read."""


def _finished(handle: int, path: Path) -> None:
    """Raise `Unfinished` if somebody has the file open to write it; until *handle* is closed nobody can open it so.

    Only Linux tells, by a lease, and not on all file systems nor of everybody's files.
    """
    if sys.platform != "linux":
        return
    try:
        fcntl.fcntl(handle, fcntl.F_SETSIG, signal.SIGURG)  # who waits to write would end us by the usual signal
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        if error.errno == errno.EAGAIN and _system_of(handle) not in _REMOTE:
            raise Unfinished(errno.EAGAIN, "it is still being written", str(path)) from None


def _system_of(handle: int) -> str:
    """The kind of the file system that a file lies on, as proc(5) names it under mountinfo; empty if none is named."""
    device = os.fstat(handle).st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    try:
        mounts = [line.partition(" - ") for line in MOUNTS.read_text(errors="replace").splitlines()]
    except OSError:
        return ""
    return next((after.split(" ")[0] for before, _, after in mounts if before.split(" ")[2:3] == [number]), "")
