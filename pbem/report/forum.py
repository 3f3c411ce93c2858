"""The public report, ready to paste into a forum: BBCode, Markdown or plain text, in posts of bounded length."""

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from pbem.report.content.bbcode import bbcode
from pbem.report.content.markdown import markdown
from pbem.report.content.text import text, words
from pbem.report.content.tree import (
    AnyBlock,
    CodeBlock,
    Content,
    HeadingBlock,
    Line,
    ListBlock,
    ListItem,
    QuotationBlock,
    Run,
    TableBlock,
    TextBlock,
)

Format = Literal["text", "bbcode", "markdown"]
LEAST = 500
"""No post may be asked to be shorter, in characters."""
_NUMBERING = 40
"""What the number of a post and the tags around a part of a block may take."""

_Write = Callable[[AnyBlock], str]
_WRITERS: dict[Format, _Write] = {
    "bbcode": bbcode,
    "markdown": markdown,
    "text": lambda block: text((block,)).strip("\n"),
}
_BOLD: dict[Format, tuple[str, str]] = {"bbcode": ("[b]", "[/b]"), "markdown": ("**", "**"), "text": ("", "")}


def posts(report: Content, kind: Format, most: int = 0) -> list[str]:
    """The posts that hold *report*, each of at most *most* characters (0: one post of any length)."""
    if most and most < LEAST:
        raise ValueError(f"a post needs at least {LEAST} characters")
    write = _WRITERS[kind]
    whole = text(report) if kind == "text" else "\n\n".join(filter(None, map(write, report))) + "\n"
    if not most or len(whole) <= most:
        return [whole]
    room = most - _NUMBERING
    return _numbered(_packed([part for block in report for part in _short(block, write, room)], room), kind)


def _short(block: AnyBlock, write: _Write, most: int) -> Iterator[str]:
    """*block* in parts that are not longer than a post."""
    written = write(block)
    if len(written) <= most:
        yield from filter(None, [written])
        return
    for part in _halves(block):
        yield from _short(part, write, most)


def _halves(block: AnyBlock) -> tuple[AnyBlock, AnyBlock]:
    """Two blocks that say what *block* says."""
    match block:
        case TextBlock() | QuotationBlock() if len(block.lines) > 1:
            half = len(block.lines) // 2
            return replace(block, lines=block.lines[:half]), replace(block, lines=block.lines[half:])
        case CodeBlock():
            half = len(block.lines) // 2
            first, last = block.lines[:half], block.lines[half:]
            if not half:
                (line,) = block.lines
                first, last = (line[: len(line) // 2],), (line[len(line) // 2 :],)
            return replace(block, lines=first), replace(block, lines=last)
        case ListBlock() if len(block.items) > 1:
            half = len(block.items) // 2
            return replace(block, items=block.items[:half]), replace(block, items=block.items[half:])
        case ListBlock():
            (item,) = block.items
            if item.items:
                return replace(block, items=(ListItem(item.lines),)), replace(block, items=item.items)
            return _halves(TextBlock(lines=item.lines))
        case TableBlock() if len(block.rows) > 1:
            half = len(block.rows) // 2
            return replace(block, rows=block.rows[:half]), replace(block, rows=block.rows[half:], caption=Line())
        case TableBlock():
            cells = tuple(cell.line for row in block.rows for cell in row)
            return _halves(TextBlock(lines=(block.caption, *cells)))
        case HeadingBlock():
            return _broken(block.line)
        case TextBlock() | QuotationBlock():
            return _broken(block.lines[0])
    raise AssertionError("a picture has no words")


def _broken(line: Line) -> tuple[AnyBlock, AnyBlock]:
    """A line in two, at a space if there is one."""
    said = words(line)
    middle = said.rfind(" ", 1, len(said) // 2 + 1)
    middle = middle if middle > 0 else len(said) // 2
    first, last = (TextBlock(lines=(Line((Run(part.strip()),)),)) for part in (said[:middle], said[middle:]))
    return first, last


def _packed(pieces: list[str], most: int) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        if packed and len(packed[-1]) + 2 + len(piece) <= most:
            packed[-1] += f"\n\n{piece}"
        else:
            packed.append(piece)
    return packed


def _numbered(packed: list[str], kind: Format) -> list[str]:
    bold = _BOLD[kind]
    count = len(packed)
    return [f"{bold[0]}({number}/{count}){bold[1]}\n\n{post}\n" for number, post in enumerate(packed, 1)]
