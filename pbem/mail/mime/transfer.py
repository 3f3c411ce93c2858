"""Strict decoding of transfer encodings: damage is marked where it is, and never shifts the text.

What a lenient decoder ignores (an extra letter, missing padding) may turn one order into another.
Whatever can be read stands around the marks: orders that have none among them are as they were sent.
"""

import re
from binascii import Error as BadBytes
from binascii import a2b_base64, a2b_qp, a2b_uu
from collections import Counter
from collections.abc import Iterator
from heapq import nlargest
from itertools import pairwise

import msgspec

from pbem.mail.mime.text import DAMAGED

_UU = frozenset({"x-uuencode", "uuencode", "x-uue", "uue"})
_LONGEST = 76
"""The length of a line of quoted-printable (RFC 2045, 6.7) without its end."""
_LONGEST_KNOWN = 78
"""What Python's mail library, and the lists and clients made with it, write instead."""
_LONGEST_FOLDED = 1000
"""The longest line that any program folds (RFC 5322, 2.1.1)."""
_LOOKED_AT = 256 * 1024
_MOST_LINES = 60_000
"""An email does not have more lines of base64: they would be very short."""
_MARK = DAMAGED.encode()
_LINE = re.compile(rb"([^\r\n]*+)(\r*\n|\r|\Z)")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]*+(={0,2})")
_FOUR = re.compile(rb"[A-Za-z0-9+/]{4}")
_LOOSE = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*+(?:[\r\n]|\Z))")
_SOFT = re.compile(rb"=(?!\r?\n)[ \t]*+(?:\r*\n|\r|\Z)")
"""A soft line end with spaces or another line end than mail has."""
_FOLDED = re.compile(rb"(?<![^\r\n])[^\r\n]*+(?<==)(?=[\r\n])")
_TOO_LONG = re.compile(rb"(?<![^\r\n])[^\r\n]{%d}[^\r\n]*+" % (_LONGEST + 1))
_ESCAPE = re.compile(rb"=[0-9A-Fa-f]{2}")
_NEVER_ESCAPED = re.compile(rb"=(?:[013][0-9]|20|[46][1-9A-F]|[57][0-9A])", re.IGNORECASE)
_WHOLE = re.compile(rb"=[C-F][0-9A-F](?:=[89AB][0-9A-F])+|(?:=3D)+|(?<=[a-z])=[C-F][0-9A-F](?=[a-z .,;:!?)]|$)")
"""A character in UTF-8, equals signs as in a quoted rule, a letter in a word: no soft line end can have become one."""
_LEFT_OVER = re.compile(
    rb"(?![ \t]*+>)[^\r\n]*?(?:=3D|=20$|=[C-E][0-9A-F]=[89AB][0-9A-F]|[A-Za-z]=[C-F][0-9A-F][a-z]|(?<=[^=]{69})=$)"
)
"""Signs of undeclared quoted-printable in a line that is not quoted."""


class Transfer(msgspec.Struct, frozen=True):
    """The bytes of a part, with `DAMAGED` wherever something of them is lost or doubtful.

    *damaged* is the offset of the first damage in what was decoded, -1 if there is none. *footer* is plain text
    that someone, usually a mailing list, added below the encoded part.
    """

    data: bytes
    damaged: int = -1
    footer: bytes = b""


def transferred(body: bytes, encoding: str) -> Transfer:
    """*body* with its Content-Transfer-Encoding undone (RFC 2045, 6); an unknown one is treated as none."""
    name = encoding.strip().strip("\"';").lower()
    if name == "base64":
        return _base64(body)
    if name in ("quoted-printable", "quotedprintable", "quoted_printable"):
        return _quoted_printable(body)
    if name in _UU:
        return _uuencoded(body)
    return Transfer(body) if name == "binary" else _left_over(body)


def _base64(body: bytes) -> Transfer:
    """RFC 2045, 6.8: lines of one length, the last one shorter, bits left over are zero."""
    lines, footer = _base64_lines(body)
    if not lines:
        return Transfer(_MARK, 0) if footer else Transfer(b"")
    width = Counter(len(line) for _, line in lines).most_common(1)[0][0]
    if width % 4 and len(lines) > 1:  # no line of it can be read without those above it
        lines = [(lines[0][0], b"".join(line for _, line in lines))]
        width = len(lines[0][1])
    data: list[bytes] = []
    damaged = -1
    for number, (start, line) in enumerate(lines, 1):
        last = number == len(lines)
        read = _read_line(line) if last or len(line) == width else None
        if read is None or not (last or len(read) == width // 4 * 3) or len(line) > width:
            read = _around_damage(line, aligned=last or len(line) == width)
            damaged = start if damaged < 0 else damaged
        data.append(read)
    return Transfer(b"".join(data), damaged, body[footer:] if footer else b"")


def _base64_lines(body: bytes) -> tuple[list[tuple[int, bytes]], int]:
    """The lines of base64 with their places, and the place of a footer below them; 0 if there is none."""
    lines: list[tuple[int, bytes]] = []
    parted = False
    for found in _LINE.finditer(body):
        line = found[1].strip(b" \t\0")
        if not line:
            parted = parted or bool(lines)
            continue
        if not _BASE64.fullmatch(line) and lines and (parted or _footer(line)):
            return lines, found.start()
        if len(lines) > _MOST_LINES:
            return [*lines, (found.start(), b"=")], 0
        lines.append((found.start(), line))
        parted = bool(line.endswith(b"="))
    return lines, 0


def _read_line(line: bytes) -> bytes | None:
    """What a line of base64 says, None if it is not base64 or lacks a part."""
    try:
        data = a2b_base64(line, strict_mode=True)
    except BadBytes:
        return None
    return data if len(line) % 4 == 0 and _canonical(line) else None


def _around_damage(line: bytes, *, aligned: bool) -> bytes:
    """What a damaged line of base64 says before and behind its damage; *aligned* if no letter of it is lost."""
    data: list[bytes] = []
    for at in range(0, len(line) if aligned else 0, 4):
        four = _FOUR.fullmatch(line, at, min(at + 4, len(line)))
        if four or data[-1:] != [_MARK]:
            data.append(a2b_base64(four.group()) if four else _MARK)
    return b"".join(data) if _MARK in data else b"".join([*data, _MARK])


def _footer(line: bytes) -> bool:
    """Whether a line directly below base64 is plainly not part of it: words, or a rule of underscores or hyphens."""
    return line.count(b" ") >= 2 or line.startswith((b"____", b"----")) or b"://" in line


def _canonical(joined: bytes) -> bool:
    """Whether the bits that padding leaves over are zero."""
    if joined.endswith(b"=="):
        return joined[-3:-2] in b"AQgw"
    return not joined.endswith(b"=") or joined[-2:-1] in b"AEIMQUYcgkosw048"


def _quoted_printable(body: bytes) -> Transfer:
    places = sorted({*(found.start() for found in _LOOSE.finditer(body)), *_joined_lines(body)})
    return Transfer(a2b_qp(_with_plain_ends(_marked(body, places))), places[0] if places else -1)


def _marked(body: bytes, places: list[int]) -> bytes:
    """*body* with the mark of damage at each of *places*."""
    pieces = [body[one:other] for one, other in pairwise([0, *places, len(body)])]
    return _MARK.join(pieces)


def _with_plain_ends(body: bytes) -> bytes:
    """*body* with every soft line end as `=` and a line feed; there may be very many of them."""
    plain = bytearray()
    at = 0
    for found in _SOFT.finditer(body):
        plain += body[at : found.start()]
        plain += b"=\n"
        at = found.end()
    return bytes(plain + body[at:]) if at else body


def _joined_lines(body: bytes) -> Iterator[int]:
    """Where an escape in a line that is too long may be a soft line end that ran into the next line.

    Both lines must have been short enough; in one that is hardly too long the first was nearly full. Programs that fold
    nothing, or elsewhere than they should, have damaged nothing; but none escapes a letter, a digit or a space.
    """
    soft = nlargest(2, (found.end() - found.start() for found in _FOLDED.finditer(body)))
    long = nlargest(2, (found.end() - found.start() for found in _TOO_LONG.finditer(body)))
    folds = bool(soft) or (len(long) == 1 and long[0] <= 2 * _LONGEST)
    width = max(_LONGEST, *soft[1:], 0)  # the longest may be two that ran together
    if width > _LONGEST_FOLDED:
        return
    for line in re.finditer(rb"(?<![^\r\n])[^\r\n]{%d,%d}" % (width + 1, 2 * width), body):
        text = line.group()
        first = len(text) - width - 1
        if len(text) <= _LONGEST_KNOWN:
            text = b"" if text.endswith(b"=") else text
            first = _LONGEST - 10
        whole = _WHOLE.sub(lambda found: b"_" * len(found.group()), text)
        for escape in _ESCAPE.finditer(whole, max(0, first), width + 2):
            due = bool(soft) or (folds and escape.start() >= _LONGEST - 5)
            if due or _NEVER_ESCAPED.match(escape.group()):
                yield line.start() + escape.start()


def _left_over(body: bytes) -> Transfer:
    """A text that is not declared as quoted-printable, with a mark behind each line that shows signs of it."""
    lines = re.finditer(rb"[^\r\n]*+", body[:_LOOKED_AT] if b"=" in body else b"")
    likely = (line for line in lines if line.end() - line.start() <= _LONGEST and b"=" in line.group())
    places = [line.end() for line in likely if _LEFT_OVER.match(line.group())]
    return Transfer(_marked(body, places), places[0] if places else -1)


def _uuencoded(body: bytes) -> Transfer:
    """What is between `begin` and `end`; a line that is not as long as its first letter says is damage."""
    data: list[bytes] = []
    begun, damaged = False, -1
    for found in _LINE.finditer(body):
        line = found[1].rstrip(b" \t")
        if not begun:
            begun = bool(re.match(rb"begin [0-7]{3,4} ", found[1] + b" "))
            continue
        if line == b"end":
            return Transfer(b"".join(data), damaged)
        if line in (b"", b"`"):
            continue
        read = _uu_line(line)
        damaged = found.start() if read is None and damaged < 0 else damaged
        data.append(_MARK if read is None else read)
    if not begun:
        return Transfer(body + _MARK, 0)
    return Transfer(b"".join([*data, _MARK]), damaged if damaged >= 0 else max(0, len(body) - 1))


def _uu_line(line: bytes) -> bytes | None:
    """What a line says, None if it has not the length that its first letter tells."""
    length = (line[0] - 32) & 63
    try:
        data = a2b_uu(line)
    except BadBytes:
        return None
    return None if abs(len(line) - 1 - (length + 2) // 3 * 4) > 2 else data
