"""Read a sheet as an order: a walk over the types of the order and the nodes of the sheet.

The faults and their arguments:

    empty-sheet                           nothing but spaces and comments
    wrong-shape     wanted, got           a list where a mapping should be, and the like
    unknown-key     key, nearest, keys    a key that the order does not have
    not-indented    key, under, keys      a key that the order does not have, below one whose value is missing
    missing-key     key                   a key that the order must have
    no-value        key                   a key without a value: what belongs to it may be lost
    not-a-number    text
    not-yes-or-no   text
    not-a-choice    text, words, nearest
    unknown-name    text, kinds, nearest  a name that nothing has
    not-in-this-game text, name           a name of something that takes no part in this game
    unclear-name    text, kinds, candidates
    unclear-word    text, words           a word that stands for several of those that may be there
    unclear-whose   key, candidates, text  a value without a name, where several things could be meant
    cannot-pass                           the word `pass` for an order that nothing plain stands for
    named-twice     text, line            two keys that mean the same thing
    too-many        count, limit          a list or a mapping with more entries than are taken
"""

from collections.abc import Iterator
from collections.abc import Mapping as MappingOf
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import inspect as types

from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.kit.reading import ListNode, MappingNode, Misread, Node, Place, TextNode, parts_of
from pbem.engine.problem import OrderPath, Problem, Weight
from pbem.sheet.bounds import MOST_ENTRIES, bounded, first
from pbem.sheet.fault import ReadSheet, SheetFault, WordsRead, fault, stopped, tidy
from pbem.sheet.names import absent_names_of, names_of, near, plain
from pbem.sheet.nodes import NothingNode, parsed
from pbem.sheet.shape import (
    COLLECTIONS,
    SHAPES,
    folded,
    holds_keys,
    is_left_open,
    key_of,
    kinds_of,
    pairs_of,
    text_of,
    type_info,
)
from pbem.sheet.words_of_chance import taken_out

YES_OR_NO = {
    "yes": True, "true": True, "y": True, "on": True, "ja": True, "oui": True,
    "no": False, "false": False, "n": False, "off": False, "nein": False, "non": False,
}  # fmt: skip
PASS_FIELD = "passes"  # noqa: S105 a player passes, no word is secret
PASS_WORDS = ("pass", "passes")
MOST_DIGITS = 12
T = TypeVar("T")

MOST_UNKNOWN = 100
"""The most unknown names in one sheet for which similar ones are searched, as that is slow."""


def read_sheet(
    text: str,
    wanted: type[T],
    lexicon: Lexicon,
    *,
    patient: bool = False,
    passing: Any = None,
    meant: MappingOf[str, tuple[str, ...]] = MappingProxyType({}),
    words: bool = False,
) -> ReadSheet[T]:
    """Read *text* as a *wanted*, with every fault and the place of every part; never raises.

    When *patient*, the draft keeps what can be read of every group in it, not only of the whole. *passing* is the
    order of a seat that passes, *meant* says by key whose a value may be that is there without a name. With
    *words* the sheet may hold words of chance, too.
    """
    repaired, tree = parsed(text)
    reader = SheetReader(lexicon, broken=tree.broken, patient=patient, meant=meant)
    faults = [*repaired.faults, *tree.faults]
    draft: T | None = None
    root, spoken = taken_out(tree.root) if words else (tree.root, WordsRead())
    if root is not None:
        draft = reader.whole(root, wanted, passing)
    elif not stopped(faults):
        faults.append(fault(Place(1, 1), "empty-sheet"))
    told = tidy([*faults, *spoken.faults, *reader.faults])
    return ReadSheet(text, None if stopped(told) else draft, told, reader.places, draft, spoken)


class SheetReader:
    """Reads one sheet; implements `engine.reading.Reader` for the types that read themselves.

    Of a *broken* sheet, which lacks lines, no key is said to be missing.
    """

    most_entries = MOST_ENTRIES
    key_for = staticmethod(folded)
    """A key as it is compared with others."""

    def __init__(
        self,
        lexicon: Lexicon,
        *,
        broken: bool = False,
        patient: bool = False,
        meant: MappingOf[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        self._broken, self._patient, self._meant, self._lexicon = broken, patient, meant, lexicon
        self.faults: list[SheetFault] = []
        self.places: dict[OrderPath, Place] = {}
        self._names = names_of(lexicon)
        self._absent, self._absent_rule = absent_names_of(lexicon), lexicon.absent_rule
        self._path: OrderPath = ()
        self._unknown_names = 0
        self._below: set[OrderPath] = set()

    def whole(self, root: Node, wanted: type[Any], passing: Any = None) -> Any:
        """The order made of all that can be read of *root*, None if that is nothing; for `pass` the *passing* one."""
        root = bounded(root, self.blame)
        self.mark(root)
        try:
            if isinstance(root, TextNode) and root.text.casefold() in PASS_WORDS:
                if PASS_FIELD in wanted.__struct_fields__:
                    return wanted(**{PASS_FIELD: True})
                if passing is None:
                    raise self.blame(root, "cannot-pass")
                return passing
            return self._struct(root, wanted, patient=True)
        except Misread:
            return None

    def name(self, text: TextNode, *kinds: str) -> str:
        if self._unknown_names >= MOST_UNKNOWN:
            raise Misread
        found = self._names.find(text.text, *kinds)
        if len(found) == 1:
            return found[0]
        if found:
            candidates = tuple(self._names.name(each, *kinds) for each in found)
            raise self.blame(text, "unclear-name", text=text.text, kinds=kinds, candidates=candidates)
        if absent := self._absent.find(text.text, *kinds):
            name = self._absent.name(absent[0], *kinds)
            raise self.blame(text, "not-in-this-game", rule=self._absent_rule, text=text.text, name=name)
        self._unknown_names += 1
        nearest = self._names.nearest(text.text, *kinds)
        raise self.blame(text, "unknown-name", text=text.text, kinds=kinds, nearest=nearest)

    def knows(self, text: TextNode, *kinds: str) -> bool:
        return self._unknown_names < MOST_UNKNOWN and len(self._names.find(text.text, *kinds)) == 1

    def number(self, text: TextNode) -> int:
        if (found := self._number(text)) is not None:
            return found
        raise self.blame(text, "not-a-number", text=text.text)

    def is_number(self, text: TextNode) -> bool:
        return self._number(text) is not None

    def choice(self, text: TextNode, *words: str, under: str = "") -> str:
        found = self._chosen(text, words, under)
        if len(found) == 1:
            return found[0]
        if found:
            raise self.blame(text, "unclear-word", text=text.text, words=found)
        raise self.blame(text, "not-a-choice", text=text.text, words=words, nearest=near(text.text, words))

    def chooses(self, text: TextNode, *words: str, under: str = "") -> bool:
        return bool(self._chosen(text, words, under))

    def read(self, node: Node, wanted: Any, *path: str | int) -> Any:
        before = self._path
        self._path = (*before, *path)
        self.places.setdefault(self._path, node.place)
        try:
            return self._read(node, wanted if isinstance(wanted, types.Type) else type_info(wanted))
        finally:
            self._path = before

    def mark(self, node: Node, *path: str | int) -> None:
        self.places[(*self._path, *path)] = node.place

    def blame(self, node: Node, code: str, *, rule: str = "", **args: object) -> Misread:
        weight = Weight.illegal if rule else Weight.unreadable
        self.faults.append(SheetFault(Problem(code, self._path, rule, args, weight), node.place))
        return Misread()

    def _number(self, text: TextNode) -> int | None:
        digits = text.text.removeprefix("+")
        if digits.removeprefix("-").isdecimal() and len(digits) < MOST_DIGITS:
            return int(digits)
        return self._lexicon.numbers.get(plain(text.text))

    def _chosen(self, text: TextNode, words: tuple[str, ...], under: str) -> tuple[str, ...]:
        """The one of *words* that *text* is; otherwise all that it means under a key."""
        said, known = plain(text.text), self._lexicon.words.get(under or self._key(), {})
        own = tuple(word for word in words if plain(word) == said)
        return own or tuple(word for word in words if said in map(plain, known.get(word, ())))

    def _key(self) -> str:
        """The key whose value is read, as people write it."""
        keys = [step for step in self._path if isinstance(step, str)]
        return keys[-1].replace("_", " ").strip() if keys else ""

    def _read(self, node: Node, wanted: types.Type) -> Any:
        kinds: tuple[str, ...] = ()
        most = self.most_entries
        while isinstance(wanted, types.Metadata):
            kinds = kinds_of(wanted) or kinds
            most = (wanted.extra or {}).get("most", most)
            wanted = wanted.type
        if kinds:
            return self.name(self._text(node), *kinds)
        match wanted:
            case types.UnionType():
                return self._union(node, wanted)
            case types.StructType() if hasattr(wanted.cls, "read"):
                return wanted.cls.read(node, self)
            case types.StructType():
                return self._struct(node, wanted.cls)
            case types.VarTupleType() | types.ListType() | types.FrozenSetType() | types.SetType():
                return COLLECTIONS[type(wanted)](self._items(node, wanted.item_type, most))
            case types.DictType():
                return self._dict(node, wanted, most)
            case _:
                return self._scalar(self._text(node), wanted)

    def _scalar(self, text: TextNode, wanted: types.Type) -> Any:
        match wanted:
            case types.IntType():
                return self.number(text)
            case types.BoolType():
                if (word := text.text.casefold()) in YES_OR_NO:
                    return YES_OR_NO[word]
                raise self.blame(text, "not-yes-or-no", text=text.text)
            case types.LiteralType():
                return self.choice(text, *map(str, wanted.values))
            case types.EnumType():
                return wanted.cls(self.choice(text, *(str(member.value) for member in wanted.cls)))
            case _:
                return text.text

    def _text(self, node: Node) -> TextNode:
        if isinstance(node, NothingNode):
            raise Misread if node.lost else self.blame(node, "no-value", key=str(self._path[-1]) if self._path else "")
        if isinstance(node, TextNode):
            return node
        raise self.blame(node, "wrong-shape", wanted="text", got=node.kind)

    def _union(self, node: Node, wanted: types.UnionType) -> Any:
        members = [member for member in wanted.types if not isinstance(member, types.NoneType)]
        if len(members) < len(wanted.types) and isinstance(node, NothingNode):
            return None
        for member in members:
            shaped = isinstance(member, SHAPES[type(node)]) if type(node) in SHAPES else False
            if shaped and len(members) > 1:
                return self._read(node, member)
        return self._read(node, members[0])

    def _items(self, node: Node, wanted: types.Type, most: int) -> tuple[Any, ...]:
        if isinstance(node, NothingNode):
            return ()
        lone = isinstance(wanted, types.StructType) and not hasattr(wanted.cls, "read")
        if isinstance(node, MappingNode) and not lone:
            nodes: tuple[Node, ...] = tuple(MappingNode(key.place, ((key, value),)) for key, value in node.pairs)
        else:
            nodes = tuple(self._several(node.items if isinstance(node, ListNode) else (node,), wanted))
        values: list[Any] = []
        for each in first(node, nodes, most, self.blame):
            with suppress(Misread):  # it is noted; the rest can still be checked
                self.mark(each, len(values))
                values.append(self.read(each, wanted, len(values)))
        return tuple(values)

    def _dict(self, node: Node, wanted: types.DictType, most: int) -> dict[Any, Any]:
        if isinstance(node, NothingNode):
            return {}
        pairs = pairs_of(node)
        if pairs is None:
            whose = self._whose(node, wanted)
            return {whose: self.read(node, wanted.value_type, whose)}
        found: dict[Any, Any] = {}
        lines: dict[Any, int] = {}
        for key_node, value_node in first(node, pairs, most, self.blame):
            with suppress(Misread):  # it is noted; the rest can still be checked
                key = self.read(key_node, wanted.key_type, key_node.text)
                if key in lines:
                    raise self.blame(key_node, "named-twice", text=key_node.text, line=lines[key])
                lines[key] = key_node.place.line
                step = key if isinstance(key, str) else str(key)
                self.mark(key_node, step)
                found[key] = self.read(value_node, wanted.value_type, step)
        return found

    def _several(self, nodes: tuple[Node, ...], wanted: types.Type) -> Iterator[Node]:
        """The items of a list of names; one text may hold several, with marks between them, or stand for several."""
        extra = wanted.extra or {} if isinstance(wanted, types.Metadata) else {}
        groups = self._lexicon.groups.get(self._key(), {}) if "kinds" in extra else {}
        for node in nodes:
            if not isinstance(node, TextNode) or isinstance(node, NothingNode) or not (groups or extra.get("between")):
                yield node
            elif (ids := groups.get(plain(node.text))) is not None:
                yield from (TextNode(node.place, identifier) for identifier in ids)
            else:
                with suppress(Misread):  # it is noted; the rest can still be checked
                    yield from parts_of(node, self, *extra.get("between", ()))

    def _whose(self, node: Node, wanted: types.DictType) -> str:
        """Whom a value is for that stands without a name where a mapping by names is expected."""
        candidates = self._meant.get(self._key(), ())
        if len(candidates) == 1:
            return candidates[0]
        if not candidates:
            raise self.blame(node, "wrong-shape", wanted="mapping", got=node.kind)
        kinds = kinds_of(wanted.key_type) if isinstance(wanted.key_type, types.Metadata) else ()
        names = tuple(self._names.name(each, *kinds) for each in candidates)
        raise self.blame(node, "unclear-whose", key=self._key(), candidates=names, text=text_of(node))

    def _struct(self, node: Node, wanted: type[Any], *, patient: bool = False) -> Any:
        """Read a mapping as a struct; when *patient*, what cannot be read keeps its default."""
        if not isinstance(node, MappingNode):
            raise self.blame(node, "wrong-shape", wanted="mapping", got=node.kind)
        fields = {self.key_for(f.encode_name): f for f in type_info(wanted).fields}  # type: ignore[attr-defined]
        given: dict[str, Any] = {}
        lines: dict[str, int] = {}
        failed = False
        empty: dict[str, tuple[TextNode, Node]] = {}
        above: types.Field | None = None  # whose lines may follow, for lack of spaces before them
        for key, value in node.pairs:
            field = fields.get(self.key_for(key.text))
            try:
                if field is None:
                    failed = True
                    above = self._unknown(key, tuple(map(key_of, fields.values())), above)
                    empty.pop(above.name if above else "", None)
                    continue
                above = field if isinstance(value, NothingNode) and holds_keys(field.type) else None
                if field.name in lines:
                    raise self.blame(key, "named-twice", text=key.text, line=lines[field.name])
                lines[field.name] = key.place.line
                self.places[(*self._path, field.name)] = key.place
                if not isinstance(value, NothingNode):
                    given[field.name] = self.read(value, field.type, field.name)
                elif not is_left_open(value, field.type):
                    empty[field.name] = key, value
            except Misread:
                failed = True
        self._miss(empty)
        failed = failed or bool(empty)
        for field in fields.values():
            if field.required and field.name not in given:
                if not failed and not self._broken:
                    self.blame(node, "missing-key", key=key_of(field))
                raise Misread
        if failed and not (patient or self._patient):
            raise Misread
        return wanted(**given)

    def _miss(self, empty: MappingOf[str, tuple[TextNode, Node]]) -> None:
        """Note that fields have a key, as it is written, but no value, unless that could not be read."""
        for name, (key, value) in empty.items():
            if not (isinstance(value, NothingNode) and value.lost):
                self.faults.append(fault(value.place, "no-value", path=(*self._path, name), key=key.text))

    def _unknown(self, key: TextNode, words: tuple[str, ...], above: types.Field | None) -> types.Field | None:
        """Note that there is no such *key*; that some may belong to the one *above*, which is returned, but once."""
        alike = near(key.text, words)
        if above is None or alike:
            self.blame(key, "unknown-key", key=key.text, nearest=alike, keys=words)
            return None
        if (*self._path, above.name) not in self._below:
            self._below.add((*self._path, above.name))
            self._path = (*self._path, above.name)
            self.blame(key, "not-indented", key=key.text, under=key_of(above), keys=words)
            self._path = self._path[:-1]
        return above
