"""What a road must remember of its server, in `roads/` of the game's folder."""

import os
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbem.store import files

FOLDER = "roads"

Kind = TypeVar("Kind", bound=msgspec.Struct)


class Notes:
    """The notes of a *road* about one mailbox; for one program at a time: the holder of a lock."""

    def __init__(self, game: Path, road: str, mailbox: str) -> None:
        self.path = game / FOLDER / f"{road}.json"
        self.mailbox = mailbox

    def read(self, kind: type[Kind]) -> Kind:
        """What is noted; the defaults of *kind* if nothing is, or nothing that can be read."""
        try:
            return msgspec.convert(self._all().get(self.mailbox, {}), kind)
        except msgspec.ValidationError:
            return kind()

    def write(self, note: msgspec.Struct) -> None:
        """Note it for good. The name is not that of the store's parts, which the game's lock sweeps."""
        data = msgspec.json.format(msgspec.json.encode({**self._all(), self.mailbox: note})) + b"\n"
        files.make_folder(self.path.parent)
        part = self.path.with_suffix(".new")
        with open(part, "wb", opener=files.owned) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        files.move(part, self.path)

    def _all(self) -> dict[str, Any]:
        try:
            found = msgspec.json.decode(self.path.read_bytes())
        except (OSError, msgspec.DecodeError):
            return {}
        return found if isinstance(found, dict) else {}
