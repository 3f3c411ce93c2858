"""Where in a sheet the value at a path of the order is, however its writer has it."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.kit.lexicon import NO_NAMES, Lexicon
from pbem.engine.kit.reading import MappingNode, Node, Place, TextNode
from pbem.engine.problem import OrderPath
from pbem.sheet.editing.pieces import Caret, Laid, ListPiece, PairsPiece, SheetPiece
from pbem.sheet.fault import SheetFault, stopped
from pbem.sheet.names import names_of
from pbem.sheet.nodes import NothingNode, parsed
from pbem.sheet.parts import Part
from pbem.sheet.reader import SheetReader
from pbem.sheet.shape import COLLECTIONS, folded, key_of, keys_as_written, kinds_of, type_info
from pbem.sheet.words_of_chance import taken_out


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
    whole = _kind_at(wanted, path[:number])
    return any(isinstance(each, types.StructType) and hasattr(each.cls, "read") for each in _members(whole))


def _kind_at(wanted: Wanted, path: OrderPath) -> types.Type | None:
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
    kind = _kind_at(wanted, path)
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
