"""Data files as typed structs: plain YAML in which nothing is fixed.

A sheet of orders is read kindly, since people write it in an email. A data file is read strictly, so that whatever this
reader takes means the same to any other reader of YAML. Beside the faults of `sheet.nodes` and `sheet.reader`:

    not-plain-text   text, value    a word that YAML takes for a number, for yes or no, or for nothing
    wrong-length     wanted, count  a list that must have so many entries

Beside the faults of `sheet.data`: `no-file` for one that is missing, `empty-file` for one without a word in it, and
`not-utf8` with `at`, the first bad byte.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec
import yaml
from msgspec import inspect as types

from pbem.engine.edition import EditionType
from pbem.engine.order import OrderPath
from pbem.engine.reading import NO_NAMES, ListNode, MappingNode, Misread, Node, Place, TextNode
from pbem.engine.reading import MappingNode as Pairs
from pbem.sheet.fault import SheetFault, fault
from pbem.sheet.names import SHAPES
from pbem.sheet.nodes import NothingNode
from pbem.sheet.reader import SheetReader

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SHAPED: tuple[type[types.Type], ...] = (types.TupleType, types.NoneType, *chain.from_iterable(SHAPES.values()))
_TEXT = "tag:yaml.org,2002:str"
MOST_ENTRIES = 100_000
"""Entries of a list; a data file is written by whoever reads it."""


class Value(TextNode, frozen=True):
    """A scalar and what YAML takes it for."""

    value: object


class Data(msgspec.Struct, frozen=True):
    """What came of reading a data file: *draft* is made of all that could be read, None if that is not enough.

    *unread* are the values of `id` of the entries of lists that the draft does not have.
    """

    draft: Any
    faults: tuple[SheetFault, ...]
    places: dict[OrderPath, Place]
    unread: frozenset[str]


def read_data(root: Node, wanted: type[msgspec.Struct]) -> Data:
    """Read the nodes of a data file as a *wanted*; never raises."""
    reader = DataReader()
    draft = reader.whole(root, wanted)
    return Data(draft, tuple(reader.faults), reader.places, frozenset(reader.unread))


def tree(text: str, *, aliases: bool = False) -> tuple[Node | None, tuple[SheetFault, ...]]:
    """The nodes of a YAML text, None if it has none, and what is wrong with its form; *aliases* are refused or kept."""
    try:
        root = yaml.compose(text, Loader=_Loader)
        builder = _Builder(aliases=aliases)
        return (None if root is None else builder.node(root)), tuple(builder.faults)
    except _Alias as alias:
        return None, (fault(alias.place, "alias", text="*"),)
    except (yaml.YAMLError, RecursionError) as error:
        return None, (_broken(error, text),)


def _broken(error: Exception, text: str) -> SheetFault:
    mark = getattr(error, "problem_mark", None)
    lines = text.split("\n")
    place = Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
    if place.line > len(lines):  # the parser begins another line at the end of a text without a line feed
        place = Place(len(lines), len(lines[-1]) + 1)
    if isinstance(error, yaml.reader.ReaderError):
        place = Place(text.count("\n", 0, error.position) + 1, 1)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or type(error).__name__
    return fault(place, "broken-syntax", problem=problem)


class _Alias(Exception):
    """A value stands for another, which may hold others that do, without end."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class _Builder:
    """Makes the engine's nodes of PyYAML's; no key is lost because it is there twice."""

    def __init__(self, *, aliases: bool) -> None:
        self.faults: list[SheetFault] = []
        self._aliases = aliases
        self._seen: set[int] = set()
        self._constructor = yaml.constructor.SafeConstructor()

    def node(self, node: yaml.Node) -> Node:
        start, end = node.start_mark, node.end_mark
        place = Place(
            start.line + 1, start.column + 1, max(1, end.column - start.column) if start.line == end.line else 1
        )
        if not self._aliases and id(node) in self._seen:
            raise _Alias(place)
        self._seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return MappingNode(place, tuple(self._pairs(node)))
        if isinstance(node, yaml.SequenceNode):
            return ListNode(place, tuple(map(self.node, node.value)))
        if not isinstance(node, yaml.ScalarNode) or (node.value == "" and not node.style):
            return NothingNode(place, "")
        return Value(place, node.value, self._value(node))

    def _value(self, node: yaml.ScalarNode) -> object:
        if node.tag == _TEXT:
            return node.value
        try:
            return self._constructor.construct_object(node)
        except (yaml.YAMLError, ValueError):  # a tag of one's own, a day that no month has
            return ...

    def _pairs(self, node: yaml.MappingNode) -> Iterator[tuple[TextNode, Node]]:
        lines: dict[str, int] = {}
        for key, value in ((self.node(key), self.node(value)) for key, value in node.value):
            if not isinstance(key, TextNode) or isinstance(key, NothingNode):
                self.faults.append(fault(key.place, "key-not-text"))
            elif key.text in lines:
                self.faults.append(fault(key.place, "doubled-key", key=key.text, line=lines[key.text]))
            else:
                lines[key.text] = key.place.line
                yield key, _behind(key) if isinstance(value, NothingNode) else value


def _behind(key: TextNode) -> NothingNode:
    """No value behind *key* and its colon; parsers do not agree where that is."""
    return NothingNode(Place(key.place.line, key.place.column + key.place.width + 1), "")


class DataReader(SheetReader):
    """Reads one data file: as the reader of sheets, but takes nothing for what it is not."""

    most_entries = MOST_ENTRIES

    def __init__(self) -> None:
        super().__init__(NO_NAMES, patient=True)
        self.unread: set[str] = set()

    def whole(self, root: Node, wanted: type[Any], passing: Any = None) -> Any:
        """What can be read of *root* as a *wanted*, None if it lacks what it must have."""
        self.mark(root)
        with suppress(Misread):
            return self.fields(root, wanted, patient=True)
        return None

    @staticmethod
    def key_for(name: str) -> str:
        return name

    def _chosen(self, text: TextNode, words: tuple[str, ...], under: str) -> tuple[str, ...]:
        return tuple(word for word in words if word == text.text)

    def _union(self, node: Node, wanted: types.UnionType) -> Any:
        if isinstance(node, Value) and node.value is None and any(isinstance(t, types.NoneType) for t in wanted.types):
            return None
        structs = [each for each in wanted.types if isinstance(each, types.StructType)]
        if isinstance(node, MappingNode) and any(each.tag is not None for each in structs):
            return self._tagged(node, {str(each.tag): each for each in structs}, str(structs[0].tag_field))
        if isinstance(node, TextNode):
            scalars = [each for each in wanted.types if not isinstance(each, _SHAPED)]
            fitting = (each for each in scalars if _fits(node, each))
            return self.read(node, next(fitting, scalars[0] if scalars else wanted.types[0]))
        return super()._union(node, wanted)

    def _tagged(self, node: MappingNode, kinds: dict[str, types.StructType], tag: str) -> Any:
        """Read one of several structs that are told apart by the key *tag*."""
        said = next((pair for pair in node.pairs if pair[0].text == tag), None)
        if said is None:
            raise self.blame(node, "missing-key", key=tag)
        kind = self.read(said[1], types.LiteralType(tuple(kinds)), tag)
        rest = tuple(pair for pair in node.pairs if pair is not said)
        return self.read(MappingNode(node.place, rest), kinds[kind])

    def _read(self, node: Node, wanted: types.Type) -> Any:
        if not isinstance(wanted, types.TupleType):
            return super()._read(node, wanted)
        if not isinstance(node, ListNode):
            raise self._misshapen(node, "list")
        if len(node.items) != len(wanted.item_types):
            raise self.blame(node, "wrong-length", wanted=len(wanted.item_types), count=len(node.items))
        return tuple(
            self.read(each, kind, at) for at, (each, kind) in enumerate(zip(node.items, wanted.item_types, strict=True))
        )

    def _scalar(self, text: TextNode, wanted: types.Type) -> Any:
        value = text.value if isinstance(text, Value) else text.text
        match wanted:
            case types.BoolType() if isinstance(value, bool):
                return value
            case types.BoolType():
                raise self.blame(text, "not-yes-or-no", text=text.text)
            case types.IntType() if isinstance(value, int) and not isinstance(value, bool):
                return value
            case types.FloatType() if isinstance(value, int | float) and not isinstance(value, bool):
                return float(value)
            case types.IntType() | types.FloatType():
                raise self.blame(text, "not-a-number", text=text.text)
            case types.AnyType():
                return value
            case types.LiteralType() if _fits(text, wanted):
                return value
            case types.LiteralType() if isinstance(value, str) and value in _numbers(wanted):
                raise self.blame(text, "not-a-number", text=text.text)
            case types.LiteralType() if _numbers(wanted):
                return self.choice(text, *map(str, wanted.values))
            case _ if isinstance(value, str):
                return super()._scalar(text, wanted)
            case _:
                raise self.blame(text, "not-plain-text", text=text.text)

    def _items(self, node: Node, wanted: types.Type, most: int) -> tuple[Any, ...]:
        if not isinstance(node, ListNode):
            raise self._misshapen(node, "list")
        values: list[Any] = []
        for each in node.items:
            try:
                self.mark(each, len(values))
                values.append(self.read(each, wanted, len(values)))
            except Misread:  # it is noted; the rest can still be checked
                self.unread.update(_id_of(each))
        return tuple(values)

    def _dict(self, node: Node, wanted: types.DictType, most: int) -> dict[Any, Any]:
        if not isinstance(node, MappingNode):
            raise self._misshapen(node, "mapping")
        return super()._dict(node, wanted, most)

    def _misshapen(self, node: Node, wanted: str) -> Misread:
        return self.blame(node, "wrong-shape", wanted=wanted, got=node.kind)


def _fits(text: TextNode, wanted: types.Type) -> bool:
    """Whether what YAML takes *text* for is of the scalar type *wanted*."""
    value = text.value if isinstance(text, Value) else text.text
    match wanted:
        case types.LiteralType():
            return any(value == each and type(value) is type(each) for each in wanted.values)
        case types.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case types.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case types.BoolType():
            return isinstance(value, bool)
        case _:
            return isinstance(value, str)


def _numbers(wanted: types.LiteralType) -> tuple[str, ...]:
    return tuple(str(each) for each in wanted.values if isinstance(each, int))


def _id_of(node: Node) -> Iterator[str]:
    for key, value in node.pairs if isinstance(node, MappingNode) else ():
        if key.text == "id" and isinstance(value, TextNode):
            yield value.text


_START = Place(1, 1)


class FileFault(msgspec.Struct, frozen=True):
    """A fault, and the file of the edition that it is in."""

    file: str
    fault: SheetFault


class EditionRead(msgspec.Struct, frozen=True):
    """What the files of an edition say, in the type for them, and every fault in them; None if that cannot be read."""

    files: Any
    faults: tuple[FileFault, ...]

    @property
    def sound(self) -> bool:
        """Whether the edition can be played; warnings do not count."""
        return self.files is not None and not any(each.fault.problem.stops for each in self.faults)


def read_edition(raw: Mapping[str, bytes | None], wanted: EditionType) -> EditionRead:
    """Read and check an edition, given the bytes of its files by their names without `.yaml`; None for a missing one.

    What may only follow from something that could not be read is not told; so labels are checked only if all is sound.
    """
    read = {name: _nodes(raw.get(name)) for name in wanted.files.__struct_fields__}
    faults = [FileFault(f"{name}.yaml", each) for name, (_, found) in read.items() for each in found]
    nodes = {name: root for name, (root, _) in read.items() if root is not None}
    whole = Pairs(_START, tuple((TextNode(_START, name), root) for name, root in nodes.items()))
    data = read_data(whole, wanted.files)
    faults += _read(data, wanted)
    told = {(each.file, each.fault.place, each.fault.problem.code): each for each in faults}
    found = EditionRead(data.draft, tuple(sorted(told.values(), key=lambda each: (each.file, each.fault.place))))
    if wanted.labels is None or not found.sound:
        return found
    worse = wanted.labels.check(found.files, raw.get(wanted.labels.file))
    labels = (FileFault(f"{wanted.labels.file}.yaml", SheetFault(each, _START)) for each in worse)
    return EditionRead(found.files, (*found.faults, *labels))


def _read(data: Data, wanted: EditionType) -> Iterator[FileFault]:
    """The faults of the files that could be parsed; those that concern several only if all could be read."""
    gaps = [each for each in data.faults if each.problem.stops]
    yield from (FileFault(f"{each.problem.path[0]}.yaml", each) for each in data.faults if each.problem.path)
    for problem in wanted.check(data.draft, data.unread) if data.draft is not None else ():
        found = SheetFault(problem, _place(data.places, problem.path))
        if not any(_holds(part, gap, found) for part in (problem.path, *problem.rests_on) for gap in gaps):
            yield FileFault(f"{problem.path[0]}.yaml", found)


def _holds(part: OrderPath, gap: SheetFault, found: SheetFault) -> bool:
    """Whether the *part* that *found* is about, or rests on, holds the *gap*.

    An entry that could not be read has left its number in a list to the next, which is behind it.
    """
    same = gap.problem.path[: len(part)] == part
    return same and (part != found.problem.path or gap.place >= found.place)


def _place(places: Mapping[OrderPath, Place], path: OrderPath) -> Place:
    while path not in places:
        path = path[:-1]
    return places[path]


@lru_cache(maxsize=8)  # an edition is checked after each change, which is of one file
def _nodes(raw: bytes | None) -> tuple[Node | None, tuple[SheetFault, ...]]:
    if raw is None:
        return None, (fault(_START, "no-file"),)
    try:
        root, faults = tree(raw.decode())
    except UnicodeDecodeError as error:
        return None, (fault(Place(raw.count(b"\n", 0, error.start) + 1, 1), "not-utf8", at=error.start),)
    if root is None and not faults:
        faults = (fault(_START, "empty-file"),)
    return root, faults
