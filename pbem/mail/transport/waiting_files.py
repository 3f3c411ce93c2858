"""Files that are in a folder and that others may put there, exchange or take away meanwhile.

Only what is a file itself is read: by a link, someone else could have the program read (and answer) what only its
user may. A file is opened first and looked at then, so that nothing can be put in its place in between.
"""

import errno
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from pbem.mail.mime.truncation import MOST_BYTES
from pbem.store.files import FILE

if sys.platform == "linux":
    import fcntl

Unread = Callable[[OSError], object]

_EARLIEST, _LATEST = 0, int(datetime(9999, 1, 1, tzinfo=UTC).timestamp())
"""A file system keeps times that no calendar of ours has."""
MOUNTS = Path("/proc/self/mountinfo")
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3"})
"""File systems that refuse a lease as if someone wrote the file, as long as their server allows none."""


_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class WaitingFile(msgspec.Struct, frozen=True):
    """A file that was read: its bytes, how many there are in all, and when it was last changed, in nanoseconds too.

    Of one that is too large *raw* is only the beginning. *names* counts the names that it has, by hard links.
    """

    path: Path
    raw: bytes
    size: int
    arrived: datetime
    nanoseconds: int
    inode: int
    names: int


class Unfinished(BlockingIOError):
    """Someone is still writing the file."""


class NoFile(OSError):
    """What is there is no file, or not one that may be taken."""


def listed(folder: Path) -> list[Path]:
    """What is in *folder* but for what is hidden, be it a file or none; nothing if there is no folder."""
    try:
        return [path for path in folder.iterdir() if not path.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def by_age(paths: Iterable[Path]) -> list[Path]:
    """Those of *paths* that are there, the oldest first."""
    found: list[tuple[float, str, Path]] = []
    for path in paths:
        try:
            found.append((path.lstat().st_mtime, path.name, path))
        except FileNotFoundError:
            continue
        except OSError:  # whoever opens it is told why
            found.append((0, path.name, path))
    return [path for *_, path in sorted(found)]


def oldest_first(folder: Path) -> list[Path]:
    """What is in *folder* but for what is hidden, the oldest first; nothing if there is no folder."""
    return by_age(listed(folder))


def only_files(paths: Iterable[Path]) -> list[Path]:
    """Those of *paths* that are files: the others cannot be taken, now or later."""
    return [path for path in paths if not _kind(path)]


def opened(paths: Iterable[Path], unread: Unread) -> Iterator[WaitingFile]:
    """Read each file; *unread* is told of what cannot be read or is not a file; what is gone meanwhile is passed over.

    Of a file that is too large no more is read than tells so. One that is still being written is not read, as far as
    the system can tell: half a sheet may be a valid one. Nor can anyone begin to write it until the next is asked for.
    """
    for path in paths:
        try:
            with os.fdopen(_open(path), "rb") as file:
                _finished(file.fileno(), path)
                raw, found = file.read(MOST_BYTES + 1), os.fstat(file.fileno())
                size = max(len(raw), found.st_size)
                moments = moment(found.st_mtime), found.st_mtime_ns
                yield WaitingFile(path, raw, size, *moments, found.st_ino, found.st_nlink)
        except FileNotFoundError:
            continue
        except OSError as wrong:
            unread(wrong)


def is_still(one: WaitingFile) -> bool:
    """Whether the file that was read is there still, as it was; raises `FileNotFoundError` if none does."""
    found = one.path.lstat()
    return (found.st_ino, found.st_mtime_ns) == (one.inode, one.nanoseconds)


def remove(path: Path) -> None:
    """Remove the file *path* from its folder, and from no other that someone has put in the folder's place."""
    with _folder_of(path) as folder, suppress(FileNotFoundError):
        os.unlink(path.name, dir_fd=folder)


def close_to_others(path: Path) -> None:
    """Let the file *path* be for its owner alone, if that is who we are."""
    handle = _open(path)
    try:
        with suppress(PermissionError):
            os.fchmod(handle, FILE)
    finally:
        os.close(handle)


def moment(seconds: float) -> datetime:
    """The time of a file, to the second; times that no calendar has become the nearest that one has."""
    return datetime.fromtimestamp(min(max(int(seconds), _EARLIEST), _LATEST), UTC)


def shown(path: Path) -> str:
    """*path* in one line of text, though its name need be none."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def passed_over(_: OSError) -> None:
    """Tell no one of files that cannot be read."""


def _finished(handle: int, path: Path) -> None:
    """Raise `Unfinished` if someone has the file open to write it; until *handle* is closed no one can open it so.

    Only Linux tells, by a lease, and not on all file systems nor of everyone's files.
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
    """The kind of the file system that a file is on, as proc(5) names it under mountinfo; empty if none is named."""
    device = os.fstat(handle).st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    try:
        mounts = [line.partition(" - ") for line in MOUNTS.read_text(errors="replace").splitlines()]
    except OSError:
        return ""
    return next((after.split(" ")[0] for before, _, after in mounts if before.split(" ")[2:3] == [number]), "")


def _open(path: Path) -> int:
    """Open a file to read it: only if it is one, and lies itself in its folder, which is none by a link either."""
    with _folder_of(path) as folder:
        if kind := _kind(path):
            raise _no_file(path, kind)
        try:
            handle = os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        except BlockingIOError as error:  # someone holds it by a lease of their own
            raise Unfinished(errno.EAGAIN, "another program is using it", str(path)) from error
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise _no_file(path, _KINDS.get(stat.S_IFMT(mode), "no file"))
    return handle


@contextmanager
def _folder_of(path: Path) -> Iterator[int]:
    """The folder of the file *path*, opened; what goes wrong with the file in it names the file."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield folder
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        os.close(folder)


def _kind(path: Path) -> str:
    """What is at *path*, in a word or two; nothing if it is a file, or gone."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return ""
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "no file")


def _no_file(path: Path, kind: str) -> NoFile:
    says = f"it is {kind}, and only files are read; remove it, or put the file itself there"
    return NoFile(errno.EINVAL, says, str(path))
