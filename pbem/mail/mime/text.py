"""The texts of an email: its bytes as characters, as declared, as evident, or as a marked guess.

What a lenient decoder ignores (an extra letter, missing padding) may turn one order into another.
Whatever can be read stands around the marks: orders that have none among them are as they were sent.
"""

import codecs
import re
from binascii import Error as BadBytes
from binascii import a2b_base64, a2b_qp, a2b_uu
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import Any, Literal

import msgspec

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_SEALED = "-----BEGIN PGP MESSAGE-----"
_SEALED_END = "-----END PGP MESSAGE-----"


def is_sealed(text: str) -> bool:
    """Whether *text* is encrypted, with only spaces around it."""
    return text.lstrip().startswith(_SEALED) and not text.partition(_SEALED_END)[2].strip()


def unarmoured(text: str) -> str:
    """A signed text without its signature; any other text unchanged."""
    if _BEGIN not in text:
        return text
    lines = text.split("\n")
    bare = [line.rstrip() for line in lines]
    if _BEGIN not in bare:
        return text
    begin = bare.index(_BEGIN)
    if _PGP_SIGNATURE not in bare[begin:]:
        return text
    signature = bare.index(_PGP_SIGNATURE, begin)
    end = bare.index(_END, signature) if _END in bare[signature:] else len(bare) - 1
    blank = next((number for number in range(begin + 1, signature) if not bare[number]), begin)
    return "\n".join([*lines[:begin], *_unescaped(lines[blank + 1 : signature]), *lines[end + 1 :]])


def _unescaped(lines: list[str]) -> list[str]:
    """Lines without dash-escaping; an unescaped bullet stays."""
    return [line[2:] if line.startswith(("- -", "- From ")) else line for line in lines]


_QUOTES = re.compile(r">*")
_SIGNATURE = "-- "
_BORDER = re.compile(r"(?:---|\.\.\.)\s*")
_LABELLED = re.compile(r"---\s+#.*")
_WRAPPED = 50
"""The fewest characters of a line that a program breaks."""


def unflowed(text: str, *, delete_blank: bool = False) -> str:
    """*text* without its soft line ends; *delete_blank* is RFC 3676's DelSp.

    The opening and closing lines of a sheet stay on lines of their own: otherwise the next line would become part of
    the comment of an opening line.
    """
    lines: list[str] = []
    joined: list[str] = []
    depth_before, soft = 0, False
    for raw in text.split("\n"):
        depth, line = _unstuffed(raw) if raw[:1] in (">", " ") else (0, raw)
        alone = line[:1] in ("-", ".") and _stands_alone(line)
        if soft and depth == depth_before and not alone:
            if delete_blank:
                joined[-1] = joined[-1][:-1]
            joined.append(line)
        else:
            lines.append("".join(joined))
            joined = [">" * depth + " ", line] if depth and line else [">" * depth, line]
        soft = line[-1:] == " " and not alone
        depth_before = depth
    return "\n".join([*lines, "".join(joined)][1:])


def _unstuffed(raw: str) -> tuple[int, str]:
    """The depth of quotation and the line without it and without the space that protects it (RFC 3676, 4.4)."""
    found = _QUOTES.match(raw)
    depth = found.end() if found else 0
    line = raw[depth:]
    return depth, line.removeprefix(" ")


def _stands_alone(line: str) -> bool:
    return line == _SIGNATURE or bool(_BORDER.fullmatch(line)) or (len(line) < _WRAPPED and bool(_LABELLED.match(line)))


_INVISIBLE = re.compile("[\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f]")

MOST_LINE = 10_000
"""The most characters of a line that is read: patterns would look at a longer one for too long."""

DAMAGED = "\x1a"
"""Where something of a text was lost on the way, or may be another: the control character SUB, made for it."""

PICTURE = ":picture:"
"""Stands for a picture within a value, which may be a part of that and cannot be read."""
STRIKE = "~~"
"""Put around text that is crossed out, or written in the colour of its ground: as an order it must not count, but must
not vanish silently either."""

TextSource = Literal["plain", "html", "sheet", "nested"]
"""The origin of a text: a readable part, an HTML part, an attached sheet, an email within the email."""


class MailNote(msgspec.Struct, frozen=True):
    """A note for the writer of an email on how it was read: a phrase code and its arguments."""

    code: str
    args: dict[str, Any] = {}


class MailText(msgspec.Struct, frozen=True, kw_only=True):
    r"""One text of an email, its lines ended by `\n` alone.

    In a text that was HTML each level of quotation is shown as `> ` before its lines. *name* is an attachment's file
    name. *twin* is what the other part of an alternative says, which its reader may see instead. *charset* is what the
    text was read as, *guessed* whether that was a guess. *problem* is the code of what makes the text unusable for
    orders, with *args* for its phrase. What was damaged on the way has `DAMAGED` in the text; *damaged* is the first
    such line of the email, *cut* the one at which it ends too early, within this text, or 0.
    """

    text: str
    source: TextSource
    name: str = ""
    twin: str = ""
    charset: str = "utf-8"
    guessed: bool = False
    problem: str = ""
    args: dict[str, Any] = {}
    damaged: int = 0
    cut: int = 0


class MailContents(msgspec.Struct, frozen=True):
    """The texts of an email in the order to try them, or a code that says why there are none.

    *unread* are the names of attached documents whose text cannot be read.
    """

    texts: tuple[MailText, ...] = ()
    problem: str = ""
    args: dict[str, Any] = {}
    unread: tuple[str, ...] = ()


class FoundOrders(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in an email.

    *sheet* is the text of the orders and *how* tells what they were found by. *command* is the line of the first
    command, *commands* are those of all. *words* is what its writer said beside orders, without what is quoted;
    *keyless* are the texts that words alone may be as a sheet that lacks its keys.
    Orders are a *trial* if `try` is beside them: they count for nothing. Its *doubts* say why a sheet is not plainly
    ordered: it is repeated in words, and counts once its writer says `yes`.
    *problem* is the code of why something that was meant as orders cannot be taken; the notes are for its writer.
    """

    what: Literal["orders", "command", "words", "nothing"] = "nothing"
    sheet: str = ""
    how: Literal["", "marks", "fence", "shape", "attachment", "quoted form"] = ""
    command: str = ""
    commands: tuple[str, ...] = ()
    words: str = ""
    keyless: tuple[str, ...] = ()
    trial: bool = False
    doubts: tuple[MailNote, ...] = ()
    problem: str = ""
    args: dict[str, Any] = {}
    notes: tuple[MailNote, ...] = ()


def shortened(text: str) -> str:
    """*text* with the first `MOST_LINE` characters of each line."""
    return "\n".join(line[:MOST_LINE] for line in text.split("\n")) if len(text) > MOST_LINE else text


def cut_line(text: str) -> int:
    """The number of the first line of *text* that `shortened` may have cut; 0 if there is none."""
    if len(text) < MOST_LINE:
        return 0
    return next((number for number, line in enumerate(text.split("\n"), 1) if len(line) >= MOST_LINE), 0)


def plain(line: str) -> str:
    """*line* without invisible characters, and with plain spaces."""
    return line if line.isascii() else _INVISIBLE.sub("", line).replace("\xa0", " ")


_ALIASES = {
    "": "", "default": "", "none": "", "unknown": "", "unknown-8bit": "", "x-unknown": "", "8bit": "", "binary": "",
    "ascii": "us-ascii", "us": "us-ascii", "ansi-x3.110-1983": "latin-1", "ansi-x3.4-1968": "us-ascii",
    "ansi-x3.110": "latin-1", "ansi": "cp1252", "utf": "utf-8", "utf-8-mac": "utf-8", "utf8mb4": "utf-8",
    "unicode-1-1-utf-7": "utf-7", "unicode-1-1-utf-8": "utf-8", "unicode": "utf-16", "ucs-2": "utf-16",
    "x-mac-roman": "mac-roman", "macintosh": "mac-roman", "x-sjis": "cp932", "windows-31j": "cp932",
    "ks-c-5601-1987": "cp949",
    "x-gbk": "gb18030", "x-big5": "cp950", "x-euc-jp": "euc-jp", "x-windows-949": "cp949", "windows-874": "cp874",
    "iso-8859-8-i": "iso8859-8", "iso-8859-6-i": "iso8859-6", "dos-874": "cp874", "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-ce": "mac-latin2", "x-cp1250": "cp1250", "x-cp1251": "cp1251", "x-cp1252": "cp1252",
}  # fmt: skip
_WIDER = {
    "ascii": "us-ascii", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "euc_kr": "cp949", "shift_jis": "cp932", "big5": "cp950",
    "utf-8-sig": "utf-8",
}  # fmt: skip
"""Character sets that programs use while declaring a narrower one."""
_SHIFTING = ("utf-16", "utf-32", "utf-7", "iso2022", "hz")
"""Character sets whose text may look like ASCII or UTF-8."""
_EAST = ("gb18030", "cp949", "cp932", "cp950", "euc_jp", "big5hkscs", "euc_jis_2004", "euc_jisx0213", "johab")
_KNOWN = frozenset(
    {"us-ascii", "utf-8", "utf-7", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "koi8-r"}
    | {"koi8-u", "kz1048", "hz", "mac-roman", "mac-cyrillic", "mac-latin2", "mac-greek", "mac-turkish", "ptcp154"}
    | {f"iso8859-{number}" for number in range(2, 17)}
    | {f"cp{number}" for number in (437, 737, 775, *range(850, 870), 874, 1125, *range(1250, 1259))}
    | {f"iso2022_{end}" for end in ("jp", "jp_1", "jp_2", "jp_2004", "jp_3", "jp_ext", "kr")}
    | set(_EAST)
)
_LIKELY = ["cp1252", "cp1250", "cp1251", "koi8_r", "iso8859_2", "cp1253", "cp1254", "mac_roman", "gb18030", "big5",
           "cp932", "cp949", "euc_jp", "cp437"]  # fmt: skip
"""The character sets that mail is really written in, most frequent first."""
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WESTERN = frozenset("ÄÖÜäöüßÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛàáâãåæçèéêëìíîïñòóôõøùúûŒœ€£§°«»¡¿…–—‘’‚“”„‹›•·´× ½²")
_ENOUGH = 4000
"""How many bytes a guess uses."""
_ASCII = frozenset(map(chr, range(128)))
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH_LINE = re.compile(rb"^[^\n\x80-\xff]*+[\x80-\xff][^\n]*+\n?", re.MULTILINE)
_TWICE = re.compile("[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_TO_LATIN = {
    ord(bytes([byte]).decode("cp1252")): byte for byte in range(0x80, 0xA0) if byte not in b"\x81\x8d\x8f\x90\x9d"
}


class DecodedText(msgspec.Struct, frozen=True):
    """Text, the character set that it was read as, and whether that was a guess."""

    text: str
    charset: str
    guessed: bool = False


def decoded(data: bytes, declared: str) -> DecodedText:
    """*data* as text; what cannot be read becomes U+FFFD."""
    name = _codec(declared)
    if data.startswith(codecs.BOM_UTF8):
        data, name = data[3:], "utf-8"
    mark = next((known for mark, known in _MARKS if data.startswith(mark)), "")
    if mark:
        return DecodedText(data.decode(mark, "replace"), mark, guessed=not name.startswith(mark))
    if name.startswith(_SHIFTING) and (found := _shifting(data, name)) is not None:
        return found
    if not name.startswith(_SHIFTING) and (wide := _wide(data)):
        return DecodedText(data.decode(wide, "replace"), wide, guessed=True)
    if data.isascii():
        return _seven_bit(data, declared=bool(name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _no_utf8(data, name)
    if name in _EAST and all(len(found) == 2 for found in _MULTIBYTE.findall(data)) and _reads(data, name):
        return DecodedText(data.decode(name), name)
    return DecodedText(text, "utf-8", guessed=_twice(text))


def _codec(declared: str) -> str:
    """The codec's name for a declared character set, empty if there is none that mail may use."""
    name = declared.strip().strip("\"'<>;").split("*")[0].lower().replace("_", "-").replace(" ", "-")[:40]
    name = re.sub(r"^utf(?=\d)", "utf-", _ALIASES.get(name, name))
    name = re.sub(r"^(?:x-)?(?:win|windows|cp|ms)-?(?=\d{4}$)", "cp", name)
    try:
        known = codecs.lookup(name).name if name else ""
    except (LookupError, ValueError):
        return ""
    known = _WIDER.get(known, known)
    return known if known in _KNOWN else ""


def _shifting(data: bytes, name: str) -> DecodedText | None:
    """Text in a character set of more than one state or width, None if it is not in that at all."""
    if name in ("utf-16", "utf-32"):
        if b"\0" not in data and _reads(data, "utf-8"):
            return None
        name = _wide(data) or f"{name}-be"
    if name.startswith(("utf-16", "utf-32")):
        return DecodedText(data.decode(name, "replace"), name)
    return DecodedText(data.decode(name), name) if _reads(data, name) else None


def _wide(data: bytes) -> str:
    """The kind of UTF-16 that *data* plainly is: every second byte is NUL, or most of them; otherwise nothing."""
    sample = data[:_ENOUGH]
    zeros = sample.count(0)
    if zeros * 4 < len(sample) or len(sample) < 4:
        return ""
    odd = sample[1::2].count(0)
    if odd * 10 > zeros * 9:
        return "utf-16-le"
    return "utf-16-be" if odd * 10 < zeros else ""


def _seven_bit(data: bytes, *, declared: bool) -> DecodedText:
    if not declared and (b"\x1b$B" in data or b"\x1b$@" in data) and _reads(data, "iso2022_jp"):
        return DecodedText(data.decode("iso2022_jp"), "iso2022_jp", guessed=True)
    return DecodedText(data.decode("ascii"), "utf-8")


def _no_utf8(data: bytes, name: str) -> DecodedText:
    """Text with bytes that UTF-8 does not have."""
    if name in ("", "us-ascii", "utf-8") or name.startswith(_SHIFTING):
        return DecodedText(data.decode("utf-8", "replace"), "utf-8") if _nearly(data, name) else _guess(data)
    if name == "cp1252":
        return DecodedText(data.decode("cp1252", "replace"), name)
    text = data.decode(name, "replace")
    if text.count("\ufffd") * 5 > sum(byte > 127 for byte in data[: 16 * _ENOUGH]):
        return _guess(data)
    return DecodedText(text, name)


_LONE_LETTER = re.compile(rb"[^\x80-\xff]*[A-Za-z][\xdf-\xf6\xf8-\xfe][a-z][^\x80-\xff]*")
"""Text of which a single byte is a small letter of Western Europe within a word, as in T\xf6rring."""


def _nearly(data: bytes, name: str) -> bool:
    """Whether *data* is UTF-8 except for some damage."""
    rest = _MULTIBYTE.sub(b"", data)
    bad = len(rest) - len(rest.translate(None, bytes(range(128, 256))))
    good = (len(data) - len(rest)) // 2
    if good:
        return bad <= max(3, good)
    if name in ("", "us-ascii") and _LONE_LETTER.fullmatch(data):
        return False
    return bad == 1 or (name == "utf-8" and bool(re.fullmatch(rb"[^\x80-\xff]*+[\x80-\xff]{1,3}[^\x80-\xff]*+", rest)))


def _guess(data: bytes) -> DecodedText:
    """Text in one of the character sets that mail uses, chosen by how its words look."""
    sample = b"".join(found.group()[:400] for found in _first(data))
    if set(sample.decode("cp1252", "replace")) - _WESTERN <= _ASCII:
        return DecodedText(data.decode("cp1252", "replace"), "cp1252", guessed=True)
    from charset_normalizer import from_bytes  # noqa: PLC0415 - only what declares no character set needs it

    best = from_bytes(sample, cp_isolation=_LIKELY).best()
    name = best.encoding if best is not None else "cp1252"
    if not _reads(data, name):
        name = "cp1252"
    return DecodedText(data.decode(name, "replace"), _codec(name) or name, guessed=True)


def _first(data: bytes) -> list[re.Match[bytes]]:
    """The first lines that have more than ASCII."""
    lines: list[re.Match[bytes]] = []
    length = 0
    for found in _HIGH_LINE.finditer(data):
        lines.append(found)
        length += min(400, len(found.group()))
        if length > _ENOUGH:
            break
    return lines


def _reads(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except (LookupError, ValueError):
        return False
    return True


def _twice(text: str) -> bool:
    """Whether UTF-8 was taken for Windows' characters and made UTF-8 again (`FÃ¼r`)."""
    return bool(_TWICE.search(text.translate(_TO_LATIN)))


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


def within_value(parts: Sequence[str]) -> bool:
    """Whether a value may go on behind the *parts* of a line, so that a picture may stand for a word of it."""
    return "".join(parts[-3:]).rstrip()[-1:] in tuple(":,-[0123456789")
