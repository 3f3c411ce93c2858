"""Files in which mail programs keep emails: `.mbox` with any number, and `.emlx` of Apple Mail with one."""

import re

MAILBOXES = frozenset({".mbox", ".emlx"})
_SEPARATOR = re.compile(rb"From \S")
_TIME, _YEAR = re.compile(rb"\d:\d\d"), re.compile(rb"\b\d{4}\b")
_HEADER = re.compile(rb"[!-9;-~]{1,100}:|>?From ")
_LONGEST = 200
"""Bytes that are looked at of a line between two emails."""
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_COUNT = re.compile(rb"[ \t]*(\d{1,12})[ \t]*\r?\n")


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
