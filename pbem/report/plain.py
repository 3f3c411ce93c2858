"""Text of a letter, and tidy layout."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from pbem.report import tree
from pbem.report.tree import (
    AnyBlock,
    CodeBlock,
    Content,
    HeadingBlock,
    Line,
    ListBlock,
    ListItem,
    PictureBlock,
    QuotationBlock,
    TableBlock,
    TextBlock,
    parse,
)

WIDTH = 76
_MOST_SAID = 60

_BREAK = re.compile(r"\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = re.compile(r"[ \t]+")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_LEAD = re.compile(r" *(?:(?:[-*] |\d{1,3}[.)] )\s*)?")


def width(text: str) -> int:
    """The number of columns that *text* takes on a screen."""
    if text.isascii():
        return len(text)
    return len(text) + sum(_cells(character) - 1 for character in _NOT_ASCII.findall(text))


@lru_cache(maxsize=4096)
def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def lines(text: str) -> list[str]:
    """The lines of a sheet, broken where its reader breaks them."""
    return _BREAK.split(text)


def inline(text: str) -> str:
    """A person's text on one line, without control characters."""
    return one_line(tree.plain(str(text)))


def one_line(text: str) -> str:
    """*text* on one line, without control characters; its marks stay."""
    return _BLANKS.sub(" ", printable(text)).strip()


def printable(text: str) -> str:
    """*text* with a space for every control character."""
    if text.isprintable():
        return text
    return "".join(" " if steers(character) else character for character in text)


def visible(name: str) -> str:
    """*name* with what steers a screen, or is not seen at all, as such: `[U+202E]` could turn all that follows."""
    if name.isprintable():
        return name
    return "".join(f"[U+{ord(character):04X}]" if steers(character) else character for character in name)


def steers(character: str) -> bool:
    """Whether *character* controls a screen instead of being shown."""
    return unicodedata.category(character) in {"Cc", "Cf", "Zl", "Zp"}


def wrapped(text: str, columns: int = WIDTH) -> str:
    """*text* in lines of at most *columns*; later lines hang under the indent or the bullet."""
    return "\n".join(part for line in text.split("\n") for part in _fold(line, columns))


def _fold(line: str, columns: int) -> Iterator[str]:
    line = line.rstrip()
    if width(line) <= columns:
        yield line
        return
    lead = _LEAD.match(line)
    start = lead.group() if lead else ""
    hang = " " * width(start)
    current, taken = start, width(start)
    for word in line[len(start) :].split(" "):
        begun = bool(current.strip()) and current != start
        wider = taken + begun + width(word)
        if begun and wider > columns:
            yield current.rstrip()
            current, taken = hang + word, len(hang) + width(word)
        else:
            current, taken = f"{current}{' ' if begun else ''}{word}", wider
    yield current.rstrip()


def said(text: str) -> str:
    """A person's text in quotation marks, cut if it is long."""
    words = inline(text)
    return f"“{words if len(words) <= _MOST_SAID else words[: _MOST_SAID - 1].rstrip() + '…'}”"


def quoted(text: str) -> str:
    """A person's lines, each after a bar and without control characters."""
    shown = (line.expandtabs(4).rstrip() for line in lines(text.strip("\n")))
    return "\n".join(f"    | {printable(tree.plain(line))}".rstrip() for line in shown)


def underlined(text: str) -> str:
    """*text* in capitals over a double rule of its own width."""
    capitals = text.upper()
    return f"{capitals}\n{'=' * width(capitals)}"


def column(text: object, columns: int, side: str = "left") -> str:
    """*text* padded with spaces to *columns*, by its width on a screen."""
    words = str(text)
    blanks = " " * (columns - width(words))
    return blanks + words if side == "right" else words + blanks


def sentence(text: str) -> str:
    """*text* as it begins a sentence: with a capital, unless its first word is a path, a file or an address."""
    first = text.split(maxsplit=1)[0].rstrip(".,:;") if text.strip() else ""
    is_name = any(sign in first for sign in "/\\.@")
    return text if is_name else text[:1].upper() + text[1:]


FLOWED_WIDTH = 70
"""Short enough for two marks of quotation, and for the `=20` that a space at the end of a line becomes on its way."""


class _Said(msgspec.Struct, frozen=True):
    """A line before it is folded; one that is *kept* never is, and *quoted* ones are a person's words."""

    text: str
    kept: bool = False
    quoted: bool = False


def as_text(marked: str) -> str:
    """What a template wrote, as plain text."""
    return text(parse(marked))


def as_it_is(plain: str) -> Content:
    """Plain text whose lines are kept, as a tree."""
    return (CodeBlock(lines=tuple(plain.strip("\n").split("\n"))),)


def text(content: Content) -> str:
    """*content* in lines of at most 76 columns, those of code blocks excepted; one newline at the end."""
    return "".join(f"{line}\n" for said in _said(content) for line in _folded(said)).strip("\n") + "\n"


def flowed(content: Content) -> str:
    """*content* as `format=flowed`: a line that ends in a space goes on in the next (RFC 3676, 4)."""
    return "".join(f"{line}\n" for said in _said(content) for line in _flowing(said)).strip("\n") + "\n"


def words(line: Line) -> str:
    """A line as text: what is to be typed is between backticks."""
    return "".join(f"`{run.text}`" if run.code else run.text for run in line.runs)


def row_said(row: tuple[str, ...]) -> str:
    """A row of a table as a phrase: `France: 24 troops, 12 cards`."""
    head, *rest = row
    said = ", ".join(filter(None, rest))
    return f"{head}: {said}" if said else head


def _folded(said: _Said) -> list[str]:
    if said.kept:
        return [said.text]
    mark = "> " if said.quoted else ""
    lines = wrapped(said.text, WIDTH - len(mark)).split("\n")
    return [f"{mark}{line}".rstrip() for line in lines]


def _flowing(said: _Said) -> Iterator[str]:
    """A line in parts, each but the last with a space at its end; a quotation has its mark in each."""
    mark = ">" if said.quoted else ""
    parts = [said.text.rstrip()]
    while not said.kept and width(parts[-1]) > FLOWED_WIDTH:
        *_, last = parts
        at = _place_to_break(last)
        if at < 0:
            break
        parts[-1:] = [last[: at + 1], last[at + 1 :]]
    for part in parts:
        protected = part[:1] in (" ", ">") or part.startswith("From ") or (mark and part)
        yield f"{mark}{' ' if protected else ''}{part}"


def _place_to_break(line: str) -> int:
    """The last single space by which the beginning of *line* fits, else the first one; -1 if there is none."""
    indent = len(line) - len(line.lstrip(" "))
    spaces = [at for at in range(indent + 1, len(line) - 1) if line[at] == " " and line[at - 1] != " " != line[at + 1]]
    fitting = [at for at in spaces if width(line[:at]) < FLOWED_WIDTH]
    return fitting[-1] if fitting else spaces[0] if spaces else -1


def _said(content: Content) -> Iterator[_Said]:
    apart = begun = False
    for block in content:
        apart = apart or not block.tight  # a picture, which text has not, leaves its blank line to what follows
        if lines := list(_lines(block)):
            if apart and begun:
                yield _Said("")
            yield from lines
            apart, begun = False, True


def _lines(block: AnyBlock) -> Iterator[_Said]:
    match block:
        case HeadingBlock():
            yield from _heading(block)
        case TextBlock():
            first, *rest = (" " * line.indent + words(line) for line in block.lines)
            yield from map(_Said, [f"! {first}" if block.warning else first, *rest])
        case ListBlock():
            for item in block.items:
                yield from map(_Said, _item(item, 0))
        case TableBlock():
            if block.caption.runs:
                yield _Said(words(block.caption))
            for row in block.rows:
                yield _Said(f"- {row_said(tuple(f'{words(cell.line)}{cell.unit}' for cell in row))}")
        case CodeBlock():
            yield from (_Said(line, kept=True) for line in block.lines)
        case QuotationBlock():
            yield from (_Said(words(line), quoted=True) for line in block.lines)
        case PictureBlock():
            return


def _heading(heading: HeadingBlock) -> Iterator[_Said]:
    if heading.level == 2:
        yield from (_Said(line, kept=True) for line in underlined(words(heading.line)).split("\n"))
    else:
        yield _Said(words(heading.line))


def _item(item: ListItem, indent: int) -> Iterator[str]:
    for number, line in enumerate(item.lines):
        lead = " " * indent + ("  " if number else "- ")
        yield f"{lead}{' ' * line.indent}{words(line)}"
    for below in item.items:
        yield from _item(below, indent + 2)
