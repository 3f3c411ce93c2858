"""A digest (RFC 1153) in which a mailing list sends several emails at once: where each of them begins and ends."""

import re
from collections.abc import Iterator, Sequence
from email.utils import parseaddr

import msgspec

from pbem.mail.extraction import post_languages as said
from pbem.mail.extraction.languages import either

_ABOVE = re.compile(rf"(?:{either(said.DIGEST_NUMBERS)}):? \d{{1,4}}", re.IGNORECASE)
_HEADER = re.compile(r"[A-Z][A-Za-z-]{1,30}: ?\S.{0,300}|\s+\S.{0,300}")
_MOST_HEADERS = 20
_RULE = re.compile(r"-{20,80}")
_NEEDED = {"From", "Date", "Subject"}


class DigestPart(msgspec.Struct, frozen=True):
    """An email of a digest: its headers are the lines from *first* to before *text*, which ends before line *end*."""

    first: int
    text: int
    end: int
    sender: str


def parts(lines: Sequence[str]) -> Iterator[DigestPart]:
    """The emails in the digest that *lines* are, if they are one."""
    for first, line in enumerate(lines):
        if len(line) > _MOST_HEADERS or not _ABOVE.fullmatch(line.strip()):
            continue
        text = first + 1
        while text < min(len(lines), first + _MOST_HEADERS) and _HEADER.fullmatch(lines[text].rstrip()):
            text += 1
        heads = dict(each.split(":", 1) for each in lines[first + 1 : text] if not each[:1].isspace())
        sender = parseaddr(heads.get("From", "").strip())
        if heads.keys() >= _NEEDED and any(sender):
            end = next((at for at in range(text, len(lines)) if _RULE.fullmatch(lines[at].strip())), len(lines))
            yield DigestPart(first, text, end, sender[0] or sender[1])
