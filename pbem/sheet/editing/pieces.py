"""A sheet as a tree of pieces, each with the characters that it takes in its writer's own text."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
import yaml

from pbem.sheet.nodes import parsed
from pbem.sheet.repair import RepairedText
from pbem.sheet.shape import folded

Caret = tuple[int, int]
"""A line and a column, counted from 1, as the reader of sheets names a place."""


class _Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a sheet from the character *start* up to *end*; the reader knows it by its *spot*."""

    start: int
    end: int
    spot: Caret


class TextPiece(_Piece, frozen=True):
    """A text; *nothing* if there is none."""

    text: str
    nothing: bool = False

    @property
    def bare(self) -> str | None:
        return None if self.nothing else self.text


class ListPiece(_Piece, frozen=True):
    """A list; a *flow* is in brackets."""

    items: "tuple[SheetPiece, ...]"
    flow: bool

    @property
    def bare(self) -> list[Any]:
        return [item.bare for item in self.items]


class PairsPiece(_Piece, frozen=True):
    """Keys and their values; a *flow* is in braces, or one pair in a list in brackets."""

    pairs: "tuple[tuple[TextPiece, SheetPiece], ...]"
    flow: bool
    braces: bool = True

    @property
    def bare(self) -> dict[str, Any]:
        return {folded(key.text): value.bare for key, value in self.pairs}


SheetPiece = TextPiece | ListPiece | PairsPiece
"""A part of a sheet; `bare` is what it says, wherever it is: a text, a list or a dict, None for nothing."""


class Laid(msgspec.Struct, frozen=True):
    """A text with the tree of its pieces; *gone* are the lines, from 0, that cannot be read.

    *end* is where more can be added: before the closing line.
    """

    text: str
    root: SheetPiece | None
    starts: tuple[int, ...]
    lines: tuple[str, ...]
    gone: frozenset[int]
    codes: tuple[str, ...]
    end: int

    def line_of(self, position: int) -> int:
        """The number, from 0, of the line that the character at *position* is in."""
        low = max(0, next((n for n, start in enumerate(self.starts) if start > position), len(self.starts)) - 1)
        return min(low, max(0, len(self.lines) - 1))

    def start_of(self, line: int) -> int:
        """Where a line begins; that after the last one at the end of the text."""
        return self.starts[line] if line < len(self.starts) else len(self.text)

    def before(self, position: int) -> str:
        """What is before the character at *position* in its line."""
        return self.text[self.start_of(self.line_of(position)) : position]

    def after(self, position: int) -> str:
        """What is after the character at *position* in its line, without the line's end."""
        return self.text[position : self.start_of(self.line_of(position) + 1)].rstrip("\r\n")


@lru_cache(maxsize=16)
def laid(text: str) -> Laid | None:
    """*text* with its pieces; None for one that is not read at all. What is edited again and again is laid out once."""
    repaired, tree = parsed(text)
    lines = tuple(text.splitlines(keepends=True))
    starts = tuple(sum(map(len, lines[:number])) for number in range(len(lines)))
    if tree.parsed is None:
        return None
    read = tree.parsed
    builder = _Builder(read, text, starts, tree.events)
    root = builder.document()
    gone = frozenset(n for n, line in enumerate(read.lines) if not line.strip() and repaired.lines[n].strip())
    codes = tuple(each.problem.code for each in (*tree.faults, *repaired.faults) if each.problem.stops)
    closing = next((n for n, line in enumerate(read.lines) if line.startswith("...")), len(read.lines))
    end = starts[closing] if closing < len(starts) else len(text)
    return Laid(text, root, starts, lines, gone, codes, end)


class _Builder:
    def __init__(self, read: RepairedText, text: str, starts: tuple[int, ...], events: Iterable[Any]) -> None:
        self.read, self.text, self.starts, self.events = read, text, starts, iter(events)

    def document(self) -> SheetPiece | None:
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        root = self.piece(next(self.events))
        return None if isinstance(root, TextPiece) and root.nothing else root

    def piece(self, event: Any) -> SheetPiece:
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[SheetPiece] = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                items.append(self.piece(inner))
            start, end = self.span(event, inner, items[-1].end if items else 0)
            return ListPiece(
                start=start, end=end, spot=self.spot(event), items=tuple(items), flow=bool(event.flow_style)
            )
        if isinstance(event, yaml.MappingStartEvent):
            return self.table(event)
        value = getattr(event, "value", "")
        nothing = isinstance(event, yaml.ScalarEvent) and event.style is None and not value
        start, end = self.at(event.start_mark), self.at(event.end_mark)
        if getattr(event, "style", None) in ("|", ">"):
            end = start + len(self.text[start:end].rstrip())
        quoted = getattr(event, "style", None) in ("'", '"')
        spot = (event.start_mark.line + 1, self.column(event.start_mark.line, event.start_mark.column + quoted) + 1)
        return TextPiece(start=start, end=max(start, end), spot=spot, text=value, nothing=nothing)

    def table(self, event: Any) -> PairsPiece:
        pairs: list[tuple[TextPiece, SheetPiece]] = []
        seen = set[str]()
        last = 0
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key, value = self.piece(inner), self.piece(next(self.events))
            last = max(key.end, value.end)
            if isinstance(key, TextPiece) and key.text and (plain := " ".join(key.text.casefold().split())) not in seen:
                seen.add(plain)
                pairs.append((key, value))
        start, end = self.span(event, inner, last)
        braces = bool(event.flow_style) and self.text[start : start + 1] in ("{", "｛")
        spot = self.spot(event)
        return PairsPiece(
            start=start, end=end, spot=spot, pairs=tuple(pairs), flow=bool(event.flow_style), braces=braces
        )

    def span(self, first: Any, last: Any, inner: int) -> tuple[int, int]:
        """Where a collection is: up to its bracket, or to the end of the last piece in it."""
        return self.at(first.start_mark), self.at(last.end_mark) if first.flow_style else inner

    def spot(self, event: Any) -> Caret:
        mark = event.start_mark
        return mark.line + 1, self.column(mark.line, mark.column) + 1

    def column(self, line: int, column: int) -> int:
        moved: tuple[int, ...] | None = self.read.columns[line] if line < len(self.read.columns) else None
        return column if moved is None else moved[min(column, len(moved) - 1)]

    def at(self, mark: Any) -> int:
        line: int = mark.line
        return self.starts[line] + self.column(line, mark.column) if line < len(self.starts) else len(self.text)
