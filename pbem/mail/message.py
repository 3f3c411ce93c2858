"""Mails that go out: plain text, seven bits, with every header that threads and robots look for."""

import hashlib
import hmac
import re
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

from pbem.report.layout import inline

_POLICY = SMTP.clone(max_line_length=76)
_WIDE = SMTP.clone(max_line_length=900)
"""For headers: folded earlier, a long message id would be broken up."""
_TO = re.compile(rb"^X-Pbem-Recipient: (\S+)\r?$", re.MULTILINE)


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One mail to one recipient."""

    message_id: str
    sender: str
    sender_name: str
    recipient: str
    recipient_name: str
    subject: str
    text: str
    date: datetime
    answers: str = ""
    """The Message-ID of the mail that this one answers."""
    automatic: str = "auto-generated"


def message_id(secret: str, ident: str, recipient: str, sender: str) -> str:
    """The Message-ID of message *ident*: always the same, and nobody can read in it what others sent."""
    name = "\0".join(("message", ident, recipient)).encode()
    digest = hmac.new(secret.encode(), name, hashlib.sha256).hexdigest()[:32]
    return f"<{digest}@{sender.rpartition('@')[2]}>"


def as_bytes(message: Message) -> bytes:
    """The mail exactly as it goes to the server."""
    mail = EmailMessage(_POLICY)
    mail["From"] = Address(inline(message.sender_name), addr_spec=message.sender)
    mail["To"] = Address(inline(message.recipient_name), addr_spec=message.recipient)
    mail["Subject"] = inline(message.subject)
    mail["Date"] = format_datetime(message.date)
    mail["Message-ID"] = message.message_id
    if message.answers:
        mail["In-Reply-To"] = message.answers
        mail["References"] = message.answers
    mail["Auto-Submitted"] = message.automatic
    mail["X-Pbem-Recipient"] = message.recipient
    mail.set_content(message.text, charset="utf-8", cte="quoted-printable")
    return mail.as_bytes(policy=_WIDE)


def recipient_of(raw: bytes) -> str:
    """The address that a message of ours goes to."""
    head, _, _ = raw.partition(b"\r\n\r\n")
    found = _TO.search(head)
    if not found:
        raise ValueError("the message in the outbox names no recipient")
    return found[1].decode("ascii")
