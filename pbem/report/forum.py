"""Reports and letters as BBCode, Markdown or text, in posts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.report.plain import row_said, text, words
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

_TAG = re.compile(r"\[(?=/?[A-Za-z*])")
_SMILEY = re.compile(
    r"(?<=[:;8=])(?=-?[)(|\\?!*]|-?/(?!/))|(?<=[:;=])(?=-?[DPpOoxX])|(?<=(?<!\w)8)(?=-?[DPpOoxX](?!\w))"
    r"|(?<=:)(?=[a-z]{2,20}:)"
)
_CODE_END = re.compile(r"\[(?=/code)", re.IGNORECASE)
_ADDRESS = re.compile(r"(\bhttps?://[A-Za-z0-9][A-Za-z0-9._~%:/?#=&+,-]*)")
"""An address of a page; a sign of a markup is not in it, but for those that are usual in addresses."""
_APART = "[i][/i]"
"""Separates two characters that a forum would take for a tag or a smiley."""


def bbcode(block: AnyBlock) -> str:
    """One block; empty for a picture, which a forum is not sent."""
    match block:
        case HeadingBlock():
            said = _bbcode_line(block.line)
            return f"[b]{said}[/b]" if block.level > 2 else f"[b][u]{said}[/u][/b]"
        case TextBlock():
            said = "\n".join(map(_bbcode_line, block.lines))
            return f"[b]{said}[/b]" if block.warning else said
        case ListBlock():
            return _list(block.items)
        case TableBlock():
            rows = [escaped(_row_said(row)) for row in block.rows]
            caption = f"[b]{_bbcode_line(block.caption)}[/b]\n" if block.caption.runs else ""
            return caption + "[list]\n" + "".join(f"[*]{row}\n" for row in rows) + "[/list]"
        case CodeBlock():
            return "[code]" + _CODE_END.sub("(", "\n".join(block.lines)) + "[/code]"
        case QuotationBlock():
            return "[quote]" + "\n".join(map(_bbcode_line, block.lines)) + "[/quote]"
        case PictureBlock():
            return ""


def escaped(text: str) -> str:
    """Words in which a forum sees neither a tag nor a smiley; addresses stay, so that they can be followed."""
    return _but_addresses(text, lambda part: _SMILEY.sub(lambda _: _APART, _TAG.sub(f"[{_APART}", part)))


def _but_addresses(text: str, write: Callable[[str], str]) -> str:
    """*text* with all that is between addresses as *write* has it."""
    return "".join(part if at % 2 else write(part) for at, part in enumerate(_ADDRESS.split(text)))


def _list(items: Sequence[ListItem]) -> str:
    return "[list]\n" + "".join(f"[*]{_item(item)}\n" for item in items) + "[/list]"


def _item(item: ListItem) -> str:
    below = f"\n{_list(item.items)}" if item.items else ""
    return "\n".join(map(_bbcode_line, item.lines)) + below


def _bbcode_line(line: Line) -> str:
    return "".join(map(_bbcode_run, line.runs))


def _bbcode_run(run: Run) -> str:
    said = escaped(f"`{run.text}`" if run.code else run.text)
    return f"[b]{said}[/b]" if run.strong else said


_MARKED = re.compile(
    r"(https?://[\w.~:/?#&=;%+,-]+)|(?=[\\`*_\[\]<>|~]|&#?\w+;|[:;]-?[)(DPpOo|\\*](?!\w)|:-?/(?!/)|:\w{2,20}:)"
)
"""An address, which stays as it is, or the place of a sign that must be one, not a mark or a smiley."""
_LEADING = re.compile(r"^(\s*)(?:(?=[-+#=])|(\d+)(?=[.)]))")
_CALLED = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_TICKS = re.compile(r"`+")
_FENCE = re.compile(r"(?<=``)(?=`)")


def markdown(block: AnyBlock) -> str:
    """One block; empty for a picture, which a forum is not sent."""
    match block:
        case HeadingBlock():
            return f"{'#' * block.level} {_markdown_line(block.line)}"
        case TextBlock():
            return "  \n".join(_strong_line(line) if block.warning else _markdown_line(line) for line in block.lines)
        case ListBlock():
            return "\n".join(_items(block.items, 0))
        case TableBlock():
            return "\n".join(_table(block))
        case CodeBlock():
            fence = "`" * max(3, _longest("\n".join(block.lines)) + 1)
            return "\n".join([fence, *block.lines, fence])
        case QuotationBlock():
            return "  \n".join(f"> {_markdown_line(line)}".rstrip() for line in block.lines)
        case PictureBlock():
            return ""


def discord(block: AnyBlock) -> str:
    """One block for Discord, which has no tables, three sizes of headings and one fence; empty for a picture."""
    match block:
        case HeadingBlock() if block.level > 3:
            return _strong_line(block.line)
        case TableBlock():
            caption = (_strong_line(block.caption),) if block.caption.runs else ()
            rows = (_markdown_line(Line((Run(_row_said(row)),))) for row in block.rows)
            return "\n".join((*caption, *(f"- {row}" for row in rows)))
        case CodeBlock():
            kept = _FENCE.sub("\N{ZERO WIDTH SPACE}", "\n".join(block.lines))
            return f"```\n{kept}\n```"
        case _:
            return markdown(block)


def _row_said(row: Sequence[TableCell]) -> str:
    return row_said(tuple(f"{words(cell.line)}{cell.unit}" for cell in row))


def _items(items: Sequence[ListItem], depth: int) -> Iterator[str]:
    for item in items:
        for number, line in enumerate(item.lines):
            after = "  " if number + 1 < len(item.lines) else ""
            yield f"{'  ' * depth}{'  ' if number else '- '}{_markdown_line(line)}{after}"
        yield from _items(item.items, depth + 1)


def _table(table: TableBlock) -> Iterator[str]:
    """A table, whose columns must have heads, if empty ones."""
    columns = max(map(len, (table.heads, *table.rows)))
    if table.caption.runs:
        yield f"{_strong_line(table.caption)}\n"
    yield _row([_markdown_line(head) for head in table.heads], columns)
    yield "|" + " --- |" * columns
    for row in table.rows:
        yield _row([_markdown_line(cell.line) for cell in row], columns)


def _row(cells: Sequence[str], columns: int) -> str:
    return "".join(f"| {cell} " for cell in (*cells, *[""] * (columns - len(cells)))) + "|"


def _markdown_line(line: Line) -> str:
    return _LEADING.sub(r"\1\2\\", "".join(_markdown_run(run) for run in line.runs))


def _markdown_run(run: Run) -> str:
    if run.code:
        ticks = "`" * (_longest(run.text) + 1)
        pad = " " if "`" in run.text else ""
        said = f"{ticks}{pad}{run.text}{pad}{ticks}"
    else:
        marked = _but_addresses(run.text, lambda part: _MARKED.sub(lambda found: found[1] or "\\", part))
        said = _CALLED.sub("@ ", marked)
    return _strong(said) if run.strong else said


def _strong_line(line: Line) -> str:
    """A line that is strong as a whole: marks within it would end that, or be shown."""
    return _strong(_markdown_line(Line(tuple(replace(run, strong=False) for run in line.runs))))


def _strong(said: str) -> str:
    bare = said.strip()
    return said.replace(bare, f"**{bare}**", 1) if bare else said


def _longest(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)


class ReportMarkup(msgspec.Struct, frozen=True):
    """A format of reports: what writes a *block*, the marks of *bold* text, and what writes a *whole* report.

    Without the last it is its blocks, with a blank line between two.
    """

    block: Callable[[AnyBlock], str]
    bold: tuple[str, str] = ("", "")
    whole: Callable[[Content], str] | None = None


MARKUPS: Mapping[str, ReportMarkup] = {
    "text": ReportMarkup(lambda block: text((block,)).strip("\n"), whole=text),
    "bbcode": ReportMarkup(bbcode, ("[b]", "[/b]")),
    "markdown": ReportMarkup(markdown, ("**", "**")),
    "discord": ReportMarkup(discord, ("**", "**")),
}
"""By the names that `pbem report --format` takes, the usual one first."""
LEAST = 500
"""No post may be asked to be shorter, in characters."""
_NUMBERING = 40
"""What the number of a post and the tags around a part of a block may take."""


def posts(report: Content, markup: ReportMarkup, most: int = 0) -> list[str]:
    """The posts that hold *report*, each of at most *most* characters (0: one post of any length)."""
    if most and most < LEAST:
        raise ValueError(f"a post needs at least {LEAST} characters")
    write = markup.block
    whole = markup.whole(report) if markup.whole else "\n\n".join(filter(None, map(write, report))) + "\n"
    if not most or len(whole) <= most:
        return [whole]
    room = most - _NUMBERING
    return _numbered(packed(_parts(report, write, room), room), markup)


def _parts(report: Content, write: Callable[[AnyBlock], str], most: int) -> list[str]:
    """The blocks of *report*, or their parts; a heading is one with what it is above, if a post has room for both."""
    parts: list[str] = []
    headed = False
    for block in report:
        found = list(_short(block, write, most))
        if headed and found and len(parts[-1]) + 2 + len(found[0]) <= most:
            found[0] = f"{parts.pop()}\n\n{found[0]}"
        headed = isinstance(block, HeadingBlock)
        parts += found
    return parts


def _short(block: AnyBlock, write: Callable[[AnyBlock], str], most: int) -> Iterator[str]:
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


def packed(pieces: Iterable[str], most: int, between: str = "\n\n") -> list[str]:
    """*pieces* in as few texts as hold them whole, each of at most *most* characters, with something *between* two."""
    texts: list[str] = []
    for piece in pieces:
        if texts and len(texts[-1]) + len(between) + len(piece) <= most:
            texts[-1] += f"{between}{piece}"
        else:
            texts.append(piece)
    return texts


def _numbered(texts: list[str], markup: ReportMarkup) -> list[str]:
    (begin, end), count = markup.bold, len(texts)
    return [f"{begin}({number}/{count}){end}\n\n{post}\n" for number, post in enumerate(texts, 1)]
