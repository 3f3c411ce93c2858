"""What sheets have lost: the spaces before lines, as forums take them away, and the name that values are below.

A line may belong to each key above it that is open and may hold it. Where that is one for every line, the sheet has one
structure only, and gets its spaces back; where it may have two, or none, it stays as it is.

Values of a mapping by names lost the indentation below their name, or have none: their type has a `BEGINS`, the keys,
folded, with which one may begin, and perhaps an `UNSURE`, those that without their indentation may belong to a part of
it as well.
"""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.order import Weight
from pbem.engine.reading import Lexicon, ListNode, MappingNode, Node, Place, Reader, TextNode, late_pattern, type_info
from pbem.sheet.fault import SheetFault, fault
from pbem.sheet.names import COLLECTIONS, begins_of, folded, key_of, kinds_of, names_of
from pbem.sheet.nodes import NothingNode
from pbem.sheet.repair import RepairedText

_MOST_LINES = 400
_MOST_SHOWN = 60
_KEYED = late_pattern(r"(?P<key>[^:#\"'\[\]{}]{1,60}?)\s*:(?:\s+(?P<value>\S.*))?\s*")
_COMMENT = late_pattern(r"(?:^|\s)#.*")
_MARKS = ("---", "...")
_OF_ONESELF = late_pattern(r"(?:I|we)(?:['’]ll| will)? (?=\S)", re.IGNORECASE)
_IS = late_pattern(r"(?P<key>\w+) (?:is|are|will be) (?=\S)", re.IGNORECASE)
_NONE_OF = late_pattern(r"no (?P<key>\w+(?:[ -]\w+)?)(?: (?:for )?this (?:turn|time|round|year))?[.! ]*", re.IGNORECASE)


def said_plainly(line: str, keys: Collection[str]) -> tuple[tuple[int, int, str], ...]:
    """What to put in place of which characters of *line*, the last first, so that it is said as a sheet says it.

    `I accept agreement 1` is `accept agreement 1`; of the *keys*, `no subsidy this turn` is `subsidy: no`, and
    `trump is hearts` is `trump: hearts`.
    """
    if begun := _OF_ONESELF.match(line):
        return ((0, begun.end(), ""),)
    if (told := _IS.match(line)) and folded(told["key"]) in keys:
        return ((told.end("key"), told.end(), ": "),)
    found = _NONE_OF.fullmatch(line)
    if found is None or folded(found["key"]) not in keys:
        return ()
    return (found.end("key"), len(line), ": no"), (0, found.start("key"), "")


class _Level:
    """What is open: the value of a key, whose own lines begin at *depth*."""

    def __init__(self, wanted: types.Type, depth: int, named: "_Named", others: "_Others") -> None:
        self.wanted, self.depth, self._named = wanted, depth, named
        self.used: set[str] = set()
        self.listed: bool | None = None
        """Whether its lines have hyphens; None before the first."""
        own = _fields(wanted) if isinstance(wanted, types.StructType) else {}
        self.keys = {said: key for key in own for said in (key, *map(folded, others.get(key.replace("_", " "), ())))}
        self.fields = own
        self.of_lines = isinstance(wanted, types.StructType) and hasattr(wanted.cls, "LINES")
        self.item = wanted if self.of_lines else _item(wanted)
        self.in_item: set[str] = set()

    def below(self, key: str) -> types.Type | None:
        """What the value of *key* is in this level; None if it has no such key, or has it already."""
        said = self.keys.get(folded(key), folded(key))
        if said in self.used:
            return None
        if said in self.fields:
            return self.fields[said]
        named = isinstance(self.wanted, types.DictType) and self._named(key, self.wanted.key_type)
        return self.wanted.value_type if named else None  # type: ignore[attr-defined]

    def knows(self, key: str) -> bool:
        """Whether *key* is one of this level, be it there already."""
        return folded(key) in self.keys or self.below(key) is not None

    def use(self, key: str) -> None:
        """Note that *key* is there."""
        self.used.add(self.keys.get(folded(key), folded(key)))


_Named = Callable[[str, types.Type], bool]
_Others = Mapping[str, tuple[str, ...]]


def _fields(wanted: types.StructType) -> dict[str, types.Type]:
    """The keys of a struct, with those of the one thing in it that may be there instead of it."""
    own = {folded(key_of(field)): _bare(field.type) for field in wanted.fields}
    inside = getattr(wanted.cls, "INSIDE", None)
    return own if inside is None else {**_fields(type_info(inside)), **own}  # type: ignore[arg-type]


def _bare(wanted: types.Type) -> types.Type:
    """*wanted* without what is said of it, and without that it may be left out."""
    while isinstance(wanted, types.Metadata) and not kinds_of(wanted):
        wanted = wanted.type
    if isinstance(wanted, types.UnionType):
        kept = [each for each in wanted.types if not isinstance(each, types.NoneType)]
        return _bare(kept[0]) if len(kept) == 1 else wanted
    return wanted


def _item(wanted: types.Type) -> types.Type | None:
    """What the items of a list are; None if *wanted* is none."""
    return _bare(wanted.item_type) if type(wanted) in COLLECTIONS else None  # type: ignore[attr-defined]


def with_indents(repaired: RepairedText, wanted: type[Any], lexicon: Lexicon) -> RepairedText | None:
    """*repaired* with the spaces that its lines have lost; None if they have some, or may belong to several keys."""
    filled = [at for at, line in enumerate(repaired.lines) if _said(line)]
    flat = not any(repaired.lines[at][:1].isspace() for at in filled)
    if not flat or not 1 < len(filled) <= _MOST_LINES:
        return None
    leads = _Flat(wanted, lexicon).leads([_said(repaired.lines[at]) for at in filled])
    if leads is None or not any(leads):
        return None
    lines, columns = list(repaired.lines), list(repaired.columns)
    for at, lead in zip(filled, leads, strict=True):
        moved, end = columns[at] or tuple(range(len(lines[at]) + 1)), ":" if lead.endswith(":") else ""
        lead = lead.removesuffix(":")  # noqa: PLW2901 - what is before the line alone
        columns[at] = (*(moved[0] for _ in lead), *moved, *(moved[-1] for _ in end))
        lines[at] = f"{lead}{lines[at].rstrip() if end else lines[at]}{end}"
    first = next(n for n, lead in enumerate(leads) if lead)
    key = _said(repaired.lines[filled[first]]).lstrip("- ").partition(":")[0]
    under = _said(repaired.lines[filled[first - 1]]).rstrip(": ")
    told = fault(Place(filled[first] + 1, 1), "indent-understood", weight=Weight.unwise, key=key, under=under)
    return msgspec.structs.replace(
        repaired, lines=tuple(lines), columns=tuple(columns), faults=(*repaired.faults, told)
    )


def may_be_of_item(repaired: RepairedText, wanted: type[Any], lexicon: Lexicon) -> SheetFault | None:
    """That a line of a sheet without indents may be a further key of an item above it, as well as one below a key."""
    filled = [at for at, line in enumerate(repaired.lines) if _said(line)]
    said = [_said(repaired.lines[at]) for at in filled]
    headed = any(line.endswith(":") and not below.startswith("- ") for line, below in pairwise(said))
    if not headed or len(filled) > _MOST_LINES or any(repaired.lines[at][:1].isspace() for at in filled):
        return None
    flat = _Flat(wanted, lexicon)
    if flat.leads(said) is not None or not flat.torn:
        return None
    at = filled[flat.read]
    return fault(Place(at + 1, 1), "wrong-indent", text=repaired.lines[at].strip()[:_MOST_SHOWN])


def _said(line: str) -> str:
    """What *line* says but for a comment; empty for the marks of a sheet."""
    text = _COMMENT.sub("", line).rstrip()
    return "" if text.startswith(_MARKS) else text


class _Flat:
    """Lines without indents, each of which is put below a key."""

    def __init__(self, wanted: type[Any], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._root = self._level(type_info(wanted), 0)
        self._open = [self._root]
        self.read = 0
        """How many lines have found their place."""
        self.torn = False
        """Whether the next may be of an item, and of something else."""

    def _level(self, wanted: types.Type, depth: int) -> _Level:
        return _Level(_bare(wanted), depth, self._is_name, self._lexicon.keys)

    def _is_name(self, key: str, wanted: types.Type) -> bool:
        kinds = kinds_of(wanted) if isinstance(wanted, types.Metadata) else ()
        return bool(kinds) and len(names_of(self._lexicon).find(key.strip(), *kinds)) > 0

    def leads(self, lines: list[str]) -> list[str] | None:
        """What is put before each line, and a colon where it lacks one; None if that is not clear."""
        found: list[str] = []
        for line in lines:
            lead = self._listed(line[1:].strip()) if line[:2] == "- " else self._keyed(line)
            if lead is None:
                return None
            found.append(lead)
            self.read += 1
        return found

    def _listed(self, text: str) -> str | None:
        """What is before a line of a list: it is of the key right above it, or of the list that is open."""
        level = self._open[-1]
        if level.item is None or level.listed is False or text.endswith(":"):
            return None
        level.listed = True
        keyed = _KEYED.fullmatch(text)
        level.in_item = {folded(keyed["key"])} if keyed else set()
        return " " * level.depth

    def _keyed(self, line: str) -> str | None:
        keyed = _KEYED.fullmatch(line)
        if keyed is None:
            last = self._open[-1]
            named = _KEYED.fullmatch(f"{line}:") if self._heads(line) else None
            if named is None or (last.item is not None and not last.of_lines):
                return self._free(line)
            lead = self._under(named)
            return None if lead is None else f"{lead}:"
        return self._under(keyed)

    def _heads(self, line: str) -> bool:
        """Whether *line* is a name below which something may be."""
        levels = [each for level in self._open for each in (level.wanted, *level.fields.values())]
        return any(self._is_name(line, each.key_type) for each in levels if isinstance(each, types.DictType))

    def _under(self, keyed: re.Match[str]) -> str | None:
        """What is before a line with a key, which opens what is below it if it has no value."""
        key, last = keyed["key"], self._open[-1]
        ways = [(at, found) for at, level in enumerate(self._open) if (found := level.below(key)) is not None]
        if self._is_within_item(key):
            last.in_item.add(folded(key))
            self.torn = bool(ways)
            return " " * (last.depth + 2) if not ways and keyed["value"] else None
        if not ways and (below := self._at_root(key)) is not None:
            ways = [(0, below)]
        if not ways:
            return None if any(level.knows(key) for level in self._open) else self._free(keyed.string)
        at, wanted = ways[0]
        beside = last.of_lines and last.listed is not None and at == len(self._open) - 2  # or within the last line
        if len(ways) > 1 or beside:
            return None
        del self._open[at + 1 :]
        level = self._open[at]
        level.use(key)
        if not keyed["value"]:
            self._open.append(self._level(wanted, level.depth + 2))
        return " " * level.depth

    def _is_within_item(self, key: str) -> bool:
        """Whether *key* may be a further one of the last item of the list that is open."""
        last = self._open[-1]
        if not (last.listed and last.in_item and isinstance(last.item, types.StructType)) or last.of_lines:
            return False
        return folded(key) not in last.in_item and folded(key) in _fields(last.item)

    def _at_root(self, key: str) -> types.Type | None:
        """What is below a name that is not below the key that holds such, where the sheet does not have that key."""
        ways = [
            each.value_type
            for name, each in self._root.fields.items()
            if isinstance(each, types.DictType) and name not in self._root.used and self._is_name(key, each.key_type)
        ]
        return ways[0] if len(ways) == 1 and folded(key) not in self._root.used else None

    def _free(self, line: str) -> str | None:
        """What is before a line that has no key which is known: it is one of those that the key above is a list of."""
        level = self._open[-1]
        if level.item is None or level.listed or line.endswith(":"):
            return None
        level.listed = False
        return f"{' ' * level.depth}- "


_Pair = tuple[TextNode, Node]


def below_names(
    pairs: tuple[_Pair, ...], wanted: types.DictType, reader: Reader, ends: Collection[str] = ()
) -> tuple[_Pair, ...]:
    """*pairs* with those that follow a name without a value below it, up to the next name or one of the keys *ends*.

    So with those that follow a value to which its type adds lines, `with_lines`, if they can be such.
    """
    begins, kinds, adds = begins_of(wanted), _kinds(wanted), getattr(_value(wanted), "with_lines", None)
    keys = {folded(key.text) for key, _ in pairs}
    unsure: frozenset[str] = getattr(_value(wanted), "UNSURE", frozenset())
    if not (keys & begins or adds) or keys & unsure:
        return pairs
    found: list[_Pair] = []
    open_: Collection[str] | None = None
    below: list[_Pair] = []
    for key, value in pairs:
        if adds is not None and isinstance(value, NothingNode) and not reader.knows(key, *kinds):
            key, value = wanted.value_type.cls.entry(key, value, reader)  # type: ignore[attr-defined]  # noqa: PLW2901
        begun = open_ is not None and (below or not open_ or folded(key.text) in open_)
        if begun and folded(key.text) not in ends and not reader.knows(key, *kinds):
            below.append((key, value))
            continue
        _close(found, below, reader, adds)
        found.append((key, value))
        lost = isinstance(value, NothingNode) and value.lost
        of_card = adds is not None and isinstance(value, TextNode) and bool(value.text)
        open_ = (() if of_card else begins) if isinstance(value, TextNode) and not lost else None
        open_ = open_ if (of_card or isinstance(value, NothingNode)) and reader.knows(key, *kinds) else None
    _close(found, below, reader, adds)
    return tuple(found)


_Adds = Callable[[TextNode, tuple[Node, ...], Reader], Node | None]


def _close(found: list[_Pair], below: list[_Pair], reader: Reader, adds: _Adds | None) -> None:
    """Put what is *below* the last key of *found* there."""
    if not below:
        return
    first, (under, value) = below[0][0], found[-1]
    whole: Node | None = MappingNode(first.place, tuple(below))
    if adds is not None and isinstance(value, TextNode) and value.text:
        lines = (
            key if isinstance(said, NothingNode) else MappingNode(key.place, ((key, said),)) for key, said in below
        )
        whole = adds(value, tuple(lines), reader)
    if whole is None:
        found += below
    else:
        reader.tell(first, "indent-understood", key=first.text, under=under.text)
        found[-1] = under, whole
    below.clear()


def below_names_of(root: MappingNode, fields: Mapping[str, types.Field], reader: Reader) -> MappingNode:
    """The sheet *root* with what lost its indentation below a name, whose key is not there."""
    for field in fields.values():
        if isinstance(field.type, types.DictType) and begins_of(field.type):
            ends = {*fields, *(folded(key_of(other)) for other in fields.values())}
            root = MappingNode(root.place, below_names(root.pairs, field.type, reader, ends))
    return root


def is_nameless(node: Node, wanted: types.DictType, reader: Reader) -> bool:
    """Whether *node*, where a mapping by names is wanted, is one value without its name."""
    begins, kinds = begins_of(wanted), _kinds(wanted)
    if not begins:
        return False
    keys = _keys_in(node)
    return bool(keys) and _first(keys[0]) in begins and not any(reader.may_name(key, *kinds) for key in keys)


def _keys_in(node: Node) -> list[TextNode]:
    """The keys of *node*, of a list those of its items, of which one may be a text."""
    if isinstance(node, ListNode):
        return [key for item in node.items for key in _keys_in(item)]
    if isinstance(node, MappingNode):
        return [key for key, _ in node.pairs]
    return [node] if isinstance(node, TextNode) and node.text else []


def _first(text: TextNode) -> str:
    """The first word of *text*, folded, or all of it if that is a key of several words."""
    return folded(text.text.split()[0]) if text.text.split() else ""


def _value(wanted: types.DictType) -> type | None:
    return wanted.value_type.cls if isinstance(wanted.value_type, types.StructType) else None


def _kinds(wanted: types.DictType) -> tuple[str, ...]:
    return kinds_of(wanted.key_type) if isinstance(wanted.key_type, types.Metadata) else ()
