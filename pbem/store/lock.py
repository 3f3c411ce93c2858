"""One writer at a time per game."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.store import files
from pbem.store.refusal import Refusal

NAME = ".lock"


class Busy(Refusal):
    """Another program is writing to the game."""


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
        with lock.acquire(timeout=patience):
            yield
    except Timeout:
        raise Busy(f"another pbem is writing to {folder}; try again when it is done") from None
