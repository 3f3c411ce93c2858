"""What a transport must remember of its server, in `transports/` of the game's folder.

With each note stands how many emails the inbox had then. If it has fewer now, it was put back from a backup, and what
came since must come again.
"""

import os
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbem.store import files

FOLDER = "roads"
_INBOX = "inbox"
_NUMBER = re.compile(r"(\d{4,})-")

T = TypeVar("T", bound=msgspec.Struct)


class Notes:
    """The notes of a *transport* about one mailbox; for one program at a time: the holder of a lock."""

    def __init__(self, game: Path, transport: str, mailbox: str) -> None:
        self.path = game / FOLDER / f"{transport}.json"
        self.mailbox = mailbox

    def read(self, kind: type[T]) -> T:
        """What is noted; the defaults of *kind* if nothing is, or nothing that can be read, or that still holds."""
        try:
            return kind() if self._kept() > self._in_inbox() else msgspec.convert(self._noted(), kind)
        except msgspec.ValidationError:
            return kind()

    def keep_up(self, note: msgspec.Struct) -> None:
        """Note it again if emails have come into the inbox since."""
        if self._kept() < self._in_inbox():
            self.write(note)

    def write(self, note: msgspec.Struct) -> None:
        """Note it for good. The name is not that of the store's parts, which the game's lock sweeps."""
        noted = {**msgspec.to_builtins(note), _INBOX: self._in_inbox()}
        data = msgspec.json.format(msgspec.json.encode({**self._all(), self.mailbox: noted})) + b"\n"
        files.make_folder(self.path.parent)
        part = self.path.with_suffix(".new")
        with open(part, "wb", opener=files.owned) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        files.move(part, self.path)

    def _noted(self) -> dict[str, Any]:
        found = self._all().get(self.mailbox)
        return found if isinstance(found, dict) else {}

    def _kept(self) -> int:
        """The number of the last email in the inbox when the note was written."""
        found = self._noted().get(_INBOX)
        return found if isinstance(found, int) else 0

    def _in_inbox(self) -> int:
        """The number of the last email in the inbox now."""
        names = map(_NUMBER.match, files.names(self.path.parents[1] / _INBOX))
        return max((int(found[1]) for found in names if found), default=0)

    def _all(self) -> dict[str, Any]:
        try:
            found = msgspec.json.decode(self.path.read_bytes())
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return {}
        return found if isinstance(found, dict) else {}
