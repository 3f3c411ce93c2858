"""The outbox: one file per message and recipient, whose place shows its state.

    outbox/ID.eml       waits to be sent
    outbox/ID.trying    its end was being handed to the server; whether it arrived is uncertain
    outbox/ID.refused   was refused by the server
    outbox/ID.dropped   was for someone who holds the seat no longer: it goes to no one
    outbox/ID.json      what the server last said to it
    sent/ID.eml         was accepted by the server

Each step is one rename. A message in `trying` after a crash is sent again or waits for the moderator. The envelope is
in the file's first lines, before the message itself, so there is never one without the other.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Literal, Self, cast, get_args

import msgspec

from pbem.store import files

QueuePlace = Literal["queued", "trying", "refused", "dropped", "sent"]
_SUFFIX: dict[QueuePlace, str] = {
    "queued": ".eml",
    "trying": ".trying",
    "refused": ".refused",
    "dropped": ".dropped",
    "sent": ".eml",
}
_ENVELOPE = re.compile(
    rb"X-Envelope-From: (\S*)\r\nX-Envelope-To: (\S+)\r\nX-Envelope-Time: (\S+)\r\n(?:X-Envelope-Seat: (\S+)\r\n)?"
    rb"(?:X-Envelope-Holder: (\S+) (\d+)\r\n)?"
)
_WORDS = re.compile(rb"\r\nMessage-ID: <[0-9a-f]{32}\.([0-9a-f]{16}@[^\r\n]*)")
"""The part of a Message-ID that identifies its text."""
_OCCASION = re.compile(rb"\r\nDate: ([^\r\n]*)\r\nMessage-ID: [^\r\n]*(\r\nIn-Reply-To: [^\r\n]*|)")
"""The headers Date and In-Reply-To: of a reply, from its email; of a letter, from its round in the log."""
_DIGITS = re.compile(r"(\d+)")
MessageKind = Literal[
    "",
    "another-address",
    "answer",
    "bounced",
    "digest",
    "dismissed",
    "dossier",
    "draws",
    "fact",
    "gathered",
    "receipt",
    "report",
    "round",
    "stranger",
    "watch",
]
_IDENT = re.compile(rf"({'|'.join(filter(None, get_args(MessageKind)))})-(\d+)(?:-([^.]+))?(?:\.\d+)?")
_OF_LINES: tuple[MessageKind, ...] = ("dossier", "fact")
"""The kinds of messages that are numbered by lines of the log; these are written with five digits, others with four."""
_LONGEST_ENVELOPE = 2000
"""Bytes."""
_LONGEST_AGO = datetime.min.replace(tzinfo=UTC)


class MessageId(msgspec.Struct, frozen=True):
    """What the name of a message says: its *kind*, a number, and its *reader*, mostly a seat.

    The number is that of a round, an email, a line of the log or a day. A *mark* tells the facts of lines with the same
    number apart. The name of anything else has no kind.
    """

    kind: MessageKind
    number: int
    reader: str = ""
    mark: str = ""

    def __str__(self) -> str:
        digits = f"{self.number:0{5 if self.kind in _OF_LINES else 4}d}"
        return "-".join(filter(None, (self.kind, digits, self.mark, self.reader)))

    @classmethod
    def parse(cls, ident: str) -> Self:
        """What the name *ident* of a message in the outbox says, whichever copy it is."""
        found = _IDENT.fullmatch(ident)
        if not found:
            return cls("", 0)
        kind, rest = cast("MessageKind", found[1]), found[3] or ""
        mark, _, reader = rest.partition("-") if kind == "fact" else ("", "", rest)
        return cls(kind, int(found[2]), reader, mark)


class QueuedReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the server last replied to a message that it did not accept.

    It has been tried *tries* times since *since*, and is tried again when *due*. *unsure* tries may or may not have
    delivered it.
    """

    at: datetime
    text: str
    tries: int = 1
    since: datetime | None = None
    due: datetime | None = None
    unsure: int = 0


class QueuedMail(msgspec.Struct, frozen=True):
    """The envelope of a message: its recipient, the address for bounces, and when it was queued.

    With a *seat* it goes to the address that the seat has when it is sent. It is for one *holder* of a seat, with that
    generation; what has none is for the first holder of its *seat*, if it has one.
    """

    recipient: str
    sender: str
    time: datetime
    seat: str = ""
    holder: tuple[str, int] | None = None

    @property
    def meant(self) -> tuple[str, int] | None:
        """The seat and the generation of the holder that it is for; None if it is for no seat."""
        return self.holder or ((self.seat, 0) if self.seat else None)


def with_envelope(envelope: QueuedMail, message: bytes) -> bytes:
    """*message* with its envelope in front."""
    lines = (
        f"X-Envelope-From: {envelope.sender}",
        f"X-Envelope-To: {envelope.recipient}",
        f"X-Envelope-Time: {envelope.time.isoformat()}",
        *([f"X-Envelope-Seat: {envelope.seat}"] if envelope.seat else []),
        *([f"X-Envelope-Holder: {envelope.holder[0]} {envelope.holder[1]}"] if envelope.holder else []),
    )
    return "".join(f"{line}\r\n" for line in lines).encode("ascii") + message


def without_envelope(stored: bytes) -> tuple[QueuedMail | None, bytes]:
    """The envelope and the message in a file of the outbox; no envelope if it has none."""
    found = _ENVELOPE.match(stored)
    if not found:
        return None, stored
    sender, recipient, time, seat, *holder = (part.decode("ascii", errors="replace") for part in found.groups(b""))
    whose = (holder[0], int(holder[1])) if holder[0] else None
    try:
        envelope = QueuedMail(recipient, sender, datetime.fromisoformat(time), seat, whose)
    except ValueError:
        return None, stored
    return envelope, stored[found.end() :]


class Outbox:
    """The outbox and the folder of sent messages."""

    def __init__(self, outbox: Path, sent: Path) -> None:
        self.outbox = outbox
        self.sent = sent

    def path(self, ident: str, place: QueuePlace) -> Path:
        """The path of message *ident* at *place*."""
        return (self.sent if place == "sent" else self.outbox) / f"{ident}{_SUFFIX[place]}"

    def place(self, ident: str) -> QueuePlace | None:
        """The place of message *ident*; None if there is no such message."""
        return next((place for place in _SUFFIX if self.path(ident, place).exists()), None)

    def queue(self, ident: str, message: bytes) -> str:
        """Queue a message unless it was ever queued before; return its id.

        After a backup was restored, another message may have had *ident*: then it is `receipt-0007.2`.
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
        """Whether *message* is a remake of the one called *ident*: the same text, or the same occasion.

        One that can no longer be read, as it is damaged or sealed, counts as the same: nothing is sent twice.
        """
        before, there = self.read(ident)
        now, mail = without_envelope(message)
        if before is None or now is None:
            return True
        if (before.seat or before.recipient) != (now.seat or now.recipient):
            return False
        return any(known.findall(there)[:1] == known.findall(mail)[:1] for known in (_WORDS, _OCCASION))

    def rewrite(self, ident: str, message: bytes) -> None:
        """Replace a waiting message by *message*."""
        files.write(self.path(ident, "queued"), message)

    def read(self, ident: str) -> tuple[QueuedMail | None, bytes]:
        """The envelope and the bytes of message *ident*, at whatever place."""
        place = self.place(ident)
        if place is None:
            raise LookupError(f"there is no message {ident}")
        return without_envelope(self.path(ident, place).read_bytes())

    def envelope(self, ident: str) -> QueuedMail | None:
        """The envelope of message *ident*, at whatever place; None if it has none or is missing."""
        place = self.place(ident)
        return self._envelope(self.path(ident, place)) if place else None

    def shift(self, ident: str, start: QueuePlace, end: QueuePlace) -> None:
        """Move a message durably."""
        files.move(self.path(ident, start), self.path(ident, end))
        if end == "sent":
            self.forget(ident)

    def listed(self, place: QueuePlace) -> list[str]:
        """The ids of the messages at *place*, in the order in which they were queued."""
        return sorted(self._at(place), key=lambda ident: (self._time(ident, place), _natural(ident)))

    def idents(self, *places: QueuePlace) -> Iterator[str]:
        """The ids of the messages at *places*, without them of all there ever were."""
        for place in places or _SUFFIX:
            yield from self._at(place)

    def note(self, ident: str, reply: QueuedReply) -> None:
        """Store the server's reply to a message that it did not accept."""
        files.write(self._note(ident), msgspec.json.encode(reply) + b"\n")

    def reply(self, ident: str) -> QueuedReply | None:
        """The server's last reply to a message; None if it is unknown or unreadable."""
        try:
            return msgspec.json.decode(self._note(ident).read_bytes(), type=QueuedReply)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def forget(self, ident: str) -> None:
        """Delete the server's reply to a message."""
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


def _natural(ident: str) -> list[tuple[int, str]]:
    """Receipts before letters, round 9 before round 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in _DIGITS.split(ident) if part]


SHORTFALL = "shortfall.json"
Lacking = Literal["pictures", "HTML", "calendar files"]


def noted_lacking(folder: Path) -> dict[Lacking, str]:
    """Why the last letters of the game in *folder* went without something; what can no longer be read tells nothing."""
    try:
        return msgspec.json.decode((folder / "letters" / SHORTFALL).read_bytes(), type=dict[Lacking, str])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def note_lacking(folder: Path, lacking: Lacking, why: str) -> None:
    """Keep *why* a letter went without something, or with an empty *why* that one went with it."""
    before = noted_lacking(folder)
    now = {**before, lacking: why} if why else {key: said for key, said in before.items() if key != lacking}
    if now != before:
        with suppress(OSError):  # that the letter goes matters more
            files.write(folder / "letters" / SHORTFALL, msgspec.json.encode(now) + b"\n")
