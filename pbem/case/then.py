"""What a case expects, each thing with its place in the file."""

from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from typing import Any

import msgspec

from pbem.case.tree import Wrong, pairs, parts, plain, text_of
from pbem.engine.reading import List, Mapping, Node, Place, Text

NOTHING = ("none", "nothing", "")
"""The words for an empty list."""


class Said(msgspec.Struct, frozen=True):
    """Something that is expected, as plain data, and where the file says so."""

    place: Place
    value: Any


class Letter(msgspec.Struct, frozen=True):
    """Words that must stand in a letter, and words that must not."""

    place: Place
    says: tuple[Said, ...] = ()
    says_not: tuple[Said, ...] = ()


class Then(msgspec.Struct, frozen=True):
    """What a case expects; all of it is compared, and of each thing only what is named."""

    events: tuple[Said, ...] = ()
    never: tuple[Said, ...] = ()
    facts: MappingOf[str, Said] = {}
    refused: tuple[Said, ...] = ()
    warned: tuple[Said, ...] | None = None
    """Warnings that must be given; an empty list: there must be none."""
    waits_for: MappingOf[str, Said] = {}
    sees: MappingOf[str, Said] = {}
    """By seat the facts as it knows them."""
    letter: MappingOf[str, Letter] = {}
    """By seat what its letter says."""


KEYS = tuple(name.replace("_", " ") for name in Then.__struct_fields__)


def read_then(node: Node) -> Then:
    """What *node* says is expected; raises `Wrong`."""
    given = parts(node, *KEYS)
    warned = given.get("warned")
    return Then(
        events=_events(given.get("events")),
        never=_events(given.get("never")),
        facts=_by_key(given.get("facts")),
        refused=_faults(given.get("refused")),
        warned=None if warned is None else _faults(warned),
        waits_for=_by_key(given.get("waits for")),
        sees=_by_key(given.get("sees"), of=_by_key),
        letter=_letters(given.get("letter")),
    )


def _items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list, be it an empty one or a text that says so."""
    if node is None or (isinstance(node, Text) and node.text in NOTHING):
        return ()
    if not isinstance(node, List):
        raise Wrong(node, "wrong-shape", wanted="list", got=node.kind)
    return node.items


def _events(node: Node | None) -> tuple[Said, ...]:
    """Events, each one word or one word with its fields."""
    for item in (items := _items(node)):
        if isinstance(item, List) or (isinstance(item, Mapping) and len(item.pairs) != 1):
            raise Wrong(item, "not-an-event")
        for _, fields in pairs(item) if isinstance(item, Mapping) else ():
            if not isinstance(fields, Mapping) and plain(fields):
                raise Wrong(fields, "wrong-shape", wanted="mapping", got=fields.kind)
    return tuple(Said(item.place, plain(item)) for item in items)


def _faults(node: Node | None) -> tuple[Said, ...]:
    return tuple(Said(item.place, {key.text: plain(value) for key, value in pairs(item)}) for item in _items(node))


def _by_key(node: Node | None, of: Callable[[Node], Any] = plain) -> dict[str, Said]:
    """What is said under each key of a mapping; *of* reads the values."""
    return {key.text: Said(key.place, of(value)) for key, value in pairs(node)}


def _letters(node: Node | None) -> dict[str, Letter]:
    found: dict[str, Letter] = {}
    for seat, value in pairs(node):
        said = parts(value, "says", "says not")
        found[seat.text] = Letter(seat.place, _words(said.get("says")), _words(said.get("says not")))
    return found


def _words(node: Node | None) -> tuple[Said, ...]:
    """Passages: one text, or a list of them."""
    items = (node,) if isinstance(node, Text) else _items(node)
    return tuple(Said(item.place, text_of(item)) for item in items)
