"""The headers of an email, read safely.

The standard library's parser is used in its old, forgiving way (compat32), and a header is only ever
read through this module: the newer parser raises on headers that real mail has.
"""

import base64
import hashlib
import hmac
import re
from binascii import Error as BadBase64
from collections.abc import Iterable
from datetime import UTC
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    HeaderParseError,
    InvalidHeaderDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime


def bounce_word(key: str, ident: str) -> str:
    """The word of twelve letters and digits that message *ident* writes into its envelope sender."""
    name = "\0".join(("bounce", ident)).encode()
    return base64.b32encode(hmac.new(key.encode(), name, hashlib.sha256).digest())[:12].decode().lower()


def naming_ours(ids: Iterable[str], sender: str) -> frozenset[str]:
    """The names (`message_name`) in those of *ids* that look like ours: whether they are, only what was sent shows.

    Some programs write domains, or whole ids, in capitals.
    """
    domain = re.escape(sender.rpartition("@")[2])
    pattern = re.compile(rf"<([0-9a-f]{{32}})(?:\.[0-9a-f]{{16}})?@{domain}>", re.IGNORECASE)
    return frozenset(found[1].lower() for one in ids if (found := pattern.fullmatch(one)))


def bounce_address(pattern: str, word: str) -> str:
    """The address that one message's bounces go to: *pattern* with the word in the place of its `*`."""
    return pattern.replace("*", word, 1)


def message_id(key: str, ident: str, recipient: str, sender: str, subject: str, text: str) -> str:
    """The Message-ID of message *ident*: the same for the same words, and no one can read in it what others sent.

    Other words under the same *ident*, as in a game that was put back from a backup, have another one: mail programs
    show only one email of each.
    """
    words = hmac.new(key.encode(), "\0".join(("words", subject, text)).encode(), hashlib.sha256).hexdigest()[:16]
    return f"<{message_name(key, ident, recipient)}.{words}@{sender.rpartition('@')[2]}>"


def message_name(key: str, ident: str, recipient: str) -> str:
    """The beginning of every Message-ID of message *ident*, by which it is known: no one else can make it."""
    name = "\0".join(("message", ident, recipient)).encode()
    return hmac.new(key.encode(), name, hashlib.sha256).hexdigest()[:32]


MOST_HEAD = 256 * 1024
"""The most bytes of headers, of an email or of a part: real ones take a few thousand."""
_DOUBLED = re.compile(rb"\r{2,3}\n")
_MOST_HEADER = 1000
"""How many characters of a header's text are used."""
_MOST_RAW = 10_000
"""How many are decoded; an encoded word takes several times the space."""
_MOST_REFERENCES = 20_000
_MOST_OF_A_NAME = 4
"""Headers of one name that are looked at."""
_MOST_ADDRESSES = 4000
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_ASIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()\\]*\)')
_ADDRESS = r"[!#$%&'*+/=?^_`{|}~.A-Za-z0-9-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
_FROM = re.compile(rf"[^<>@,;:]*<({_ADDRESS})>\s*|\s*({_ADDRESS})\s*")
_TO = re.compile(rf"[^<>]*<({_ADDRESS})>\s*|(?:[^<>@:]*:)?\s*({_ADDRESS})\s*")
"""One of several, in a group or not; around it may be what should have been quoted, for that sends no mail."""
_BROKEN_HEAD = (
    FirstHeaderLineIsContinuationDefect,
    InvalidHeaderDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
"""Defects of the headers themselves; some releases of Python also count what the body, which was not parsed, lacks."""
_ID = re.compile(r"<[^<>\s]{1,250}>")
_IN_BRACKETS = re.compile(r"<[^<>]{1,400}>")
_BARE = re.compile(r"[^<>\s@]{1,125}@[^<>\s@,;]{1,125}")


def on_one_line(text: str) -> str:
    """*text* with one space for each run of spaces, line ends and control characters."""
    return _BLANKS.sub(" ", text)


def headers_of(raw: bytes) -> Message:
    """The headers of an email, without its body; some programs double the CR of its line ends when they save it."""
    return BytesHeaderParser().parsebytes(_DOUBLED.sub(b"\r\n", raw[:MOST_HEAD]))


def safe_header(message: Message, name: str) -> str:
    """The first header called *name*, decoded, on one line, of bounded length; empty if there is none."""
    wanted = name.lower()
    raw = str(next((value for field, value in message.raw_items() if field.lower() == wanted), ""))[:_MOST_RAW]
    return on_one_line(_without_words(raw)).strip()[:_MOST_HEADER]


def sender_of(message: Message) -> str:
    """The address of the one From header, empty unless there is exactly one, with exactly one clear address."""
    lines = [str(line) for line in message.get_all("From", [])]
    broken = any(isinstance(defect, _BROKEN_HEAD) for defect in message.defects)
    if len(lines) != 1 or broken or len(lines[0]) > _MOST_HEADER:
        return ""
    found = _FROM.fullmatch(_ASIDE.sub("", on_one_line(lines[0])))
    return (found[1] or found[2]) if found else ""


def addresses_in(message: Message, name: str) -> tuple[str, ...]:
    """The clear addresses in the first header called *name*, ignoring quoted text and comments."""
    value = on_one_line(str(next(iter(message.get_all(name, [])), ""))[:_MOST_ADDRESSES])
    found = (_TO.fullmatch(one) for one in re.split("[,;]", _ASIDE.sub("", value)))
    return tuple(one[1] or one[2] for one in found if one)


def message_id_of(message: Message) -> str:
    """The Message-ID, empty unless a reply can quote it (RFC 5322, 3.6.4)."""
    found = _ID.fullmatch(str(message.get("Message-ID", "")).strip())
    return found.group() if found and found.group().isascii() else ""


def references_of(message: Message) -> tuple[str, ...]:
    """The Message-IDs that the email refers to, oldest first, without doubles; at most the first and the last ten.

    They are those of References and In-Reply-To (RFC 5322, 3.6.4): some programs leave out the last in the first. Some
    write them as encoded words, or fold them where they may not, or write a header twice, or no brackets.
    """
    lines = [value for name in ("References", "In-Reply-To") for value in message.get_all(name, [])[:_MOST_OF_A_NAME]]
    words = (_without_words(str(value)[:_MOST_REFERENCES]) for value in lines)
    whole = (_BLANKS.sub("", one) for line in words for one in _IN_BRACKETS.findall(line) or _without_brackets(line))
    found = tuple(dict.fromkeys(one for one in whole if one.isascii() and _ID.fullmatch(one)))
    return found if len(found) <= 11 else (found[0], *found[-10:])


def _without_brackets(line: str) -> list[str]:
    """The Message-IDs of a header that is nothing but these, without their brackets."""
    words = line.split()
    return [f"<{word}>" for word in words] if all(_BARE.fullmatch(word) for word in words) else []


def _without_words(raw: str) -> str:
    """The text of a header, on one line, with its encoded words decoded (RFC 2047)."""
    value = on_one_line(_decoded(raw.encode("utf-8", "surrogateescape"), ""))
    try:
        parts = decode_header(value)
    except (ValueError, LookupError, BadBase64, HeaderParseError):
        parts = [(value, None)]
    return "".join(part if isinstance(part, str) else _decoded(part, charset or "") for part, charset in parts)


def written_at(message: Message) -> str:
    """The email's Date, as an ISO time in UTC; empty if it is missing or unclear."""
    try:
        at = parsedate_to_datetime(safe_header(message, "Date"))
        return at.astimezone(UTC).isoformat() if at.tzinfo else ""
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _decoded(data: bytes, charset: str) -> str:
    for name in ("utf-8", charset):
        try:
            return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("cp1252", errors="replace")
