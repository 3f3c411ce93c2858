"""Where the lines of a sheet come from: found in the mail in a way that shares nothing with the program's own."""

import html
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from pbem.mail.extraction.texts import contents
from tests.mail.corpus.mails import essence

_TAG = re.compile(r"<[^<>]*>")
_CODECS = ("utf-8", "cp1252", "utf-16", "utf-16-be", "utf-7", "mac-roman", "cp850", "koi8-r", "gb18030", "iso8859-2")


def strange_line(sheet: str, raw: bytes, form: str = "") -> str:
    """A line of *sheet* that stands neither in the mail nor in the *form* that was sent to its writer; else empty."""
    wanted = {line: _bare(line) for line in essence(sheet)}
    for known in (form, *_texts(raw), *(text.text for text in contents(raw).texts)):
        bare = _bare(known)
        wanted = {line: letters for line, letters in wanted.items() if letters not in bare}
        if not wanted:
            return ""
    return next(iter(wanted))


def _texts(raw: bytes) -> Iterator[str]:
    yield from _decoded(raw)
    try:
        for part in message_from_bytes(raw).walk():
            yield from _decoded(_payload(part))
    except RecursionError:
        return


def _payload(part: Message) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, AttributeError):
        return b""
    return payload if isinstance(payload, bytes) else b""


def _decoded(data: bytes) -> Iterator[str]:
    for codec in _CODECS:
        text = data.decode(codec, "ignore")
        yield text
        if "<" in text or "&" in text:
            yield html.unescape(_TAG.sub("", text))


def _bare(text: str) -> str:
    """The letters and digits alone, for spaces, bullets and quotation marks may change on the way."""
    return "".join(filter(str.isalnum, text))
