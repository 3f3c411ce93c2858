"""Which of our letters bounced, to whom, and for how long (RFC 3464), and the addresses that bounces go to."""

import logging
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.message import Message
from typing import Any

import msgspec

from pbem.mail.mime.decoding import transferred
from pbem.mail.mime.headers import headers_of, message_id_of, references_of, safe_header, sender_of

_MOST_READ = 100_000  # the parser takes seconds for tens of thousands of parts; a report is at the beginning
_MOST_PARTS = 100
_MOST_ODD_PARTS = 20  # those who write bounces of a form of their own write simple emails, and many parts take long
_MOST_RECIPIENTS = 50
_MOST_IDS = 10
_MOST_DIAGNOSTIC = 300
_STATUS = re.compile(r"\b([245]\.[0-9]{1,3}\.[0-9]{1,3})\b")
_ADDRESS = re.compile(r"[^\s<>@;,]{1,200}@[^\s<>@;,]{1,250}")
_ID = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,200}>")
_QUOTED_ID = re.compile(rf"^[>| \t]{{0,20}}Message-ID:[ \t]{{0,20}}({_ID.pattern})", re.I | re.M)
_LATE = re.compile(r"\b(?:delayed|not yet|warning|will be retried|still trying|verzögert|retard|ritard)", re.I)
_MOST_LATE = 2000
_WORD = re.compile(r"[a-z0-9-]{1,60}")
_RETURNED = frozenset(
    {"message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers", "message/global-headers"}
)
_BETWEEN = re.compile(rb"\r?\n(?:[ \t]*\r?\n)+")
_REPORTS = ("message/delivery-status", "message/global-delivery-status")

logging.getLogger("flufl.bounce").addHandler(logging.NullHandler())  # it logs what it then raises


class Bounce(msgspec.Struct, frozen=True, kw_only=True):
    """One recipient whom a letter did not reach: *failed* for good, or *delayed* and still being tried.

    *status* is the enhanced code (RFC 3463), empty if none was given; *message_ids* are those that the bounce names.
    A relay may have given the message another: then its *sender* and *subject*, and the *earlier* messages to which it
    refers, tell which it was.
    """

    recipient: str
    failed: bool
    delayed: bool = False
    status: str = ""
    diagnostic: str = ""
    message_ids: tuple[str, ...] = ()
    sender: str = ""
    subject: str = ""
    earlier: tuple[str, ...] = ()

    @property
    def soft(self) -> bool:
        """Whether the address itself may be good: the server gave up on something that passes (4.x.x)."""
        return self.status.startswith("4")


def bounced(raw: bytes, *, sure: bool = False) -> tuple[Bounce, ...]:
    """The recipients that a bounce complains of; empty for what only tells of success. Never raises.

    Only for an email that a robot wrote: people quote bounces too. If it is *sure* that it is a bounce, and no
    recipient can be found in it, it complains of whoever was sent the messages that it names.
    """
    try:
        message = message_from_bytes(raw[:_MOST_READ])
        returned = _returned(message)
        return tuple(msgspec.structs.replace(one, **returned) for one in _bounced(message, sure=sure))
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):
        return ()


def bounce_address(pattern: str, word: str) -> str:
    """The address that one message's bounces go to: *pattern* with the word in the place of its `*`."""
    return pattern.replace("*", word, 1)


def word_of(pattern: str, addresses: Iterable[str]) -> str:
    """The word in the first of the addresses, or lines of addresses, that is made from *pattern*; empty if none is."""
    before, star, after = pattern.lower().partition("*")
    for line in addresses if star else ():
        for address in _ADDRESS.findall(line.lower()):
            word = address[len(before) : len(address) - len(after)]
            if address == before + word + after and _WORD.fullmatch(word):
                return str(word)
    return ""


def _bounced(message: Message, *, sure: bool) -> tuple[Bounce, ...]:
    parts = list(_parts(message))
    ids = _message_ids(parts)
    reports = [part for part in parts if part.get_content_type() in _REPORTS]
    blocks = [block for part in reports for block in _blocks(part)]
    told = [block for block in blocks if "Action" in block or "Final-Recipient" in block]
    if told:
        found = (_told(block, ids) for block in told[:_MOST_RECIPIENTS])
        return tuple(one for one in found if one is not None)
    odd = tuple(_odd(message, ids)) if len(parts) <= _MOST_ODD_PARTS else ()
    if odd or not (sure and ids):
        return odd
    late = is_late(" ".join([safe_header(message, "Subject"), *map(_text, parts[:2])]))
    return (Bounce(recipient="", failed=not late, delayed=late, message_ids=ids),)


def is_late(text: str) -> bool:
    """Whether a mail server that writes *text* has not given up yet."""
    return _LATE.search(text[:_MOST_LATE]) is not None


def _returned(message: Message) -> dict[str, Any]:
    """What the headers of the returned message say of it, if any came back."""
    for part in _parts(message):
        if part.get_content_type() in _RETURNED:
            payload = part.get_payload()
            inner = payload[0] if isinstance(payload, list) and payload else headers_of(_text(part).encode())
            if isinstance(inner, Message):
                earlier = references_of(inner)[-_MOST_IDS:]
                return {"sender": sender_of(inner), "subject": safe_header(inner, "Subject"), "earlier": earlier}
    return {}


def _parts(message: Message) -> Iterator[Message]:
    for number, part in enumerate(message.walk()):
        if number == _MOST_PARTS:
            return
        yield part


def _blocks(part: Message) -> list[Message]:
    """The blocks of fields of a report; Python's parser takes those with letters of all languages for an email."""
    payload = part.get_payload()
    whole = "\n\n".join(map(_as_written, payload)) if isinstance(payload, list) else _text(part)
    encoding = safe_header(part, "Content-Transfer-Encoding")
    data = transferred(whole.encode("utf-8", "surrogateescape"), encoding).data
    return [headers_of(block.lstrip(b"\r\n")) for block in _BETWEEN.split(data)[: 2 * _MOST_RECIPIENTS]]


def _as_written(block: Message) -> str:
    """What was parsed as *block*; Python would fold its headers anew, which takes time by the square of their words."""
    payload = block.get_payload()
    body = "\n\n".join(map(_as_written, payload)) if isinstance(payload, list) else str(payload or "")
    return "".join(f"{name}: {value}\n" for name, value in block.raw_items()) + f"\n{body}"


def _told(block: Message, ids: tuple[str, ...]) -> Bounce | None:
    """One recipient's fields (RFC 3464, 2.3); None if the letter went its way."""
    names = ("Original-Recipient", "Final-Recipient", "X-Actual-Recipient")
    recipient = next(filter(None, (_recipient(safe_header(block, name)) for name in names)), "")
    diagnostic = safe_header(block, "Diagnostic-Code").partition(";")[2].strip()
    found = _STATUS.search(safe_header(block, "Status")) or _STATUS.search(diagnostic)
    status = found[1] if found else ""
    action = safe_header(block, "Action").partition("(")[0].strip().lower() or ("failed" if status[:1] == "5" else "")
    if not recipient or action not in ("failed", "delayed"):
        return None
    return Bounce(
        recipient=recipient,
        failed=action == "failed",
        delayed=action == "delayed",
        status=status,
        diagnostic=diagnostic[:_MOST_DIAGNOSTIC],
        message_ids=ids,
    )


def _recipient(value: str) -> str:
    found = _ADDRESS.search(value.rpartition(";")[2])
    return found.group() if found else ""


def _message_ids(parts: list[Message]) -> tuple[str, ...]:
    """The Message-IDs of what was returned, or quoted, or answered; the surest first."""
    ids: list[str] = []
    for part in parts:
        if part.get_content_type() in _RETURNED:
            payload = part.get_payload()
            if isinstance(payload, list):
                ids += [message_id_of(one) for one in payload if isinstance(one, Message)]
            else:
                ids += _QUOTED_ID.findall(_text(part))
    for part in parts:
        if part.get_content_maintype() == "text" and not part.is_multipart():
            ids += _QUOTED_ID.findall(_text(part))
    for name in ("In-Reply-To", "References", "X-Original-Message-ID"):
        ids += _ID.findall(safe_header(parts[0], name)) if parts else []
    return tuple(dict.fromkeys(one for one in ids if one and one.isascii()))[:_MOST_IDS]


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", errors="replace") if isinstance(payload, bytes) else ""


def _odd(message: Message, ids: tuple[str, ...]) -> Iterator[Bounce]:
    """What a collection of the world's non-standard bounces recognises; it cannot tell why."""
    from flufl.bounce import all_failures  # noqa: PLC0415 - costs 30 ms that most commands need not pay

    try:
        waiting, failed = all_failures(message)
    except Exception:  # noqa: BLE001 - seventeen readers of foreign texts, none of which expects bad bytes
        return
    for known, final in ((failed, True), (waiting - failed, False)):
        for address in sorted(known)[:_MOST_RECIPIENTS]:
            if recipient := _recipient(address.decode("utf-8", errors="replace")):
                yield Bounce(recipient=recipient, failed=final, delayed=not final, message_ids=ids)
