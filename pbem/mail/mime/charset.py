"""Bytes as characters: as declared, as evident, or as a marked guess."""

import codecs
import re

import msgspec

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
