"""The choices of an event that are said behind its card: `Decree of the Senate as event, 2 units at Strasbourg`.

Each is a choice with its key, `consul Prussia right`, or one that can only be one choice that the card leaves: pieces
with a number and a place, a consul and its way, a nation. Behind an event that gives CPs no choice is taken without its
key: the words may be a line. Of several effects one is meant by a consul's move or a Squadron that no other can be.

The problem is `no-such-choice` (text, card, keys).
"""

import re
from typing import Final

from pbem.engine.reading import ListNode, Node, Reader, TextNode, fold, late_pattern
from pbem_tnw.orders.names import KeyedNode, clauses, keyed, number_first, pieces_of
from pbem_tnw.orders.pieces import AT, consul_said

TAKES: Final = "card-with-"
"""Before the key of a choice, the kind of the cards that leave it."""
GIVES_POINTS: Final = "card-with-points"
KEYS: Final = (
    "option", "nation", "consul", "general", "cards", "place", "flag", "regroup", "refit", "send", "retreat_to",
    "march", "top", "reroll", "die", "then",
)  # fmt: skip
"""Of choices, in the order in which they are told."""
ONLY: Final = {(key, n): f"card-with-{key}-as-{n}" for key in ("consul", "squadron") for n in (1, 2, 3)}
"""The kind of the cards with several effects of which one alone, by its number, can be what is said without a key."""
_LISTS: Final = ("nation", "consul", "general", "cards", "place", "flag", "regroup", "refit", "send", "retreat_to")
_ALONE: Final = ("option", "reroll", "die", "top", "march")
_MARCH = late_pattern(r"(?:march|move)(?:es|s)?\s+(?=\S)", re.IGNORECASE)
_LEAD = late_pattern(r"(?:on|against|for|of|give|giving|choose|choosing|take)\s+(?=\S)", re.IGNORECASE)
_TO = late_pattern(r"\s+(?:to|for)\s+", re.IGNORECASE)
_DECK = late_pattern(
    r"(?:(?:a|one|1|the|top)\s+){0,2}(?:card\s+)?(?:(?:from|off|of)\s+)?(?:the\s+)?(?:top\s+of\s+the\s+)?deck",
    re.IGNORECASE,
)
_TOP = late_pattern(r"(?:the\s+)?top(?:\s+card|\s*:?\s+(?:yes|1))?", re.IGNORECASE)
_BOTH = late_pattern(r"both\s+(?=(?:units|squadrons)\b)", re.IGNORECASE)
DRAWN: Final = late_pattern(
    r"(?:the\s+)?(?:card\s+(?:that\s+is\s+)?drawn|(?:drawn|new|other)\s+card)\s+(?:as|for)\s+(?=(?:an\s+)?(?:event|cp)s?$)",
    re.IGNORECASE,
)
"""Before how the card is played that an event lets its player draw."""
_DISCARD = late_pattern(r"(?:discard(?:s|ing)?|throw(?:s|ing)?\s+away)\s+(?=\S)", re.IGNORECASE)
_SQUADRON = late_pattern(r"(?:(?:an?|one|1|the)\s+)?squadron\s+(?:at|in|to|into)\s+(?=\S)", re.IGNORECASE)
_UNIT = late_pattern(r"(?:units?|squadrons?)\s+(?=\S)", re.IGNORECASE)
_CONSUL = late_pattern(
    r"\S.*?\s+(?:(?:one|two|three|a|\d)\s+)?(?:left|right)(?:\s+\d)?(?:\s+in\s+\S.*)?", re.IGNORECASE
)
_KEYED = late_pattern(
    rf"(?P<key>{'|'.join(key.replace('_', '[ _]') for key in (*_LISTS, *_ALONE[:3]))}|places)\s*:?\s+(?=\S)",
    re.IGNORECASE,
)


def keys_taken(card: TextNode, reader: Reader) -> tuple[str, ...]:
    """The keys of the choices that *card* leaves, as people write them."""
    return tuple(key.replace("_", " ") for key in KEYS if reader.knows(card, TAKES + key))


def choices_said(card: TextNode, said: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of the choices of *card* that are *said* behind it."""
    found: dict[str, list[TextNode]] = {}
    for part in (one for each in pieces_of(said, reader) for one in _given(each, reader)):
        key, value = _choice(card, part, reader)
        if not key and "option" not in found and (option := _only_option(card, part, reader)):
            (key, value), number = option
            found["option"] = [TextNode(part.place, number)]
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
        if reader.knows(whom, "nation") and (reader.knows(what, "card") or _DECK.fullmatch(what.text)):
            return what, whom
    return (part,)


def _list(values: list[TextNode]) -> Node:
    return ListNode(values[0].place, tuple(values))


def _choice(card: TextNode, part: TextNode, reader: Reader) -> tuple[str, TextNode]:
    """The key of the choice that *part* is, and what is chosen; no key if it is none, or not surely one."""
    if found := _KEYED.match(part.text):
        key = fold(found["key"]).replace(" ", "_").replace("places", "place")
        return key if reader.knows(card, TAKES + key) else "", part.part(found.end())
    if (found := DRAWN.match(part.text)) and reader.knows(card, TAKES + "then"):
        return "then", part.part(found.end())
    if reader.knows(card, GIVES_POINTS):
        return "", part
    taken = {key for key in KEYS if reader.knows(card, TAKES + key)}
    if found := _DISCARD.match(part.text):  # a card that gives one away takes a nation
        thrown = part.part(found.end())
        return "cards" if {"cards", "nation"} & taken == {"cards"} and reader.knows(thrown, "card") else "", thrown
    if found := _BOTH.match(part.text):
        part = TextNode(part.place, f"2 {part.text[found.end() :]}")
    if taken == {"march"}:
        found = _MARCH.match(part.text)
        return "march", part.part(found.end() if found else 0)
    if "consul" in taken and (_CONSUL.fullmatch(part.text) or consul_said(part, reader)):
        return "consul", part
    if "top" in taken and (_DECK.fullmatch(part.text) or _TOP.fullmatch(part.text)):
        return "top", TextNode(part.place, "yes")
    for key, kind in (("nation", "nation"), ("general", "general"), ("cards", "card")):
        if key in taken and reader.knows(part, kind):
            return key, part
    return "place" if "place" in taken and "regroup" not in taken and _are_pieces(part, reader) else "", part


def _only_option(card: TextNode, part: TextNode, reader: Reader) -> tuple[tuple[str, TextNode], str] | None:
    """The choice that *part* is of the only effect that it can be of, and the number of that effect."""
    squadron = _SQUADRON.match(part.text)
    what = "consul" if _CONSUL.fullmatch(part.text) or consul_said(part, reader) else "squadron" if squadron else ""
    number = next((n for (key, n), kind in ONLY.items() if key == what and reader.knows(card, kind)), 0)
    if not number or (squadron and not reader.may_name(part.part(squadron.end()), "place")):
        return None
    value = TextNode(part.place, f"1 squadron at {part.text[squadron.end() :]}") if squadron else part
    return ("place" if squadron else "consul", value), str(number)


def _are_pieces(part: TextNode, reader: Reader) -> bool:
    """Whether *part* is a number of pieces and where they go."""
    parts = clauses(part, AT)
    what = parts.get("", part)
    counted = number_first(what, reader)[1].text != what.text
    if "at" not in parts and (unit := _UNIT.match((rest := number_first(what, reader)[1]).text)):
        return counted and reader.knows(rest.part(unit.end()), "place")
    return "at" in parts and counted and reader.may_name(parts["at"], "place")
