"""From the bytes of a mail to who wrote it and the text of its sheet.

The standard library's parser is used in its old, forgiving way (compat32), and a header is only ever
read through `safe_header`: the newer parser raises on headers that real mail has.
"""

import re
from binascii import Error as BadBase64
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser

import msgspec

from pbem.mail.body import decoded, sheet_in, unflowed

MOST_BYTES = 2 * 1024 * 1024
MOST_PARTS = 100
_MOST_HEADER = 1000
_YAML_TYPES = frozenset({"text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml"})
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_ASIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()\\]*\)')
_ADDRESS = r"[!#$%&'*+/=?^_`{|}~.A-Za-z0-9-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
_FROM = re.compile(rf"[^<>@,;:]*<({_ADDRESS})>\s*|\s*({_ADDRESS})\s*")
_ID = re.compile(r"<[^<>\s]{1,250}>")
_ROBOTS = frozenset({"mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply"})
_MASS = frozenset({"bulk", "junk", "list"})


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says of itself; *sender* is empty unless it has exactly one clear From.

    *text* is the sheet cut out of the mail, *problem* the code of what kept it from being found.
    """

    sender: str = ""
    subject: str = ""
    message_id: str = ""
    robot: bool = False
    text: str = ""
    problem: str = ""


def opened(raw: bytes) -> Envelope:
    """The envelope of a mail; never raises, whatever the bytes."""
    headers = BytesHeaderParser().parsebytes(raw[:MOST_BYTES])
    sender = _sender(headers)
    text, problem = ("", "mail-too-large") if len(raw) > MOST_BYTES else _text(raw)
    return Envelope(
        sender=sender,
        subject=safe_header(headers, "Subject"),
        message_id=_message_id(headers),
        robot=_robot(headers, sender),
        text=text,
        problem=problem,
    )


def safe_header(message: Message, name: str) -> str:
    """The first header called *name*, decoded, on one line, of bounded length; empty if there is none."""
    value = _BLANKS.sub(" ", str(next(iter(message.get_all(name, [])), "")))
    try:
        parts = decode_header(value)
    except (ValueError, LookupError, BadBase64, HeaderParseError):
        parts = [(value, None)]
    words = (part if isinstance(part, str) else decoded(part, charset or "") for part, charset in parts)
    return _BLANKS.sub(" ", "".join(words)).strip()[:_MOST_HEADER]


def _sender(message: Message) -> str:
    lines = [str(line) for line in message.get_all("From", [])]
    if len(lines) != 1 or message.defects or len(lines[0]) > _MOST_HEADER:
        return ""
    found = _FROM.fullmatch(_ASIDE.sub("", _BLANKS.sub(" ", lines[0])))
    return (found[1] or found[2]) if found else ""


def _message_id(message: Message) -> str:
    found = _ID.fullmatch(str(message.get("Message-ID", "")).strip())
    return found.group() if found and found.group().isascii() else ""


def _robot(message: Message, sender: str) -> bool:
    """Whether a program wrote the mail; programs are never answered."""
    return (
        safe_header(message, "Auto-Submitted").lower() not in ("", "no")
        or safe_header(message, "Precedence").lower() in _MASS
        or any(name.lower().startswith("list-") for name in message)
        or safe_header(message, "Return-Path") == "<>"
        or message.get_content_type() == "multipart/report"
        or sender.partition("@")[0].lower() in _ROBOTS
    )


def _text(raw: bytes) -> tuple[str, str]:
    try:
        parts = list(_parts(message_from_bytes(raw)))
    except (RecursionError, ValueError, LookupError):
        return "", "mail-unreadable"
    sheets = [part for part in parts if _is_sheet(part)]
    plain = [part for part in parts if part.get_content_type() == "text/plain" and not _attached(part)]
    for part, cut in [*((part, False) for part in sheets), *((part, True) for part in plain)]:
        text = _content(part)
        text = sheet_in(text) if cut else text
        if text.strip():
            return text, ""
    if not sheets and not plain:
        return "", "no-plain-text"
    return "", "empty-sheet"


def _parts(message: Message) -> Iterator[Message]:
    for number, part in enumerate(message.walk()):
        if number == MOST_PARTS:
            return
        if not part.is_multipart():
            yield part


def _is_sheet(part: Message) -> bool:
    name = (part.get_filename() or "").lower()
    return part.get_content_type() in _YAML_TYPES or name.endswith((".yaml", ".yml"))


def _attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    text = decoded(payload, _parameter(part, "charset"))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _parameter(part, "format") == "flowed":
        return unflowed(text, delete_blank=_parameter(part, "delsp") == "yes")
    return text


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name)
    return value.strip().lower() if isinstance(value, str) else ""
