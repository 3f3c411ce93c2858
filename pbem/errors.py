"""Refusals in words for people, and parts that need an extra."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Literal

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""What stops all writing on a disk."""
OF_THE_DISK = NO_ROOM | {errno.EFBIG, errno.EACCES, errno.EPERM, errno.EIO}
"""Errors about a file even if they name none; a connection has none of these."""

_OF_THE_MACHINE = OF_THE_DISK | {
    errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.EMFILE, errno.ENFILE, errno.ENOLCK, errno.ENOMEM, errno.ESTALE,
    errno.ETIMEDOUT,
}  # fmt: skip


class Refusal(Exception):
    """Something asked for cannot be done; the message says what, and what would help."""

    code: ClassVar[str] = ""
    """What `--json` calls it, if not by the name of its class."""

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process makes the same refusal of, whatever its class is made of."""
        return _made_again, (type(self), self.args), self.__dict__


def _made_again(kind: type[Refusal], args: tuple[Any, ...]) -> Refusal:
    return kind.__new__(kind, *args)


def why(error: OSError) -> str:
    """What is wrong, in the system's words."""
    return error.strerror or str(error)


def where_and_why(error: OSError) -> str:
    """What is wrong, after the file where it is known."""
    return f"{error.filename}: {why(error)}" if error.filename else why(error)


Extra = Literal["club", "discord", "forum", "sealed", "web"]


class NotInstalled(Refusal):
    """A part of pbem lacks what it needs."""


@contextmanager
def extra(name: Extra) -> Iterator[None]:
    """Import in this context what the extra *name* installs; raises `NotInstalled` where it is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        library = str(missing.name).partition(".")[0]
        raise NotInstalled(
            f"this needs a part of pbem that is not installed ({library} is missing); "
            f"install it with: pip install 'pbem[{name}]'"
        ) from missing


def is_of_machine(error: BaseException) -> bool:
    """Whether *error* is trouble of the machine, such as a full disk, and so says nothing of what was worked at.

    A library may call other faults an `OSError`, as Jinja2 does with a template that is missing.
    """
    return isinstance(error, OSError) and error.errno in _OF_THE_MACHINE
