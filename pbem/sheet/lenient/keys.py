"""What is in a sheet without its key, or not indented below it, where it can belong to one key only."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec import inspect as types

from pbem.engine.kit.reading import ListNode, MappingNode, Misread, Node, TextNode, bare, heads
from pbem.sheet.nodes import NothingNode
from pbem.sheet.shape import folded, holds_keys, is_free_text, key_of, keys_within, text_of

KeyAndValue = tuple[TextNode, Node]
MOST_LOOSE = 40
"""The most pairs without a key that are tried; a sheet of orders has a few."""


class KeyReader(Protocol):
    """What is asked of the reader of the sheet."""

    def read(self, node: Node, wanted: Any, *path: str | int) -> Any: ...

    def can(self, read: Callable[[], object]) -> bool: ...

    def blame(self, node: Node, code: str, *, rule: str = "", **args: object) -> Misread: ...

    def tell(self, node: Node, code: str, **args: object) -> None: ...

    def alike(self, text: str, words: tuple[str, ...]) -> tuple[str, ...]: ...


class WithKeys:
    """Puts every part of a sheet, whose *fields* are by folded key, below the key that it belongs to."""

    def __init__(self, reader: KeyReader, fields: Mapping[str, types.Field]) -> None:
        self._reader, self._fields = reader, fields
        self._keys = tuple(map(key_of, fields.values()))

    def sheet(self, root: Node) -> Node:
        """The sheet at *root* as it would be with all its keys; raises `Misread` if it may be several."""
        if isinstance(root, ListNode) and (pairs := self._listed(root)):
            root = MappingNode(root.place, pairs)
        if isinstance(root, MappingNode):
            return self._mapping(root)
        said = bare(root) if isinstance(root, TextNode) else None
        if said is not None and isinstance(self._type_of(said.text), types.BoolType):
            return MappingNode(root.place, ((said, TextNode(root.place, "yes")),))
        readings: dict[str, KeyAndValue] = {}
        for head, rest in heads(said) if said is not None else ():
            if self._fits(self._type_of(head.text), rest):
                readings[_label(head.text, rest)] = head, rest
        readings |= {_label(key, root): (TextNode(root.place, key), root) for key in self._homes(root, self._fields)}
        found = self._one(root, readings)
        return root if found is None else MappingNode(root.place, (found,))

    def _listed(self, root: ListNode) -> tuple[KeyAndValue, ...]:
        """The pairs of a sheet whose keys are the items of a list; none if something else is in it."""
        items = [item for item in root.items if isinstance(item, MappingNode)]
        pairs = tuple(pair for item in items for pair in item.pairs)
        own = len(items) == len(root.items) and all(folded(key.text) in self._fields for key, _ in pairs)
        return pairs if own else ()

    def _mapping(self, root: MappingNode) -> MappingNode:
        """The pairs of *root* with those that have no key of the sheet below the one that they belong to."""
        pairs: list[KeyAndValue] = []
        groups: dict[str, list[KeyAndValue]] = {}
        given = {folded(key.text) for key, _ in root.pairs}
        free = {name: field for name, field in self._fields.items() if name not in given}
        above: types.Field | None = None
        for number, (key, value) in enumerate(root.pairs):
            field = self._fields.get(folded(key.text))
            if field is None and above is not None and self._is_member(key, value, above):
                self._put_below(pairs, (key, value), above)
            elif field is None and number < MOST_LOOSE and (home := self._home(key, value, free)):
                groups.setdefault(home, []).append((key, value))
            else:
                self._unless_either(key, field, above)
                pairs.append((key, value))
                above = field if field and isinstance(value, NothingNode) and holds_keys(field.type) else None
        for home, members in groups.items():
            first = members[0][0]
            self._reader.tell(first, "key-understood", key=home)
            pairs.append((TextNode(first.place, home), MappingNode(first.place, tuple(members))))
        return MappingNode(root.place, tuple(pairs))

    def _is_member(self, key: TextNode, value: Node, above: types.Field) -> bool:
        """Whether a pair belongs to the key *above* that has no value, and not to one that is misspelt."""
        return self._fits(above.type, MappingNode(key.place, ((key, value),))) or not self._reader.alike(
            key.text, self._keys
        )

    def _put_below(self, pairs: list[KeyAndValue], member: KeyAndValue, above: types.Field) -> None:
        key, value = pairs[-1]
        if isinstance(value, MappingNode):
            pairs[-1] = key, MappingNode(value.place, (*value.pairs, member))
            return
        self._reader.tell(member[0], "indent-understood", key=member[0].text, under=key_of(above))
        pairs[-1] = key, MappingNode(member[0].place, (member,))

    def _unless_either(self, key: TextNode, field: types.Field | None, above: types.Field | None) -> None:
        """Note that *key* may be one of the sheet or one that belongs to the key *above* it."""
        if field is not None and above is not None and folded(key.text) in keys_within(above.type):
            both = (f"{key_of(above)}: {{{key.text}: ...}}", f"{key.text}: ...")
            self._reader.blame(key, "two-meanings", meanings=both)

    def _home(self, key: TextNode, value: Node, free: Mapping[str, types.Field]) -> str:
        """The one key below which a pair can stand; raises `Misread` if there are several."""
        pair = MappingNode(key.place, ((key, value),))
        homes = self._homes(pair, free)
        if len(homes) > 1:
            meanings = tuple(_label(home, pair) for home in homes)
            self._reader.blame(key, "two-meanings", meanings=meanings)
            return homes[0]
        return homes[0] if homes else ""

    def _homes(self, node: Node, fields: Mapping[str, types.Field]) -> tuple[str, ...]:
        """The keys of *fields* of which *node* can be the value."""
        return tuple(key_of(field) for field in fields.values() if self._fits(field.type, node))

    def _fits(self, wanted: types.Type | None, node: Node) -> bool:
        if wanted is None or isinstance(wanted, types.BoolType) or is_free_text(wanted):
            return False
        return self._reader.can(lambda: self._reader.read(node, wanted))

    def _one(self, root: Node, readings: Mapping[str, KeyAndValue]) -> KeyAndValue | None:
        if len(readings) > 1:
            raise self._reader.blame(root, "two-meanings", meanings=tuple(readings))
        for words, (key, value) in readings.items():
            self._reader.tell(root, "key-understood", key=key.text, text=words)
            return key, value
        return None

    def _type_of(self, key: str) -> types.Type | None:
        field = self._fields.get(folded(key))
        return field.type if field else None


def _label(key: str, value: Node) -> str:
    return f"{key}: {text_of(value)}"
