"""Strict decoding of transfer encodings: a damaged byte is reported and never shifts the text.

What a lenient decoder ignores (an extra letter, missing padding) may turn one order into another.
Whatever can be read is returned beside the damage, for a reader who wants to see it.
"""

import re
from binascii import Error as BadBytes
from binascii import a2b_base64, a2b_qp, a2b_uu

import msgspec

_UU = frozenset({"x-uuencode", "uuencode", "x-uue", "uue"})
_LONGEST = 76
"""The length of a line of quoted-printable (RFC 2045, 6.7) without its end."""
_LONGEST_KNOWN = 78
"""What Python's mail library, and the lists and clients made with it, write instead."""
_LOOKED_AT = 256 * 1024
_MOST_LINES = 60_000
"""An email does not have more lines of base64: they would be very short."""
_LINE = re.compile(rb"([^\r\n]*+)(\r*\n|\r|\Z)")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]*+(={0,2})")
_LOOSE = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*+(?:[\r\n]|\Z))")
_SOFT = re.compile(rb"=(?!\r?\n)[ \t]*+(?:\r*\n|\r|\Z)")
"""A soft line end with spaces or another line end than mail has."""
_ESCAPE = re.compile(rb"=[0-9A-Fa-f]{2}")
_WHOLE = re.compile(rb"=[C-F][0-9A-F](?:=[89AB][0-9A-F])+|(?:=3D)+")
"""A character in UTF-8, or equals signs as in a quoted rule: no soft line end can have become one."""
_LEFT_OVER = re.compile(
    rb"(?![ \t]*+>)[^\r\n]*?(?:=3D|=20$|=[C-E][0-9A-F]=[89AB][0-9A-F]|[A-Za-z]=[C-F][0-9A-F][a-z]|(?<=[^=]{69})=$)"
)
"""Signs of undeclared quoted-printable in a line that is not quoted."""


class Transfer(msgspec.Struct, frozen=True):
    """The bytes of a part.

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
    return Transfer(body, -1 if name == "binary" else _left_over(body))


def _base64(body: bytes) -> Transfer:
    """RFC 2045, 6.8: lines of one length, the last one shorter, bits left over are zero."""
    lines: list[bytes] = []
    ended = -1
    for found in _LINE.finditer(body):
        line = found[1].strip(b" \t\0")
        start = found.start()
        if not line:
            ended = start if lines and ended < 0 else ended
            continue
        word = _BASE64.fullmatch(line)
        if ended >= 0:
            if word or not lines:
                return Transfer(_loosely(lines), start)
            return _whole(lines, ended, body[start:])
        if not word:
            return _whole(lines, start, body[start:]) if lines and _footer(line) else Transfer(_loosely(lines), start)
        if len(lines) > _MOST_LINES or (lines and len(line) > len(lines[0])):
            return Transfer(_loosely(lines), start)
        lines.append(line)
        if word[1] or len(line) < len(lines[0]):
            ended = found.end()
    return _whole(lines, max(0, len(body) - 1), b"")


def _footer(line: bytes) -> bool:
    """Whether a line directly below base64 is plainly not part of it: words, or a rule of underscores or hyphens."""
    return line.count(b" ") >= 2 or line.startswith((b"____", b"----")) or b"://" in line


def _whole(lines: list[bytes], end: int, footer: bytes) -> Transfer:
    joined = b"".join(lines)
    data = _loosely(lines)
    last = max(0, end - 1)
    if len(joined) % 4:
        return Transfer(data, last, footer)
    try:
        a2b_base64(joined, strict_mode=True)
    except BadBytes:
        return Transfer(data, last, footer)
    return Transfer(data, -1 if _canonical(joined) else last, footer)


def _canonical(joined: bytes) -> bool:
    """Whether the bits that padding leaves over are zero."""
    if joined.endswith(b"=="):
        return joined[-3:-2] in b"AQgw"
    return not joined.endswith(b"=") or joined[-2:-1] in b"AEIMQUYcgkosw048"


def _loosely(lines: list[bytes]) -> bytes:
    joined = b"".join(lines).replace(b"=", b"")
    joined = joined[:-1] if len(joined) % 4 == 1 else joined
    return a2b_base64(joined + b"=" * (-len(joined) % 4))


def _quoted_printable(body: bytes) -> Transfer:
    loose = _LOOSE.search(body)
    return Transfer(a2b_qp(_with_plain_ends(body)), loose.start() if loose else _joined_line(body))


def _with_plain_ends(body: bytes) -> bytes:
    """*body* with every soft line end as `=` and a line feed; there may be very many of them."""
    plain = bytearray()
    at = 0
    for found in _SOFT.finditer(body):
        plain += body[at : found.start()]
        plain += b"=\n"
        at = found.end()
    return bytes(plain + body[at:]) if at else body


def _joined_line(body: bytes) -> int:
    """Where a line is too long and has an escape that may be a soft line end run into the next line; -1 if nowhere."""
    for line in re.finditer(rb"(?<![^\r\n])[^\r\n]{%d,}" % (_LONGEST + 1), body):
        text, first = line.group(), 0
        if len(text) <= _LONGEST_KNOWN:
            text = b"" if text.endswith(b"=") else _WHOLE.sub(lambda found: b"_" * len(found.group()), text)
            first = _LONGEST - 10  # a line that was broken is nearly full
        if _ESCAPE.search(text, first, _LONGEST + 2):
            return line.start()
    return -1


def _left_over(body: bytes) -> int:
    """Where a text that is not declared as quoted-printable shows signs of it, -1 if nowhere."""
    if b"=" not in body:
        return -1
    for line in re.finditer(rb"[^\r\n]*+", body[:_LOOKED_AT]):
        if line.end() - line.start() <= _LONGEST and b"=" in line.group() and _LEFT_OVER.match(line.group()):
            return line.start()
    return -1


def _uuencoded(body: bytes) -> Transfer:
    """What is between `begin` and `end`; a line that is not as long as its first letter says is damage."""
    data: list[bytes] = []
    begun = False
    for found in _LINE.finditer(body):
        line = found[1].rstrip(b" \t")
        if not begun:
            begun = bool(re.match(rb"begin [0-7]{3,4} ", found[1] + b" "))
            continue
        if line == b"end":
            return Transfer(b"".join(data))
        if line in (b"", b"`"):
            continue
        length = (line[0] - 32) & 63
        try:
            data.append(a2b_uu(line))
        except BadBytes:
            return Transfer(b"".join(data), found.start())
        if abs(len(line) - 1 - (length + 2) // 3 * 4) > 2:
            return Transfer(b"".join(data), found.start())
    return Transfer(b"".join(data) if begun else body, max(0, len(body) - 1) if begun else 0)
