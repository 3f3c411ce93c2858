"""Values of a mapping by names that lost the indentation below their name, or have none.

The type of such a value has a `BEGINS`: the keys, folded, with which one may begin; and perhaps an `UNSURE`: those that
without their indentation may belong to a part of it as well.
"""

from collections.abc import Collection, Mapping

from msgspec import inspect as types

from pbem.engine.reading import ListNode, MappingNode, Node, Reader, TextNode
from pbem.sheet.names import folded, key_of, kinds_of
from pbem.sheet.nodes import NothingNode

_Pair = tuple[TextNode, Node]


def below_names(
    pairs: tuple[_Pair, ...], wanted: types.DictType, reader: Reader, ends: Collection[str] = ()
) -> tuple[_Pair, ...]:
    """*pairs* with those that follow a name without a value below it, up to the next name or one of the keys *ends*."""
    begins, kinds = begins_of(wanted), _kinds(wanted)
    keys = {folded(key.text) for key, _ in pairs}
    unsure: frozenset[str] = getattr(_value(wanted), "UNSURE", frozenset())
    if not keys & begins or keys & unsure:
        return pairs
    found: list[_Pair] = []
    head: TextNode | None = None
    below: list[_Pair] = []
    for key, value in pairs:
        open_ = head is not None and (below or folded(key.text) in begins)
        if open_ and folded(key.text) not in ends and not reader.knows(key, *kinds):
            below.append((key, value))
            continue
        _close(found, below, reader)
        found.append((key, value))
        head = key if isinstance(value, NothingNode) and not value.lost and reader.knows(key, *kinds) else None
    _close(found, below, reader)
    return tuple(found)


def _close(found: list[_Pair], below: list[_Pair], reader: Reader) -> None:
    """Put what is *below* the last key of *found* there."""
    if below:
        first, under = below[0][0], found[-1][0]
        reader.tell(first, "indent-understood", key=first.text, under=under.text)
        found[-1] = under, MappingNode(first.place, tuple(below))
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


def begins_of(wanted: types.DictType) -> frozenset[str]:
    """The keys, folded, with which a value without its name may begin; none if there is no such value."""
    begins: frozenset[str] = getattr(_value(wanted), "BEGINS", frozenset())
    return begins


def _value(wanted: types.DictType) -> type | None:
    return wanted.value_type.cls if isinstance(wanted.value_type, types.StructType) else None


def _kinds(wanted: types.DictType) -> tuple[str, ...]:
    return kinds_of(wanted.key_type) if isinstance(wanted.key_type, types.Metadata) else ()
