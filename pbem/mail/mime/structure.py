"""The parts of an email, found in its bytes, however damaged (RFC 2045, 2046), and the kinds of their texts.

The standard library's parser goes as deep as an email nests and makes an object of every part; this one is bounded, and
knows the position of each part.
"""

import re
from collections import Counter
from collections.abc import Iterator
from email.message import Message

import msgspec

from pbem.mail.mime.headers import MOST_HEAD, headers_of, safe_header, sender_of
from pbem.mail.mime.text import decoded, transferred

_SHEET_MARK = re.compile(r"(?:---|\.\.\.)(?:\s+#.*|\s*)")
_LINE = re.compile(r"\s*+(?:- ++)*(?:-|[\"']?\w[^:#\n]{0,60}:(?:\s.*)?|#.*)|\s*+[-•*–—+◦▪·●] .*|\s++\S.*")
_KEY = re.compile(r"[\"']?[^\W\d_][^:#\n]{0,60}:(?:\s|$)")
_HTML = re.compile(r"\s*+(?:<\?xml[^>]{0,200}>\s*+)?(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(?:/?[a-z][a-z0-9]*(?:[\s/][^<>]*)?>|!--|!doctype)", re.IGNORECASE)
_EXCUSE = re.compile(
    r"(?i)\bhtml\b.*(?:view|support|display|client|reader|program|format|version|viewer|ansehen|anzeig|affich|lire)"
    r"|(?:view|support|display|client|reader|program|message|nachricht|message en).*\bhtml\b"
    r"|\bto view this (?:e-?mail|message)\b|\bview (?:it|this (?:e-?mail|message)) in (?:your|a) browser\b",
    re.DOTALL,
)
_PICTURES = re.compile(r"\s*(?:\[(?:image|cid)[^\]\n]{0,200}\]\s*)+")
_NO_TEXT = (b"%PDF", b"{\\rtf", b"%!PS", b"PK\3\4", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_CONTROLS = re.compile(rb"[\x01-\x08\x0b\x0e-\x1f]")
_FEW = 600
"""The most characters of a placeholder."""
_LOOKED_AT = 200
"""How many lines identify a sheet."""


def like_sheet(text: str) -> bool:
    """Whether an attachment is likely to be a sheet: it has a sheet's mark, or is keys and lists nearly throughout."""
    lines = [line for line in text[:20_000].split("\n")[:_LOOKED_AT] if line.strip()]
    if not lines or text.count("\0") or "-----BEGIN PGP" in text[:200]:
        return False
    if (spoilt := sum("\ufffd" in line or not line.isprintable() for line in lines)) > 1 and spoilt * 4 > len(lines):
        return False
    if any(_SHEET_MARK.fullmatch(line.rstrip()) for line in lines) and any(map(_KEY.match, lines)):
        return True
    shaped = sum(bool(_LINE.fullmatch(line)) for line in lines)
    return any(map(_KEY.match, lines)) and shaped * 10 >= len(lines) * 7


def is_text(data: bytes) -> bool:
    """Whether the beginning of a file is text, in whatever character set, and not what only programs read."""
    if data.startswith(_NO_TEXT):
        return False
    text = decoded(data, "").text.strip() if len(_CONTROLS.findall(data.replace(b"\0", b""))) * 50 <= len(data) else ""
    return bool(text) and sum(letter < " " and letter not in "\t\r\n\f" for letter in text) * 50 <= len(text)


def like_html(text: str) -> bool:
    """Whether a text that is declared as plain starts as HTML does."""
    return bool(_HTML.match(text))


def without_tags(text: str) -> bool:
    """Whether a text that is declared as HTML has not a single tag."""
    return not _ANY_TAG.search(text)


def is_excuse(text: str) -> bool:
    """Whether a text only says that the email's reader should see HTML or a picture instead."""
    bare = text.strip()
    if len(bare) > _FEW or like_sheet(bare):
        return False
    return bool(_EXCUSE.search(bare) or _PICTURES.fullmatch(bare))


MOST_PARTS = 200
MOST_DEPTH = 20
_MOST_VALUE = 2000
_MOST_MENDED = 256 * 1024
"""The most bytes of a part that is searched for damaged boundaries."""
_FIELDS = re.compile(rb"(?:[!-9;-~]++[ \t]*+:[^\r\n]*+(?:\r*\n|\r|\Z)(?:[ \t][^\r\n]*+(?:\r*\n|\r|\Z))*)*")
_FIELD = re.compile(rb"(?<![!-9;-~])([!-9;-~]++)[ \t]*+:[^\r\n]*+(?:\r*\n|\r|\Z)(?:[ \t][^\r\n]*+(?:\r*\n|\r|\Z))*")
_MBOX = re.compile(rb"(?:[\r\n]*+>?From [^\r\n]*+(?:\r*\n|\r))?")
_LINE_END = re.compile(rb"[ \t]*+(?:\r*\n|\r)")
_BEFORE = re.compile(rb"(?:\r*\n|\r)\Z")
_LEAD = re.compile(rb"(?:^|(?<=\r))--(?=[^\r\n]++[\r\n]++Content-[A-Za-z-]+:)", re.MULTILINE | re.IGNORECASE)
_LED = re.compile(rb"[\r\n]++Content-[A-Za-z-]+:", re.IGNORECASE)
_REMAINS = re.compile(rb"content-[td]|transfer-enc|mime-vers|/(?:plain|html)|multipart/|charset=|ntent-", re.IGNORECASE)
"""Signs that lines below headers are headers too, with damage between them."""
_LATE = re.compile(rb"^(?:content-(?:type|transfer-encoding)|mime-version):", re.IGNORECASE | re.MULTILINE)
"""Headers below the empty line that should end them."""
_BLOCK = re.compile(rb"[ \t]*+[^ \t\r\n](?:[^\r\n]|(?:\r\n|[\r\n])(?![ \t]*+[\r\n])){0,2000}")
_VITAL = (b"content-type", b"content-transfer-encoding", b"content-disposition")
_KINDS = ("text/plain", "text/html", "multipart/mixed", "multipart/alternative", "multipart/related",
          "multipart/signed",
          "message/rfc822", "application/octet-stream")  # fmt: skip
_MAIL_FILE = re.compile(r"\.eml(?:\.txt)?$", re.IGNORECASE)
_SWALLOWED = re.compile(
    rb"^[ \t]content-(?:type:\s*+(?:text|multipart|message)/|transfer-encoding:\s*+(?:base|quoted|[78]bit))",
    re.IGNORECASE | re.MULTILINE,
)
"""A header that a space before it has made a part of the header above."""
_DECLARED = re.compile(
    rb"boundary[*0-9]{0,3}[ \t]{0,5}=[ \t\r\n]{0,5}(?:\"([^\"\r\n]{1,200})\"|([^\"\s;]{1,200}))", re.IGNORECASE
)
_NAMED = frozenset({"7bit", "8bit", "binary", "base64", "quoted-printable"})
_BEFORE_COLON = re.compile(rb"^([!-9;-~]++)[ \t]++:", re.MULTILINE)
_ENCODINGS = ("base64", "quoted-printable")
_WHOLE = re.compile(rb"[^\r\n]*+")
_SHORT = frozenset(
    b"from to cc bcc date subject sender received references comments keywords organization organisation precedence "
    b"importance priority sensitivity lines status path newsgroups approved autocrypt face encoding acceptlanguage "
    b"spamdiagnosticoutput spamdiagnosticmetadata supersedes xref".split()
)
"""The names of headers that have no hyphen."""


class MimePart(msgspec.Struct, kw_only=True):
    """A part of an email: what its headers say, and the position of its body in *raw*.

    *line* is the line of the whole email, counted from 1, on which *raw* starts.
    """

    raw: bytes
    start: int
    end: int
    line: int = 1
    depth: int = 0
    kind: str = "text/plain"
    declared: bool = False
    charset: str = ""
    name: str = ""
    attached: bool = False
    encoding: str = ""
    flowed: bool = False
    delete_blank: bool = False
    boundary: str = ""
    smime: str = ""
    broken: int = -1
    """The position of damage to its headers in *raw*, so it may not be what it seems; -1 if none."""
    parts: list["MimePart"] = []
    message: bool = False
    """Whether it is a whole email within the email."""
    sender: str = ""
    """Of a whole email: who wrote it."""
    cut: bool = False
    """Whether the email ends within it, before the boundary that should close it."""

    @property
    def body(self) -> bytes:
        return self.raw[self.start : self.end]

    def line_at(self, offset: int) -> int:
        """The line of the whole email of an *offset* in the body."""
        return self.line_in_raw(self.start + offset)

    def line_in_raw(self, end: int) -> int:
        """The line of the whole email of an offset in *raw*."""
        twice = self.raw.count(b"\r\n", 0, end)
        return self.line + self.raw.count(b"\n", 0, end) + self.raw.count(b"\r", 0, end) - twice


class MimeTree(msgspec.Struct, frozen=True):
    """The parts of an email below its *root*; *cut* if there are more, or deeper ones, than anyone needs."""

    root: MimePart
    cut: bool = False


def tree_of(raw: bytes) -> MimeTree:
    """The parts of an email."""
    root = _opened(MimePart(raw=raw, start=0, end=len(raw), message=True))
    open_parts = [root]
    count, cut = 0, False
    while open_parts:
        part = open_parts.pop()
        inner = _inner(part)
        if inner and (part.depth >= MOST_DEPTH or count + len(inner) > MOST_PARTS):
            cut = True
            inner = inner[: MOST_PARTS - count] if part.depth < MOST_DEPTH else []
            part.kind = part.kind if inner else ""
        count += len(inner)
        part.parts = [_opened(each, part) for each in inner]
        open_parts.extend(reversed(part.parts))
    return MimeTree(root, cut)


def _opened(part: MimePart, parent: MimePart | None = None) -> MimePart:
    """*part* with its headers read."""
    end = _headers_end(part, within=parent is not None and not part.message)
    block = _BEFORE_COLON.sub(rb"\1:", part.raw[part.start : min(end, part.start + MOST_HEAD)])
    message = headers_of(block)
    after = _LINE_END.match(part.raw, end, part.end)
    part.start = after.end() if after else end
    kind = safe_header(message, "Content-Type")
    kinds, given = _parameters(kind), _parameters(safe_header(message, "Content-Disposition"))
    part.declared = bool(kind)
    part.kind = _nearest(kinds.get("", ""), _KINDS)
    if "/" not in part.kind:
        in_digest = parent is not None and parent.kind == "multipart/digest"
        part.kind = "message/rfc822" if in_digest else "text/plain"
    part.charset = kinds.get("charset", "")
    part.name = given.get("filename") or kinds.get("name", "")
    part.attached = given.get("", "") == "attachment"
    encoding = safe_header(message, "Content-Transfer-Encoding").split("(")[0].strip().lower()
    part.encoding = _nearest(encoding, _ENCODINGS)
    part.broken = _broken(part, block, end)
    part.flowed = kinds.get("format", "").strip().lower() == "flowed"
    part.delete_blank = kinds.get("delsp", "").strip().lower() == "yes"
    part.boundary = kinds.get("boundary", "")
    part.smime = kinds.get("smime-type", "").lower()
    part.sender = sender_of(message) if part.message else ""
    return part


def _broken(part: MimePart, block: bytes, end: int) -> int:
    """Where the headers of a part are damaged: a vital name is nearly right, or more of them follow what is none."""
    for field in _FIELD.finditer(block):
        name = field[1].lower()
        if name not in _VITAL and any(_nearly(name, vital) for vital in _VITAL):
            return part.start + field.start()
    if swallowed := _SWALLOWED.search(block):
        return part.start + swallowed.start()
    below = _BLOCK.match(part.raw, end, part.end)
    if below and (_REMAINS.search(below.group()) or (part.encoding and part.encoding not in _NAMED)):
        return end
    paragraph = _BLOCK.match(part.raw, part.start, part.end)
    late = _LATE.search(paragraph.group()) if paragraph and part.kind.startswith("text/") else None
    return part.start + late.start() if late else -1


def _nearest(word: str, known: tuple[str, ...]) -> str:
    """The *known* word from which *word* differs by at most one character, or *word*."""
    if word in known or not word:
        return word
    plain = word.encode("ascii", "ignore")
    words = [each.strip(b"\"'(>=-") for each in (plain, *plain.split()[:1], *plain.split()[-1:])]
    return next((each for each in known if any(_nearly(one, each.encode()) for one in words)), word)


def _parameters(value: str) -> dict[str, str]:
    """The words of a Content- header by name; the first one, in small letters, has the empty name."""
    message = Message()
    message["Content-Type"] = value[:_MOST_VALUE]
    words = {"": value.partition(";")[0].strip().lower()}
    try:
        pairs = message.get_params([], unquote=True)
    except (ValueError, LookupError, TypeError, AttributeError):
        pairs = []
    for name, given in pairs[1:]:
        text = given if isinstance(given, str) else _collapsed(given)
        if "=?" in text:
            decoded = Message()
            decoded["Subject"] = text
            text = safe_header(decoded, "Subject")
        words.setdefault(name.lower(), text)
    return words


def _collapsed(given: tuple[str | None, str | None, str]) -> str:
    """A parameter with a character set of its own (RFC 2231)."""
    try:
        return given[2].encode("latin-1").decode(given[0] or "us-ascii", "replace")
    except (LookupError, ValueError):
        return given[2]


def _fields(raw: bytes, start: int, stop: int) -> Iterator[re.Match[bytes]]:
    """The headers one by one; a search would be slow on a name that never ends."""
    while field := _FIELD.match(raw, start, stop):
        yield field
        start = field.end()


def _headers_end(part: MimePart, *, within: bool) -> int:
    """Where the headers of a part end.

    What is at the end of the block and has not the name of a header belongs to the body: the empty line between
    them is lost, and orders look like headers.
    """
    begin = _MBOX.match(part.raw, part.start, part.end)
    start = begin.end() if begin else part.start
    found = _FIELDS.match(part.raw, start, part.end)
    stop = found.end() if found else start
    end = start
    for field in _fields(part.raw, start, min(stop, start + MOST_HEAD)):
        name = field[1].lower()
        if name.startswith((b"content-", b"x-", b"mime-")) or (not within and (b"-" in name or name in _SHORT)):
            end = field.end()
    return stop if stop - start > MOST_HEAD else end


def _inner(part: MimePart) -> list[MimePart]:
    """The parts directly in *part*."""
    if part.kind.startswith("multipart/"):
        return _pieces(part, part.boundary) or _pieces(part, _likely_boundary(part, least=1))
    if part.kind in ("message/rfc822", "message/global", "message/news") or _is_mail_file(part):
        if part.encoding.strip().lower() in ("base64", "quoted-printable"):
            data = transferred(part.body, part.encoding).data
            line = part.line_at(0)
            inner = MimePart(raw=data, start=0, end=len(data), line=line, depth=part.depth + 1, message=True)
        else:
            inner = _child(part, part.start, part.end, message=True)
            inner.cut = part.cut
        return [inner] if _headers_end(inner, within=False) > inner.start else []  # other files are declared so, too
    if part.depth == 0 and part.kind == "text/plain" and not part.encoding.strip().lower().startswith(("b", "q")):
        return _pieces(part, _likely_boundary(part, least=8))
    return []


def _is_mail_file(part: MimePart) -> bool:
    """Whether a part is an email that is attached as any other file is."""
    return part.depth > 0 and not part.parts and _MAIL_FILE.search(part.name) is not None


def _child(part: MimePart, start: int, end: int, *, message: bool = False) -> MimePart:
    return MimePart(raw=part.raw, start=start, end=end, line=part.line, depth=part.depth + 1, message=message)


def _likely_boundary(part: MimePart, *, least: int) -> str:
    """An undeclared boundary: a line of hyphens and a word, with the headers of a part below it."""
    lead = _LEAD.search(part.raw, part.start, part.end)
    line = _WHOLE.match(part.raw, lead.end(), part.end) if lead else None
    word = line.group().rstrip(b" \t") if line else b""
    return word.decode("latin-1") if least <= len(word) <= 200 else ""


def _pieces(part: MimePart, boundary: str) -> list[MimePart]:
    """What is between the lines of *boundary* (RFC 2046, 5.1.1), also when one of them is slightly damaged."""
    word = boundary.encode("latin-1", "replace").rstrip()
    if not word:
        return []
    line = re.compile(rb"--%s(--)?[ \t]*+(?=[\r\n]|\Z)" % re.escape(word))  # it is quick as it begins with letters
    marks: list[tuple[int, int]] = []
    end_mark = b"--%s--" % word
    last = part.raw.rfind(end_mark, part.start, part.end)
    if part.raw.find(end_mark, part.start, part.end) == last or word + b"--" not in _declared(part, part.end):
        last = 0
    for found in line.finditer(part.raw, part.start, part.end):
        if found.start() and part.raw[found.start() - 1] not in b"\r\n":
            continue
        if found[1] and (found.start() < last or (last and _LED.match(part.raw, found.end(), part.end))):
            continue  # an inner part begins with it
        again = marks and marks[-1][1] < 0
        if again and (found[1] or not _LED.match(part.raw, found.end(), part.end)):
            break
        marks.append((found.start(), -1 if found[1] else found.end()))
        if len(marks) > MOST_PARTS + 1:
            break
    if not marks:
        return []
    marks = _with_damaged(part, word, marks)
    pieces: list[MimePart] = []
    for number, (_, after) in enumerate(marks):
        if after < 0:
            continue
        line_end = _LINE_END.match(part.raw, after, part.end)
        start = line_end.end() if line_end else after
        end = marks[number + 1][0] if number + 1 < len(marks) else part.end
        tail = _BEFORE.search(part.raw, max(start, end - 3), end) if number + 1 < len(marks) else None
        piece = _child(part, start, max(start, tail.start() if tail else end))
        piece.cut = number + 1 == len(marks)
        pieces.append(piece)
    return pieces


def _with_damaged(part: MimePart, word: bytes, marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The marks, and among them the lines that would be marks but for one byte: half of the word is whole in them.

    Many programs give nested parts boundaries that differ in one character: a line that is there twice, or is declared,
    is none that was damaged.
    """
    if not 8 <= len(word) <= 100 or part.end - part.start > _MOST_MENDED:
        return marks
    known = {start for start, _ in marks}
    stop = marks[-1][0] if marks[-1][1] < 0 else part.end
    half = len(word) // 2
    line = re.compile(rb"(?:^|(?<=\r))(?:[^\r\n]{0,3}?%b[^\r\n]{0,%d}|[^\r\n]{0,%d}%b[^\r\n]{0,3})(?=[\r\n]|\Z)" % (
        re.escape(word[:half]), len(word) - half + 3, half + 3, re.escape(word[half:])
    ), re.MULTILINE)  # fmt: skip
    inner = _declared(part, stop) - {word}
    likely = [each for each in line.finditer(part.raw, part.start, stop) if each.start() not in known]
    times = Counter(each.group().strip().removeprefix(b"--").removesuffix(b"--") for each in likely)
    more: list[tuple[int, int]] = []
    for found in likely[:MOST_PARTS]:
        text = found.group().rstrip()
        bare = text.removeprefix(b"--")
        if bare in inner or bare.removesuffix(b"--") in inner or times[bare.removesuffix(b"--")] > 1:
            continue
        opens, ends = _nearly(text, b"--" + word), _nearly(text, b"--" + word + b"--")
        if opens and (not ends or _LED.match(part.raw, found.end(), part.end)):
            more.append((found.start(), found.end()))
        elif ends and not any(_nearly(bare, each + b"--") for each in inner):
            more.append((found.start(), -1))
    return sorted([*marks, *more]) if more else marks


def _declared(part: MimePart, stop: int) -> frozenset[bytes]:
    """The boundaries that parts within *part* declare up to *stop*."""
    return frozenset((each[1] or each[2]).rstrip() for each in _DECLARED.finditer(part.raw, part.start, stop))


def _nearly(line: bytes, word: bytes) -> bool:
    """Whether two words differ in one byte at most, or by one more or fewer."""
    if abs(len(line) - len(word)) > 1:
        return False
    same = 0
    while same < min(len(line), len(word)) and line[same] == word[same]:
        same += 1
    return line[same + 1 :] in (word[same + 1 :], word[same:]) or line[same:] == word[same + 1 :]
