"""How many entries a list of a sheet may have: what is read, checked and said back must have an end."""

from collections.abc import Callable
from typing import TypeVar

from pbem.engine.reading import List, Mapping, Node, Text

MOST_ENTRIES = 100
"""Entries of a list or a mapping; a type marks with `Most` those of which less are taken."""

Blame = Callable[..., object]
Entry = TypeVar("Entry", Node, tuple[Text, Node])


def bounded(node: Node, blame: Blame) -> Node:
    """*node* and all below it without the entries that are too many, which are told to *blame*."""
    if isinstance(node, List):
        items = first(node, node.items, MOST_ENTRIES, blame)
        return List(node.place, tuple(bounded(item, blame) for item in items))
    if isinstance(node, Mapping):
        pairs = first(node, node.pairs, MOST_ENTRIES, blame)
        return Mapping(node.place, tuple((key, bounded(value, blame)) for key, value in pairs))
    return node


def first(node: Node, entries: tuple[Entry, ...], most: int, blame: Blame) -> tuple[Entry, ...]:
    """The first *most* of the *entries* of *node*; that there are more is told where they begin."""
    if len(entries) > most:
        beyond = entries[most]
        blame(beyond[0] if isinstance(beyond, tuple) else beyond, "too-many", count=len(entries), limit=most)
    return entries[:most]
