"""The outbox: one file per message and recipient, whose place shows its state.

    outbox/ID.eml       waits to be sent
    outbox/ID.trying    its end was being handed to the server; whether it arrived is uncertain
    outbox/ID.refused   was refused by the server
    outbox/ID.dropped   was for someone who holds the seat no longer: it goes to no one
    outbox/ID.post      waits to be posted in the forum
    outbox/ID.json      what the server last said to it
    sent/ID.eml         was accepted by the server, or was posted

Each step is one rename. A message in `trying` after a crash is sent again or waits for the moderator. The envelope is
in the file's first lines, before the message itself, so there is never one without the other.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Literal, Self, cast, get_args

import msgspec

from pbem.errors import Refusal
from pbem.store import files

QueuePlace = Literal["queued", "trying", "refused", "dropped", "post", "sent"]
_SUFFIX: dict[QueuePlace, str] = {
    "queued": ".eml",
    "trying": ".trying",
    "refused": ".refused",
    "dropped": ".dropped",
    "post": ".post",
    "sent": ".eml",
}
_ENVELOPE = re.compile(
    rb"X-Envelope-From: (\S*)\r\nX-Envelope-To: (\S+)\r\nX-Envelope-Time: (\S+)\r\n(?:X-Envelope-Seat: (\S+)\r\n)?"
    rb"(?:X-Envelope-Holder: (\S+) (\d+)\r\n)?(?:X-Envelope-Waits: (news|receipt|remarks)\r\n)?"
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
    "sealed",
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


class DeliveryFate(Enum):
    """What became of a message."""

    taken = "taken"
    later = "later"
    """Not taken now."""
    away = "away"
    """The server cannot be reached, does not let us in, or takes nothing from our account now."""
    refused = "refused"
    unknown = "unknown"
    """The line broke before the server answered."""


class Unclear(Refusal):
    """There is no such message among those whose fate is open."""


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


WAIT = timedelta(minutes=10)
"""How long the server has to bring a message to its reader before it is sent again."""
MOST = 3
"""So often a message is sent again; then it waits for the moderator."""
STOPPED = "pbem was stopped while it was being sent"
_WAITS = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240))
"""How long a message that was not taken waits after its first, second, ... attempt."""
_AWAY = timedelta(minutes=15)
"""The longest wait for a server that is away."""
MINUTES = 2
"""How long one run sends where messages are limited: the game is locked meanwhile."""
GIVE_UP = timedelta(days=5)
"""How long a message is tried that the server defers (RFC 5321, 4.5.4.1)."""


def after_attempt(
    before: QueuedReply | None, fate: DeliveryFate, said: str, now: datetime, *, again: bool
) -> QueuedReply:
    """What to keep of an attempt that failed, and when to try again: ever less often, and not for ever.

    A server that is away does not count against the message. What may have arrived goes *again* a few times.
    """
    tries, unsure, since = (before.tries + 1, before.unsure, before.since) if before else (1, 0, None)
    wait = _WAITS[min(tries, len(_WAITS)) - 1]
    if fate is DeliveryFate.away:
        return QueuedReply(now, said, tries, since, now + min(wait, _AWAY), unsure)
    since, due = since or now, None
    if fate is DeliveryFate.unknown:
        unsure += 1
        due = now + WAIT if again and unsure <= MOST else None
    elif fate is DeliveryFate.later and now - since < GIVE_UP:
        due = now + wait
    elif fate is DeliveryFate.later:
        said = f"it could not be delivered in {GIVE_UP.days} days: {said}"
    return QueuedReply(now, said, tries, since, due, unsure)


Waits = Literal["", "news", "receipt", "remarks"]
"""What a post for a seat is that can wait: news, or a receipt of what counts, in a line or with remarks."""


class QueuedMail(msgspec.Struct, frozen=True):
    """The envelope of a message: its recipient, the address for bounces, and when it was queued.

    With a *seat* it goes to the address that the seat has when it is sent. It is for one *holder* of a seat, with that
    generation; what has none is for the first holder of its *seat*, if it has one. A post for a seat that *waits* asks
    nothing: it can go with the next one that does.
    """

    recipient: str
    sender: str
    time: datetime
    seat: str = ""
    holder: tuple[str, int] | None = None
    waits: Waits = ""

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
        *([f"X-Envelope-Waits: {envelope.waits}"] if envelope.waits else []),
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
        envelope = QueuedMail(recipient, sender, datetime.fromisoformat(time), seat, whose, cast("Waits", holder[2]))
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

    def queue(self, ident: str, message: bytes, place: QueuePlace = "queued") -> str:
        """Queue a message at *place* unless it was ever queued before; return its id.

        After a backup was restored, another message may have had *ident*: then it is `receipt-0007.2`.
        """
        for number in count(1):
            name = ident if number == 1 else f"{ident}.{number}"
            if self.place(name) is None:
                files.write(self.path(name, place), message)
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

    def due(self, now: datetime, *, at_once: bool, per_minute: int) -> list[str]:
        """The queued messages to try *now*, or all *at_once*; with a limit *per_minute* what is sent in one run.

        What was noted by a clock that has been set back since then does not count.
        """
        queued = [(ident, self.reply(ident)) for ident in self.listed("queued")]
        found = [
            ident
            for ident, reply in queued
            if at_once or reply is None or reply.due is None or reply.due <= now or reply.at > now
        ]
        return found[: int(per_minute * MINUTES) or len(found)]

    def next_due(self, now: datetime) -> datetime | None:
        """When to send again: *now* if a message waits only for its turn; nothing if none waits for a time."""
        queued, uncertain = (map(self.reply, self.idents(place)) for place in ("queued", "trying"))
        times = [reply.due if reply and reply.due else now for reply in queued]
        return min([*times, *(reply.due for reply in uncertain if reply and reply.due)], default=None)

    def undecided(self) -> list[str]:
        """The uncertain messages that do not go again by themselves: they wait for the moderator."""
        return [ident for ident in self.listed("trying") if (reply := self.reply(ident)) is None or reply.due is None]

    def take_up(self, now: datetime, *, again: bool, at_once: bool) -> None:
        """Put uncertain messages back in line whose time has come, or all that may go *again* *at_once*.

        Where none may go again, those that had a time for it wait for the moderator.
        One whose sending was killed has to wait first. The note is written before the message moves, so that a kill in
        between only makes it wait again.
        """
        for ident in self.listed("trying"):
            known = self.reply(ident)
            if known is None or not known.unsure or (known.due is None and known.unsure <= MOST and again):
                known = after_attempt(known, DeliveryFate.unknown, STOPPED, now, again=again)
                self.note(ident, known)
            if known.due and (not again or at_once or known.due <= now or known.at > now):
                self.note(ident, msgspec.structs.replace(known, due=None))
                if again:
                    self.shift(ident, "trying", "queued")

    def tried(
        self, ident: str, fate: DeliveryFate, said: str, now: datetime, *, again: bool
    ) -> tuple[DeliveryFate, str]:
        """Put a message where an attempt has brought it, keep what was *said* if it was not taken; return both."""
        place = self.place(ident)
        if place is None:
            raise Unclear(f"the message {ident} left the outbox while it was sent")
        if fate is DeliveryFate.taken:
            self.shift(ident, place, "sent")
            return fate, said
        reply = after_attempt(self.reply(ident), fate, said, now, again=again)
        with suppress(OSError):  # on a full disk its place alone must say what became of it
            self.note(ident, reply)
        if fate is DeliveryFate.later and reply.due is None:
            fate = DeliveryFate.refused
        if fate is DeliveryFate.refused:
            self.shift(ident, place, "refused")
        elif fate in (DeliveryFate.later, DeliveryFate.away) and place == "trying":
            self.shift(ident, place, "queued")
        return fate, reply.text

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
