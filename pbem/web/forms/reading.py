"""From a sheet's text to filled fields: whatever of it can be read."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.menu import EntryField, FormField, FormHints, KeysField, ListField, RowsField
from pbem.engine.order import OrderPath
from pbem.engine.reading import Lexicon, ListNode, MappingNode, Node, TextNode, type_info
from pbem.sheet.edit import Edit
from pbem.sheet.names import folded, names_of, text_of
from pbem.sheet.nodes import NothingNode, parsed
from pbem.sheet.pieces import Wanted
from pbem.sheet.reader import SheetReader, taken_out
from pbem.sheet.words import PASS_FIELD, says_pass
from pbem.sheet.writer import spelled, write_plain
from pbem.web.forms.fields import NO_HINTS, FilledField, PlainReader, RawText, empty, form_of, is_empty, unread


def written(plain: Any) -> str:
    """Plain data as lines of a sheet, with raw texts as they are."""
    raws: list[str] = []
    text = write_plain(_marked(plain, raws)).rstrip("\n")
    for number, raw in reversed(list(enumerate(raws))):
        text = text.replace(f"raw0text{number}", raw)
    return text


def _marked(plain: Any, raws: list[str]) -> Any:
    """*plain* with a plain word in place of each raw text."""
    if isinstance(plain, RawText):
        raws.append(str(plain))
        return f"raw0text{len(raws) - 1}"
    if isinstance(plain, dict):
        return {key: _marked(value, raws) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_marked(item, raws) for item in plain]
    return plain


def edits_for(old: Any, new: Any, path: OrderPath) -> Iterator[Edit]:
    """The changes by which what is at *path* says *new* where it said *old*."""
    if old == new and type(old) is type(new):
        return
    if new is None:
        if old is not None:
            yield Edit(path=path, how="remove")
    elif is_empty(new):
        yield Edit(path=path, text="[]" if isinstance(new, list) else "{}" if isinstance(new, dict) else "''")
    elif isinstance(old, dict) and isinstance(new, dict) and old:
        gone = [key for key in old if key not in new]
        for key in gone:
            yield Edit(path=(*path, key), how="remove")
        for key, value in new.items():
            if key in old:
                yield from edits_for(old[key], value, (*path, key))
            else:
                yield Edit(path=(*path, key), text=_value(value))
    elif isinstance(old, list) and isinstance(new, list) and old:
        yield from _in_list(old, new, path)
    else:
        yield Edit(path=path, text=_value(new))


def _in_list(old: list[Any], new: list[Any], path: OrderPath) -> Iterator[Edit]:
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    both = min(len(before), len(after))
    for number in range(both):
        yield from edits_for(before[number], after[number], (*path, first + number))
    for number in reversed(range(both, len(before))):
        yield Edit(path=(*path, first + number), how="remove")
    for number in range(both, len(after)):
        at = first + number
        how: Any = "insert" if last else "put"
        yield Edit(path=(*path, at), text=_value(after[number]), how=how)


def _value(plain: Any) -> str:
    """*plain* as the text of a value: one line if it is short."""
    if isinstance(plain, (dict, list)):
        return written(plain)
    return written({"k": plain}).removeprefix("k:").strip()


_Pairs = tuple[tuple[TextNode, Node], ...]


class FilledForm(msgspec.Struct, frozen=True):
    """A form with what a sheet says; *lines* are those that each key takes, from its own to that before the next.

    Of a sheet in *disorder* no key can be told, so that nothing can be changed by choosing.
    """

    filled: FilledField
    lines: Mapping[str, range] = {}
    passing: bool = False
    disorder: bool = False

    @property
    def keys(self) -> Mapping[str, FilledField]:
        """The fields by their keys."""
        assert isinstance(self.filled.field, KeysField)  # noqa: S101 a sheet has keys
        names = (key.name for key in self.filled.field.keys)
        return dict(zip(names, self.filled.parts, strict=True))


class FormReader:
    """Reads sheets for one type of order, with the names of one seat; made for one page and thrown away.

    A page reads the same text for several ends, and one key of it again and again: what was read is kept.
    """

    def __init__(
        self,
        order: type[msgspec.Struct],
        lexicon: Lexicon,
        hints: FormHints[Any] = NO_HINTS,
        meant: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        wanted: Wanted | None = None,
    ) -> None:
        self.order, self.lexicon, self.hints, self.meant = order, lexicon, hints, meant
        self.wanted = wanted or Wanted(takes=order, lexicon=lexicon)
        self.form = form_of(order, hints)
        self.plain = PlainReader(names_of(lexicon))
        info = type_info(order)
        self.types = {folded(f.encode_name): f for f in info.fields} if isinstance(info, types.StructType) else {}
        self._forms: dict[str, FilledForm] = {}
        self._canonical: dict[tuple[str, str], Any] = {}

    def read(self, text: str) -> FilledForm:
        """The form with all that *text* says."""
        found = self._forms.get(text)
        if found is None:
            found = self._forms[text] = self._read(text)
        return found

    def _read(self, text: str) -> FilledForm:
        repaired, tree = parsed(text)
        nothing = empty(self.form)
        pairs, root = self._root(tree.root)
        if root is None or isinstance(root, NothingNode):
            return FilledForm(nothing)
        if says_pass(root):
            return FilledForm(nothing, passing=True)
        if not isinstance(root, MappingNode):
            return FilledForm(nothing, disorder=True)
        starts = sorted({key.place.line for key, _ in (*pairs, *root.pairs)})
        ends = dict(zip(starts, [*starts[1:], len(repaired.lines) + 1], strict=False))
        found: dict[str, FilledField] = {}
        lines: dict[str, range] = {}
        for key, node in root.pairs:
            said, start = folded(key.text), key.place.line
            if said in self.types and said not in found:
                found[said] = self.value(said, node)
                lines[said] = range(start, max(start + 1, ends[start]))
        keys = self.form.keys
        parts = tuple(found.get(folded(key.name)) or empty(key.field) for key in keys)
        named = {key.name: lines[folded(key.name)] for key in keys if folded(key.name) in lines}
        passes = found.get(PASS_FIELD)
        return FilledForm(
            FilledField(self.form, given=True, parts=parts), named, passing=passes is not None and passes.text == "yes"
        )

    def draft(self, text: str) -> Any:
        """The order as far as *text* has one; None if nothing of it can be read."""
        _, root = self._root(parsed(text)[1].root)
        if root is None or isinstance(root, NothingNode):
            return None
        return SheetReader(self.lexicon, meant=self.meant).whole(root, self.order, self.wanted.passing)

    def _root(self, whole: Node | None) -> tuple[_Pairs, Node | None]:
        """All pairs of a sheet, and the node of the part that is wanted."""
        rest, _ = taken_out(whole)
        pairs = rest.pairs if isinstance(rest, MappingNode) else ()
        headed = self._below_heading(pairs)
        return pairs, rest if headed is None else headed

    def _below_heading(self, pairs: _Pairs) -> Node | None:
        """What is below the heading of the part that is wanted; None in a sheet without it, all of which is looked at.

        In a sheet of several parts keys may be there without a heading.
        """
        headings = {folded(each) for each in (self.wanted.heading, self.wanted.older) if each}
        below = next((value for key, value in pairs if folded(key.text) in headings), None)
        if below is None or not isinstance(below, TextNode) or says_pass(below):
            return below
        own = tuple(pair for pair in pairs if folded(pair[0].text) in self.wanted.own_keys)
        return MappingNode(own[0][0].place, own) if own else below

    def value(self, key: str, node: Node) -> FilledField:
        """What *node* says of the key that is *key*, folded."""
        field = next(each.field for each in self.form.keys if folded(each.name) == key)
        return self._value(node, self.types[key].type, field, (self.types[key].name,))

    def _value(self, node: Node, wanted: types.Type, field: FormField, path: tuple[str | int, ...]) -> FilledField:
        if isinstance(node, NothingNode):
            return empty(field)
        plain = self._plain(node, wanted, path)
        if plain is not None and (found := self.plain.read(field, plain)) is not None:
            return found
        while isinstance(wanted, types.Metadata):
            wanted = wanted.type
        inner = self._optional(wanted)
        match field, inner:
            case ListField(between=""), (types.VarTupleType() | types.ListType()) if isinstance(node, ListNode):
                each = enumerate(node.items)
                parts = tuple(self._value(item, inner.item_type, field.item, (*path, n)) for n, item in each)
                return FilledField(field, given=True, parts=parts)
            case RowsField(), types.DictType() if isinstance(node, MappingNode):
                rows = tuple(self._row(*pair, inner, field, path) for pair in node.pairs)
                if len({row.parts[0].text for row in rows}) == len(rows):  # two of one name are not rows, but a mistake
                    return FilledField(field, given=True, parts=rows)
            case KeysField(), types.StructType() if isinstance(node, MappingNode):
                if (keys := self._keys(node, inner, field, path)) is not None:
                    return keys
        return unread(field, _line_of(node) if isinstance(field, EntryField) else text_of(node))

    def _row(
        self, key: Node, value: Node, wanted: types.DictType, field: RowsField, path: tuple[str | int, ...]
    ) -> FilledField:
        """A row of which a part may be raw."""
        entry = EntryField(field.key, field.value)
        name = self._value(key, wanted.key_type, field.key, path)
        return FilledField(entry, given=True, parts=(name, self._value(value, wanted.value_type, field.value, path)))

    def _keys(
        self, node: MappingNode, wanted: types.StructType, field: KeysField, path: tuple[str | int, ...]
    ) -> FilledField | None:
        """Keys of which some may be raw, and some still missing; None if there are others, or none at all."""
        held = {folded(each.encode_name): each for each in wanted.fields}
        said = {folded(key.text): value for key, value in node.pairs}
        names = {folded(key.name): key for key in field.keys}
        if not said.keys() <= names.keys() or not said.keys() <= held.keys() or len(said) < len(node.pairs):
            return None
        if not said:
            return None
        parts = tuple(
            self._value(said[name], held[name].type, key.field, (*path, held[name].name))
            if name in said
            else empty(key.field)
            for name, key in names.items()
        )
        return FilledField(field, given=True, parts=parts)

    @staticmethod
    def _optional(wanted: types.Type) -> types.Type:
        if isinstance(wanted, types.UnionType):
            members = [each for each in wanted.types if not isinstance(each, types.NoneType)]
            inner = members[0] if len(members) == 1 else wanted
            while isinstance(inner, types.Metadata):
                inner = inner.type
            return inner
        return wanted

    def _plain(self, node: Node, wanted: types.Type, path: tuple[str | int, ...]) -> Any:
        """*node* as plain data in the program's own spelling; None if it cannot be read."""
        reader = SheetReader(self.lexicon, meant=self.meant)
        found = reader.attempt(partial(reader.read, node, wanted, *path))
        return spelled(found[0], wanted, self.lexicon, self.hints.by_keys) if found else None

    def canonical(self, key: str, plain: Any) -> Any:
        """*plain*, below the key that is *key*, as a player would write it in short; as it is if it cannot be read."""
        text = written({key: plain})
        if (key, text) not in self._canonical:
            self._canonical[key, text] = self._shortened(key, text)
        said = self._canonical[key, text]
        return plain if said is None else said

    def _shortened(self, key: str, text: str) -> Any:
        """What *text*, a sheet of one key, says, in short; None if it cannot be read."""
        root = parsed(text)[1].root
        if not isinstance(root, MappingNode) or len(root.pairs) != 1:
            return None
        field = self.types[folded(key)]
        reader = SheetReader(self.lexicon, meant=self.meant)
        found = reader.attempt(partial(reader.read, root.pairs[0][1], field.type, field.name))
        return spelled(found[0], field.type, self.lexicon) if found else None


def _line_of(node: Node) -> str:
    """A piece of a sheet as text: a name and its value without brackets."""
    text = text_of(node)
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    return text[1:-1] if len(pairs) == 1 and isinstance(pairs[0][1], TextNode) else text
