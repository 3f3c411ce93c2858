"""The tree of a letter as Markdown, as forums and chats read it: https://spec.commonmark.org with pipe tables."""

import re
from collections.abc import Iterator, Sequence

from pbem.report.content.tree import (
    AnyBlock,
    CodeBlock,
    HeadingBlock,
    Line,
    ListBlock,
    ListItem,
    PictureBlock,
    QuotationBlock,
    Run,
    TableBlock,
    TextBlock,
)

_MARKED = re.compile(r"([\\`*_\[\]<>|~])")
_LEADING = re.compile(r"^(\s*)([-+#=]|\d+(?=[.)]))")
_CALLED = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_TICKS = re.compile(r"`+")


def markdown(block: AnyBlock) -> str:
    """One block; empty for a picture, which a forum is not sent."""
    match block:
        case HeadingBlock():
            return f"{'#' * block.level} {_line(block.line)}"
        case TextBlock():
            return "  \n".join(_strong(_line(line)) if block.warning else _line(line) for line in block.lines)
        case ListBlock():
            return "\n".join(_items(block.items, 0))
        case TableBlock():
            return "\n".join(_table(block))
        case CodeBlock():
            fence = "`" * max(3, _longest("\n".join(block.lines)) + 1)
            return "\n".join([fence, *block.lines, fence])
        case QuotationBlock():
            return "\n".join(f"> {_line(line)}".rstrip() for line in block.lines)
        case PictureBlock():
            return ""


def _items(items: Sequence[ListItem], depth: int) -> Iterator[str]:
    for item in items:
        for number, line in enumerate(item.lines):
            yield f"{'  ' * depth}{'  ' if number else '- '}{_line(line)}{'  ' if number + 1 < len(item.lines) else ''}"
        yield from _items(item.items, depth + 1)


def _table(table: TableBlock) -> Iterator[str]:
    """A table, whose columns must have heads, if empty ones."""
    columns = max(map(len, (table.heads, *table.rows)))
    if table.caption.runs:
        yield f"{_strong(_line(table.caption))}\n"
    yield _row([_line(head) for head in table.heads], columns)
    yield "|" + " --- |" * columns
    for row in table.rows:
        yield _row([_line(cell.line) for cell in row], columns)


def _row(cells: Sequence[str], columns: int) -> str:
    return "".join(f"| {cell} " for cell in (*cells, *[""] * (columns - len(cells)))) + "|"


def _line(line: Line) -> str:
    return _LEADING.sub(r"\1\\\2", "".join(_run(run) for run in line.runs))


def _run(run: Run) -> str:
    if run.code:
        ticks = "`" * (_longest(run.text) + 1)
        pad = " " if "`" in run.text else ""
        said = f"{ticks}{pad}{run.text}{pad}{ticks}"
    else:
        said = _CALLED.sub("@ ", _MARKED.sub(r"\\\1", run.text))
    return _strong(said) if run.strong else said


def _strong(said: str) -> str:
    bare = said.strip()
    return said.replace(bare, f"**{bare}**", 1) if bare else said


def _longest(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)
