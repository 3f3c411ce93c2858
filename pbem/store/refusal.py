"""Errors whose words are for the moderator: refusals, and what the operating system says of files."""

import errno
from typing import Any, ClassVar

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""What stops all writing on a disk."""
OF_THE_DISK = NO_ROOM | {errno.EFBIG, errno.EACCES, errno.EPERM, errno.EIO}
"""Errors about a file even if they name none; a connection has none of these."""


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
