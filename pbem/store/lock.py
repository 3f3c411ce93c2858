"""One writer at a time per game."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.store import files
from pbem.store.refusal import Refusal, why

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

    os.close(files.owned(str(folder / NAME), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW))  # whoever made it
    lock = FileLock(folder / NAME, mode=files.FILE, fallback_to_soft=False)
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
