"""Files in which mail programs keep emails: `.mbox` with any number, and `.emlx` of Apple Mail with one.

Each may have .txt behind its name.
"""

import re
from pathlib import Path
from typing import BinaryIO, Literal

from pbem.mail.mime import truncation
from pbem.store.refusal import Refusal

MAILBOXES = frozenset({".mbox", ".emlx"})
MAILS = frozenset({".eml", *MAILBOXES})
_OUTLOOK = frozenset({".msg", ".oft", ".pst", ".ost", ".olm"})
_SHOWN = ".txt"
"""What some programs put behind the name of a file that they save or send."""
_PARTIAL = ".partial.emlx"
"""How Apple Mail names an email whose attachments are elsewhere."""
_SEPARATOR = re.compile(rb"From \S")
_TIME, _YEAR = re.compile(rb"\d:\d\d"), re.compile(rb"\b\d{4}\b")
_HEADER = re.compile(rb"[!-9;-~]{1,100}:|>?From ")
_LONGEST = 200
"""Bytes that are looked at of a line between two emails."""
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_COUNT = re.compile(rb"[ \t]*(\d{1,12})[ \t]*\r?\n")
_INSTEAD = {
    "outlook": "is in a format of Outlook, which pbem does not read; forward the email to the game, or save it as .eml",
    "partial": "is an email of Apple Mail without its attachments; save it there as “Raw Message Source”, as .eml",
    "large": "is a mailbox of more than 2 MB; save the email alone, as .eml",
}


class NotOneEmail(Refusal):
    """A file has the name of emails, and no email can be taken from it, or not one alone."""


def only_email(file: BinaryIO) -> tuple[bytes, bool]:
    """What is in a *file* that is read by itself, and whether it is an email; raises `NotOneEmail`."""
    name = Path(str(getattr(file, "name", "")))
    start, size = truncation.read(file)
    if (sort := sort_of(name, size)) != "other":
        raise NotOneEmail(f"{name.name} {_INSTEAD[sort]}.")
    if suffix(name) not in MAILS:
        return start, False
    emails = emails_in(suffix(name), truncation.kept(start, size))
    if len(emails) > 1:
        raise NotOneEmail(
            f"{name.name} has {len(emails)} emails, and one at a time is read; save the one alone, as .eml. "
            "All of them are taken from the folder for incoming mail, each for its sender."
        )
    return emails[0], True


def suffix(path: Path) -> str:
    """The ending of a file's name by which it is read."""
    return Path(path.name.lower().removesuffix(_SHOWN)).suffix


def stem(path: Path) -> str:
    """The rest of that name, in small letters."""
    return Path(path.name.lower().removesuffix(_SHOWN)).stem


def sort_of(path: Path, size: int) -> Literal["partial", "outlook", "large", "other"]:
    """Why a file of emails of *size* bytes is not read, by its name; `other` if neither is why."""
    if path.name.lower().removesuffix(_SHOWN).endswith(_PARTIAL):
        return "partial"
    if suffix(path) in _OUTLOOK:
        return "outlook"
    return "large" if suffix(path) in MAILBOXES and size > truncation.MOST_BYTES else "other"


def emails_in(ending: str, raw: bytes) -> list[bytes]:
    """The emails in a file whose name has this *ending*; any other is one email, whatever it holds."""
    if ending == ".mbox":
        return _of_mbox(raw)
    return [_of_emlx(raw) if ending == ".emlx" else raw]


def _of_mbox(raw: bytes) -> list[bytes]:
    """The emails of a mailbox, without the line above each, the empty one below it, and the `>` before its "From ".

    A line that begins with "From " starts an email only if it tells a time, and a header is below it: programs differ
    in whether they mark such a line of a text with `>`.
    """
    lines = raw.splitlines(keepends=True)
    starts = [number for number in range(len(lines)) if _begins(lines, number)]
    if starts[:1] != [0]:
        return [raw]
    emails = (lines[start + 1 : end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True))
    return [_ESCAPED.sub(rb"\1", b"".join(_without_end(email))) for email in emails]


def _begins(lines: list[bytes], number: int) -> bool:
    if not _SEPARATOR.match(lines[number]) or (number and lines[number - 1].strip()):
        return False
    line = lines[number][:_LONGEST]
    below = lines[number + 1] if number + 1 < len(lines) else b""
    return bool(_TIME.search(line) and _YEAR.search(line) and _HEADER.match(below))


def _without_end(lines: list[bytes]) -> list[bytes]:
    return lines[:-1] if lines and not lines[-1].strip() else lines


def _of_emlx(raw: bytes) -> bytes:
    """The email in a file of Apple Mail: as many bytes as its first line says, above what the program noted."""
    count = _COUNT.match(raw)
    return raw[count.end() : count.end() + int(count[1])] if count else raw
