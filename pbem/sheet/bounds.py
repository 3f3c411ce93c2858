"""Limits for the entries of a list in a sheet: what is read, checked and repeated must be bounded."""

from collections.abc import Callable
from typing import TypeVar

from pbem.engine.kit.reading import ListNode, MappingNode, Node, TextNode

MOST_ENTRIES = 100
"""Entries of a list or a mapping; a type marks with `Most` those of which less are taken."""

MOST_PLANS = 20
"""Plans that a seat may have at once."""

Blame = Callable[..., object]
E = TypeVar("E", Node, tuple[TextNode, Node])


def bounded(node: Node, blame: Blame) -> Node:
    """*node* and all below it without excess entries, which are reported to *blame*."""
    if isinstance(node, ListNode):
        items = first(node, node.items, MOST_ENTRIES, blame)
        return ListNode(node.place, tuple(bounded(item, blame) for item in items))
    if isinstance(node, MappingNode):
        pairs = first(node, node.pairs, MOST_ENTRIES, blame)
        return MappingNode(node.place, tuple((key, bounded(value, blame)) for key, value in pairs))
    return node


def first(node: Node, entries: tuple[E, ...], most: int, blame: Blame) -> tuple[E, ...]:
    """The first *most* of the *entries* of *node*; an excess is reported where it begins."""
    if len(entries) > most:
        beyond = entries[most]
        blame(beyond[0] if isinstance(beyond, tuple) else beyond, "too-many", count=len(entries), limit=most)
    return entries[:most]
