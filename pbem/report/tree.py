"""The parts of a letter: blocks, each below the one before, and the words in them.

Each mark stands for a sign in the literal text of a template or a phrase; what `{{ }}` puts between is words, in which
a sign is only itself. Marks are noncharacters, which no text that is exchanged may contain (Unicode, 23.7).
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

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
