"""The outbox: one file per message and recipient, whose place says how far it got.

    outbox/ID.eml       waits to be sent
    outbox/ID.trying    its end was being handed to the server; whether it arrived is uncertain
    outbox/ID.refused   the server will not have it
    outbox/ID.json      what the server last said to it
    sent/ID.eml         was taken by the server

Each step is one rename. A message in `trying` after a crash goes again or waits for the moderator. The envelope is
in the file's first lines, before the message itself, so that there is never one without the other.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Literal

import msgspec

from pbem.store import files

QueuePlace = Literal["queued", "trying", "refused", "sent"]
_SUFFIX: dict[QueuePlace, str] = {"queued": ".eml", "trying": ".trying", "refused": ".refused", "sent": ".eml"}
_ENVELOPE = re.compile(
    rb"X-Envelope-From: (\S*)\r\nX-Envelope-To: (\S+)\r\nX-Envelope-Time: (\S+)\r\n(?:X-Envelope-Seat: (\S+)\r\n)?"
)
_WORDS = re.compile(rb"\r\nMessage-ID: <[0-9a-f]{32}\.([0-9a-f]{16}@[^\r\n]*)")
"""Of a Message-ID, what its words are known by."""
_OCCASION = re.compile(rb"\r\nDate: ([^\r\n]*)\r\nMessage-ID: [^\r\n]*(\r\nIn-Reply-To: [^\r\n]*|)")
"""The Date and what is answered: of an answer, those of its mail; of a letter, that of its round in the log."""
_DIGITS = re.compile(r"(\d+)")
_LONGEST_ENVELOPE = 2000
"""Bytes."""
_LONGEST_AGO = datetime.min.replace(tzinfo=UTC)


class QueuedReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the server last said to a message that it did not take.

    It has been tried *tries* times since *since*, and is tried again when it is *due*. Of *unsure* tries no one knows
    whether they brought it there.
    """

    at: datetime
    text: str
    tries: int = 1
    since: datetime | None = None
    due: datetime | None = None
    unsure: int = 0


class QueuedMail(msgspec.Struct, frozen=True):
    """The envelope of a message: to whom it goes, where its bounces go, since when it is to go.

    With a *seat* it goes to whatever address the seat has when it is sent.
    """

    recipient: str
    sender: str
    time: datetime
    seat: str = ""


def with_envelope(envelope: QueuedMail, message: bytes) -> bytes:
    """*message* with its envelope in front."""
    lines = (
        f"X-Envelope-From: {envelope.sender}",
        f"X-Envelope-To: {envelope.recipient}",
        f"X-Envelope-Time: {envelope.time.isoformat()}",
        *([f"X-Envelope-Seat: {envelope.seat}"] if envelope.seat else []),
    )
    return "".join(f"{line}\r\n" for line in lines).encode("ascii") + message


def without_envelope(stored: bytes) -> tuple[QueuedMail | None, bytes]:
    """The envelope and the message in a file of the outbox; no envelope if it has none."""
    found = _ENVELOPE.match(stored)
    if not found:
        return None, stored
    sender, recipient, time, seat = (part.decode("ascii", errors="replace") for part in found.groups(b""))
    try:
        envelope = QueuedMail(recipient, sender, datetime.fromisoformat(time), seat)
    except ValueError:
        return None, stored
    return envelope, stored[found.end() :]


class Outbox:
    """The outbox and the folder of what was sent."""

    def __init__(self, outbox: Path, sent: Path) -> None:
        self.outbox = outbox
        self.sent = sent

    def path(self, ident: str, place: QueuePlace) -> Path:
        """Where message *ident* lies when it is at *place*."""
        return (self.sent if place == "sent" else self.outbox) / f"{ident}{_SUFFIX[place]}"

    def place(self, ident: str) -> QueuePlace | None:
        """How far message *ident* got; nothing if there is no such message."""
        return next((place for place in _SUFFIX if self.path(ident, place).exists()), None)

    def queue(self, ident: str, message: bytes) -> str:
        """Put a message in line unless it was ever there before; return the id that it has.

        After a backup was put back, another message may have had *ident*: then it is `receipt-0007.2`.
        """
        for number in count(1):
            name = ident if number == 1 else f"{ident}.{number}"
            if self.place(name) is None:
                files.write(self.path(name, "queued"), message)
                return name
            if self._is_the_same(name, message):
                return name
        raise AssertionError("too many messages")

    def _is_the_same(self, ident: str, message: bytes) -> bool:
        """Whether *message* is the one called *ident* made again: in the same words, or on the same occasion.

        What cannot be read any more, because it is damaged or sealed, is taken for the same: nothing is sent twice.
        """
        before, there = self.read(ident)
        now, mail = without_envelope(message)
        if before is None or now is None:
            return True
        if (before.seat or before.recipient) != (now.seat or now.recipient):
            return False
        return any(known.findall(there)[:1] == known.findall(mail)[:1] for known in (_WORDS, _OCCASION))

    def rewrite(self, ident: str, message: bytes) -> None:
        """Put *message* in the place of one that waits."""
        files.write(self.path(ident, "queued"), message)

    def read(self, ident: str) -> tuple[QueuedMail | None, bytes]:
        """The envelope and the bytes of message *ident*, wherever it has got to."""
        place = self.place(ident)
        if place is None:
            raise LookupError(f"there is no message {ident}")
        return without_envelope(self.path(ident, place).read_bytes())

    def envelope(self, ident: str) -> QueuedMail | None:
        """The envelope of message *ident*, wherever it has got to; nothing if it has none, or it is not there."""
        place = self.place(ident)
        return self._envelope(self.path(ident, place)) if place else None

    def shift(self, ident: str, start: QueuePlace, end: QueuePlace) -> None:
        """Move a message on for good."""
        files.move(self.path(ident, start), self.path(ident, end))
        if end == "sent":
            self.forget(ident)

    def listed(self, place: QueuePlace) -> list[str]:
        """The ids of the messages at *place*, in the order in which they came into line."""
        return sorted(self._at(place), key=lambda ident: (self._time(ident, place), *_natural(ident)))

    def idents(self, *places: QueuePlace) -> Iterator[str]:
        """The ids of the messages at *places*, without them of all there ever were."""
        for place in places or _SUFFIX:
            yield from self._at(place)

    def note(self, ident: str, reply: QueuedReply) -> None:
        """Keep what the server said to a message that it did not take."""
        files.write(self._note(ident), msgspec.json.encode(reply) + b"\n")

    def reply(self, ident: str) -> QueuedReply | None:
        """What the server last said to a message; nothing if that is not known, or cannot be read any more."""
        try:
            return msgspec.json.decode(self._note(ident).read_bytes(), type=QueuedReply)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def forget(self, ident: str) -> None:
        """Throw away what the server said to a message."""
        self._note(ident).unlink(missing_ok=True)

    def _at(self, place: QueuePlace) -> Iterator[str]:
        suffix = _SUFFIX[place]
        folder = self.sent if place == "sent" else self.outbox
        return (name.removesuffix(suffix) for name in files.names(folder) if name.endswith(suffix) and name[0] != ".")

    def _time(self, ident: str, place: QueuePlace) -> datetime:
        envelope = self._envelope(self.path(ident, place))
        return envelope.time if envelope else _LONGEST_AGO

    def _envelope(self, path: Path) -> QueuedMail | None:
        try:
            with path.open("rb") as file:
                envelope, _ = without_envelope(file.read(_LONGEST_ENVELOPE))
        except OSError:
            return None
        return envelope

    def _note(self, ident: str) -> Path:
        return self.outbox / f"{ident}.json"


def _natural(ident: str) -> tuple[str, list[tuple[int, str]]]:
    """Receipts before letters, round 9 before round 10."""
    kind = ident.partition("-")[0]
    return kind, [(int(part), "") if part.isdigit() else (0, part) for part in _DIGITS.split(ident) if part]
