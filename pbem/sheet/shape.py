"""The shape of a type: what a sheet may hold of it, and in what shapes."""

from collections.abc import Mapping as MappingOf
from functools import lru_cache
from typing import Any

from msgspec import inspect as types

from pbem.engine.kit.reading import ListNode, MappingNode, Node, TextNode, pair
from pbem.sheet.names import plain
from pbem.sheet.nodes import NothingNode


def type_info(wanted: Any) -> types.Type:
    """What `msgspec.inspect.type_info` says of a type; since that looks at all parts of it, only once for each type."""
    return _looked_at(wanted)


@lru_cache(maxsize=512)
def _looked_at(wanted: Any) -> types.Type:
    return types.type_info(wanted)


COLLECTIONS: MappingOf[type[types.Type], Any] = {
    types.VarTupleType: tuple, types.ListType: list, types.FrozenSetType: frozenset, types.SetType: set,
}  # fmt: skip
SHAPES: MappingOf[type[Node], tuple[type[types.Type], ...]] = {
    ListNode: (types.VarTupleType, types.ListType, types.FrozenSetType, types.SetType),
    MappingNode: (types.DictType, types.StructType),
}


def pairs_of(node: Node) -> tuple[tuple[TextNode, Node], ...] | None:
    """The pairs of a mapping, or of a list of mappings; a pair may be a text in quotation marks. None for others."""
    if isinstance(node, MappingNode):
        return node.pairs
    items = node.items if isinstance(node, ListNode) else (node,)
    found: list[tuple[TextNode, Node]] = []
    for item in items:
        said = item.pairs if isinstance(item, MappingNode) else (pair(item),)
        if None in said:
            return None
        found += [each for each in said if each is not None]
    return tuple(found)


def text_of(node: Node) -> str:
    """A piece of a sheet as it would be written in one line."""
    if isinstance(node, ListNode):
        return f"[{', '.join(map(text_of, node.items))}]"
    if isinstance(node, MappingNode):
        return f"{{{', '.join(f'{key.text}: {text_of(value)}' for key, value in node.pairs)}}}"
    return node.text if isinstance(node, TextNode) else "..."


def key_of(field: types.Field) -> str:
    """A key as people write it."""
    return field.encode_name.replace("_", " ")


def keys_as_written(wanted: Any) -> tuple[str, ...]:
    """The keys of a struct, in their order, as people write them."""
    found = type_info(wanted)
    return tuple(key_of(field) for field in found.fields) if isinstance(found, types.StructType) else ()


def is_left_open(value: NothingNode, wanted: types.Type) -> bool:
    """Whether a value may be missing, as in a form: all keys that may be below are remarks, and none is needed."""
    if isinstance(wanted, types.UnionType):
        return any(is_left_open(value, each) for each in wanted.types)
    if not isinstance(wanted, types.StructType) or hasattr(wanted.cls, "read"):
        return False
    return value.commented and not any(field.required for field in wanted.fields)


def holds_keys(wanted: types.Type) -> bool:
    """Whether a value of this type may be in lines of its own, each with a key."""
    if isinstance(wanted, types.UnionType):
        return any(map(holds_keys, wanted.types))
    if isinstance(wanted, types.Metadata):
        return not kinds_of(wanted) and holds_keys(wanted.type)
    return isinstance(wanted, (types.DictType, types.StructType, *COLLECTIONS))


def is_free_text(wanted: types.Type) -> bool:
    """Whether any text would do: then a text without its key says nothing about where it belongs."""
    if isinstance(wanted, types.UnionType):
        return any(map(is_free_text, wanted.types))
    if isinstance(wanted, types.Metadata):
        return not kinds_of(wanted) and is_free_text(wanted.type)
    if isinstance(wanted, types.VarTupleType | types.ListType | types.FrozenSetType | types.SetType):
        return is_free_text(wanted.item_type)
    return isinstance(wanted, types.StrType)


def keys_within(wanted: types.Type) -> frozenset[str]:
    """The keys, folded, of a struct that is wanted; none for anything else."""
    if isinstance(wanted, types.UnionType):
        return frozenset().union(*map(keys_within, wanted.types))
    if not isinstance(wanted, types.StructType) or hasattr(wanted.cls, "read"):
        return frozenset()
    return frozenset(folded(field.encode_name) for field in wanted.fields)


def folded(name: str) -> str:
    """A key as it is compared: `at_most`, `at most` and `At-Most` are one."""
    return plain(name.replace("_", " "))


def kinds_of(wanted: types.Metadata) -> tuple[str, ...]:
    """The kinds of things of which a text is the name; none if it is not a name."""
    named = wanted.extra.get("kinds") if wanted.extra else None
    return tuple(named.split()) if isinstance(named, str) else ()
