"""The texts of an email, in the order in which they are searched for orders."""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from pbem.mail.extraction import block, line_classifier
from pbem.mail.mime.html import MOST_TAGS, is_torn, without_pictures
from pbem.mail.mime.structure import (
    MimePart,
    MimeTree,
    is_excuse,
    is_text,
    like_html,
    like_sheet,
    tree_of,
    without_tags,
)
from pbem.mail.mime.text import (
    DAMAGED,
    MailContents,
    MailText,
    TextSource,
    decoded,
    is_sealed,
    shortened,
    transferred,
    unarmoured,
    unflowed,
)
from pbem.store.inbox import MOST_BYTES

_BLANKS = re.compile(r"\s+")
_QUOTES = re.compile(r"[> ]*>[ \u00a0]?|")
_LEAST = 30
"""The fewest characters of a line that a program folds."""
_MOST_FOLDS = 12
"""The most lines into which a line is folded."""
_MOST_LINES = 10_000
"""The longest text that is changed."""


def unfolded_by(plain: str, page: str) -> str:
    """*plain* with those lines joined that are one line of *page*, which says the same."""
    lines = plain.split("\n")
    if len(lines) > _MOST_LINES or page.count("\n") > _MOST_LINES:
        return plain
    known = {smooth for line in page.split("\n") if len(smooth := _smooth(line)) > _LEAST}
    known.difference_update(map(_smooth, lines))
    if not known:
        return plain
    joined: list[str] = []
    at = 0
    while at < len(lines):
        count = _folds(lines[at : at + _MOST_FOLDS], known)
        rest = (_rest(line, lines[at]) for line in lines[at + 1 : at + count])
        joined.append(" ".join([lines[at], *rest]))
        at += count
    return "\n".join(joined)


def _folds(lines: list[str], known: set[str]) -> int:
    """How many of the first of *lines* are one line; 1 if none belongs to it."""
    whole = _smooth(lines[0])
    if len(whole) < _LEAST:
        return 1
    for count, line in enumerate(lines[1:], 2):
        rest = _BLANKS.sub(" ", _rest(line, lines[0]))
        if not rest or _begins(_rest(line, lines[0])):
            break
        whole = f"{whole} {rest}"
        if whole in known:
            return count
    return 1


def _begins(line: str) -> bool:
    """Whether *line* begins something: a page that runs lines together says nothing of how they were written."""
    return line_classifier.sheetlike(line) or block.end_mark(line) or block.start_mark(line) is not None


def _rest(line: str, first: str) -> str:
    """What *line* adds to the line that begins with *first*: a `>` more than that has is its writer's own."""
    return line.removeprefix(first[: len(first) - len(_bare(first))].rstrip()).strip()


def _bare(line: str) -> str:
    found = _QUOTES.match(line[:200])
    return line[found.end() :] if found else line


def _smooth(line: str) -> str:
    """*line* without its marks of quotation, with one space for any number."""
    return _BLANKS.sub(" ", _bare(line)).strip()


MOST_TEXT = 512 * 1024
"""The most characters of a text that is read."""
_YAML = frozenset({"text/yaml", "text/x-yaml", "text/vnd.yaml", "application/yaml", "application/x-yaml"})
_YAML_NAME = re.compile(r"\.ya?ml(?:\.txt|\.bin)?$", re.IGNORECASE)
_DOCUMENT = re.compile(
    r"\.(?:docx?|odt|rtf|pdf|xlsx?|ods|pages|numbers|zip|rar|7z|gz|tgz|bz2|xz|tar|msg|dat|p7m|asc|gpg|pgp|jpe?g|png|gif|heic|webp|tiff?|bmp)$",
    re.IGNORECASE,
)
_SIGNATURES = frozenset(
    {
        "application/pgp-signature",
        "application/pgp-keys",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
    }
)
_MOST_UNREAD = 20
_SAMPLE = 8000
"""The most bytes of a file that tell whether it is text."""
_MOST_SHOWN = 100
"""The most characters of a damaged header that are shown."""
_WIDE = ("utf-16", "utf-32")
_DAMAGED_TAG = re.compile(rf"<[^<>{DAMAGED}]*{DAMAGED}[^<>]*>?")
_NOT_READ = frozenset(
    {"text/calendar", "text/rfc822-headers", "text/vcard", "text/x-vcard", "text/css", "text/directory"}
)
_SEEN = ("image/", "audio/", "video/", "font/", *_NOT_READ)
_PIECES = frozenset({"message/partial", "message/external-body"})
_SMIME = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
_LINE_ENDS = re.compile("\r*\n|[\r\v\f\x85\u2028\u2029]")
_META = re.compile(rb"<meta\s[^<>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
_STRAY = re.compile("[\ud800-\udfff]")
_UUENCODED = re.compile(r"^begin [0-7]{3,4} ([^\r\n]{1,100})\r?\n(?=[!-`][ -`]{1,90}\r?$)", re.MULTILINE)
"""A file that an old program put into the text of an email, by its name."""


def contents(raw: bytes, size: int = 0) -> MailContents:
    """The texts of an email, or the code of why there are none; never raises, whatever the bytes.

    *size* is that of the whole email, if *raw* is only its beginning.
    The problems: mail-too-large (size, limit), mail-unreadable, and with the names of the email's files (names):
    encrypted, mail-in-pieces, tnef, signed-whole, no-text. Those of a text: damaged-transfer (line, text),
    mail-too-large (size, limit), mail-unreadable.
    """
    if max(len(raw), size) > MOST_BYTES:
        return MailContents(problem="mail-too-large", args={"size": max(len(raw), size), "limit": MOST_BYTES})
    tree = tree_of(raw)
    reader = _Reader()
    mails, found = [tree.root], list[MailText]()
    while mails:
        reader.inside = []
        for mail in mails:
            found.extend(
                each for each in reader.mail(mail, nested=mail is not tree.root) if each.problem or each.text.strip()
            )
        mails = [mail for mail in reader.inside if not found or _same_writer(mail, tree.root)]
    if found:
        return MailContents(tuple(found), unread=_few(reader.unread))
    names = _few([*reader.unread, *reader.pictures])
    return MailContents(problem=_why_none(tree, reader.kinds), args={"names": list(names)})


def _few(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:_MOST_UNREAD]


def _same_writer(mail: MimePart, root: MimePart) -> bool:
    """Whether an email within the email is from the same sender: one that they have sent before."""
    return bool(root.sender) and mail.sender.casefold() == root.sender.casefold()


def _why_none(tree: MimeTree, kinds: set[str]) -> str:
    for code in ("encrypted", "mail-in-pieces", "tnef", "signed-whole"):
        if code in kinds:
            return code
    return "mail-unreadable" if tree.cut else "no-text"


class _Reader:
    """Reads the parts of one email within bounds."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.inside: list[MimePart] = []
        self.unread: list[str] = []
        self.pictures: list[str] = []
        self.characters = 4 * MOST_TEXT
        self.tags = MOST_TAGS

    def mail(self, root: MimePart, *, nested: bool) -> list[MailText]:
        """The texts of an email: its sheets, its letters, and merely attached texts if there is nothing else."""
        texts = list(self.part(root))
        sheets = [text for text, _ in texts if text.source == "sheet"]
        letters = [text for text, attached in texts if text.source != "sheet" and not attached]
        if any(text.problem or text.text.strip() for text in [*sheets, *letters]):
            self.unread += [text.name for text, attached in texts if text.source != "sheet" and attached and text.name]
        else:
            letters = [text for text, _ in texts if text.source != "sheet"]
        order = [*sheets, *(t for t in letters if t.source == "plain"), *(t for t in letters if t.source == "html")]
        return [replace(text, source="nested") for text in order] if nested else order

    def part(self, part: MimePart, within: str = "") -> Iterator[tuple[MailText, bool]]:
        """The texts in a part, and whether each is only attached; it is *within* a part of that kind."""
        kind = part.kind
        if code := _hindrance(part):
            self.kinds.add(code)
            self.unread += [part.name] if part.name else []
        elif kind == "multipart/alternative" and part.parts:
            yield from _chosen([list(self.part(each, kind)) for each in part.parts])
        elif part.parts and part.parts[0].message:
            self.inside.extend(part.parts)
        elif part.parts:
            for each in part.parts:
                yield from self.part(each, kind)
        elif kind in _YAML or _YAML_NAME.search(part.name):
            yield self.read(part, "sheet"), True
        elif kind.startswith(("text/", "multipart/")) and kind not in _NOT_READ:
            yield self.letter(part)
        elif kind and kind not in _SIGNATURES and within != "multipart/report":
            yield from self.file(part, within)

    def file(self, part: MimePart, within: str) -> Iterator[tuple[MailText, bool]]:
        """A part that declares itself to be no text: programs do that of texts, too. What is not read is named."""
        data = transferred(part.body[:_SAMPLE], part.encoding).data
        text = self.read(part, "plain") if is_text(data) else None
        if text and like_sheet(text.text):
            yield replace(text, source="sheet"), True
        elif text and not part.kind.startswith(_SEEN) and not _DOCUMENT.search(part.name):
            yield replace(text, name=part.name or part.kind), True
        elif within in ("multipart/related", "multipart/alternative") and not _DOCUMENT.search(part.name):
            self.pictures.append(part.name or part.kind)
        else:
            self.unread.append(part.name or part.kind)

    def letter(self, part: MimePart) -> tuple[MailText, bool]:
        """A part that is there to be read, unless it is a sheet by its looks that was attached as plain text."""
        html = part.kind == "text/html"
        text = self.read(part, "html" if html else "plain")
        if (part.attached or (part.name and not html)) and like_sheet(text.text):
            text = replace(text, source="sheet")
        self.unread += map(str.strip, _UUENCODED.findall(text.text))
        return text, part.attached

    def read(self, part: MimePart, source: TextSource) -> MailText:
        """The text of a part, as far as it can be read, and what is wrong with it."""
        bytes_of = transferred(part.body, part.encoding)
        characters = decoded(bytes_of.data, part.charset or _said_within(bytes_of.data, part))
        text = _STRAY.sub("\ufffd", characters.text)
        broken = part.broken
        if bytes_of.damaged >= 0 and characters.charset.startswith(_WIDE):  # marks of one byte shift all others
            broken = part.start + bytes_of.damaged
        tags = 0
        if source == "html" or (source == "plain" and like_html(text)):
            text = without_pictures(_marked_beside_tags(text))
            source, tags = ("plain", 0) if source == "html" and without_tags(text) else ("html", text.count("<"))
        charset, guessed = characters.charset, characters.guessed
        cut = part.line_at(part.end - part.start) if part.cut else 0
        damaged = part.line_at(bytes_of.damaged) if bytes_of.damaged >= 0 else 0
        known = MailText(
            text="", source=source, name=part.name, charset=charset, guessed=guessed, damaged=damaged, cut=cut
        )
        if len(text) > min(self.characters, MOST_TEXT * (4 if tags else 1)) or tags > self.tags:
            return replace(known, problem="mail-too-large", args={"size": len(bytes_of.data), "limit": MOST_TEXT})
        self.characters -= len(text)
        self.tags -= tags
        text = shortened(self.lines(text, part, html=source == "html"))
        if broken >= 0:
            shown = part.raw[broken:].split(b"\n", 1)[0][:_MOST_SHOWN].decode("ascii", "replace").strip()
            args = {"line": part.line_in_raw(broken), "text": shown}
            return replace(known, text=text, problem="damaged-transfer", args=args)
        if source == "html" and is_torn(characters.text):
            return replace(known, text=text, problem="mail-unreadable")
        return replace(known, text=text)

    def lines(self, text: str, part: MimePart, *, html: bool) -> str:
        if html:
            from pbem.mail.mime.html import text_of  # noqa: PLC0415 - what reads HTML is not always installed

            text = _LINE_ENDS.sub("\n", text_of(text))
        else:
            text = _LINE_ENDS.sub("\n", text)
            text = unflowed(text, delete_blank=part.delete_blank) if part.flowed else text
            if is_sealed(text):
                self.kinds.add("encrypted")
                return ""
            text = unarmoured(text)
        return text if text.endswith("\n") or not text else text + "\n"


def _marked_beside_tags(html: str) -> str:
    """*html* with the marks of damage around the tags that they are in: a damaged tag may take away what follows."""
    if DAMAGED not in html:
        return html
    return _DAMAGED_TAG.sub(lambda tag: f"{DAMAGED}{tag.group().replace(DAMAGED, '')}{DAMAGED}", html)


def _said_within(data: bytes, part: MimePart) -> str:
    """The character set that a page says itself to have."""
    found = _META.search(data[:4096]) if part.kind == "text/html" else None
    return found[1].decode("ascii") if found else ""


def _hindrance(part: MimePart) -> str:
    """The code of why a part is of a kind that cannot be read; empty for all others."""
    if part.kind in ("multipart/encrypted", "application/pgp-encrypted"):
        return "encrypted"
    if part.kind in _SMIME:
        signed = part.smime == "signed-data" or _SIGNED_DATA in transferred(part.body, part.encoding).data[:60]
        return "signed-whole" if signed else "encrypted"
    if part.kind in _PIECES:
        return "mail-in-pieces"
    return "tnef" if part.kind == "application/ms-tnef" or part.name.lower() == "winmail.dat" else ""


def _chosen(branches: list[list[tuple[MailText, bool]]]) -> list[tuple[MailText, bool]]:
    """Of an alternative the plain part, unless that is empty or only an excuse; and whatever is attached.

    Lines that are folded in the plain part only, as some programs do it, are made whole again.
    """
    texts = [each for branch in branches for each in branch]

    def fit(test: Callable[[MailText], bool]) -> list[tuple[MailText, bool]]:
        return [(t, late) for t, late in texts if not late and test(t) and (t.problem or t.text.strip())]

    plain = fit(lambda text: text.source == "plain")
    html = fit(lambda text: text.source == "html")
    attached = [(text, late) for text, late in texts if late or text.source == "sheet"]
    pages = "\n".join(text.text for text, _ in html if not text.problem)
    good = [
        (text if text.problem or not pages else replace(text, text=unfolded_by(text.text, pages), twin=pages), late)
        for text, late in plain
        if text.problem or not is_excuse(text.text)
    ]
    return [*(good or html or plain), *attached]
