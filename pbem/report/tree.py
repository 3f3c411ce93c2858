"""The parts of a letter: blocks, each below the one before, and the words in them; read from what templates write.

Each mark stands for a sign in the literal text of a template or a phrase; what `{{ }}` puts between is words, in which
a sign is only itself. Marks are noncharacters, which no text that is exchanged may contain (Unicode, 23.7).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

HEADING, BULLET, CELL, STRONG, CODE = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4"
OPENS, CLOSES, FENCE, QUOTE, WARNING = "\ufdd5", "\ufdd6", "\ufdd7", "\ufdd8", "\ufdd9"
PICTURE, OF, ENDS, UNIT = "\ufdda", "\ufddb", "\ufddc", "\ufddd"
SIGNS = {
    HEADING: "#", BULLET: "-", CELL: "|", STRONG: "**", CODE: "`", OPENS: "---", CLOSES: "...", FENCE: "```",
    QUOTE: ">", WARNING: "!", PICTURE: "![", OF: "](", ENDS: ")", UNIT: "~",
}  # fmt: skip
"""The sign that each mark stands for."""

_MARK = re.compile("[\ufdd0-\ufdef]")
_LITERALS = re.compile(
    r"^(?P<indent>\ *)(?:(?P<heading>\#{1,3})(?=\ )|(?P<bullet>-)(?=\ )|(?P<quote>>)(?=\ |$)|(?P<warning>!)(?=\ )"
    r"|(?P<fence>```)$|(?P<opens>---)(?=\ |$)|(?P<closes>\.\.\.)$|(?P<picture>!\[))"
    r"|(?P<strong>\*\*)|(?P<code>`)|(?P<cell>\|)|(?P<unit>~)|(?P<of>\]\()|(?P<ends>\)$)",
    re.MULTILINE | re.VERBOSE,
)
_OF = {
    "heading": HEADING, "bullet": BULLET, "quote": QUOTE, "warning": WARNING, "fence": FENCE, "opens": OPENS,
    "closes": CLOSES, "picture": PICTURE, "strong": STRONG, "code": CODE, "cell": CELL, "unit": UNIT, "of": OF,
    "ends": ENDS,
}  # fmt: skip


def marked(literal: str) -> str:
    """The literal text of a template, each sign of markup in it replaced by its mark."""
    return _LITERALS.sub(_mark, literal)


def plain(text: str) -> str:
    """*text* with signs for marks, which mark nothing any more: for a terminal, a subject, typed words."""
    return text if text.isprintable() else _MARK.sub(lambda found: SIGNS.get(found.group(), ""), text)


def as_words(args: Mapping[str, Any]) -> dict[str, Any]:
    """*args* for a phrase: in those that are texts, which people may have typed, no sign is a mark."""
    return {name: plain(value) if isinstance(value, str) else value for name, value in args.items()}


def _mark(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    count = len(found["heading"]) if kind == "heading" else 1
    return (found["indent"] or "") + _OF[kind] * count


class Run(msgspec.Struct, frozen=True):
    """Words in a row that look alike; *code* is to be typed just so."""

    text: str
    strong: bool = False
    code: bool = False


class Line(msgspec.Struct, frozen=True):
    """One line, of any length, with its *indent* in spaces."""

    runs: tuple[Run, ...] = ()
    indent: int = 0

    @property
    def text(self) -> str:
        """Its words alone."""
        return "".join(run.text for run in self.runs)


class ContentBlock(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a letter; a *tight* one follows the one before without a blank line."""

    tight: bool = False


class HeadingBlock(ContentBlock, frozen=True, kw_only=True):
    """A heading: of the letter (*level* 1), of a section (2) or of a part of one (3)."""

    level: int
    line: Line


class TextBlock(ContentBlock, frozen=True, kw_only=True):
    """Lines of running text; a *warning* must not be missed."""

    lines: tuple[Line, ...]
    warning: bool = False


class ListItem(msgspec.Struct, frozen=True):
    """An item of a list: its lines, and the items below it."""

    lines: tuple[Line, ...]
    items: tuple["ListItem", ...] = ()


class ListBlock(ContentBlock, frozen=True, kw_only=True):
    """A list."""

    items: tuple[ListItem, ...]


class TableCell(msgspec.Struct, frozen=True):
    """A cell of a table; *unit* is what only a reader without the heads of columns needs: `24` and ` troops`."""

    line: Line
    unit: str = ""


class TableBlock(ContentBlock, frozen=True, kw_only=True):
    """A table; the first cell of each row is its head."""

    caption: Line = Line()
    heads: tuple[Line, ...] = ()
    rows: tuple[tuple[TableCell, ...], ...] = ()


class CodeBlock(ContentBlock, frozen=True, kw_only=True):
    """Lines to be kept as they are, in type of a fixed width; a *sheet* is what its reader may edit and send."""

    lines: tuple[str, ...]
    sheet: bool = False


class QuotationBlock(ContentBlock, frozen=True, kw_only=True):
    """What a person wrote, each line as it was."""

    lines: tuple[Line, ...]


class PictureBlock(ContentBlock, frozen=True, kw_only=True):
    """A picture by its name among those that go with the letter; *alt* says what it shows."""

    name: str
    alt: str


AnyBlock = HeadingBlock | TextBlock | ListBlock | TableBlock | CodeBlock | QuotationBlock | PictureBlock
Content = tuple[AnyBlock, ...]


def pictures_in(content: Content) -> frozenset[str]:
    """The names of the pictures that *content* shows."""
    return frozenset(block.name for block in content if isinstance(block, PictureBlock))


_INLINE = re.compile(f"([{CODE}{STRONG}])")
_UNIT = re.compile(f"{UNIT}([^{UNIT}]*){UNIT}")
_PICTURE = re.compile(f"{PICTURE}(.*){OF}(.*){ENDS}")


def parse(text: str) -> Content:
    """The tree of *text*; no text is without one."""
    return tuple(_Reader(text.split("\n")).blocks())


class _Reader:
    """The lines of a letter, and how far they were read."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def blocks(self) -> Iterator[AnyBlock]:
        apart = True
        while self._at < len(self._lines):
            if not self._lines[self._at].strip():
                self._at += 1
                apart = True
                continue
            block = self._block()
            yield block if apart else replace(block, tight=True)
            apart = False

    def _block(self) -> AnyBlock:
        line = self._lines[self._at].strip(" ")
        begins = line[0]
        if begins == BULLET:
            return ListBlock(items=tuple(self._items(_indent(self._lines[self._at]))))
        if begins == CELL:
            return _table(list(self._run(CELL)))
        if begins == QUOTE:
            typed = (each[1:].removeprefix(" ") for each in self._run(QUOTE))
            return QuotationBlock(lines=tuple(Line(_runs(each.strip(" ")), _indent(each)) for each in typed))
        if begins in (OPENS, FENCE):
            return self._code(CLOSES if begins == OPENS else FENCE, sheet=begins == OPENS)
        self._at += 1
        if begins == HEADING:
            level = len(line) - len(line.lstrip(HEADING))
            return HeadingBlock(level=level, line=Line(_runs(line[level:].strip())))
        if begins == WARNING:
            return TextBlock(lines=(_line(line[1:].strip()), *self._paragraph()), warning=True)
        if found := _PICTURE.fullmatch(line.rstrip()):
            return PictureBlock(name=plain(found[2]), alt=plain(found[1]))
        return TextBlock(lines=(_line(self._lines[self._at - 1]), *self._paragraph()))

    def _paragraph(self) -> Iterator[Line]:
        """The lines that belong to a paragraph after its first."""
        begins = tuple(SIGNS)
        while self._at < len(self._lines) and (line := self._lines[self._at]).strip():
            if line.lstrip(" ").startswith(begins) and line.lstrip(" ")[0] not in (CODE, STRONG):
                return
            self._at += 1
            yield _line(line)

    def _run(self, mark: str) -> Iterator[str]:
        """The lines from here on that begin with *mark*."""
        while self._at < len(self._lines) and (line := self._lines[self._at].strip(" ")).startswith(mark):
            self._at += 1
            yield line

    def _items(self, indent: int) -> Iterator[ListItem]:
        """The items that begin at *indent*, each with what is below it."""
        while self._at < len(self._lines) and self._bullet() == indent:
            told = [_line(self._lines[self._at].lstrip(" ")[1:].lstrip(" "))]
            self._at += 1
            below: list[ListItem] = []
            while self._at < len(self._lines) and self._lines[self._at].strip():
                line = self._lines[self._at]
                deeper = _indent(line) > indent
                if deeper and self._bullet() is not None:
                    below += self._items(_indent(line))
                elif deeper and line.lstrip(" ")[0] not in (CELL, FENCE, HEADING, PICTURE):
                    self._at += 1
                    text = _line(line)
                    told.append(replace(text, indent=max(0, text.indent - indent - 2)))
                else:
                    break
            yield ListItem(tuple(told), tuple(below))

    def _bullet(self) -> int | None:
        """The indent of the bullet here; none if there is no bullet."""
        line = self._lines[self._at]
        return _indent(line) if line.lstrip(" ").startswith(BULLET) else None

    def _code(self, closes: str, *, sheet: bool) -> CodeBlock:
        """From a mark that opens to the one that closes, whatever is between; a sheet with both."""
        start = self._at
        self._at += 1
        while self._at < len(self._lines) and self._lines[self._at].rstrip() != closes:
            self._at += 1
        self._at += 1
        kept = self._lines[start : self._at] if sheet else self._lines[start + 1 : self._at - 1]
        return CodeBlock(lines=tuple(plain(line).rstrip() for line in kept), sheet=sheet)


def _table(lines: list[str]) -> TableBlock:
    """A table: `|=` before its caption, `|#` before the heads of its columns."""
    table = TableBlock()
    rows: list[tuple[TableCell, ...]] = []
    for line in lines:
        words = line[1:].rstrip().removesuffix(CELL)
        if words.startswith("="):
            table = replace(table, caption=_line(words[1:].strip()))
        elif words.startswith("#"):
            table = replace(table, heads=tuple(_line(head.strip()) for head in words[1:].split(CELL)))
        else:
            rows.append(tuple(map(_cell, words.split(CELL))))
    return replace(table, rows=tuple(rows))


def _cell(text: str) -> TableCell:
    unit = "".join(plain(found) for found in _UNIT.findall(text))
    return TableCell(_line(_UNIT.sub("", text).strip()), unit.rstrip())


def _line(text: str) -> Line:
    return Line(_runs(one_stop(text.strip(" "))), _indent(text))


def one_stop(text: str) -> str:
    """*text* without a second full stop where a name (Friedrich II.) or a quotation (“We wait.”) ends in one."""
    if ".." not in text and "”." not in text:
        return text
    return re.sub(r"(?<=\w\.)\.(?![\w./])", "", re.sub(r"([.!?…]”)\.(?!\.)", r"\1", text))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _runs(text: str) -> tuple[Run, ...]:
    """The words of a line; a mark without its pair is the sign itself."""
    parts = _INLINE.split(text)
    runs: list[Run] = []
    strong = code = False
    for at, part in enumerate(parts):
        rest = parts[at + 1 :]
        if part == CODE and (code or part in rest):
            code = not code
        elif part == STRONG and not code and (strong or part in rest):
            strong = not strong
        elif part:
            run = Run(plain(part), strong, code)
            if runs and replace(runs[-1], text="") == replace(run, text=""):
                run = replace(run, text=runs.pop().text + run.text)
            runs.append(run)
    return tuple(runs)
