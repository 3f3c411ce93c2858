"""Files whole or not at all, locks, caches, records.

All of it may be deleted at any time. Nothing is read from a folder that other users may write to, and nothing that was
changed; where the folder cannot be used, everything is computed again.
"""

import errno
import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbem.engine import edition
from pbem.errors import Refusal, why

FILE, FOLDER = 0o600, 0o700
"""The modes of everything in a game: for its owner only, whatever the umask says."""
PART = ".part"
_DRAWN = "[a-z0-9_]" * 8
"""What `tempfile` puts into a name: other programs that put files into a game's folder name theirs differently."""

_NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF})
"""Errors of a file system that cannot make the names of a folder durable."""


def write(path: Path, data: bytes, *, arrived: datetime | None = None, durable: bool = True, mode: int = FILE) -> None:
    """Write *data* to *path* in one step, readable by its owner only if *mode* does not say otherwise.

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
            os.fchmod(file.fileno(), mode)
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


def make_folder(folder: Path, mode: int = FOLDER) -> None:
    """Make *folder* and its missing parents, usually for its owner only; existing ones are left unchanged."""
    if folder.is_dir():
        return
    make_folder(folder.parent, mode)
    try:
        folder.mkdir(mode)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(mode)


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


_DIGEST = hashlib.sha256().digest_size
_VERSION = b"1"
"""Changes when the same text is parsed to other values than before."""
_OTHERS_WRITE = 0o022


def use() -> None:
    """Let this process store what it computes, if there is a folder for it."""
    place = folder()
    if place is not None:
        edition.parsed, edition.templates = _parsed, place


def folder() -> Path | None:
    """`pbem` in the user's cache folder, made if it is missing; None if it cannot be used."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        place = (Path(named) if Path(named).is_absolute() else Path.home() / ".cache") / "pbem"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = place.stat()
    except (OSError, RuntimeError):  # the latter if there is no home
        return None
    return place if status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE else None


def _parsed(raw: bytes, parse: edition.Parse) -> Any:
    place = folder()
    if place is None:
        return parse(raw)
    file = place / f"{hashlib.sha256(_VERSION + raw).hexdigest()}.data"
    with suppress(OSError, ValueError):
        stored = file.read_bytes()
        if hashlib.sha256(stored[_DIGEST:]).digest() == stored[:_DIGEST]:
            return msgspec.msgpack.decode(stored[_DIGEST:])
    values = parse(raw)
    with suppress(OSError, TypeError, ValueError, OverflowError):
        data = msgspec.msgpack.encode(values)
        if msgspec.msgpack.decode(data) == values:  # dates, for example, would be read back as texts
            write(file, hashlib.sha256(data).digest() + data, durable=False)
    return values


NAME = ".lock"
NO_LOCKS_REMEDY = (
    "move the game to a disk of this computer, or let the drive lock files (NFS: start rpc.statd; or mount it with "
    "`local_lock=flock`, if no other computer writes to it)"
)


class Busy(Refusal):
    """Another program is writing to the game."""


class NoLocks(Refusal):
    """The file system of the game cannot lock files, as network drives may be: two programs could write at once."""

    code = "no-locks"

    def __init__(self, folder: Path, says: str) -> None:
        self.says = f"the drive of {folder} does not let files be locked ({says})"
        super().__init__(f"{self.says}; {NO_LOCKS_REMEDY}")


@contextmanager
def held(folder: Path, *, patience: float = 10) -> Iterator[None]:
    """Hold the lock of the game in *folder*; wait for it at most *patience* seconds.

    The lock is the operating system's, so it ends with its holder, however that dies. Only the owner of the game can
    open its file: otherwise any user of the computer could hold it for ever.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - who only looks at a game needs none

    os.close(owned(str(folder / NAME), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW))  # whoever made it
    lock = FileLock(folder / NAME, mode=FILE, fallback_to_soft=False)
    try:
        taken = lock.acquire(timeout=patience)
    except Timeout:
        if refused := _refused(folder / NAME):
            raise NoLocks(folder, refused) from None
        raise Busy(f"another pbem is writing to {folder}; try again when it is done") from None
    except OSError as error:
        raise NoLocks(folder, why(error)) from None
    with taken:
        yield


def _refused(path: Path) -> str:
    """Why the file system lets no one lock *path*, which the library takes for another holder; empty if it would."""
    with suppress(BlockingIOError), path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except PermissionError as error:
            return why(error)
    return ""


T = TypeVar("T")


class Damaged(Refusal):
    """A stored file can no longer be read."""


def read(path: Path, kind: type[T], without: str) -> T:
    """The data in the file *path*; raises `Damaged`, which says what happens *without* it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise unusable(path, error, without) from error


def unusable(path: Path, why: Exception, without: str) -> Damaged:
    """The error that the file *path* cannot be used, saying what happens *without* it."""
    return Damaged(f"{path} is damaged ({why}); restore it from a backup or remove it: without it {without}")
