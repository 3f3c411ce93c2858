"""The tree of a letter as plain text: of fixed lines for a file or a screen, or flowed for an email."""

from collections.abc import Iterator

import msgspec

from pbem.report import layout
from pbem.report.content.parse import parse
from pbem.report.content.tree import (
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
)

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
    lines = layout.wrapped(said.text, layout.WIDTH - len(mark)).split("\n")
    return [f"{mark}{line}".rstrip() for line in lines]


def _flowing(said: _Said) -> Iterator[str]:
    """A line in parts, each but the last with a space at its end; a quotation has its mark in each."""
    mark = ">" if said.quoted else ""
    parts = [said.text.rstrip()]
    while not said.kept and layout.width(parts[-1]) > FLOWED_WIDTH:
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
    fitting = [at for at in spaces if layout.width(line[:at]) < FLOWED_WIDTH]
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
        yield from (_Said(line, kept=True) for line in layout.heading(words(heading.line)).split("\n"))
    else:
        yield _Said(words(heading.line))


def _item(item: ListItem, indent: int) -> Iterator[str]:
    for number, line in enumerate(item.lines):
        lead = " " * indent + ("  " if number else "- ")
        yield f"{lead}{' ' * line.indent}{words(line)}"
    for below in item.items:
        yield from _item(below, indent + 2)
