"""Where in the writer's own text each part of the order stands."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import yaml
from msgspec import inspect as types

from pbem.engine.order import OrderPath
from pbem.engine.reading import NO_NAMES, Lexicon, MappingNode, Node, Place, TextNode, type_info
from pbem.sheet.fault import SheetFault, stopped
from pbem.sheet.names import COLLECTIONS, folded, key_of, keys_as_written, kinds_of, names_of
from pbem.sheet.nodes import NothingNode, parsed
from pbem.sheet.parts import Part
from pbem.sheet.reader import SheetReader, taken_out
from pbem.sheet.repair import RepairedText

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


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a part of a sheet is read as: an order of the type *takes*, below *heading* if the sheet has several parts.

    Without a type and names, keys are written as the path has them. *older* is another heading of the part, *headings*
    are those of all parts in their order, *foreign* the keys, folded, that other parts have.
    """

    takes: Any = None
    lexicon: Lexicon = NO_NAMES
    heading: str = ""
    older: str = ""
    headings: tuple[str, ...] = ()
    foreign: frozenset[str] = frozenset()
    passing: Any = None

    @property
    def own_keys(self) -> frozenset[str]:
        """The keys, folded, that belong to this part alone."""
        return frozenset(map(folded, keys_as_written(self.takes) if self.takes else ())) - self.foreign


def wanted_of(part: Part, parts: Sequence[Part], lexicon: Lexicon) -> Wanted:
    """What one of the *parts* of a sheet is read as."""
    others = [each for each in parts if each is not part]
    headings = tuple(each.heading for each in parts)
    return Wanted(
        takes=part.decision.takes,
        lexicon=lexicon,
        heading=part.heading,
        older=part.older,
        headings=headings,
        foreign=frozenset().union(*(each.keys for each in others)),
        passing=part.decision.default,
    )


class StepInto(msgspec.Struct, frozen=True):
    """A step into a piece: its item or pair *number*; *whole* where the pair itself is the entry of a list."""

    piece: ListPiece | PairsPiece
    number: int
    whole: bool = False

    @property
    def step(self) -> str | int:
        """The step as bare values have it."""
        return self.number if isinstance(self.piece, ListPiece) else folded(self.piece.pairs[self.number][0].text)


class Found(msgspec.Struct, frozen=True):
    """The *piece* that a path leads to, or as far as it leads, the way to it and the *rest* of the path.

    *at* is how much of the whole path, with its heading, was found.
    """

    chain: tuple[StepInto, ...]
    piece: SheetPiece | None
    rest: OrderPath
    at: OrderPath


class PartRead(msgspec.Struct, frozen=True):
    """A part of a sheet as the reader of sheets has it."""

    places: Mapping[OrderPath, Place] = {}
    order: Any = None
    faults: tuple[SheetFault, ...] = ()

    def spot(self, path: OrderPath) -> Caret | None:
        """Where the value at *path* of the order begins, if the reader has it."""
        place = self.places.get(path)
        return None if place is None else (place.line, place.column)


def reading(text: str, wanted: Wanted) -> PartRead:
    """What the reader has of the part of *text* that is *wanted*."""
    if wanted.takes is None:
        return PartRead()
    _, tree = parsed(text)
    root = _part_of(taken_out(tree.root)[0], wanted)
    if root is None or isinstance(root, NothingNode):
        return PartRead()
    reader = SheetReader(wanted.lexicon, broken=tree.broken)
    order = reader.whole(root, wanted.takes, wanted.passing)
    faults = tuple(reader.faults)
    return PartRead(dict(reader.places), None if stopped(faults) else order, faults)


def _part_of(root: Node | None, wanted: Wanted) -> Node | None:
    """The node of the part that is wanted."""
    if not wanted.heading or not isinstance(root, MappingNode):
        return root
    for key, value in root.pairs:
        if folded(key.text) in _headings(wanted):
            return value
    own: list[tuple[TextNode, Node]] = [pair for pair in root.pairs if folded(pair[0].text) in wanted.own_keys]
    return MappingNode(own[0][0].place, tuple(own)) if own else None


def _headings(wanted: Wanted) -> frozenset[str]:
    return frozenset(folded(each) for each in (wanted.heading, wanted.older) if each)


def whole_path(sheet: Laid, wanted: Wanted, path: OrderPath) -> OrderPath:
    """*path* with the heading of its part, unless the keys of the part are in the sheet without one."""
    root = sheet.root
    if not wanted.heading:
        return path
    keys = {folded(key.text) for key, _ in root.pairs} if isinstance(root, PairsPiece) else set()
    if not keys & _headings(wanted) and keys & wanted.own_keys:
        return path
    return (wanted.heading, *path)


def find(sheet: Laid, wanted: Wanted, read: PartRead, path: OrderPath) -> Found:
    """Where *path*, with its heading, leads in a *sheet*."""
    base = 1 if wanted.heading and path and path[0] == wanted.heading else 0
    chain: list[StepInto] = []
    piece, number = sheet.root, 0
    while number < len(path):
        step = path[number]
        by_name = isinstance(step, str) and bool(order_of_keys(wanted, path[:number]))
        spot = read.spot(path[base : number + 1]) if number >= base and not by_name else None
        counted = isinstance(step, int) and read.spot((*path[base:number], 0)) is not None
        names = _headings(wanted) if number < base else _written(wanted, path[: number + 1])
        holders = _step(piece, step, spot, names) if spot is not None or not counted else ()
        if holders:
            chain += holders
            last = holders[-1]
            held = (
                last.piece.items[last.number] if isinstance(last.piece, ListPiece) else last.piece.pairs[last.number][1]
            )
            piece, number = held, number + 1
        elif isinstance(piece, PairsPiece) and _may_lack_its_key(wanted, path, number):
            number += 2
        else:
            return Found(tuple(chain), piece, path[number:], path[:number])
    return Found(tuple(chain), piece, (), path)


def _may_lack_its_key(wanted: Wanted, path: OrderPath, number: int) -> bool:
    """Whether the only entry of the list at that step may be written without the key of the list, beside other keys.

    Only types that read themselves can allow it.
    """
    if path[number + 1 : number + 2] != (0,) or len(path) <= number + 2:
        return False
    whole = kind_at(wanted, path[:number])
    return any(isinstance(each, types.StructType) and hasattr(each.cls, "read") for each in _members(whole))


def kind_at(wanted: Wanted, path: OrderPath) -> types.Type | None:
    """The type of what is at *path*, with its heading."""
    base = 1 if wanted.heading and path and path[0] == wanted.heading else 0
    kind = type_info(wanted.takes) if wanted.takes is not None else None
    for step in path[base:]:
        kind = _stepped(kind, step, wanted.lexicon)[1]
    return kind


def _written(wanted: Wanted, path: OrderPath) -> frozenset[str]:
    """How the last step of *path* may be written, folded."""
    steps = (path[-1], *written_steps(wanted, path)[-1:])
    return frozenset(folded(str(step)) for step in steps)


def _step(piece: SheetPiece | None, step: str | int, spot: Caret | None, names: frozenset[str]) -> tuple[StepInto, ...]:
    """The way from *piece* to what *step* leads to, which the reader has at *spot*; nothing if it has no such thing."""
    if isinstance(piece, ListPiece) and isinstance(step, int):
        spots = [item.spot for item in piece.items]
        if spot is not None:
            return (StepInto(piece, spots.index(spot)),) if spot in spots else ()
        return (StepInto(piece, step),) if step < len(spots) else ()
    if isinstance(piece, PairsPiece):
        number = _number(piece, spot, names if isinstance(step, str) else frozenset())
        if number is None and isinstance(step, int) and spot is None and step < len(piece.pairs):
            number = step
        return () if number is None else (StepInto(piece, number, whole=isinstance(step, int)),)
    if isinstance(piece, ListPiece):
        for number, item in enumerate(piece.items):
            if isinstance(item, PairsPiece) and (inner := _number(item, spot, names)) is not None:
                return StepInto(piece, number), StepInto(item, inner)
    return ()


def _number(table: PairsPiece, spot: Caret | None, names: frozenset[str]) -> int | None:
    spots = [key.spot for key, _ in table.pairs]
    if spot is not None and spot in spots:
        return spots.index(spot)
    return next((n for n, (key, _) in enumerate(table.pairs) if folded(key.text) in names), None)


def written_steps(wanted: Wanted, path: OrderPath) -> tuple[str | int, ...]:
    """The steps of a path with its heading, keys as people write them."""
    base = 1 if wanted.heading and path and path[0] == wanted.heading else 0
    steps: list[str | int] = [*path[:base]]
    kind = type_info(wanted.takes) if wanted.takes is not None else None
    for step in path[base:]:
        written, kind = _stepped(kind, step, wanted.lexicon)
        steps.append(written)
    return tuple(steps)


def order_of_keys(wanted: Wanted, path: OrderPath) -> tuple[str, ...]:
    """The keys, folded, that may be at *path*, with its heading, in their order; nothing where any may."""
    if wanted.heading and not path:
        return tuple(map(folded, wanted.headings))
    kind = kind_at(wanted, path)
    structs = [each for each in _members(kind) if isinstance(each, types.StructType)]
    return tuple(folded(field.encode_name) for each in structs[:1] for field in each.fields)


def _members(kind: types.Type | None) -> tuple[types.Type, ...]:
    """The types that *kind* may stand for."""
    if isinstance(kind, types.Metadata):
        return _members(kind.type)
    if isinstance(kind, types.UnionType):
        return tuple(each for member in kind.types for each in _members(member))
    return () if kind is None else (kind,)


def _stepped(kind: types.Type | None, step: str | int, lexicon: Lexicon) -> tuple[str | int, types.Type | None]:
    """A step as it is written, and the type of what it leads to."""
    for each in _members(kind):
        if isinstance(step, int) and isinstance(each, tuple(COLLECTIONS)):
            return step, each.item_type  # type: ignore[attr-defined]
        if isinstance(step, str) and isinstance(each, types.StructType):
            field = next(
                (one for one in each.fields if folded(step) in (folded(one.encode_name), folded(one.name))), None
            )
            if field is not None:
                return key_of(field), field.type
        if isinstance(step, str) and isinstance(each, types.DictType):
            kinds = kinds_of(each.key_type) if isinstance(each.key_type, types.Metadata) else ()
            known = any(step in lexicon.kinds.get(one, {}) for one in kinds)
            return names_of(lexicon).spell(step, *kinds) if known else step, each.value_type
    return step.replace("_", " ") if isinstance(step, str) else step, None


INDENT = "  "


class Fragment(msgspec.Struct, frozen=True):
    """Lines to be written, and what they say; a *block* has to begin on a line of its own below a key."""

    lines: tuple[str, ...]
    bare: Any
    block: bool

    @property
    def flow(self) -> str:
        """The same within brackets."""
        line = self.lines[0].strip()
        if len(self.lines) == 1 and _alone(line) == [self.bare]:
            return line
        found = laid("\n".join(self.lines))
        return _flowed(found.root) if found is not None else line


def fragment(text: str) -> Fragment | None:
    """*text* as a value; None if it is none by itself."""
    lines = tuple(line.rstrip() for line in text.strip("\n").splitlines()) or ("",)
    found = laid("\n".join(lines))
    if found is None or found.codes:
        return None
    root = found.root
    block = isinstance(root, ListPiece | PairsPiece) and not root.flow
    if isinstance(root, TextPiece) and len(lines) > 1:
        return None
    return Fragment(lines, None if root is None else root.bare, block)


def as_key(step: str | int) -> str:
    """A key as it has to be written so that it is read as one."""
    key = str(step)
    found = laid(f"{key}: x")
    good = found is not None and not found.codes and found.root is not None and found.root.bare == {folded(key): "x"}
    return key if good else _quoted(key)


def below(steps: Sequence[str | int], inner: Fragment) -> Fragment:
    """*inner* below the *steps* that lead to it: keys as they are written, and places in lists, which are new."""
    found = inner
    for step in reversed(steps):
        if isinstance(step, int):
            first, *rest = found.lines
            found = Fragment((f"- {first}", *(f"{INDENT}{line}" for line in rest)), [found.bare], block=True)
        elif found.block:
            lines = tuple(f"{INDENT}{line}" for line in found.lines)
            found = Fragment((f"{as_key(step)}:", *lines), {folded_key(step): found.bare}, block=True)
        else:
            first, *rest = found.lines
            lines = (f"{as_key(step)}: {first}".rstrip(), *rest)
            found = Fragment(lines, {folded_key(step): found.bare}, block=True)
    return found


def folded_key(step: str | int) -> str:
    """A key as pieces compare it."""
    return folded(str(step))


def _flowed(piece: SheetPiece | None) -> str:
    if isinstance(piece, PairsPiece):
        return "{" + ", ".join(f"{_quoted(key.text)}: {_flowed(value)}" for key, value in piece.pairs) + "}"
    if isinstance(piece, ListPiece):
        return "[" + ", ".join(map(_flowed, piece.items)) + "]"
    return _quoted(piece.text if isinstance(piece, TextPiece) else "")


def _quoted(text: str) -> str:
    if text and _alone(text) == [text]:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _alone(text: str) -> Any:
    """What *text* says in brackets; None if that cannot be read."""
    found = laid(f"[{text}]")
    return found.root.bare if found is not None and found.root is not None and not found.codes else None
