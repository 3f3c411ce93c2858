"""What a case expects, each thing with its place in the file."""

from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from typing import Any

import msgspec

from pbem.case.tree import CaseFileError, pairs, parts, plain, text_of
from pbem.engine.kit.reading import ListNode, MappingNode, Node, Place, TextNode

NOTHING = ("none", "nothing", "")
"""The words for an empty list."""


class ExpectedText(msgspec.Struct, frozen=True):
    """An expectation, as plain data, and its place in the file."""

    place: Place
    value: Any


class Letter(msgspec.Struct, frozen=True):
    """Text that must be in a letter, and text that must not."""

    place: Place
    says: tuple[ExpectedText, ...] = ()
    says_not: tuple[ExpectedText, ...] = ()


class Then(msgspec.Struct, frozen=True):
    """What a case expects; all of it is compared, but of each thing only what is named."""

    events: tuple[ExpectedText, ...] = ()
    never: tuple[ExpectedText, ...] = ()
    facts: MappingOf[str, ExpectedText] = {}
    refused: tuple[ExpectedText, ...] = ()
    warned: tuple[ExpectedText, ...] | None = None
    """Warnings that must be given; an empty list: there must be none."""
    waits_for: MappingOf[str, ExpectedText] = {}
    sees: MappingOf[str, ExpectedText] = {}
    """By seat the facts as it knows them."""
    letter: MappingOf[str, Letter] = {}
    """By seat what its letter says."""


KEYS = tuple(name.replace("_", " ") for name in Then.__struct_fields__)


def read_then(node: Node) -> Then:
    """What *node* says is expected; raises `CaseFileError`."""
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
    if node is None or (isinstance(node, TextNode) and node.text in NOTHING):
        return ()
    if not isinstance(node, ListNode):
        raise CaseFileError(node, "wrong-shape", wanted="list", got=node.kind)
    return node.items


def _events(node: Node | None) -> tuple[ExpectedText, ...]:
    """Events, each one word or one word with its fields."""
    for item in (items := _items(node)):
        if isinstance(item, ListNode) or (isinstance(item, MappingNode) and len(item.pairs) != 1):
            raise CaseFileError(item, "not-an-event")
        for _, fields in pairs(item) if isinstance(item, MappingNode) else ():
            if not isinstance(fields, MappingNode) and plain(fields):
                raise CaseFileError(fields, "wrong-shape", wanted="mapping", got=fields.kind)
    return tuple(ExpectedText(item.place, plain(item)) for item in items)


def _faults(node: Node | None) -> tuple[ExpectedText, ...]:
    return tuple(
        ExpectedText(item.place, {key.text: plain(value) for key, value in pairs(item)}) for item in _items(node)
    )


def _by_key(node: Node | None, of: Callable[[Node], Any] = plain) -> dict[str, ExpectedText]:
    """What is said under each key of a mapping; *of* reads the values."""
    return {key.text: ExpectedText(key.place, of(value)) for key, value in pairs(node)}


def _letters(node: Node | None) -> dict[str, Letter]:
    found: dict[str, Letter] = {}
    for seat, value in pairs(node):
        said = parts(value, "says", "says not")
        found[seat.text] = Letter(seat.place, _words(said.get("says")), _words(said.get("says not")))
    return found


def _words(node: Node | None) -> tuple[ExpectedText, ...]:
    """Passages: one text, or a list of them."""
    items = (node,) if isinstance(node, TextNode) else _items(node)
    return tuple(ExpectedText(item.place, text_of(item)) for item in items)
