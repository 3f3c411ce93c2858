"""The tree of a letter as HTML that mail programs show: https://www.caniemail.com lists what they take.

They are in `page.html`. css-inline writes its first sheet of styles into each element; the second stays, and each of
its rules must outdo what was written there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template

import msgspec

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
    Run,
    TableBlock,
    TableCell,
    TextBlock,
)


def page(title: str, body: str, language: str) -> str:
    """A whole page of HTML around *body*, which is HTML; *title* and *language* are text."""
    return _frame().substitute(title=escape(title), body=body, language=escape(language))


@cache
def _frame() -> Template:
    return Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


LANGUAGE = "en"
_WHOLE = 24
"""Words to be typed that are no longer are not broken, as `---` would be between its signs."""
_LINK = re.compile(r"https?://[!-~]+")
"""What can be followed if it is alone on an indented line, as no one but a template writes it."""
WIDEST = 560
"""How many pixels of the screen a picture takes at most."""


class ShownPicture(msgspec.Struct, frozen=True):
    """A picture as a page shows it: where it is, what it shows in words, and its size in its own pixels."""

    source: str
    alt: str
    width: int
    height: int


def html(content: Content, title: str, pictures: Mapping[str, ShownPicture] = {}, *, language: str = LANGUAGE) -> str:
    """*content* as a page called *title*; a block of a picture that is not among *pictures* is left out."""
    return page(title, fragment(content, pictures), language)


def fragment(content: Content, pictures: Mapping[str, ShownPicture] = {}, *, below: int = 0) -> str:
    """*content* as a part of a page, whose headings are *below* a level of that page."""
    written = _Writer(pictures, below)
    return "\n".join(part for block in content for part in written.block(block))


class _Writer:
    """Writes blocks. The first heading is that of the page, or one *below* a level of a page around it.

    After it no level is left out on the way down.
    """

    def __init__(self, pictures: Mapping[str, ShownPicture], below: int) -> None:
        self._pictures = pictures
        self._level, self._deeper = below, max(below - 1, 0)

    def block(self, block: AnyBlock) -> Iterator[str]:
        """The HTML of a block; nothing for a picture that there is not."""
        match block:
            case HeadingBlock():
                self._level = min(max(block.level, 2) + self._deeper, self._level + 1)
                yield f"<h{self._level}>{_words(block.line.runs)}</h{self._level}>"
            case TextBlock():
                yield f"<p{_of(_text_classes(block))}>{_lines(block.lines)}</p>"
            case ListBlock():
                yield _list(block.items, tight=block.tight)
            case TableBlock():
                yield _table(block)
            case CodeBlock():
                yield f"<pre>{escape(chr(10).join(block.lines))}</pre>"
            case QuotationBlock():
                yield f"<blockquote>{_lines(block.lines)}</blockquote>"
            case PictureBlock() if shown := self._pictures.get(block.name):
                yield _picture(shown)


def _text_classes(block: TextBlock) -> Sequence[str]:
    return [
        *(["warning"] if block.warning else []),
        *(["tight"] if block.tight and not block.warning else []),
        *(["indented"] if all(line.indent for line in block.lines) else []),
    ]


def _of(classes: Sequence[str]) -> str:
    return f' class="{" ".join(classes)}"' if classes else ""


def _lines(lines: Sequence[Line]) -> str:
    return "<br>\n".join(map(_line, lines))


def _line(line: Line) -> str:
    shown = escape(line.text)
    return f'<a href="{shown}">{shown}</a>' if line.indent and _LINK.fullmatch(line.text) else _words(line.runs)


def _words(runs: Sequence[Run]) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    short = _of(["whole"] if len(run.text) <= _WHOLE else [])
    said = f"<code{short}>{escape(run.text)}</code>" if run.code else escape(run.text)
    return f"<strong>{said}</strong>" if run.strong else said


def _list(items: Sequence[ListItem], *, tight: bool) -> str:
    inner = "\n".join(f"<li>{_lines(item.lines)}{_below(item)}</li>" for item in items)
    return f"<ul{_of(['tight'] if tight else [])}>\n{inner}\n</ul>"


def _below(item: ListItem) -> str:
    return _list(item.items, tight=True) if item.items else ""


def _table(table: TableBlock) -> str:
    """A table whose columns of numbers are aligned on the right."""
    numbers = [_is_number([row[at] for row in table.rows if at < len(row)]) for at in range(_columns(table))]
    caption = f"<caption>{_words(table.caption.runs)}</caption>" if table.caption.runs else ""
    heads = "".join(map(_head, table.heads, numbers))
    head = f"<thead><tr>{heads}</tr></thead>" if heads else ""
    rows = "\n".join(f"<tr>{_row(row, numbers)}</tr>" for row in table.rows)
    return f'<table class="table" width="100%">{caption}{head}<tbody>\n{rows}\n</tbody></table>'


def _head(line: Line, number: bool) -> str:  # noqa: FBT001 a column's kind
    return _cell("th", line, number, ' scope="col"') if line.runs else "<td></td>"


def _columns(table: TableBlock) -> int:
    return max(map(len, (table.heads, *table.rows)))


def _row(row: Sequence[TableCell], numbers: Sequence[bool]) -> str:
    first, *rest = row
    cells = [_cell("td", cell.line, number) for cell, number in zip(rest, numbers[1:], strict=False)]
    wide = ' width="34%"' if len(numbers) == 2 else ""  # so that no word of a head is broken beside a long cell
    return _cell("th", first.line, numbers[0], f' scope="row"{wide}') + "".join(cells)


def _cell(tag: str, line: Line, number: bool, more: str = "") -> str:  # noqa: FBT001 a column's kind
    return f"<{tag}{more}{_of(['number'] if number else [])}>{_words(line.runs)}</{tag}>"


def _is_number(cells: Sequence[TableCell]) -> bool:
    texts = [cell.line.text for cell in cells if cell.line.text]
    return bool(texts) and all(text.lstrip("+-−").isdecimal() for text in texts)


def _picture(shown: ShownPicture) -> str:
    width = min(shown.width, WIDEST)
    return f'<img src="{escape(shown.source)}" width="{width}" alt="{escape(shown.alt)}">'
