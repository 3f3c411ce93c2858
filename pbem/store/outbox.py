"""The outbox: one file per message and recipient, whose place says how far it got.

    outbox/ID.eml       waits to be sent
    outbox/ID.trying    was being handed to the server; whether it arrived is not known
    outbox/ID.refused   the server will not have it
    sent/ID.eml         was taken by the server

Each step is one rename. A message in `trying` after a crash is never sent again by itself.
"""

from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

from pbem.store import files

Place = Literal["queued", "trying", "refused", "sent"]
_SUFFIX: dict[Place, str] = {"queued": ".eml", "trying": ".trying", "refused": ".refused", "sent": ".eml"}


class Reply(msgspec.Struct, frozen=True):
    """What the server last said to a message that it did not take."""

    at: datetime
    text: str


class Outbox:
    """The outbox and the folder of what was sent."""

    def __init__(self, outbox: Path, sent: Path) -> None:
        self.outbox = outbox
        self.sent = sent

    def path(self, ident: str, place: Place) -> Path:
        """Where message *ident* lies when it is at *place*."""
        return (self.sent if place == "sent" else self.outbox) / f"{ident}{_SUFFIX[place]}"

    def place(self, ident: str) -> Place | None:
        """How far message *ident* got; nothing if there is no such message."""
        return next((place for place in _SUFFIX if self.path(ident, place).exists()), None)

    def queue(self, ident: str, message: bytes) -> bool:
        """Put a message in line unless it was ever there before; say whether it is new."""
        if self.place(ident) is not None:
            return False
        files.write(self.path(ident, "queued"), message)
        return True

    def shift(self, ident: str, start: Place, end: Place) -> None:
        """Move a message on for good."""
        files.move(self.path(ident, start), self.path(ident, end))
        if end == "sent":
            self._note(ident).unlink(missing_ok=True)

    def listed(self, place: Place) -> list[str]:
        """The ids of the messages at *place*, in the order in which they are to go."""
        suffix = _SUFFIX[place]
        folder = self.sent if place == "sent" else self.outbox
        return sorted(path.name.removesuffix(suffix) for path in folder.glob(f"*{suffix}") if path.name[0] != ".")

    def note(self, ident: str, reply: Reply) -> None:
        """Keep what the server said to a message that it did not take."""
        files.write(self._note(ident), msgspec.json.encode(reply) + b"\n")

    def reply(self, ident: str) -> Reply | None:
        """What the server last said to a message."""
        path = self._note(ident)
        return msgspec.json.decode(path.read_bytes(), type=Reply) if path.exists() else None

    def _note(self, ident: str) -> Path:
        return self.outbox / f"{ident}.json"
