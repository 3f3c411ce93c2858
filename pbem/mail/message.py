"""Mails that go out: plain text, seven bits, with every header that threads and robots look for."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

from pbem.report.layout import inline
from pbem.store.outbox import Envelope, with_envelope

_POLICY = SMTP.clone(max_line_length=76)
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]*")
_ID = re.compile(r"<[!-;=?-~]{1,250}@[!-;=?-~]{1,250}>")
_TO = re.compile(rb"\r\nTo: [^\r\n]*(?:\r\n [^\r\n]*)*")
_OWN_ID = re.compile(rb"\r\nMessage-ID: [^\r\n]*")
_LETTER = re.compile(r"round-(\d+)-(.+)")
_MOST_NAME = 60
_MOST_SUBJECT = 200
MOST_REFERENCES = 10
"""Besides the first: so that the header stays small however long a campaign gets (RFC 5322, 3.6.4 sets no limit)."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One mail to one recipient.

    *answers* is the Message-ID of the mail that it answers, *references* those of the thread before it;
    *list_id* is the game's name among lists (RFC 2919), *bounces* the envelope sender if it is not *sender*.
    """

    message_id: str
    sender: str
    sender_name: str
    recipient: str
    recipient_name: str
    subject: str
    text: str
    date: datetime
    answers: str = ""
    references: tuple[str, ...] = ()
    automatic: str = "auto-generated"
    list_id: str = ""
    bounces: str = ""


def message_id(secret: str, ident: str, recipient: str, sender: str) -> str:
    """The Message-ID of message *ident*: always the same, and nobody can read in it what others sent."""
    name = "\0".join(("message", ident, recipient)).encode()
    digest = hmac.new(secret.encode(), name, hashlib.sha256).hexdigest()[:32]
    return f"<{digest}@{sender.rpartition('@')[2]}>"


def naming_ours(ids: Iterable[str], sender: str) -> frozenset[str]:
    """Those of *ids* that look like what `message_id` makes: whether they are can be seen only from what was sent."""
    pattern = re.compile(rf"<[0-9a-f]{{32}}@{re.escape(sender.rpartition('@')[2])}>")
    return frozenset(one for one in ids if pattern.fullmatch(one))


def bounce_word(secret: str, ident: str) -> str:
    """The word of twelve letters and digits that message *ident* writes into its envelope sender."""
    name = "\0".join(("bounce", ident)).encode()
    return base64.b32encode(hmac.new(secret.encode(), name, hashlib.sha256).digest())[:12].decode().lower()


def letters_before(ident: str) -> tuple[str, ...]:
    """The letters that went to the same seat before the letter *ident*: its thread, of bounded length."""
    found = _LETTER.fullmatch(ident)
    if not found:
        return ()
    rounds = range(1, int(found[1]))
    kept = [*rounds[:1], *rounds[1:][-MOST_REFERENCES:]]
    return tuple(f"round-{number:04d}-{found[2]}" for number in kept)


def ids_in(text: str) -> tuple[str, ...]:
    """The Message-IDs in a References or In-Reply-To header, in their order and each once; the rest is left out."""
    return tuple(dict.fromkeys(_ID.findall(text)))


def as_bytes(message: Message) -> bytes:
    """The mail exactly as it goes to the server."""
    fields = [
        ("From", _mailbox(message.sender_name, message.sender)),
        ("To", _mailbox(message.recipient_name, message.recipient)),
        ("Subject", encoded(_shortened(inline(message.subject)), "Subject")),
        ("Date", format_datetime(message.date)),
        ("Message-ID", message.message_id),
    ]
    answered = ids_in(message.answers)[:1]
    if answered:
        fields.append(("In-Reply-To", answered[0]))
    if thread := _bounded((*message.references, *answered)):
        fields.append(("References", "\r\n ".join(thread)))
    fields += [("Auto-Submitted", message.automatic), ("X-Auto-Response-Suppress", "All")]
    if message.list_id:
        fields.append(("List-Id", _named(message.sender_name, message.list_id)))
        fields.append(("List-Help", f"<mailto:{message.sender}?subject=help>"))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields).encode("ascii")
    return head + _body(message.text)


def posted(message: Message, seat: str = "") -> bytes:
    """The mail with its envelope, as it lies in the outbox; with a *seat* it follows the seat's address."""
    envelope = Envelope(message.recipient, message.bounces or message.sender, message.date, seat)
    return with_envelope(envelope, as_bytes(message))


def readdressed(mail: bytes, name: str, address: str, ident: str) -> bytes:
    """A mail of ours with another recipient and the Message-ID *ident* in its head."""
    head, end, body = mail.partition(b"\r\n\r\n")
    for pattern, line in ((_TO, f"To: {_mailbox(name, address)}"), (_OWN_ID, f"Message-ID: {ident}")):
        head = pattern.sub(f"\r\n{line}".encode("ascii").replace(b"\\", rb"\\"), head, count=1)
    return head + end + body


def encoded(text: str, name: str) -> str:
    """*text* as the value of the header *name*, folded, in encoded words if it needs them (RFC 2047)."""
    plain = text.isascii() and "=?" not in text and all(len(word) < _MOST_NAME for word in text.split())
    header = Header(text, "us-ascii" if plain else "utf-8", maxlinelen=76, header_name=name)
    return header.encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    return _named(name, address) if inline(name) else address


def _named(name: str, address: str) -> str:
    """A phrase and an address in angle brackets; too long for one line, the address stands on the next."""
    shown = inline(name)[:_MOST_NAME].strip()
    if not _PLAIN.fullmatch(shown):
        quotable = shown.isascii() and "=?" not in shown
        shown = '"' + re.sub(r'(["\\])', r"\\\1", shown) + '"' if quotable else _one_word(shown)
    gap = " " if len(shown) + len(address) < 64 else "\r\n "
    return f"{shown}{gap}<{address}>"


def _one_word(name: str) -> str:
    """As much of *name* as fits into one encoded word: some programs put a blank between two."""
    while "\n" in (word := encoded(name, "From")):
        name = name[:-1]
    return word


def _shortened(subject: str) -> str:
    """A subject without the middle of one that nobody would read: its end carries the token."""
    if len(subject) <= _MOST_SUBJECT:
        return subject
    half = _MOST_SUBJECT // 2 - 3
    return f"{subject[:half]} ... {subject[-half:]}"


def _bounded(ids: Iterable[str]) -> Sequence[str]:
    """The thread's first id and its last ones; whatever is no id is left out."""
    known = list(dict.fromkeys(one for one in ids if _ID.fullmatch(one)))
    return [*known[:1], *known[1:][-MOST_REFERENCES:]]


def _body(text: str) -> bytes:
    part = EmailMessage(_POLICY)
    part["MIME-Version"] = "1.0"
    part.set_content(text, charset="utf-8", cte="quoted-printable")
    return part.as_bytes()
