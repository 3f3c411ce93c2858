"""The tree of a letter as BBCode, with the few tags that every forum knows."""

import re
from collections.abc import Sequence

from pbem.report.content.text import row_said, words
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

_TAG = re.compile(r"\[(?=/?[A-Za-z*])")
_SMILEY = re.compile(r"(?<=[:;8=])(?=[)(DPpOo|/\\])|(?<=:)(?=[a-z]{2,20}:)")
_APART = "[i][/i]"
"""Separates two characters that a forum would take for a tag or a smiley."""


def bbcode(block: AnyBlock) -> str:
    """One block; empty for a picture, which a forum is not sent."""
    match block:
        case HeadingBlock():
            said = _line(block.line)
            return f"[b]{said}[/b]" if block.level > 2 else f"[b][u]{said}[/u][/b]"
        case TextBlock():
            said = "\n".join(map(_line, block.lines))
            return f"[b]{said}[/b]" if block.warning else said
        case ListBlock():
            return _list(block.items)
        case TableBlock():
            rows = [escaped(row_said(tuple(f"{words(cell.line)}{cell.unit}" for cell in row))) for row in block.rows]
            caption = f"[b]{_line(block.caption)}[/b]\n" if block.caption.runs else ""
            return caption + "[list]\n" + "".join(f"[*]{row}\n" for row in rows) + "[/list]"
        case CodeBlock():
            return "[code]" + "\n".join(line.replace("[/", "(/") for line in block.lines) + "[/code]"
        case QuotationBlock():
            return "[quote]" + "\n".join(map(_line, block.lines)) + "[/quote]"
        case PictureBlock():
            return ""


def escaped(text: str) -> str:
    """Words in which a forum sees neither a tag nor a smiley."""
    return _SMILEY.sub(lambda _: _APART, _TAG.sub(f"[{_APART}", text))


def _list(items: Sequence[ListItem]) -> str:
    return "[list]\n" + "".join(f"[*]{_item(item)}\n" for item in items) + "[/list]"


def _item(item: ListItem) -> str:
    below = f"\n{_list(item.items)}" if item.items else ""
    return "\n".join(map(_line, item.lines)) + below


def _line(line: Line) -> str:
    return "".join(map(_run, line.runs))


def _run(run: Run) -> str:
    said = escaped(f"`{run.text}`" if run.code else run.text)
    return f"[b]{said}[/b]" if run.strong else said
