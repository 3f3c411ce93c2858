"""HTML as the lines that its writer saw, with quotations marked by `> `.

A mail program writes each typed line as an element of its own and each indentation as no-break spaces or as a list;
this undoes that, so that orders come out as they were typed.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from functools import lru_cache
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pbem.mail.mime.text import PICTURE, STRIKE, within_value

_CONTAINERS = frozenset(
    {"gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra"}
    | {"moz-forward-container", "mail-editor-reference-message-container", "ydpyahoo_quoted", "wrote"}
)
_ATTRIBUTIONS = frozenset({"gmail_attr", "moz-cite-prefix", "moz-email-headers-table"})
_BEGINNINGS = frozenset({"divrplyfwdmsg", "appendonsend"})
_LEFT_RULE = re.compile(r"border-left(?:-style)?:[^;]*(?:solid|double|dotted|dashed)")
_TOP_RULE = re.compile(r"border-top:[^;]*solid")
_NO_RULE = re.compile(r"border(?:-left)?:(?:none|0|medium none)")
_LABEL = re.compile(r"(?:^|[\n\xa0 ]|(?<=\S))[^\s:@]{2,20}[ \xa0]?[:：][ \xa0]")
_HEAD = re.compile(r"\s*[^\s:@]{2,20}[ \xa0]?[:：]")
_PREFIX = re.compile(r"^(?:x_|ydp[0-9a-f]{6,10})+")
_SMILEY_CODE = re.compile(r":[a-z_]{2,30}:", re.IGNORECASE)


class HtmlQuotation(Enum):
    """What an element says of its content."""

    no = 0
    all = 1
    line = 2
    """It is the line that introduces a quotation."""
    attribution = 3
    """It is quoted up to a blockquote in it; what follows that is its writer's own."""
    rest = 4
    """Everything from here on is quoted."""
    indent = 5
    """It is indented, not quoted, as by an indent button."""


def style_of(attributes: dict[str, str | None]) -> str:
    """The style of an element in small letters, without spaces beside colons and semicolons."""
    style = attributes.get("style")
    return _tidied(style[:1000]) if style else ""


@lru_cache(maxsize=256)
def _tidied(style: str) -> str:
    return re.sub(r"\s*+([:;])\s*+", r"\1", style.strip().lower())


def quoting(node: LexborNode, tag: str, attributes: dict[str, str | None], style: str) -> HtmlQuotation:
    """The role of an element in quotation."""
    names = {_PREFIX.sub("", name) for name in (attributes.get("class") or "")[:400].split()}
    identifier = _PREFIX.sub("", (attributes.get("id") or "")[:100])
    if identifier.lower() in _BEGINNINGS:
        return HtmlQuotation.rest
    if tag == "blockquote":
        plain = not names & _CONTAINERS and attributes.get("type") != "cite"
        moved = plain and _NO_RULE.search(style) and not _LEFT_RULE.search(style)
        return HtmlQuotation.indent if moved else HtmlQuotation.all
    if names & _ATTRIBUTIONS:
        return HtmlQuotation.line
    if names & _CONTAINERS or identifier in _CONTAINERS:
        return HtmlQuotation.attribution if _has_quote(node) else HtmlQuotation.all
    if tag == "div" and "border-" in style:
        if _LEFT_RULE.search(style):
            return HtmlQuotation.all
        if _TOP_RULE.search(style) and _is_head(node):
            return HtmlQuotation.rest
    return HtmlQuotation.no


def _has_quote(node: LexborNode) -> bool:
    child = node.child
    for _ in range(50):
        if child is None:
            return False
        if child.tag == "blockquote":
            return True
        child = child.next
    return False


def _is_head(node: LexborNode) -> bool:
    """Whether an element shows the From, Date, To and Subject of an email, in whatever language."""
    text = node.text(deep=True, separator=" ")[:1500]
    return bool(_HEAD.match(text)) and len(_LABEL.findall(text)) >= 3 and bool(re.search(r"@|\d{4}", text))


MOST_TAGS = 30_000
"""The most tags that are read in all HTML of an email."""
_DEEPEST = 300
_TAG = re.compile(r"<(/?)([A-Za-z][^\t\n\f\r />]*+)")
"""The name is all up to a space, as parsers have it: `<hr=` is not a rule but an element that nests."""
_PICTURE = re.compile(r"data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=%]*+")
_TORN = re.compile(
    r"""</?[A-Za-z](?:[^<>"']++|"[^"]{0,2000}"|'[^']{0,2000}')*<|[\w:-]=\s*+(?:"[^"<]*+|'[^'<]*+)<[/A-Za-z]"""
    r"""|</?[A-Za-z][\w:-]*+["']"""
)
"""A tag that another begins in, as its end or a quotation mark in it is lost; or a quotation mark in a tag's name."""
_INLINE = frozenset({"a", "b", "big", "code", "em", "font", "i", "nobr", "small", "strong", "tt", "u"})
_STRUCK = frozenset({"s", "strike"})
_WITHOUT_END = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
    | {"p", "li", "td", "th", "tr", "dd", "dt", "option", "tbody", "thead", "tfoot", "html", "head", "body"}
)
"""Elements that have no content, or that their successor ends."""


class _Tamer:
    def __init__(self) -> None:
        self.open: dict[str, int] = {}
        self.depth = 0
        self.dropped = 0

    def tag(self, found: re.Match[str]) -> str:
        """What to write instead of a tag's beginning."""
        end, name = found[1], found[2].lower()
        if name in _INLINE:
            name = "span"
        elif name in _STRUCK:
            name = "del"
        if name in _WITHOUT_END:
            return found[0]
        if end:
            return self.end(name)
        self.open[name] = self.open.get(name, 0) + 1
        if self.depth >= _DEEPEST:
            self.dropped += 1
            return "<wbr" if name == "span" else "<hr"
        self.depth += 1
        return "<" + name

    def end(self, name: str) -> str:
        if not self.open.get(name):
            return "</" + name
        self.open[name] -= 1
        if self.dropped:
            self.dropped -= 1
            return "<wbr" if name == "span" else "<hr"
        self.depth -= 1
        return "</" + name


def without_pictures(html: str) -> str:
    """*html* without the pictures that are written into it."""
    return _PICTURE.sub("", html)


def is_torn(html: str) -> bool:
    """Whether a tag is damaged so that a line may have become part of it."""
    return bool(_TORN.search(html))


def tamed(html: str) -> str:
    """*html* with words for looks written as `span`, and no deeper than a few hundred elements."""
    return _TAG.sub(_Tamer().tag, html.replace("\0", ""))


_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol", "p", "plaintext", "pre",
    "section", "summary", "table", "tbody", "textarea", "tfoot", "thead", "tr", "ul", "xmp",
})  # fmt: skip
_DROPPED = frozenset({
    "area", "audio", "base", "button", "canvas", "col", "colgroup", "datalist", "embed", "frame", "frameset",
    "head", "iframe", "input", "link", "map", "math", "meta", "noembed", "noframes", "noscript", "object", "param",
    "progress", "script", "select", "source", "style", "svg", "template", "title", "track", "video",
})  # fmt: skip
_VERBATIM = frozenset({"pre", "textarea", "listing", "plaintext", "xmp"})
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_HIDDEN = re.compile(
    r"display:none|visibility:hidden|mso-hide:all"
    r"|(?:font-size|max-height|opacity):0(?:\.0+)?(?:px|pt|em|rem|%)?(?:;|!|$)"
)
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?:[^;]*line-through")
_STRUCK_CLASSES = frozenset({
    "bbc_strike", "bbcode_strike", "bbcode-s", "strike", "strikethrough", "line-through", "mycode_s", "text-strike",
})  # fmt: skip
"""What forums call what is crossed out, as their style sheets show it."""
_INK = re.compile(r"(?:^|;)color:([^;!]+)")
_GROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
_TINY = re.compile(r"(?:^|;)font-size:[01](?:\.\d+)?(?:px|pt)(?:;|!|$)")
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})")
_RGB = re.compile(r"rgba?\((\d{1,3}),? ?(\d{1,3}),? ?(\d{1,3})(?:[,/ ]+(?:1|1\.0+|100%))?\)")
_COLOURS = {"white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240)}
_ALIKE = 8
"""By how much two colours may differ in each of their three parts and still look the same."""
_WHITE = re.compile(r"white-space(?:-collapse)?:(pre|break-spaces|preserve|normal|nowrap|collapse)")
_NO_BULLET = re.compile(r"list-style(?:-type)?:[^;]*none")
_WORD_LEVEL = re.compile(r"mso-list:[^;]*level(\d)")
_WORD_MARGIN = re.compile(r"margin(?:-left:|:(?:[^\s;]+ ){3})([\d.]{1,6})(pt|in|px|cm)")
_ARROW_FONT = re.compile(r"font-family:[\"']?wingdings")
_ARROWS = {"à": "→", "è": "→", "ß": "←", "ç": "←"}
"""What a word processor makes of `-->`, `==>` and the like: letters that are arrows only in that font."""
_INCH = {"pt": 72.0, "in": 1.0, "px": 96.0, "cm": 2.54}
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_STEP = "  "
_DEEPEST_QUOTE = 9
_DEEPEST_INDENT = 40


_Colour = tuple[int, int, int]


class _Frame:
    """What an open element changes and its end changes back."""

    __slots__ = (
        "attribution", "block", "first", "ground", "indent", "ink", "item", "node", "number", "quote", "struck", "tag",
        "verbatim",
    )  # fmt: skip

    def __init__(self, node: LexborNode, tag: str, lines: "_Lines", *, block: bool) -> None:
        self.node, self.tag, self.block = node, tag, block
        self.quote, self.indent, self.verbatim = lines.quote, lines.indent, lines.verbatim
        self.attribution = False
        """Whether it quotes up to its first blockquote only."""
        self.struck, self.ink, self.ground = lines.struck, lines.ink, lines.ground
        self.item = ""
        self.number = 1
        self.first = len(lines.done)
        """How many lines there are before its own."""


class _Lines:
    """The lines written so far and the one being written."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.line: list[str] = []
        self.blank = True
        """Whether a space would be swallowed here, as after another."""
        self.quote = 0
        self.gap = 0
        """After how many lines a paragraph ends, from which the next is to be parted."""
        self.rest = 0
        """1 from the place on below which everything is quoted."""
        self.indent = ""
        self.marker = ""
        self.verbatim = self.struck = self.crossed = False
        self.ink: _Colour | None = None
        self.ground: _Colour | None = _COLOURS["white"]

    def text(self, text: str) -> None:
        if self.verbatim:
            first, *others = text.split("\n")
            self.put(first)
            for other in others:
                self.end(also_empty=True)
                self.put(other)
            return
        text = _BLANKS.sub(" ", text)
        self.put(text[1:] if self.blank and text[:1] == " " else text)

    def put(self, text: str) -> None:
        if text:
            self.line.append(self.marked(text) if self.unseen and text.strip() else text)
            self.blank = text[-1] == " " and not self.verbatim

    @property
    def unseen(self) -> bool:
        """Whether what is written here is crossed out, or in the colour of its ground."""
        return self.struck or (self.ink is not None and self.ground is not None and _alike(self.ink, self.ground))

    def marked(self, text: str) -> str:
        """*text* between marks that tell that it is not to be seen as it stands."""
        self.crossed = True
        bare = text.strip()
        before, _, after = text.partition(bare)
        return f"{before}{STRIKE}{bare}{STRIKE}{after}"

    def end(self, *, also_empty: bool = False) -> None:
        """End the line, unless it is empty and need not show."""
        if not self.line and not also_empty:
            return
        text = "".join(self.line).replace("\xa0", " ")
        text = text.replace(2 * STRIKE, "") if self.crossed else text
        self.crossed = False
        self.line.clear()
        self.blank = True
        bare = text.rstrip()
        if bare:
            indent = self.indent[: len(self.indent) - len(self.marker)][-_DEEPEST_INDENT:] + self.marker
            self.marker = ""
            bare = indent + ("-- " if text == "-- " else bare)
        elif self.marker:
            return
        level = min(self.quote + self.rest, _DEEPEST_QUOTE)
        if bare and self.gap == len(self.done) and self.done:
            self.done.append("")
        self.done.append(("> " * level + bare) if bare else (">" + " >" * (level - 1) if level else ""))

    def part(self, first: int) -> None:
        """Separate a paragraph of several lines, beginning with line *first*, from its surroundings."""
        if self.quote + self.rest or len(self.done) < first + 2 or not all(self.done[first : first + 2]):
            return
        if first and self.done[first - 1]:
            self.done.insert(first, "")
        self.gap = len(self.done)


class _Reader:
    def __init__(self, by_sheet: dict[int, str]) -> None:
        self.by_sheet = by_sheet
        self.lines = _Lines()
        self.frames: list[_Frame] = []

    def read(self, root: LexborNode) -> None:
        node = root
        while True:
            entered = self.enter(node)
            child = node.child if entered else None
            if child is not None:
                node = child
                continue
            while True:
                if entered:
                    self.leave()
                if not self.frames:
                    return
                following = node.next
                if following is not None:
                    node = following
                    break
                node, entered = self.frames[-1].node, True

    def enter(self, node: LexborNode) -> bool:
        """Read a text, or open an element; whether it was opened."""
        tag = node.tag or ""
        if tag == "-text":
            self.lines.text(node.text_content or "")
            return False
        if tag in _DROPPED or tag[:1] in ("-", "!"):
            return False
        attributes = node.attributes
        if tag in ("br", "img", "wbr"):
            self.single(tag, attributes)
            return False
        style = style_of(attributes)
        if "hidden" in attributes or (style and _HIDDEN.search(style)):
            return False
        if "mso-list:ignore" in style:
            self.bullet(node.text(deep=True, strip=True))
            return False
        if style and _ARROW_FONT.search(style) and (arrow := _ARROWS.get(node.text(deep=True, strip=True))):
            self.lines.put(arrow)
            return False
        self.open(node, tag, attributes, style)
        return True

    def single(self, tag: str, attributes: dict[str, str | None]) -> None:
        if tag == "br":
            self.lines.end(also_empty=True)
        elif tag == "img":
            sign = attributes.get("alt") or ""
            meant = (0 < len(sign) <= 8 and not sign.isascii()) or _SMILEY_CODE.fullmatch(sign)
            self.lines.put(sign if meant else f"{PICTURE} " if within_value(self.lines.line) else "")

    def bullet(self, sign: str) -> None:
        """A bullet that a word processor wrote as text."""
        number = re.match(r"\d{1,3}[.)]", sign)
        self.lines.marker = (number.group() if number else "-") + " "
        self.lines.indent += " " * len(self.lines.marker)

    def open(self, node: LexborNode, tag: str, attributes: dict[str, str | None], style: str) -> None:
        lines = self.lines
        how = quoting(node, tag, attributes, style) if attributes or tag == "blockquote" else HtmlQuotation.no
        block = tag in _BLOCKS or how is not HtmlQuotation.no
        if block:
            lines.end()
        frame = _Frame(node, tag, lines, block=block)
        self.quote(frame, how)
        self.looks(tag, attributes, f"{self.by_sheet[node.mem_id]};{style}" if node.mem_id in self.by_sheet else style)
        if tag in _VERBATIM:
            lines.verbatim = True
        elif style and (white := _WHITE.search(style)):
            lines.verbatim = white[1] not in ("normal", "nowrap", "collapse")
        if tag in ("td", "th"):
            lines.text(" ")
        elif tag in _LISTS or tag == "li":
            self.list(frame, tag, attributes, style)
        elif tag == "p" and style:
            lines.indent += _word_indent(style)
        self.frames.append(frame)

    def looks(self, tag: str, attributes: dict[str, str | None], style: str) -> None:
        """Whether what is in an element can be seen as it stands, by its looks and those of what is around it."""
        lines = self.lines
        struck = tag == "del" or not _STRUCK_CLASSES.isdisjoint((attributes.get("class") or "").casefold().split())
        lines.struck = lines.struck or struck or bool(style and (_STRUCK_STYLE.search(style) or _TINY.search(style)))
        for found in (attributes.get("bgcolor"), *_GROUND.findall(style)):
            lines.ground = _colour(found, lines.ground) if found else lines.ground
        for found in (attributes.get("color") if tag == "span" else None, *_INK.findall(style)):
            lines.ink = _colour(found, lines.ink) if found else lines.ink

    def quote(self, frame: _Frame, how: HtmlQuotation) -> None:
        lines, parent = self.lines, self.frames[-1] if self.frames else None
        if parent is not None and parent.attribution and frame.tag == "blockquote":
            parent.attribution = False
            lines.quote = frame.quote = parent.quote
        if how is HtmlQuotation.rest:
            lines.rest = 1 if lines.quote == 0 else lines.rest
        elif how is HtmlQuotation.indent:
            lines.indent += _STEP
        elif how is HtmlQuotation.attribution:
            frame.attribution = True
            lines.quote += 1
        elif how is HtmlQuotation.line:
            lines.quote = max(lines.quote, 1 - lines.rest)
        elif how is HtmlQuotation.all:
            lines.quote += 1

    def list(self, frame: _Frame, tag: str, attributes: dict[str, str | None], style: str) -> None:
        lines, parent = self.lines, self.frames[-1] if self.frames else None
        if tag != "li":
            frame.item = "none" if style and _NO_BULLET.search(style) else tag
            start = attributes.get("start") or ""
            frame.number = int(start) if re.fullmatch(r"[0-9]{1,4}", start) else 1
            lines.indent += _STEP if parent is not None and parent.tag in _LISTS else ""
            return
        kind = next((each.item for each in reversed(self.frames[-4:]) if each.item), "ul")
        marker = "- "
        if kind == "none" or (style and _NO_BULLET.search(style)):
            marker = ""
        elif kind == "ol" and parent is not None:
            marker = f"{parent.number}. "
            parent.number += 1
        lines.marker = marker
        lines.indent += " " * len(marker)

    def leave(self) -> None:
        frame = self.frames.pop()
        lines = self.lines
        if frame.block:
            lines.end()
            if frame.tag == "li" or lines.indent != frame.indent:
                lines.marker = ""
            if frame.tag == "blockquote" and lines.quote > frame.quote == 0:
                lines.gap = len(lines.done)
            lines.quote, lines.indent = frame.quote, frame.indent
            if frame.tag in ("p", "pre"):
                lines.part(frame.first)
        lines.verbatim = frame.verbatim
        lines.struck, lines.ink, lines.ground = frame.struck, frame.ink, frame.ground


_HTML_COMMENT = re.compile("<!--|-->")
_BRACE = re.compile("[{}]")
_LOOKS = re.compile(
    rf"{_STRUCK_STYLE.pattern}|{_HIDDEN.pattern}|{_TINY.pattern}|{_INK.pattern}|{_GROUND.pattern}", re.IGNORECASE
)
_MOST_CSS = 200_000
_MOST_RULES = 100
_MOST_SELECTOR = 500
_MOST_TAGS_OF_A_RULE = 3000
_MOST_STYLE = 300
_SELECTOR = re.compile(r"[\w.#*-]+(?:[\s>]+[\w.#*-]+)?")
"""What names one element, or one that is within another: what is matched takes time in proportion to the text."""
_PLAIN_NAMES = re.compile(rf"(?<![\w.#-])(?:{'|'.join(sorted(_INLINE | _STRUCK))})(?=[.#])")
"""The names of elements that `tamed` has changed, before a class or an id."""
_ITS_OWN_NAME = re.compile(rf"(?<![\w.#-])(?:{'|'.join(sorted(_INLINE | _STRUCK))})(?![\w.#-])")


def _without_comments(css: str) -> str:
    """A style sheet without its comments, of which one that is not closed takes all that follows it."""
    found, at = list[str](), 0
    while (begins := css.find("/*", at)) >= 0:
        found.append(css[at:begins])
        end = css.find("*/", begins + 2)
        at = end + 2 if end >= 0 else len(css)
    return " ".join([*found, css[at:]])


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """The rules of a style sheet, each with its selectors; those for some media only, as for the dark, are left out."""
    css, at = _without_comments(_HTML_COMMENT.sub(" ", css[:_MOST_CSS])), 0
    while (begins := css.find("{", at)) >= 0:
        selectors = css[at:begins].rpartition(";")[2].strip()
        depth, end = 1, begins + 1
        while depth and (found := _BRACE.search(css, end)):
            depth += 1 if found[0] == "{" else -1
            end = found.end()
        if not selectors.startswith("@"):
            yield selectors, css[begins + 1 : end].rstrip("}")
        at = end if not depth else len(css)


def _looks_by_sheet(parser: LexborHTMLParser) -> dict[int, str]:
    """What style sheets in the HTML say of the looks of elements, by the number that the parser has for each.

    What they hide is not left out but crossed out: they may mean the screen of a phone.
    """
    found: dict[int, str] = {}
    rules = (rule for sheet in parser.css("style") for rule in _rules(sheet.text()))
    looks = ((selectors, _looks_in(body)) for selectors, body in rules)
    for selectors, style in islice((each for each in looks if each[1]), _MOST_RULES):
        for selector in selectors[:_MOST_SELECTOR].split(","):
            plain = _PLAIN_NAMES.sub("", selector.strip())
            if not _SELECTOR.fullmatch(plain) or _ITS_OWN_NAME.search(plain):
                continue
            with suppress(SelectolaxError):
                for node in islice(parser.css(plain), _MOST_TAGS_OF_A_RULE):
                    found[node.mem_id] = f"{found.get(node.mem_id, '')[-_MOST_STYLE:]};{style}"
    return found


def _looks_in(body: str) -> str:
    """What the body of a rule says of whether text can be seen."""
    told = (found[0].strip(";!") for found in _LOOKS.finditer(_tidied(body[:1000])))
    return _HIDDEN.sub("text-decoration:line-through", ";".join(islice(told, 8)))


def _colour(said: str, around: _Colour | None) -> _Colour | None:
    """A colour of CSS; None if it is not known, as of a picture. Without one of its own it is that *around*."""
    word = said.strip().lower()
    if word in ("inherit", "transparent", "unset", "none"):
        return around
    if found := _HEX.fullmatch(word):
        digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := _RGB.fullmatch(word):
        return int(found[1]), int(found[2]), int(found[3])
    return _COLOURS.get(word)


def _alike(one: _Colour, other: _Colour) -> bool:
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))


def _word_indent(style: str) -> str:
    """How far a word processor has moved a paragraph or an item of a list to the right."""
    if level := _WORD_LEVEL.search(style):
        return _STEP * (int(level[1]) - 1)
    if "mso-list" in style or not (margin := _WORD_MARGIN.search(style)):
        return ""
    inches = float(margin[1].strip(".").replace("..", ".") or 0) / _INCH[margin[2]] if margin[1].count(".") < 2 else 0
    return _STEP * min(10, round(inches * 2))


def lines_of(html: str) -> Iterator[str]:
    """The lines of *html*; quoted ones start with `> ` for each level of quotation."""
    parser = LexborHTMLParser(tamed(html))
    reader = _Reader(_looks_by_sheet(parser))
    root = parser.body or parser.root
    if root is not None:
        reader.read(root)
        reader.lines.end()
    yield from reader.lines.done


@lru_cache(maxsize=16)  # the letter of a seat is looked at for each email that may answer it
def text_of(html: str) -> str:
    r"""The text of *html*, each line ended by `\n`."""
    return "".join(f"{line}\n" for line in lines_of(html))
