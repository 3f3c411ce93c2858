"""From what templates write, with its marks, to the tree of a letter."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

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
    Run,
    TableBlock,
    TableCell,
    TextBlock,
)

_INLINE = re.compile(f"([{tree.CODE}{tree.STRONG}])")
_UNIT = re.compile(f"{tree.UNIT}([^{tree.UNIT}]*){tree.UNIT}")
_PICTURE = re.compile(f"{tree.PICTURE}(.*){tree.OF}(.*){tree.ENDS}")


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
        match line[0]:
            case tree.HEADING:
                self._at += 1
                level = len(line) - len(line.lstrip(tree.HEADING))
                return HeadingBlock(level=level, line=Line(_runs(line[level:].strip())))
            case tree.BULLET:
                return ListBlock(items=tuple(self._items(_indent(self._lines[self._at]))))
            case tree.CELL:
                return _table(list(self._run(tree.CELL)))
            case tree.QUOTE:
                return QuotationBlock(lines=tuple(_line(each[1:].removeprefix(" ")) for each in self._run(tree.QUOTE)))
            case tree.WARNING:
                self._at += 1
                return TextBlock(lines=(_line(line[1:].strip()), *self._paragraph()), warning=True)
            case tree.OPENS:
                return self._code(tree.CLOSES, sheet=True)
            case tree.FENCE:
                return self._code(tree.FENCE, sheet=False)
            case tree.PICTURE if found := _PICTURE.fullmatch(line.rstrip()):
                self._at += 1
                return PictureBlock(name=tree.plain(found[2]), alt=tree.plain(found[1]))
        self._at += 1
        return TextBlock(lines=(_line(self._lines[self._at - 1]), *self._paragraph()))

    def _paragraph(self) -> Iterator[Line]:
        """The lines that belong to a paragraph after its first."""
        begins = tuple(tree.SIGNS)
        while self._at < len(self._lines) and (line := self._lines[self._at]).strip():
            if line.lstrip(" ").startswith(begins) and line.lstrip(" ")[0] not in (tree.CODE, tree.STRONG):
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
                elif deeper and line.lstrip(" ")[0] not in (tree.CELL, tree.FENCE, tree.HEADING, tree.PICTURE):
                    self._at += 1
                    text = _line(line)
                    told.append(replace(text, indent=max(0, text.indent - indent - 2)))
                else:
                    break
            yield ListItem(tuple(told), tuple(below))

    def _bullet(self) -> int | None:
        """The indent of the bullet here; none if there is no bullet."""
        line = self._lines[self._at]
        return _indent(line) if line.lstrip(" ").startswith(tree.BULLET) else None

    def _code(self, closes: str, *, sheet: bool) -> CodeBlock:
        """From a mark that opens to the one that closes, whatever is between; a sheet with both."""
        start = self._at
        self._at += 1
        while self._at < len(self._lines) and self._lines[self._at].rstrip() != closes:
            self._at += 1
        self._at += 1
        kept = self._lines[start : self._at] if sheet else self._lines[start + 1 : self._at - 1]
        return CodeBlock(lines=tuple(tree.plain(line).rstrip() for line in kept), sheet=sheet)


def _table(lines: list[str]) -> TableBlock:
    """A table: `|=` before its caption, `|#` before the heads of its columns."""
    table = TableBlock()
    rows: list[tuple[TableCell, ...]] = []
    for line in lines:
        words = line[1:].rstrip().removesuffix(tree.CELL)
        if words.startswith("="):
            table = replace(table, caption=_line(words[1:].strip()))
        elif words.startswith("#"):
            table = replace(table, heads=tuple(_line(head.strip()) for head in words[1:].split(tree.CELL)))
        else:
            rows.append(tuple(map(_cell, words.split(tree.CELL))))
    return replace(table, rows=tuple(rows))


def _cell(text: str) -> TableCell:
    unit = "".join(tree.plain(found) for found in _UNIT.findall(text))
    return TableCell(_line(_UNIT.sub("", text).strip()), unit.rstrip())


def _line(text: str) -> Line:
    return Line(_runs(text.strip(" ")), _indent(text))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _runs(text: str) -> tuple[Run, ...]:
    """The words of a line; a mark without its pair is the sign itself."""
    parts = _INLINE.split(text)
    runs: list[Run] = []
    strong = code = False
    for at, part in enumerate(parts):
        rest = parts[at + 1 :]
        if part == tree.CODE and (code or part in rest):
            code = not code
        elif part == tree.STRONG and not code and (strong or part in rest):
            strong = not strong
        elif part:
            run = Run(tree.plain(part), strong, code)
            if runs and replace(runs[-1], text="") == replace(run, text=""):
                run = replace(run, text=runs.pop().text + run.text)
            runs.append(run)
    return tuple(runs)
