"""A sheet as an order, with its words of chance.

The faults and their arguments:

    words-too-long   number, most         so many letters and digits
    no-such-words                         neither a letter nor a digit in them
    words-are-late                        they came when they could change nothing any more
    empty-sheet                           nothing but spaces and comments
    wrong-shape     wanted, got           a list where a mapping should be, and the like
    unknown-key     key, nearest, keys    a key that the order does not have
    not-indented    key, under, keys      in a data file, a key that is not there, below one whose value is missing
    indent-understood key, under          unwise: what was read as a part of the key above, which has no value
    key-understood  key                   unwise: what was read as the value of a key that is not there
    heading-left-out text                 unwise: a key below which, or behind which, all that belongs to it is
    not-below-heading text, under         what belongs below another heading, or would hold for more than the heading
    missing-key     key                   a key that the order must have
    no-value        key                   a key without a value: what belongs to it may be lost
    not-a-number    text
    too-low         number, least
    not-yes-or-no   text
    not-a-choice    text, words, nearest
    unknown-name    text, kinds, nearest  a name that nothing has
    not-in-this-game text, name           a name of something that takes no part in this game
    unclear-name    text, kinds, candidates
    unclear-word    text, words           a word that stands for several of those that may be there
    whose-understood name                 unwise: a value without a name, which can be one thing's only
    unclear-whose   key, candidates, text  a value without a name, where several things could be meant
    two-meanings    meanings              what can be read in several ways, in words
    cannot-pass                           the word `pass` for an order that nothing plain stands for
    named-twice     text, line            two keys that mean the same thing
    too-many        count, limit          a list or a mapping with more entries than are taken
"""

import unicodedata
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingOf
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import inspect as types
from msgspec.structs import replace

from pbem.engine.order import OrderPath, Weight
from pbem.engine.reading import (
    Lexicon,
    ListNode,
    MappingNode,
    Misread,
    Node,
    Place,
    TextNode,
    heads,
    late_pattern,
    names_apart,
    pair,
    pairs_of,
    type_info,
)
from pbem.sheet.fault import (
    MOST_ENTRIES,
    ReadSheet,
    SheetFault,
    WordsRead,
    amiss,
    bounded,
    fault,
    first,
    lacks_marks,
    lacks_names,
    stopped,
    tidy,
)
from pbem.sheet.lenient import BETWEEN_ITEMS, WithKeys, slipped_key, with_marks
from pbem.sheet.lost import below_names, below_names_of, is_nameless, may_be_of_item, with_indents
from pbem.sheet.names import (
    COLLECTIONS,
    SHAPES,
    begins_of,
    folded,
    holds_keys,
    is_free_text,
    is_left_open,
    key_of,
    keys_as_written,
    keys_of_one,
    kinds_of,
    own_first,
    plain,
    text_of,
)
from pbem.sheet.nodes import Colons, Lines, NothingNode, SheetTree, compose, parsed
from pbem.sheet.pairs import nearly_pairs_in, once, pairs_in
from pbem.sheet.repair import RepairedText, looked_at_again
from pbem.sheet.words import PASS_FIELD, Settled, WordReader, only_item, says_none, says_pass, spot_of

KEY = "chance"
MOST = 100
_OTHER = late_pattern(r"[\W_]+")


def taken_out(root: Node | None) -> tuple[Node | None, WordsRead]:
    """The sheet *root* without its words of chance, and these."""
    if not isinstance(root, MappingNode):
        return root, WordsRead()
    rest = tuple(pair for pair in root.pairs if pair[0].text.strip().casefold() != KEY)
    pairs = [pair for pair in root.pairs if pair not in rest]
    if not pairs:
        return root, WordsRead()
    return MappingNode(root.place, rest), _spoken(*pairs)


def plain_words(text: str) -> str:
    """The letters and digits of *text*, a space for whatever is between them: what every email leaves as it is."""
    return _OTHER.sub(" ", unicodedata.normalize("NFC", text)).strip()


def late(spoken: WordsRead) -> SheetFault:
    """The problem of words that no longer change anything."""
    return fault(spoken.place or Place(1, 1), "words-are-late", weight=Weight.unwise, path=(KEY,))


def _spoken(first: tuple[TextNode, Node], *more: tuple[TextNode, Node]) -> WordsRead:
    key, value = first
    if more:
        twice = fault(more[0][0].place, "named-twice", path=(KEY,), text=KEY, line=key.place.line)
        return WordsRead("", key.place, (twice,))
    if isinstance(value, NothingNode):
        return WordsRead("", key.place)
    if not isinstance(value, TextNode):
        return WordsRead(
            "", key.place, (fault(value.place, "wrong-shape", path=(KEY,), wanted="text", got=value.kind),)
        )
    if isinstance(value, Colons):
        return WordsRead("", key.place, (fault(value.place, "colon-unexpected", path=(KEY,)),))
    words = plain_words(value.text)
    if not words:
        return WordsRead("", key.place, (fault(value.place, "no-such-words", path=(KEY,)),))
    if len(words) > MOST:
        wrong = fault(value.place, "words-too-long", path=(KEY,), number=len(words), most=MOST)
        return WordsRead("", key.place, (wrong,))
    return WordsRead(words, key.place)


T = TypeVar("T")


def read_sheet(
    text: str,
    wanted: type[T],
    lexicon: Lexicon,
    *,
    patient: bool = False,
    passing: Any = None,
    meant: MappingOf[str, tuple[str, ...]] = MappingProxyType({}),
    words: bool = False,
    settled: Settled = MappingProxyType({}),
) -> ReadSheet[T]:
    """Read *text* as a *wanted*, with every fault and the place of every part; never raises.

    When *patient*, the draft keeps what can be read of every group in it, not only of the whole. *passing* is the
    order of a seat that passes, *meant* says by key whose a value may be that is there without a name. With
    *words* the sheet may hold words of chance, too. Names with several meanings mean what *settled* says of their spot.
    """
    repaired, tree = parsed(text)
    reader = partial(SheetReader, lexicon, patient=patient, meant=meant, settled=settled)
    read = partial(_read_tree, text, wanted, reader, passing=passing, words=words)
    sheet: ReadSheet[T] = read(repaired, tree)
    sheet = looked_at_again(sheet, repaired, lambda bare: read(bare, compose(bare)), lambda other: other.faults)
    if not stopped(sheet.faults):
        understood = any(found.problem.code == "indent-understood" for found in sheet.faults)
        torn = may_be_of_item(repaired, wanted, lexicon) if understood else None
        return replace(sheet, order=None, faults=(*sheet.faults, torn)) if torn else sheet
    completed = _completed(sheet, repaired, read, wanted, lexicon)
    if completed.order is not None:
        return completed
    indented = with_indents(repaired, wanted, lexicon)
    if indented and not stopped((whole := read(indented, compose(indented))).faults):
        return whole
    if lacks_names(completed) or completed.unclear:
        return completed
    return min(completed if _says_more(completed, sheet) else sheet, completed, key=amiss)


def _says_more(completed: ReadSheet[Any], sheet: ReadSheet[Any]) -> bool:
    """Whether *completed* says of the same lines as *sheet* what is wrong within them, and not that a colon is lost."""
    lines = [{each.place.line for each in one.faults if each.problem.stops} for one in (completed, sheet)]
    return lines[0] == lines[1] and all(each.problem.code != "unknown-key" for each in completed.faults)


def _completed(
    sheet: ReadSheet[T],
    repaired: RepairedText,
    read: Callable[[RepairedText, SheetTree], ReadSheet[T]],
    wanted: type[T],
    lexicon: Lexicon,
) -> ReadSheet[T]:
    """*sheet* as it is read with the colons and hyphens that it lacks; as it is without such a lack."""
    if not lacks_marks(sheet):
        return sheet
    own = keys_as_written(wanted)
    others = (other for key in own for other in lexicon.keys.get(key, ()))
    keys = frozenset(map(folded, (*own, *others)))
    marked = with_marks(repaired, keys, _headings(lexicon), nested=not lexicon.heads)
    if marked is None:
        return sheet
    again = read(marked, compose(marked))
    return looked_at_again(again, marked, lambda bare: read(bare, compose(bare)), lambda other: other.faults)


def _headings(lexicon: Lexicon) -> frozenset[str]:
    """The names, folded, of what may be the heading of a group of entries."""
    spelt = lexicon.kinds.get(lexicon.head_kind, {})
    return frozenset(folded(name) for head in lexicon.heads or spelt for name in spelt.get(head, ()))


def _read_tree(
    text: str,
    wanted: type[T],
    reader_of: Callable[..., "SheetReader"],
    repaired: RepairedText,
    tree: SheetTree,
    *,
    passing: Any,
    words: bool,
) -> ReadSheet[T]:
    reader = reader_of(broken=tree.broken)
    faults = [*repaired.faults, *tree.faults]
    draft: T | None = None
    root, spoken = taken_out(tree.root) if words else (tree.root, WordsRead())
    if root is not None:
        draft = reader.whole(root, wanted, passing)
    elif not stopped(faults):
        faults.append(fault(Place(1, 1), "empty-sheet"))
    told = tidy([*reader.told(faults), *spoken.faults])
    order = None if stopped(told) else draft
    torn, unclear = frozenset(reader.torn), tuple(reader.unclear.items())
    return ReadSheet(text, order, told, reader.places, draft, spoken, torn=torn, unclear=unclear)


_OF_ANOTHER_KIND = ("not-a-number", "wrong-shape", "no-value")
"""What is wrong with a value that is of another key."""


class SheetReader(WordReader):
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
        settled: Settled = MappingProxyType({}),
        guesses: bool = True,
    ) -> None:
        super().__init__(lexicon, settled, guesses=guesses and not patient)
        self._broken, self._patient, self.meant = broken, patient, meant
        self.torn: set[OrderPath] = set()

    def whole(self, root: Node, wanted: type[Any], passing: Any = None) -> Any:
        """The order made of all that can be read of *root*, None if that is nothing; for `pass` the *passing* one."""
        root = bounded(root, self.blame)
        self.mark(root)
        try:
            fields = self._fields_of(wanted)
            root = self._keys_spelt(root, fields) if isinstance(root, MappingNode) else root
            if isinstance(root, MappingNode) and any(begins_of(field.type) for field in fields.values()):
                root = below_names_of(root, fields, self)
            keyed = root if self._broken or says_pass(root) else WithKeys(self, fields, wanted).sheet(root)
            if isinstance(keyed, MappingNode) and sum(len(pairs_of(v) or (v,)) for _, v in keyed.pairs) > 1:
                self.parted(root)
            if says_pass(keyed):
                if PASS_FIELD in wanted.__struct_fields__:
                    return wanted(**{PASS_FIELD: True})
                if passing is None:
                    raise self.blame(root, "cannot-pass")
                return passing
            return self.fields(keyed, wanted, patient=True)
        except Misread:
            return None

    def read(self, node: Node, wanted: Any, *path: str | int) -> Any:
        before = self._path
        self._path = (*before, *path)
        self.places.setdefault(self._path, node.place)
        wanted = wanted if isinstance(wanted, types.Type) else type_info(wanted)
        try:
            return self._colons(node, wanted) if isinstance(node, Colons) else self._read(node, wanted)
        finally:
            self._path = before

    def _colons(self, node: Colons, wanted: types.Type) -> Any:
        """Read the rest of a line with a second colon, in which keys may be; lines of a sheet may have run together."""
        if not is_free_text(wanted):
            said = pair(node)
            for shape in (node, *((MappingNode(node.place, (said,)),) if said else ())):
                for found in self.attempt(partial(self._read, shape, wanted)):
                    return found
            wrong = self._wrong_with(node, wanted) if node.text[0] != ":" else ()  # it begins with a code of a forum
            if all(":" not in str(each.problem.args.get("text", ":")) for each in wrong):
                return self._read(node, wanted)
        raise self.blame(node.part(node.text.index(":")), "colon-unexpected")

    def _wrong_with(self, node: Node, wanted: types.Type) -> tuple[SheetFault, ...]:
        """What would be noted if *node* were read as *wanted*."""
        before, count = dict(self.places), len(self.faults)
        with suppress(Misread):
            self._read(node, wanted)
        found = tuple(self.faults[count:])
        self._forget(before, count)
        return found

    def wrong_behind(self, key: TextNode, entry: Node, field: types.Field) -> bool:
        """Whether *entry* can be read as one of *field*, except for a name or word that is behind its first, *key*."""
        before, count = dict(self.places), len(self.faults)
        self._attempts += 1
        try:
            with suppress(Misread):
                self.read(entry, field.type, field.name)
        finally:
            self._attempts -= 1
        found = [each for each in self.faults[count:] if each.problem.stops]
        self._forget(before, count)
        return bool(found) and all(
            spot_of(each) != spot_of(key) and each.problem.code not in _OF_ANOTHER_KIND for each in found
        )

    def _read(self, node: Node, wanted: types.Type) -> Any:
        kinds: tuple[str, ...] = ()
        marks: dict[str, Any] = {"most": self.most_entries}
        while isinstance(wanted, types.Metadata):
            kinds = kinds_of(wanted) or kinds
            marks |= wanted.extra or {}
            wanted = wanted.type
        if kinds:
            return self.name(self._text(node), *kinds)
        match wanted:
            case types.UnionType():
                return self._union(node, wanted)
            case types.StructType():
                return wanted.cls.read(node, self) if hasattr(wanted.cls, "read") else self.fields(node, wanted.cls)
            case types.VarTupleType() | types.ListType() | types.FrozenSetType() | types.SetType():
                return COLLECTIONS[type(wanted)](self._items(node, wanted.item_type, marks["most"]))
            case types.DictType():
                return self._dict(node, wanted, marks["most"])
            case types.IntType() if {"least", "total"} & marks.keys():
                return self.number(self._text(node), marks.get("least"), total="total" in marks)
            case _:
                return self._scalar(self._text(node), wanted)

    def _scalar(self, text: TextNode, wanted: types.Type) -> Any:
        match wanted:
            case types.IntType():
                return self.number(text)
            case types.BoolType():
                return self.yes_or_no(text)
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
            if len(members) > 1 and isinstance(member, SHAPES.get(type(node), ())):
                return self._read(node, member)
        return self._read(node, members[0])

    def _items(self, node: Node, wanted: types.Type, most: int) -> tuple[Any, ...]:
        if isinstance(node, NothingNode):
            return ()
        if isinstance(wanted, types.StructType) and hasattr(wanted.cls, "apart"):
            node = wanted.cls.apart(node, self)
        if says_none(node, wanted) and not self.can(lambda: self.read(only_item(node), wanted)):
            return ()
        if isinstance(node, MappingNode) and not self._is_one(node, wanted):
            nodes: tuple[Node, ...] = tuple(MappingNode(key.place, ((key, value),)) for key, value in node.pairs)
        else:
            nodes = tuple(self._several(self._apart(node, wanted), wanted))
        nodes = tuple(self._of_groups(nodes, wanted))
        values: list[Any] = []
        for each in first(node, nodes, most, self.blame):
            before = len(self.faults)
            with suppress(Misread):  # it is noted; the rest can still be checked
                self.mark(each, len(values))
                values.append(self.read(each, wanted, len(values)))
                if stopped(self.faults[before:]):
                    self.torn.add((*self._path, len(values) - 1))
        return tuple(values)

    def _is_one(self, node: MappingNode, wanted: types.Type) -> bool:
        """Whether *node*, where a list is wanted, is its one item, and not several in lines without dashes."""
        one = isinstance(wanted, types.StructType) and not hasattr(wanted.cls, "read")
        return one or (isinstance(wanted, types.StructType) and self.can(lambda: self.read(node, wanted)))

    def _dict(self, node: Node, wanted: types.DictType, most: int) -> dict[Any, Any]:
        if isinstance(node, NothingNode):
            return {}
        pairs = pairs_of(node)
        if pairs and begins_of(wanted) and (told := below_names(pairs, wanted, self)) is not pairs:
            node, pairs = MappingNode(node.place, told), told
        if pairs and isinstance(wanted.value_type, types.StructType) and hasattr(wanted.value_type.cls, "entry"):
            pairs = tuple(wanted.value_type.cls.entry(key, value, self) for key, value in pairs)
            node = MappingNode(node.place, pairs)
        if pairs is None or isinstance(node, Colons) or any(isinstance(v, NothingNode | Colons) for _, v in pairs):
            pairs = self._loose_pairs(node, wanted) or pairs
        if pairs is None and len(self.meant.get(self._key(), ())) != 1 and says_none(node, wanted):
            return {}
        if pairs is None or (self._key() in self.meant and is_nameless(node, wanted, self)):
            whose = self._whose(node, wanted)
            return {whose: self.read(node, wanted.value_type, whose)}
        found: dict[Any, Any] = {}
        lines: dict[Any, int] = {}
        for key_node, value_node in first(node, pairs, most, self.blame):
            with suppress(Misread):  # it is noted; the rest can still be checked
                key = self._key_or_problems(key_node, value_node, wanted)
                if key in lines:
                    raise self.blame(key_node, "named-twice", text=key_node.text, line=lines[key])
                lines[key] = key_node.place.line
                step = key if isinstance(key, str) else str(key)
                self.mark(key_node, step)
                before = len(self.faults)
                found[key] = self.read(value_node, wanted.value_type, step)
                if stopped(self.faults[before:]):
                    self.torn.add((*self._path, step))
        return found

    def _key_or_problems(self, key: TextNode, value: Node, wanted: types.DictType) -> Any:
        """A key of a mapping; if it cannot be read, what is wrong with its value is noted, too."""
        try:
            return self.read(key, wanted.key_type, key.text)
        except Misread:
            self.read(value, wanted.value_type, key.text)
            raise

    def _apart(self, node: Node, wanted: types.Type) -> tuple[Node, ...]:
        """The items of a list; lines or commas part what is not one item together, but several."""
        if isinstance(node, ListNode):
            return node.items
        if not isinstance(node, TextNode) or self.can(lambda: self.read(node, wanted)):
            return (node,)
        ways = [node.lines] if isinstance(node, Lines) else []
        ways += [node.split(*marks) for marks in BETWEEN_ITEMS if isinstance(wanted, types.StructType)]
        for parts in (once(node, way, lambda part: self.attempt(partial(self.read, part, wanted))) for way in ways):
            each = tuple(self._of_groups(parts, wanted))
            if len(parts) > 1 and all(self.can(partial(self.read, part, wanted)) for part in each):
                self.parted(node)
                return parts
        return (node,)

    def _several(self, nodes: tuple[Node, ...], wanted: types.Type) -> Iterator[Node]:
        """The items of a list of names; one text may hold several, with marks between them, or stand for several."""
        extra = wanted.extra or {} if isinstance(wanted, types.Metadata) else {}
        kinds = str(extra.get("kinds", "")).split()
        groups = {} if isinstance(wanted, types.StructType) else self._groups()
        for node in nodes:
            if not isinstance(node, TextNode) or isinstance(node, NothingNode):
                yield node
            elif (ids := groups.get(plain(node.text))) is not None:
                yield from (TextNode(node.place, identifier) for identifier in ids)
            elif not kinds:
                yield node
            else:
                with suppress(Misread):  # it is noted; the rest can still be checked
                    yield from names_apart(node, self, extra.get("between", ()), *kinds)

    def _groups(self) -> dict[str, tuple[str, ...]]:
        """The words, plain, that stand for several things in the list that is read."""
        return {plain(word): ids for word, ids in self._lexicon.groups.get(self._key(), {}).items()}

    def _of_groups(self, nodes: tuple[Node, ...], wanted: types.Type) -> Iterator[Node]:
        """*nodes* with those that order something of a group, `trains: stay`, for each thing in it."""
        groups = self._groups() if isinstance(wanted, types.StructType) else {}
        for node in nodes:
            parted = pair(node) if groups else None
            ways = heads(node) if groups and parted is None and isinstance(node, TextNode) else (parted,)
            found = next((way for way in ways if way is not None and plain(way[0].text) in groups), None)
            if found is None:
                yield node
                continue
            key, value = found
            for each in groups[plain(key.text)]:
                yield MappingNode(key.place, ((TextNode(key.place, each), value),))

    def _loose_pairs(self, node: Node, wanted: types.DictType) -> tuple[tuple[TextNode, Node], ...] | None:
        """The pairs of a mapping that lacks its colons."""
        if not (isinstance(wanted.key_type, types.Metadata) and kinds_of(wanted.key_type)):
            return None

        def named(name: TextNode) -> bool:
            return self.can(lambda: self.read(name, wanted.key_type))

        def valued(value: TextNode) -> bool:
            return self.can(lambda: self.read(value, wanted.value_type))

        if (pairs := pairs_in(node, named, valued)) is None:
            return nearly_pairs_in(node, named, valued)
        if pairs and isinstance(node, Lines):
            self.parted(node)
        if pairs and isinstance(node, TextNode | ListNode):
            meant = ", ".join(f"{key.text}: {text_of(value)}" for key, value in pairs)
            self.tell(node, "read-as", text=text_of(node), meant=meant)
        return pairs

    def _whose(self, node: Node, wanted: types.DictType) -> str:
        """Whom a value is for that stands without a name where a mapping by names is expected."""
        candidates = self.meant.get(self._key(), ())
        if not candidates or (begins_of(wanted) and not is_nameless(node, wanted, self)):
            raise self.blame(node, "wrong-shape", wanted="mapping", got=node.kind)
        kinds = kinds_of(wanted.key_type) if isinstance(wanted.key_type, types.Metadata) else ()
        names = tuple(self._names.name(each, *kinds) for each in candidates)
        if isinstance(node, TextNode) and any(self.may_name(head, *kinds) for head, _ in heads(node)):
            raise self.blame(node, "wrong-shape", wanted="mapping", got=node.kind, keys=names)
        if sure := self.whose(node, *kinds) or (candidates[0] if begins_of(wanted) and self._attempts else ""):
            if len(candidates) == 1 and begins_of(wanted):
                self.tell(node, "whose-understood", name=names[0])
            return sure
        raise self.blame(node, "unclear-whose", key=self._key(), candidates=names, text=text_of(node))

    def whose(self, node: Node, *kinds: str, several: bool = False) -> str:
        """Whom of *kinds* a nameless *node* is for if that can be one only, which may not be seen before the check."""
        candidates = self.meant.get(self._key(), ())
        if len(candidates) > 1 and (sure := self._settled.get(spot_of(node), "")):
            self.tell(node, "whose-understood", name=self._names.name(sure, *kinds))
            return sure
        if len(candidates) > 1:
            self.unclear[spot_of(node)] = candidates
        return candidates[0] if len(candidates) == 1 and not several else ""

    def _fields_of(self, wanted: type[Any]) -> dict[str, types.Field]:
        return {self.key_for(f.encode_name): f for f in type_info(wanted).fields}  # type: ignore[attr-defined]

    def _keys_spelt(self, node: MappingNode, fields: MappingOf[str, types.Field]) -> MappingNode:
        """*node* with the keys that mean one of *fields*, or are one but for one letter, each of them noted."""
        if not self._guesses:
            return node
        given, words = {self.key_for(key.text) for key, _ in node.pairs}, self._lexicon.keys
        named = ((key_of(field), words.get(key_of(field), ())) for field in fields.values())
        called = {self.key_for(other): name for name, others in named for other in others}
        pairs = []
        for key, value in node.pairs:
            said = self.key_for(key.text)
            name = "" if said in fields else called.get(said) or slipped_key(key.text, fields.values(), words)
            if name and self.key_for(name) not in given:
                self.tell(key, "read-as", text=key.text, meant=name)
                key = TextNode(key.place, name)  # noqa: PLW2901 - the key as it is meant
            pairs.append((key, value))
        return MappingNode(node.place, tuple(pairs))

    def _strays_home(self, node: MappingNode, fields: MappingOf[str, types.Field]) -> MappingNode:
        """*node* with a key that belongs to the value beside it in that: `{defence: lowest, reserves: keep}`."""
        pairs = list(node.pairs)
        for stray in [each for each in pairs if self.key_for(each[0].text) not in fields]:
            key = stray[0]
            wanting = {
                n: keys_of_one(f.type) for n, f in fields.items() if self.key_for(key.text) in keys_of_one(f.type)
            }
            at = [n for n, (other, _) in enumerate(pairs) if self.key_for(other.text) in wanting]
            if len(at) > 1 or (wanting and not at):
                self.blame(
                    key, "two-meanings", meanings=tuple(f"{key_of(fields[n])}: {{{key.text}: ...}}" for n in wanting)
                )
            if len(at) != 1:
                continue
            home, said = pairs[at[0]]
            if isinstance(said, TextNode | ListNode):
                first = wanting[self.key_for(home.text)][0]
                said = MappingNode(said.place, ((TextNode(said.place, first), said),))
            if isinstance(said, MappingNode):
                self.tell(key, "indent-understood", key=key.text, under=home.text)
                pairs[at[0]] = home, MappingNode(said.place, (*said.pairs, stray))
                pairs.remove(stray)
        return MappingNode(node.place, tuple(pairs))

    def _mapping_of(self, node: Node, wanted: type[Any]) -> MappingNode:
        """*node* as a mapping of keys, each of which may be an item of a list."""
        if isinstance(node, ListNode) and (listed := pairs_of(node)):
            return MappingNode(node.place, listed)
        if isinstance(node, MappingNode):
            return node
        raise self.blame(node, "wrong-shape", wanted="mapping", got=node.kind, keys=own_first(wanted))

    def _keys_told(self, node: MappingNode, wanted: type[Any]) -> tuple[str, ...]:
        """The keys that *node* may have, as people write them; a type may tell those that go with the others there."""
        keys = own_first(wanted)
        return wanted.keys_told(node, keys, self) if hasattr(wanted, "keys_told") else keys

    def fields(self, node: Node, wanted: type[T], *, patient: bool = False) -> T:
        """Read a mapping as a struct; when *patient*, what cannot be read keeps its default."""
        node = self._mapping_of(node, wanted)
        fields = self._fields_of(wanted)
        node = self._strays_home(self._keys_spelt(node, fields), fields)
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
                    above = self._unknown(key, self._keys_told(node, wanted), above)
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
