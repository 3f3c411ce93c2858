"""Emails that go out, in seven bits, with every header that threads and robots look for."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from urllib.parse import quote

import msgspec

from pbem.mail.outgoing.body import MailBody
from pbem.mail.outgoing.body import as_bytes as body_as_bytes
from pbem.report.layout import inline
from pbem.store.outbox import QueuedMail, with_envelope

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]*")
_ID = re.compile(r"<[!-;=?-~]{1,250}@[!-;=?-~]{1,250}>")
_TO = re.compile(rb"\r\nTo: [^\r\n]*(?:\r\n [^\r\n]*)*")
_OWN_ID = re.compile(rb"\r\nMessage-ID: (<[^\r\n]*>)")
_OWN_NAME = re.compile(rb"(?<=\r\nMessage-ID: <)[0-9a-f]{32}")
_LETTER = re.compile(r"round-(\d+)-(.+)")
_MOST_NAME = 60
_MOST_SUBJECT = 200
MOST_REFERENCES = 10
"""Besides the first: so that the header stays small however long a campaign gets (RFC 5322, 3.6.4 sets no limit)."""


class OutgoingMail(msgspec.Struct, frozen=True, kw_only=True):
    """One email to one recipient.

    *answers* is the Message-ID of the email that it answers, *references* those of the thread before it, of which a
    letter answers the last;
    *list_id* is the game's name among lists (RFC 2919), *bounces* the envelope sender if it is not *sender*,
    *unsubscribe* the subject of an email that ends a subscription (RFC 2369, 3.2).
    """

    message_id: str
    sender: str
    sender_name: str
    recipient: str
    recipient_name: str
    subject: str
    body: MailBody
    date: datetime
    answers: str = ""
    references: tuple[str, ...] = ()
    automatic: str = "auto-generated"
    list_id: str = ""
    bounces: str = ""
    unsubscribe: str = ""


def message_name(key: str, ident: str, recipient: str) -> str:
    """The beginning of every Message-ID of message *ident*, by which it is known: no one else can make it."""
    name = "\0".join(("message", ident, recipient)).encode()
    return hmac.new(key.encode(), name, hashlib.sha256).hexdigest()[:32]


def message_id(key: str, ident: str, recipient: str, sender: str, subject: str, text: str) -> str:
    """The Message-ID of message *ident*: the same for the same words, and no one can read in it what others sent.

    Other words under the same *ident*, as in a game that was put back from a backup, have another one: mail programs
    show only one email of each.
    """
    words = hmac.new(key.encode(), "\0".join(("words", subject, text)).encode(), hashlib.sha256).hexdigest()[:16]
    return f"<{message_name(key, ident, recipient)}.{words}@{sender.rpartition('@')[2]}>"


def naming_ours(ids: Iterable[str], sender: str) -> frozenset[str]:
    """The names (`message_name`) in those of *ids* that look like ours: whether they are, only what was sent shows."""
    pattern = re.compile(rf"<([0-9a-f]{{32}})(?:\.[0-9a-f]{{16}})?@{re.escape(sender.rpartition('@')[2])}>")
    return frozenset(found[1] for one in ids if (found := pattern.fullmatch(one)))


def id_of(mail: bytes) -> str:
    """The Message-ID that an email of ours bears; empty if it has none."""
    found = _OWN_ID.search(mail.partition(b"\r\n\r\n")[0])
    return found[1].decode("ascii", errors="replace") if found else ""


def bounce_word(key: str, ident: str) -> str:
    """The word of twelve letters and digits that message *ident* writes into its envelope sender."""
    name = "\0".join(("bounce", ident)).encode()
    return base64.b32encode(hmac.new(key.encode(), name, hashlib.sha256).digest())[:12].decode().lower()


def letters_before(ident: str) -> tuple[str, ...]:
    """The names of all letters that may have gone to the same seat before the letter *ident*."""
    found = _LETTER.fullmatch(ident)
    return tuple(f"round-{number:04d}-{found[2]}" for number in range(1, int(found[1]))) if found else ()


def shortened(thread: Iterable[str]) -> Sequence[str]:
    """The first of a *thread* and the last ones, each once: enough for a mail program to join them."""
    known = list(dict.fromkeys(thread))
    return [*known[:1], *known[1:][-MOST_REFERENCES:]]


def ids_in(text: str) -> tuple[str, ...]:
    """The Message-IDs in a References or In-Reply-To header, in their order and each once; the rest is left out."""
    return tuple(dict.fromkeys(_ID.findall(text)))


def as_bytes(message: OutgoingMail) -> bytes:
    """The mail exactly as it goes to the server."""
    fields = [
        ("From", _mailbox(message.sender_name, message.sender)),
        ("To", _mailbox(message.recipient_name, message.recipient)),
        ("Subject", encoded(_shortened(inline(message.subject)), "Subject")),
        ("Date", format_datetime(message.date)),
        ("Message-ID", message.message_id),
    ]
    answered = ids_in(message.answers)[:1]
    if thread := _bounded((*message.references, *answered)):
        fields.append(("In-Reply-To", thread[-1]))
        fields.append(("References", "\r\n ".join(thread)))
    fields += [("Auto-Submitted", message.automatic), ("X-Auto-Response-Suppress", "All")]
    if message.list_id:
        fields.append(("List-Id", _named(message.sender_name, message.list_id)))
        fields.append(("List-Help", f"<mailto:{message.sender}?subject=help>"))
    if message.unsubscribe:
        fields.append(("List-Unsubscribe", f"<mailto:{message.sender}?subject={quote(message.unsubscribe)}>"))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields).encode("ascii")
    return head + body_as_bytes(message.body, message.message_id)


def posted(message: OutgoingMail, seat: str = "", holder: tuple[str, int] | None = None) -> bytes:
    """The mail with its envelope, as it is in the outbox; with a *seat* it follows the address of that *holder*."""
    envelope = QueuedMail(message.recipient, message.bounces or message.sender, message.date, seat, holder)
    return with_envelope(envelope, as_bytes(message))


def readdressed(mail: bytes, player: str, address: str, name: str) -> bytes:
    """An email of ours with another recipient in its head, and with *name* (`message_name`) in its Message-ID."""
    head, end, body = mail.partition(b"\r\n\r\n")
    to = f"\r\nTo: {_mailbox(player, address)}".encode("ascii").replace(b"\\", rb"\\")
    return _OWN_NAME.sub(name.encode("ascii"), _TO.sub(to, head, count=1), count=1) + end + body


def encoded(text: str, name: str) -> str:
    """*text* as the value of the header *name*, folded, in encoded words if it needs them (RFC 2047)."""
    plain = text.isascii() and "=?" not in text and all(len(word) < _MOST_NAME for word in text.split())
    header = Header(text, "us-ascii" if plain else "utf-8", maxlinelen=76, header_name=name)
    return header.encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    return _named(name, address) if inline(name) else address


def _named(name: str, address: str) -> str:
    """A phrase and an address in angle brackets; too long for one line, the address is on the next."""
    shown = inline(name)[:_MOST_NAME].strip()
    if not _PLAIN.fullmatch(shown):
        quotable = shown.isascii() and "=?" not in shown
        shown = '"' + re.sub(r'(["\\])', r"\\\1", shown) + '"' if quotable else _one_word(shown)
    gap = " " if len(shown) + len(address) < 64 else "\r\n "
    return f"{shown}{gap}<{address}>"


def _one_word(name: str) -> str:
    """As much of *name* as fits into one encoded word: some programs put a space between two."""
    while "\n" in (word := encoded(name, "From")):
        name = name[:-1]
    return word


def _shortened(subject: str) -> str:
    """A subject without the middle of one that no one would read: its end carries the token."""
    if len(subject) <= _MOST_SUBJECT:
        return subject
    half = _MOST_SUBJECT // 2 - 3
    return f"{subject[:half]} ... {subject[-half:]}"


def _bounded(ids: Iterable[str]) -> Sequence[str]:
    """The thread's first id and its last ones; whatever is not an id is left out."""
    return shortened(one for one in ids if _ID.fullmatch(one))
