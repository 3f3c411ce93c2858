"""An email's bytes as its signature saw them (RFC 6376, 3.4, 3.7), in linear time."""

import hashlib
import re

import msgspec

from pbem.mail.authentication.tags import Canonical, DkimTags
from pbem.mail.mime.headers import MOST_BYTES, MOST_HEAD

Fields = tuple[tuple[bytes, bytes], ...]
_END_OF_HEAD = re.compile(rb"(?:\A|\r?\n)\r?\n")
_END_OF_LINE = re.compile(rb"\r?\n")
_FIELD = re.compile(rb"([\x21-\x39\x3b-\x7e]+):")
_BLANKS = re.compile(rb"[ \t]+")
_OWN_VALUE = re.compile(rb"((?:^|;)[ \t\r\n]*b[ \t\r\n]*=)[^;]*")


class SplitMail(msgspec.Struct, frozen=True):
    """An email in header fields and body, all lines ended by CR LF; a field's value ends with its line's.

    It is *strange* where readers differ about what is a header: with a bare CR, a line that is not a field, a NUL.
    One line of an unsigned header could otherwise hold, between bare CRs, a whole other email. *hashes* keeps what
    was once worked out.
    """

    fields: Fields
    body: bytes
    strange: bool
    hashes: dict[Canonical, bytes] = {}


def split_mail(raw: bytes) -> SplitMail | None:
    """An email in fields and body; None if it is too large to be read."""
    if len(raw) > MOST_BYTES:
        return None
    found = _END_OF_HEAD.search(raw)
    head, body = (raw[: found.start()], raw[found.end() :]) if found else (raw, b"")
    if len(head) > MOST_HEAD:
        return SplitMail((), b"", strange=True)
    fields, strange = _fields(_END_OF_LINE.split(head))
    return SplitMail(tuple(fields), body.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), strange)


def _fields(lines: list[bytes]) -> tuple[list[tuple[bytes, bytes]], bool]:
    """The header fields of the lines of a head, unfolded, and whether any of these is strange."""
    if lines[0].startswith(b"From "):
        lines = lines[1:]  # mail servers put this mbox line before what they pipe
    joined: list[list[bytes]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and joined:
            joined[-1].append(line)
        elif line:
            joined.append([line])
    fields = []
    strange = any(b"\r" in line or b"\0" in line for line in lines)
    for parts in joined:
        whole = b"\r\n".join(parts) + b"\r\n"
        found = _FIELD.match(whole)
        if found:
            fields.append((found[1], whole[found.end() :]))
        strange = strange or not found
    return fields, strange


def body_hash(tags: DkimTags, mail: SplitMail) -> bytes:
    """The SHA-256 of the whole body in the signature's way."""
    if tags.body not in mail.hashes:
        mail.hashes[tags.body] = hashlib.sha256(_body(mail.body, tags.body)).digest()
    return mail.hashes[tags.body]


def signed_bytes(tags: DkimTags, value: bytes, mail: SplitMail) -> bytes:
    """What was signed: the chosen fields, the lowest of a name first, and the signature without its own value."""
    own = next(name for name, text in mail.fields if text is value)
    left: dict[bytes, list[tuple[bytes, bytes]]] = {}
    for name, text in mail.fields:
        if text is not value:
            left.setdefault(name.lower(), []).append((name, text))
    chosen = [left[name].pop() for name in tags.headers if left.get(name)]
    last = _field(own, _OWN_VALUE.sub(rb"\1", value), tags.head).removesuffix(b"\r\n")
    return b"".join(_field(name, text, tags.head) for name, text in chosen) + last


def _field(name: bytes, value: bytes, way: Canonical) -> bytes:
    if way == "simple":
        return name + b":" + value
    return name.lower() + b":" + _BLANKS.sub(b" ", value.replace(b"\r\n", b"")).strip(b" ") + b"\r\n"


def _body(body: bytes, way: Canonical) -> bytes:
    if way == "relaxed":
        body = body.replace(b"\t", b" ")
        while b"  " in body:
            body = body.replace(b"  ", b" ")
        body = body.replace(b" \r\n", b"\r\n").removesuffix(b" ")
    kept = _without_last_lines(body)
    if kept:
        return kept + b"\r\n"
    return b"" if way == "relaxed" else b"\r\n"


def _without_last_lines(body: bytes) -> bytes:
    """Without the empty lines at the end; a CR that is followed by no LF belongs to a line."""
    stripped = body.rstrip(b"\r\n")
    tail = body[len(stripped) :]
    return body if tail.endswith(b"\r") else body[: len(stripped) + tail.rfind(b"\r\r") + 1]
