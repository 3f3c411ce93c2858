"""Files that are written completely or not at all, whatever kills the program."""

import errno
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
"""The modes of everything in a game: for its owner only, whatever the umask says."""
PART = ".part"
_DRAWN = "[a-z0-9_]" * 8
"""What `tempfile` puts into a name: other programs that put files into a game's folder name theirs differently."""

_NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF})
"""Errors of a file system that cannot make the names of a folder durable."""


def write(path: Path, data: bytes, *, arrived: datetime | None = None, durable: bool = True) -> None:
    """Write *data* to *path* in one step, readable by its owner only.

    *arrived* becomes the file's time of change: so mail keeps its time of arrival. What is not *durable* may be lost or
    damaged in a power failure: that is for copies.
    """
    import tempfile  # noqa: PLC0415 - who only looks at a game writes nothing

    make_folder(path.parent)
    handle, name = tempfile.mkstemp(prefix=".", suffix=PART, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), FILE)
            if durable:
                os.fsync(file.fileno())
        if arrived is not None:
            os.utime(name, (arrived.timestamp(), arrived.timestamp()))
        os.replace(name, path)  # noqa: PTH105 - one name for the call that makes a write visible
    except OSError as error:
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        if error.errno and not error.filename:  # a failed write does not name the file
            error.filename = str(path)
        raise
    if durable:
        settle(path.parent)


def write_text(path: Path, text: str) -> None:
    """Write *text* to *path* as UTF-8 in one step."""
    write(path, text.encode())


def move(source: Path, target: Path) -> None:
    """Rename *source* to *target* in one step that survives a power failure."""
    make_folder(target.parent)
    os.replace(source, target)  # noqa: PTH105
    settle(target.parent)
    if source.parent != target.parent:
        settle(source.parent)


def append(path: Path, line: bytes) -> None:
    """Add *line* to the end of *path* by one write; an incomplete write is undone."""
    new = not path.exists()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, FILE)
    try:
        if new:
            os.fchmod(handle, FILE)
        size = os.fstat(handle).st_size
        if os.write(handle, line) != len(line):
            os.ftruncate(handle, size)
            raise OSError(errno.ENOSPC, "the line was not written completely; is the disk full?", str(path))
        os.fsync(handle)
    finally:
        os.close(handle)
    if new:
        settle(path.parent)


def owned(path: str, flags: int) -> int:
    """Open a file that is new, or our own, for its owner only: an opener for `open`."""
    handle = os.open(path, flags | os.O_CLOEXEC, FILE)
    os.fchmod(handle, FILE)
    return handle


def make_folder(folder: Path) -> None:
    """Make *folder* and its missing parents, for its owner only; existing ones are left unchanged."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(FOLDER)


def truncate(path: Path, size: int) -> None:
    """Cut *path* to *size* bytes, durably."""
    with path.open("r+b") as file:
        file.truncate(size)
        os.fsync(file.fileno())


def names(folder: Path) -> list[str]:
    """The names of the files in *folder*; none if it is not there."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if _may_be_file(entry)]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _may_be_file(entry: "os.DirEntry[str]") -> bool:
    """Whether *entry* is a file, or a link that cannot be followed: opening it says why."""
    try:
        return entry.is_file()
    except OSError:
        return True


def folders(folder: Path) -> list[str]:
    """The names of the folders in *folder*; none if it is not there."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.is_dir()]
    except (FileNotFoundError, NotADirectoryError):
        return []


def settle(folder: Path) -> None:
    """Make the names in *folder* durable, as far as its file system allows."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(handle)


def sweep(folder: Path) -> None:
    """Remove what interrupted writes left behind; only the holder of the lock may call this."""
    for part in folder.rglob(f".{_DRAWN}{PART}"):
        part.unlink()
