"""A pasted forum post, its markup converted to plain text with `>` before quotations."""

import html
import re
from collections.abc import Callable, Iterator

import msgspec

from pbem.mail.extraction import line_classifier
from pbem.mail.extraction.block import canonical
from pbem.mail.extraction.find import comment_notes, find
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.texts import MOST_TEXT
from pbem.mail.mime.text import FoundOrders, MailContents, MailNote, MailText, shortened
from pbem.sheet.repair import MOST_BYTES

_TAG = re.compile(r"\[(/?)([a-z]{1,12}|\*)((?:=|\s)[^\[\]\n]{0,200})?\]", re.IGNORECASE)
_STYLES = frozenset({
    "b", "i", "u", "em", "strong", "color", "colour", "size", "font", "center", "left", "right", "indent",
    "justify", "sub", "sup", "highlight", "mention", "user", "url", "email", "table", "tr", "td", "th",
})  # fmt: skip
"""Tags that are removed without their content; one that is never closed is a plain bracket."""
_STRUCK = frozenset(("s", "strike", "del"))
"""Tags around what is crossed out."""
_BLOCKS = frozenset(("spoiler", "hide", "details", "hr", "br", "ooc", "ot"))
"""Tags that end a line."""
_PICTURES = frozenset(("img", "image", "attachment", "youtube", "media", "video", "audio", "gif"))
"""Tags that are removed with their content."""
_LISTS = frozenset(("list", "ul", "ol"))
_ITEMS = frozenset(("*", "li"))
_MOST_QUOTES = 50
_MOST_LINE = 5000
"""The most characters of a line that is converted."""
_MOST_PICTURE = 2000
"""The most characters of a picture's address."""
_MOST_LOOKED_AT = 200_000
"""How many characters are searched for signs of a post."""
_MOST_HEADING = 200
_KNOWN = _STYLES | _STRUCK | _BLOCKS | _PICTURES | _LISTS | _ITEMS | {"quote", "code"}
_BLANKS = re.compile(r" *")
_CODE_END = re.compile(r"\[/code\]", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_HEADINGS = re.compile(
    r"\s*(?:"
    r"(?:(?:posted? )?by )?[^\n:»]{1,60} » (?:\w{3,9},? )?[^\n»]{0,20}\d{4}[^\n»]{0,30}"
    r"|(?:quote|reply|quote reply|like|report|edit|share|top|quote selected|multi-?quote|permalink"
    r"|unread post)(?: \W{0,3})?"
    r"|code\s*:\s*(?:select all|expand view|copy to clipboard|alles auswählen|tout sélectionner)"
    r"|last edited by .{1,80}"
    r"|edited (?:by|on|\d+ times?) .{0,80}"
    r"|post(?:s|ed|ed on| count| subject|s:)?\s*:\s*.{0,80}"
    r"|(?:joined|location|rank|reputation|member since|registered|karma)\s*:\s*.{0,80}"
    r"|(?:post )?#\d{1,6}"
    r"|\d{1,2} (?:minutes?|hours?|days?) ago"
    r")\s*",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(\s*)re: [^\n]{1,120}(?=\n(?:[ \t]*(?:(?:quote|reply|report|edit|delete)[ \t]*)?\n){0,6}"
    r"[ \t]*(?:unread post |post(?:ed)? )?by [^\n:»]{1,60} » )",
    re.IGNORECASE,
)
"""The subject that phpBB shows above a post's writer and time."""
_WROTE = re.compile(r"\s*[^\n:>\[\]{}]{1,60} (?:wrote|said|posted)\s*:\s*(?:↑.{0,60}|\W{0,3})", re.IGNORECASE)
_SMILEY = re.compile(r"(?<!\S)(?:[:;8=]['^-]?[)(DPpOo|3]|:[a-z_]{2,20}:|[\U0001f600-\U0001f64f])(?!\S)")
_BULLET = re.compile(r"(?:[•◦▪▫‣·●○■□]|\d{1,2}[.)])\s+(?=\S)")
_ESCAPE = re.compile(r"\\([-_*#>.\[\]`~|{}!+])")
_MANY = re.compile(r"\n{3,}")


def bare(
    text: str,
    form: str = "",
    letter: str = "",
    known: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
    without_words: Callable[[str], str] = str,
) -> FoundOrders:
    """The content of a sheet submitted without an email: a sheet alone, or a forum post around it.

    *without_words* takes the words to other players out of its text before that is searched for orders.
    What is longer than any text of an email that is read is not looked at, and refused for its size. A sheet alone that
    has a line too long to be read is passed on whole if it is too large for a sheet, and refused so.
    """
    if len(text) > MOST_TEXT:
        size = len(text.encode("utf-8", "surrogatepass"))
        return FoundOrders(problem="too-large", args={"size": size, "limit": MOST_BYTES})
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if not text.strip():
        return FoundOrders(problem="empty-sheet")
    posted = is_post(text)
    post, notes = read_post(text) if posted else (text, ())
    short = shortened(post)
    if (rest := without_words(short)) != short:
        text = rest
    found = find(MailContents((MailText(text=rest, source="plain"),)), form, letter=letter, known=known)
    if not text.strip():  # it was nothing but words to players
        return found
    large = found.problem == "line-too-long" and len(text) > MOST_BYTES
    if not posted and (large or (found.what in ("words", "nothing") and not found.problem)):
        return FoundOrders(what="orders", sheet=text, how="shape", notes=tuple(comment_notes(text, form)))
    if found.problem == "sheet-cut" and not posted:  # a file is not cut off in transit, and seldom has that line
        return FoundOrders(what="orders", sheet=text, how="marks")
    whole = canonical(found.sheet) == canonical(text)
    kept = tuple(note for note in found.notes if not (whole and note.code == "found-by-shape"))
    return msgspec.structs.replace(found, notes=(*notes, *kept))


def is_post(text: str) -> bool:
    """Whether *text* was copied from a forum, and is not a sheet alone."""
    lowered = text[:_MOST_LOOKED_AT].casefold()
    closing = any(f"[/{name}" in lowered for name in _KNOWN)
    lines = text[:_MOST_LOOKED_AT].split("\n")
    headed = any(_WROTE.fullmatch(line) or _HEADINGS.fullmatch(line) for line in lines if len(line) < _MOST_HEADING)
    marked = any(line.startswith((">>> ", "> ", "```")) for line in lines)
    return closing or "[*]" in text or bool(_ENTITY.search(text[:_MOST_LOOKED_AT])) or headed or marked


def read_post(text: str) -> tuple[str, tuple[MailNote, ...]]:
    """The text of a pasted forum post, and notes on what was left out although it looks like orders."""
    notes: list[MailNote] = []
    plain = _ENTITY.sub(lambda found: html.unescape(found.group()), text.replace("\r\n", "\n").replace("\r", "\n"))
    if found := _SUBJECT.match(plain):
        plain = found[1] + plain[found.end() :]
    lines = list(_tidied(_Untagging(plain, notes).plain().split("\n"), notes))
    return _MANY.sub("\n\n", "\n".join(lines)).strip("\n") + "\n", tuple(notes)


class _Untagging:
    """Removes the tags from a post; quotations get their marks, code its fences."""

    def __init__(self, text: str, notes: list[MailNote]) -> None:
        self.text = text
        self.notes = notes
        self.out: list[str] = []
        self.quotes = self.lists = self.position = self.struck = 0
        self.closings = {found[2].casefold() for found in _TAG.finditer(text) if found[1]}

    def plain(self) -> str:
        while found := _TAG.search(self.text, self.position):
            self.put(self.text[self.position : found.start()])
            self.position = found.end()
            self.tag(found[2].casefold(), found.group(), closes=bool(found[1]))
        self.put(self.text[self.position :])
        return "".join(self.out)

    def tag(self, name: str, written: str, *, closes: bool) -> None:
        if name not in _KNOWN or (name in _STYLES | _STRUCK and name not in self.closings):
            self.put(written)
        elif name in _STRUCK:
            self.struck = max(0, self.struck + (-1 if closes else 1))
        elif name == "quote":
            self.quotes = max(0, self.quotes + (-1 if closes else 1))
            self.new_line()
        elif name in _LISTS:
            self.lists = max(0, self.lists + (-1 if closes else 1))
            self.new_line()
        elif name in _BLOCKS:
            self.new_line()
        elif not closes:
            self.opened(name)

    def opened(self, name: str) -> None:
        if name == "code" and name in self.closings:
            self.code()
        elif name in _ITEMS:
            self.new_line()
            self.put("  " * max(0, self.lists - 1) + "- ")
            self.position = _BLANKS.match(self.text, self.position).end()  # type: ignore[union-attr]
        elif name in _PICTURES:
            self.skip(name)

    def put(self, words: str) -> None:
        lines = words.split("\n")
        lines = [_crossed(line) for line in lines] if self.struck else lines
        self.out.append(f"\n{self.prefix()}".join(lines))

    def prefix(self) -> str:
        return "> " * min(self.quotes, _MOST_QUOTES)

    def new_line(self) -> None:
        if self.out and not "".join(self.out[-3:]).endswith("\n"):
            self.out.append("\n")
        self.out.append(self.prefix())

    def code(self) -> None:
        """The content of `[code]` is kept exactly, between fences."""
        end = _CODE_END.search(self.text, self.position)
        if end is None:
            self.closings.discard("code")
            return
        inside = self.text[self.position : end.start()].strip("\n")
        self.new_line()
        self.put(f"```\n{inside}\n```")
        self.position = end.end()
        self.new_line()

    def skip(self, name: str) -> None:
        """Leave out a picture, with a note, as it may have contained more than an address."""
        near = self.text[self.position : self.position + _MOST_PICTURE]
        end = near.lower().find(f"[/{name}]")
        if end < 0:
            return
        inside = near[:end].strip()
        if "\n" in inside or ("//" not in inside and line_classifier.shape(inside) == "key"):
            self.notes.append(MailNote("forum-dropped", {"line": self.text.count("\n", 0, self.position) + 1}))
        self.position += end + len(name) + 3


def _crossed(line: str) -> str:
    bare = line.strip()
    return line.replace(bare, f"~~{bare}~~", 1) if bare else line


def _tidied(lines: list[str], notes: list[MailNote]) -> Iterator[str]:
    """*lines* without the forum's own, without smilies, with plain bullets."""
    fenced = below = False
    for number, raw in enumerate(lines, 1):
        line = raw
        if line.lstrip("> ").startswith(("```", "~~~")):
            fenced = not fenced
        elif line.startswith(">>> "):
            below, line = True, line[4:]
        if not fenced and len(line) <= _MOST_LINE:
            if _HEADINGS.fullmatch(line):
                continue
            if _WROTE.fullmatch(line):
                following = next((each for each in lines[number : number + 5] if each.strip()), "")
                if not following.startswith(">"):
                    notes.append(MailNote("forum-quote-unmarked", {"line": number}))
                continue
            line = _plain(line)
        yield f"> {line}" if below else line


def _plain(line: str) -> str:
    if _SMILEY.search(line):
        line = _SMILEY.sub("", line).rstrip()
    if not line.startswith(">"):
        line = _BULLET.sub("- ", _ESCAPE.sub(r"\1", line), count=1)
    return line.replace("**", "")
