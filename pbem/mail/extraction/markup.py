"""The tags of BBCode, and those of HTML within other text, made into lines that know what was around them.

Marks within a line stay in it, as they may be its text: whoever cannot read it looks at it without them.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pbem.mail.extraction import line_classifier
from pbem.mail.mime.text import PICTURE, STRIKE, MailNote, within_value

MOST_QUOTES = 50
"""The deepest quotation that is distinguished."""


class MarkedLine(msgspec.Struct, frozen=True):
    """A line as it is read by people, without its markup, and what it is.

    *depth* is how often it was quoted, *by* whom, if that is known. What is crossed out in it is between `STRIKE`.
    *code* is kept as it was written; what the *forum* added is no one's words. Where a quotation is *open*, nothing
    shows where it ends. *number* is that of the line of the whole text.
    """

    number: int
    text: str
    depth: int = 0
    by: str = ""
    code: bool = False
    forum: bool = False
    open: bool = False

    @property
    def own(self) -> bool:
        """Whether whoever posted the text wrote it."""
        return not self.depth and not self.forum


def crossed_out(text: str) -> str:
    """*text* between the marks of what is crossed out, without the spaces around it; empty text stays so."""
    bare = text.strip()
    return text.replace(bare, f"{STRIKE}{bare}{STRIKE}", 1) if bare else text


def rendered(lines: Sequence[MarkedLine]) -> str:
    """*lines* as an email shows them: `>` before what is quoted, below who wrote it, and nothing of the forum's own."""
    return "".join(f"{line}\n" for line in _rendered(lines))


def _rendered(lines: Sequence[MarkedLine]) -> Iterator[str]:
    before = MarkedLine(0, "")
    for line in lines:
        if line.forum:
            yield ""
            continue
        if line.by and line.depth and (line.by, line.depth) != (before.by, before.depth):
            yield f"{'> ' * (line.depth - 1)}{line.by} wrote:"
        elif before.depth > line.depth == 0 and line.text.strip():
            yield ""
        yield f"{'> ' * line.depth}{line.text}"
        before = line


_LEVELS = re.compile(r"[ \t\u00a0]{0,3}(?:> ?)*>(?!!\S|\S*[|])")
_HIDDEN = re.compile(r"\A(\s{0,20})>!(?=\S)")
"""How a spoiler begins as Reddit writes it."""
_BREAK = re.compile(r"(?<!\\)\\$")
"""The mark of the end of a line, as some editors write it."""
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ALL_BELOW = ">>> "
_CALLS = re.compile(
    r"<(?:[@#][!&]?|a?:\w{2,32}:)\d{4,20}>|<t:\d{1,12}(?::[tTdDfFR])?>|\[(?:microbadge|imageid)=[^\[\]\n]{1,60}\]", re.I
)
"""How Discord's texts call people, name places, and write its own pictures and times; BoardGameGeek's pictures."""
_SMALL = re.compile(r"\A-# (?=\S)")
"""Before small letters, as Discord writes them."""
_FENCED = re.compile(r"(?P<open>\s{0,3}(?:\|\|\s?)?```)(?![`\w+#.-]{0,20}\s*$)(?P<rest>.*\S.*)")
_FENCE_BARS = re.compile(r"\s{0,3}(?:\|\|\s?(?P<first>```[\w+#.-]{0,20})|(?P<last>```)\s?\|\|)\s*")
_STRIKES = re.compile(r"(?<!~)~~(?!~)")
_BARS = re.compile(r"(?<!\|)\|\|(?!\|)")
_BOLD = re.compile(r"(\s{0,20}(?:[-•] )?)(\*{1,3}|_{1,2})(?=[^\s*_])")
_ESCAPED_MARK = re.compile(r"\A(\s*+)\\(?=(?:[-*+>#]|\d{1,2}[.)])(?:\s|$))")
_MOST_LINE = 5000
"""The most characters of a line that is looked at."""


def with_markdown(lines: Sequence[MarkedLine]) -> list[MarkedLine]:
    """*lines* with the marks of quotations, spoilers, and of what is crossed out over several lines, taken as such."""
    marked = list(_fenced(_with_fences_alone(_quoted(lines))))
    return _without_hidden(_without_bold(_without_bars(_struck(marked))))


def _quoted(lines: Sequence[MarkedLine]) -> Iterator[MarkedLine]:
    below = 0
    for line in lines:
        text, depth = line.text, line.depth + below
        if not line.code and len(text) <= _MOST_LINE:
            if text.startswith(_ALL_BELOW):
                below, depth, text = 1, line.depth + 1, text.removeprefix(_ALL_BELOW)
            elif found := _LEVELS.match(text):
                depth = min(depth + found.group().count(">"), MOST_QUOTES)
                text = text[found.end() :].removeprefix(" ")
        yield replace(line, text=text, depth=depth)


def _with_fences_alone(lines: Iterator[MarkedLine]) -> Iterator[MarkedLine]:
    """*lines* with each fence on a line of its own, and without the bars of a spoiler around it."""
    within = False
    for line in lines:
        text = line.text
        if line.code or len(text) > _MOST_LINE or "```" not in text:
            yield line
            continue
        if found := _FENCE_BARS.fullmatch(text):
            yield replace(line, text=found["first"] or found["last"])
            within = not within
            continue
        if not within and text.count("```") % 2 and (found := _FENCED.fullmatch(text)):
            yield replace(line, text="```")
            yield replace(line, text=found["rest"])
            within = True
        elif within and (rest := text.rstrip(" |")).endswith("```") and rest.strip("` "):
            yield replace(line, text=rest[:-3])
            yield replace(line, text="```")
            within = False
        else:
            yield line
            within = within != bool(text.count("```") % 2)


def _fenced(lines: Iterator[MarkedLine]) -> Iterator[MarkedLine]:
    """*lines* of which those within fences, and these, are code."""
    fence, depth = "", 0
    for line in lines:
        if fence and (line.depth < depth or _closes(line.text, fence)):
            yield replace(line, code=line.depth >= depth)
            fence = ""
        elif fence or line.code:
            yield replace(line, code=True)
        else:
            found = _FENCE.match(line.text[:_MOST_LINE])
            fence, depth = (found[1], line.depth) if found else ("", 0)
            text = line.text if found else _ESCAPED_MARK.sub(r"\1", line.text, count=1)
            yield replace(line, text=text, code=bool(found))


def _closes(text: str, fence: str) -> bool:
    bare = text.strip()
    return bare.startswith(fence) and not bare.strip(fence[0])


def _struck(lines: Sequence[MarkedLine]) -> list[MarkedLine]:
    """*lines* with marks around each line of what is crossed out over several lines, code too."""
    marks = [len(_STRIKES.findall(line.text)) if _looked_at(line) else 0 for line in lines]
    left, within = sum(marks), False
    found: list[MarkedLine] = []
    for line, count in zip(lines, marks, strict=True):
        left -= count
        if within and not count:
            fence = line.code and _FENCE.match(line.text) is not None
            found.append(line if fence else replace(line, text=crossed_out(line.text)))
        elif count and (within or (count % 2 and left)):
            parts = _STRIKES.split(line.text)
            texts = [crossed_out(part) if (at % 2 == 1) != within else part for at, part in enumerate(parts)]
            found.append(replace(line, text="".join(texts).replace(2 * STRIKE, "")))
            within = within != bool(count % 2)
        else:
            found.append(line)
    return found


def _without_bars(lines: Sequence[MarkedLine]) -> list[MarkedLine]:
    """*lines* without the bars around spoilers."""
    count = sum(len(_BARS.findall(line.text)) for line in lines if _looked_at(line))
    if not count or count % 2:
        return list(lines)
    return [replace(line, text=_BARS.sub("", line.text)) if _looked_at(line) else line for line in lines]


def _without_bold(lines: list[MarkedLine]) -> list[MarkedLine]:
    """*lines* without the marks of emphasis that begin on one line and end on another."""
    for at, line in enumerate(lines):
        found = _BOLD.match(line.text) if _looked_at(line) else None
        if found is None or line.text.count(found[2]) % 2 == 0:
            continue
        ends = (n for n in range(at + 1, len(lines)) if _looked_at(lines[n]) and found[2][0] in lines[n].text)
        last = next(ends, at)
        if last > at and lines[last].text.rstrip().endswith(found[2]) and lines[last].text.count(found[2]) == 1:
            lines[at] = replace(line, text=f"{found[1]}{line.text[found.end() :]}")
            lines[last] = replace(lines[last], text=lines[last].text.rstrip().removesuffix(found[2]))
    return lines


def _without_hidden(lines: list[MarkedLine]) -> list[MarkedLine]:
    """*lines* without the marks around a spoiler as Reddit writes it, and those of the ends of lines."""
    hidden = any(_HIDDEN.match(line.text) for line in lines if _looked_at(line))
    for at, line in enumerate(lines):
        if _looked_at(line):
            text = _HIDDEN.sub(r"\1", line.text, count=1).removesuffix("!<") if hidden else line.text
            text = _CALLS.sub("", _SMALL.sub("", _BREAK.sub("", text)))
            lines[at] = line if text == line.text else replace(line, text=text)
    return lines


def _looked_at(line: MarkedLine) -> bool:
    return not line.code and len(line.text) <= _MOST_LINE


_TAG = re.compile(
    r"\[(?P<end>/?)(?P<name>[a-z]{1,20}|\*|-)(?P<about>(?:=|\s)[^\[\]\n]{0,200})?\]"
    r"|<(?P<close>/?)(?P<tag>[a-z][a-z0-9]{0,11})(?P<more>[\s/][^<>\n]{0,400})?>",
    re.IGNORECASE,
)
_STYLES = frozenset({
    "b", "i", "u", "em", "strong", "color", "colour", "size", "font", "center", "left", "right", "indent", "c",
    "justify", "sub", "sup", "highlight", "mention", "user", "url", "email", "ispoiler", "icode", "tt", "heading",
    "ins", "span", "small", "big", "mark", "kbd", "a", "cite", "label", "anchor", "icon", "bg", "bgcolor", "blur",
})  # fmt: skip
"""Tags that are removed without their content; one without its end is a plain bracket."""
_STRUCK = frozenset(("s", "strike", "del", "-", "st", "strikethrough"))
_QUOTES = frozenset(("quote", "q", "blockquote", "aside"))
_BLOCKS = frozenset({
    "spoiler", "hide", "details", "hr", "br", "ooc", "ot", "o", "off", "offtopic", "summary", "p", "div", "table",
    "tr", "collapse", "accordion", "tab", "box", "h1", "h2", "h3", "h4", "h5", "h6", "tbody", "thead",
})  # fmt: skip
"""Tags that end a line."""
_HIDING = frozenset(("spoiler", "hide", "details", "o", "off", "offtopic", "ooc", "ot", "collapse", "accordion", "box"))
"""Those around a part that a click shows."""
_ALONE = frozenset(("br", "hr"))
_CELLS = frozenset(("td", "th"))
_PICTURES = frozenset(("img", "image", "attachment", "attach", "youtube", "media", "video", "audio", "gif"))
"""Tags that are removed with their content."""
_LISTS = frozenset(("list", "ul", "ol"))
_ITEMS = frozenset(("*", "li"))
_VERBATIM = frozenset(("code", "noparse", "plain", "nobbc", "pre", "mono", "fixed", "php", "html", "raw"))
"""Tags whose content is kept as it is."""
_PAIRED = _STYLES | _STRUCK | _CELLS | (_BLOCKS - _ALONE)
_KNOWN = _PAIRED | _ALONE | _QUOTES | _PICTURES | _LISTS | _ITEMS | _VERBATIM
_OTHER, _LINK = "box", "url"
"""Stand for tags that are not known, where they have an end: around a part, or, with a value, within a line."""
_MOST_LINKED = 200
_ENDS = re.compile(r"\[/([a-z]{1,20})\]")
_ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:^=|\b(?:author|user|username|name|data-username|data-quote|cite)=)\s*"
    r"(?:\"([^\"]{1,80})|'([^']{1,80})|([^\"'\s][^;,\]\"'=]{0,60}))",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(r"[,;]| (?:post|link|date|user)(?:_?id)?$")
_MEANT = re.compile(r"\balt=[\"']?(?P<code>:[a-z_]{2,30}:)", re.IGNORECASE)
"""What a picture of a forum stands for."""
_CODE_IN_PRE = re.compile(r"^\s{0,9}<code[^<>]{0,200}>|</code>(?=\s{0,9}$)", re.IGNORECASE)
_BLANKS = re.compile(r" *")
_MOST_LISTS = 20
"""How deep lists within lists are moved to the right."""
_MOST_PICTURE = 2000
"""The most characters of a picture's address."""


class _Tag(msgspec.Struct, frozen=True):
    """A tag of the text from *start* to *end*; *inside* is what a tag holds that is kept as it is."""

    start: int
    end: int
    name: str
    closes: bool = False
    about: str = ""
    inside: str | None = None


def has_tags(text: str) -> bool:
    """Whether *text* has tags: one with its end, an item of a list, or an entity."""
    tags = list(_tags(text))
    return any(tag.closes or tag.inside is not None or tag.name in _ITEMS for tag in tags) or bool(_ENTITY.search(text))


def untagged(text: str, notes: list[MailNote]) -> list[MarkedLine]:
    """The lines of *text* without its tags; *notes* are on what was left out although it looks like orders."""
    return _Untagging(text, notes).lines()


def _tags(text: str) -> Iterator[_Tag]:
    """The known tags in *text*; those of HTML and BBCode have the same names and mean the same."""
    lowered, position = text.lower(), 0
    unclosed, linked, ended = set[str](), set[str](), frozenset(_ENDS.findall(lowered))
    while found := _TAG.search(text, position):
        position = found.end()
        square = found["name"] is not None
        name = (found["name"] or found["tag"]).lower()
        if name not in _KNOWN and square and name in ended:
            if found["about"] and f"[/{name}]" in lowered[position : position + _MOST_LINKED].split("\n", 1)[0]:
                linked.add(name)
            name = _LINK if name in linked else _OTHER
        if name not in _KNOWN or (name == "-" and not square):
            continue
        closes, about = bool(found["end"] or found["close"]), found["about"] or found["more"] or ""
        end = f"[/{name}]" if square else f"</{name}>"
        if name in _VERBATIM and not closes and end not in unclosed:
            if (close := lowered.find(end, position)) >= 0:
                yield _Tag(found.start(), close + len(end), name, about=about, inside=text[position:close])
                position = close + len(end)
                continue
            unclosed.add(end)
        yield _Tag(found.start(), found.end(), name, closes, about)


class _Untagging:
    def __init__(self, text: str, notes: list[MailNote]) -> None:
        self.text, self.notes = text, notes
        self.done: list[MarkedLine] = []
        self.line: list[str] = []
        self.begun = self.spoken = False
        """Whether the line being written has anything, and whether it has words."""
        self.after_tag = True
        self.number = 1
        self.position = self.lists = self.struck = self.unopened = 0
        self.quotes: list[str] = []
        """By whom is what is quoted around here, the outermost first."""

    def lines(self) -> list[MarkedLine]:
        tags = list(_tags(self.text))
        whole = _with_ends(tags)
        for at, tag in enumerate(tags):
            if tag.start < self.position:
                continue  # within a picture
            self.put(self.text[self.position : tag.start])
            self.position = tag.end
            self.tag(tag, paired=at in whole)
        self.put(self.text[self.position :])
        self.new_line()
        above = (msgspec.structs.replace(line, depth=line.depth + 1) for line in self.done[: self.unopened])
        return [*above, *self.done[self.unopened :]]

    def tag(self, tag: _Tag, *, paired: bool) -> None:
        if tag.inside is not None:
            self.verbatim(tag.inside)
        elif tag.name in _VERBATIM or (not paired and tag.name in _PAIRED and (not tag.closes or tag.name in _STRUCK)):
            self.put(self.text[tag.start : tag.end])
        elif tag.name in _STRUCK:
            self.struck = max(0, self.struck + (-1 if tag.closes else 1)) if paired else self.struck
        elif tag.name in _QUOTES:
            self.quote(tag)
        elif tag.name in _LISTS:
            self.lists = max(0, self.lists + (-1 if tag.closes else 1))
            self.new_line()
        elif tag.name in _BLOCKS:
            self.new_line(also_empty=tag.name == "br", by_tag=True)
            if tag.closes and tag.name in _HIDING and self.done and self.done[-1].text:
                self.done.append(self.marked(""))  # what follows is not of it
        elif tag.name in _CELLS:
            self.write(" " if self.begun else "")
        elif not tag.closes and tag.name in _ITEMS:
            self.item()
        elif not tag.closes and tag.name in _PICTURES:
            self.skip(tag)

    def quote(self, tag: _Tag) -> None:
        self.new_line()
        if not tag.closes:
            self.quotes.append(_name_in(tag.about))
        elif self.quotes:
            self.quotes.pop()
        else:  # its beginning was not copied
            self.unopened = len(self.done)

    def item(self) -> None:
        self.new_line()
        self.line.append("  " * min(max(0, self.lists - 1), _MOST_LISTS) + "- ")
        self.begun = True
        self.position = _BLANKS.match(self.text, self.position).end()  # type: ignore[union-attr]

    def verbatim(self, inside: str) -> None:
        """Code is kept exactly, between fences; what is only exempt from markup, within its line."""
        if "\n" not in inside.strip("\n") and self.spoken:
            self.put(inside)
            return
        inside, fence = _CODE_IN_PRE.sub("", inside), "```"
        while fence in inside:
            fence += "`"
        self.new_line()
        for text in (fence, *_without_entities(inside).strip("\n").split("\n"), fence):
            self.done.append(self.marked(crossed_out(text) if self.struck and text != fence else text, code=True))

    def skip(self, tag: _Tag) -> None:
        """Leave out a picture, with a note, as it may have contained more than an address; within a value it shows."""
        name, meant = tag.name, _MEANT.search(tag.about)
        if meant or within_value(self.line):
            self.put(meant["code"] if meant else PICTURE)
        near = self.text[self.position : self.position + _MOST_PICTURE]
        end = near.lower().find(f"[/{name}]")
        if end < 0:
            return
        inside = near[:end].strip()
        if "\n" in inside or ("//" not in inside and line_classifier.shape(inside) == "key"):
            self.notes.append(MailNote("forum-dropped", {"line": self.text.count("\n", 0, self.position) + 1}))
        self.position += end + len(name) + 3

    def put(self, words: str) -> None:
        first, *others = _without_entities(words).split("\n")
        self.write(first)
        for other in others:
            self.new_line(also_empty=True, by_tag=False)
            self.number += 1
            self.write(other)

    def write(self, text: str) -> None:
        if text:
            self.line.append(crossed_out(text) if self.struck else text)
            self.begun = True
            self.spoken = self.spoken or bool(text.strip())

    def new_line(self, *, also_empty: bool = False, by_tag: bool = True) -> None:
        """End the line, unless it is empty and need not show; behind a tag that did it an end of line adds nothing."""
        if self.begun or (also_empty and not self.after_tag):
            self.done.append(self.marked("".join(self.line).replace(2 * STRIKE, "")))
        self.after_tag = by_tag
        self.line.clear()
        self.begun = self.spoken = False

    def marked(self, text: str, *, code: bool = False) -> MarkedLine:
        depth = min(len(self.quotes), MOST_QUOTES)
        return MarkedLine(self.number, text, depth, self.quotes[-1] if depth else "", code=code)


def _with_ends(tags: list[_Tag]) -> set[int]:
    """Which of *tags* belong to a pair of a beginning and an end."""
    open_: dict[str, list[int]] = {}
    whole: set[int] = set()
    for at, tag in enumerate(tags):
        if not tag.closes:
            open_.setdefault(tag.name, []).append(at)
        elif places := open_.get(tag.name):
            whole.update((places.pop(), at))
    return whole


def _name_in(about: str) -> str:
    """Who is quoted, by what a tag says of it."""
    found = _NAMED.search(about)
    said = next((group for group in found.groups() if group), "") if found else ""
    return _AFTER_NAME.split(said, maxsplit=1)[0].strip()


def _without_entities(text: str) -> str:
    return _ENTITY.sub(lambda found: html.unescape(found.group()), text)


_CROSSED_OUT = re.compile(r"(?<!~)~~(?!~)([^~\n]+)~~(?!~)|(?<![~\w])~(?![~\s])([^~\n]{1,200})(?<!\s)~(?![~\w])")
_STROKES = re.compile("[\u0335-\u0338]")
_ADDRESS = re.compile(r"<https?://[^<>\s]{1,2000}>")
_MOST_SHOWN = 5


def unstruck(text: str) -> str:
    """*text* as if nothing in it were crossed out."""
    return _STROKES.sub("", _CROSSED_OUT.sub(lambda found: found[1] or found[2], text))


def struck_in(text: str, lines: Iterable[str] | None = None) -> list[str]:
    """What is crossed out in *text*, by marks or by strokes through its letters; with *lines* only what is in these."""
    found = [(found[1] or found[2]).strip() for found in _CROSSED_OUT.finditer(text)]
    found += [_STROKES.sub("", line).strip() for line in text.split("\n") if _STROKES.search(line)]
    said = None if lines is None else [_squeezed(line) for line in lines]
    kept = [one for one in dict.fromkeys(found) if (bare := _squeezed(one)) and (said is None or _within(bare, said))]
    return kept[:_MOST_SHOWN]


def missing_in(text: str, lines: Iterable[str]) -> list[str]:
    """Those of *lines* that *text* does not have, whatever its spaces, line ends and signs."""
    there = _squeezed(text)
    return [line.strip() for line in lines if _squeezed(line) not in there][:_MOST_SHOWN] if text.strip() else []


def _within(bare: str, said: list[str]) -> bool:
    return any(bare in line or line in bare for line in said if line)


def _squeezed(text: str) -> str:
    return "".join(re.findall(r"\w+", _ADDRESS.sub(" ", unstruck(text)).casefold()))
