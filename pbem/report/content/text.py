"""The tree of a letter as plain text."""

from collections.abc import Iterator

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


def as_text(marked: str) -> str:
    """What a template wrote, as plain text."""
    return text(parse(marked))


def text(content: Content) -> str:
    """*content* in lines of at most 76 columns, those of code blocks excepted; one newline at the end."""
    written: list[str] = []
    for block in content:
        lines = list(_lines(block))
        if lines and written and not block.tight:
            written.append("")
        written += lines
    return "\n".join(written).strip("\n") + "\n"


def _lines(block: AnyBlock) -> Iterator[str]:
    match block:
        case HeadingBlock():
            yield from _heading(block)
        case TextBlock():
            for line in block.lines:
                yield from folded(line)
        case ListBlock():
            for item in block.items:
                yield from _item(item, 0)
        case TableBlock():
            yield from _table(block)
        case CodeBlock():
            yield from block.lines
        case QuotationBlock():
            for line in block.lines:
                yield from (f"> {each}".rstrip() for each in layout.wrapped(words(line), layout.WIDTH - 2).split("\n"))
        case PictureBlock():
            return


def _heading(heading: HeadingBlock) -> Iterator[str]:
    if heading.level == 2:
        yield from layout.heading(words(heading.line)).split("\n")
    else:
        yield from folded(heading.line)


def _item(item: ListItem, indent: int) -> Iterator[str]:
    for number, line in enumerate(item.lines):
        lead = " " * indent + ("  " if number else "- ")
        yield from layout.wrapped(f"{lead}{' ' * line.indent}{words(line)}").split("\n")
    for below in item.items:
        yield from _item(below, indent + 2)


def _table(table: TableBlock) -> Iterator[str]:
    """A line for each row, which needs no fixed width: `France: 24 troops, 12 cards`."""
    if table.caption.runs:
        yield from folded(table.caption)
    for row in table.rows:
        head, *rest = (f"{words(cell.line)}{cell.unit}" for cell in row)
        said = ", ".join(filter(None, rest))
        yield from layout.wrapped(f"- {head}: {said}" if said else f"- {head}").split("\n")


def folded(line: Line) -> list[str]:
    """*line* in lines of bounded width, as text."""
    return layout.wrapped(" " * line.indent + words(line)).split("\n")


def words(line: Line) -> str:
    """A line as text: what is to be typed is between backticks."""
    return "".join(f"`{run.text}`" if run.code else run.text for run in line.runs)
