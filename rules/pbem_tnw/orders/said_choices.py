"""The choices of an event that are said behind its card: `Decree of the Senate as event, 2 units at Strasbourg`.

Each is a choice with its key, `consul Prussia right`, or one that can only be one choice that the card leaves: pieces
with a number and a place, a consul and its way, a nation. Behind an event that gives CPs, or that has several effects
of which one is chosen, no choice is taken without its key: the words may be a line.

The problem is `no-such-choice` (text, card, keys).
"""

import re
from typing import Final

from pbem.engine.reading import ListNode, Node, Reader, TextNode, fold
from pbem_tnw.orders.names import KeyedNode, clauses, keyed, number_first, pieces_of
from pbem_tnw.orders.pieces import AT

TAKES: Final = "card-with-"
"""Before the key of a choice, the kind of the cards that leave it."""
GIVES_POINTS: Final = "card-with-points"
KEYS: Final = (
    "option", "nation", "consul", "general", "cards", "place", "flag", "regroup", "refit", "send", "retreat_to",
    "march", "top", "reroll", "die", "then",
)  # fmt: skip
"""Of choices, in the order in which they are told."""
_LISTS: Final = ("nation", "consul", "general", "cards", "place", "flag", "regroup", "refit", "send", "retreat_to")
_ALONE: Final = ("option", "reroll", "die")
_LEAD = re.compile(r"(?:on|against|for|of|give|giving|choose|choosing|take)\s+(?=\S)", re.IGNORECASE)
_TO = re.compile(r"\s+to\s+", re.IGNORECASE)
_UNIT = re.compile(r"(?:units?|squadrons?)\s+(?=\S)", re.IGNORECASE)
_CONSUL = re.compile(r"\S.*?\s+(?:(?:one|a|\d)\s+)?(?:left|right)(?:\s+\d)?(?:\s+in\s+\S.*)?", re.IGNORECASE)
_KEYED = re.compile(
    rf"(?P<key>{'|'.join(key.replace('_', '[ _]') for key in (*_LISTS, *_ALONE))}|places)\s*:?\s+(?=\S)", re.IGNORECASE
)


def keys_taken(card: TextNode, reader: Reader) -> tuple[str, ...]:
    """The keys of the choices that *card* leaves, as people write them."""
    return tuple(key.replace("_", " ") for key in KEYS if reader.knows(card, TAKES + key))


def choices_said(card: TextNode, said: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of the choices of *card* that are *said* behind it."""
    found: dict[str, list[TextNode]] = {}
    for part in (one for each in pieces_of(said, reader) for one in _given(each, reader)):
        key, value = _choice(card, part, reader)
        if not key or (key in _ALONE and key in found):
            keys = keys_taken(card, reader)
            raise reader.blame(part, "no-such-choice", text=part.text, card=card.text, keys=keys)
        found.setdefault(key, []).append(value)
    pairs = tuple(keyed(values[0] if key in _ALONE else _list(values), key) for key, values in found.items())
    meant = ", ".join(f"{key.replace('_', ' ')}: {value.text}" for key, values in found.items() for value in values)
    reader.tell(said, "read-as", text=said.text, meant=meant)
    return pairs


def _given(part: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """What is given and to whom, of `give Rocket Troop to Austria`."""
    found = _LEAD.match(part.text)
    part = part.part(found.end() if found else 0)
    for mark in _TO.finditer(part.text):
        what, whom = part.part(0, mark.start()), part.part(mark.end())
        if reader.knows(what, "card") and reader.knows(whom, "nation"):
            return what, whom
    return (part,)


def _list(values: list[TextNode]) -> Node:
    return ListNode(values[0].place, tuple(values))


def _choice(card: TextNode, part: TextNode, reader: Reader) -> tuple[str, TextNode]:
    """The key of the choice that *part* is, and what is chosen; no key if it is none, or not surely one."""
    if found := _KEYED.match(part.text):
        key = fold(found["key"]).replace(" ", "_").replace("places", "place")
        return key if reader.knows(card, TAKES + key) else "", part.part(found.end())
    if reader.knows(card, GIVES_POINTS):
        return "", part
    taken = {key for key in KEYS if reader.knows(card, TAKES + key)}
    if "consul" in taken and _CONSUL.fullmatch(part.text):
        return "consul", part
    for key, kind in (("nation", "nation"), ("general", "general"), ("cards", "card")):
        if key in taken and reader.knows(part, kind):
            return key, part
    return "place" if "place" in taken and "regroup" not in taken and _are_pieces(part, reader) else "", part


def _are_pieces(part: TextNode, reader: Reader) -> bool:
    """Whether *part* is a number of pieces and where they go."""
    parts = clauses(part, AT)
    what = parts.get("", part)
    counted = number_first(what, reader)[1].text != what.text
    if "at" not in parts and (unit := _UNIT.match((rest := number_first(what, reader)[1]).text)):
        return counted and reader.knows(rest.part(unit.end()), "place")
    return "at" in parts and counted and reader.may_name(parts["at"], "place")
