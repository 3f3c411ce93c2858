"""The words of a move: where it goes, along what, with whom (10.1, 10.2)."""

import re
from typing import Any, Final

from pbem.engine.kit import languages
from pbem.engine.kit.languages import either
from pbem.engine.kit.paths import AND, ARROW, ARROWS
from pbem.engine.kit.reading import Reader, TextNode, bare, names_in
from pbem_maria.chapters.cards.payment_orders import TOGETHER
from pbem_maria.position.route import between, read_cities

MARCH: Final = "march"
FORCE_MARCH: Final = "force-march"
JOIN: Final = "join"
RE_ENTER: Final = "re-enter"
STAY: Final = "stay"

_MARK = re.compile(
    rf"(?:^|(?<=\s))(?:(?P<toward>{either(languages.TOWARD)})|(?P<to>(?:(?:{either(languages.THEN)})\s+)?(?:{either(languages.TO)}))"
    rf"|(?P<via>{either(languages.VIA)})|(?P<origin>{either(languages.FROM)})|(?P<then>{either(languages.THEN)}))(?=\s|$)",
    re.IGNORECASE,
)
"""What parts a way in words: `from` is called *origin*, as it is what the way begins with."""
_GO = re.compile(rf"(?:{either(languages.GO)})(?=\s|$)(?!{ARROW.pattern})\s*", re.IGNORECASE)
_FORCED = re.compile(rf"(?:{either(languages.FORCED)})(?=[\s:]|$)[\s:]*", re.IGNORECASE)
_STAY = re.compile(
    rf"(?:{either(languages.STAY)})(?=\s|$)\s*(?:(?:{either(languages.HERE)})(?=\s|$)\s*)?", re.IGNORECASE
)
_JOIN = re.compile(rf"(?:{either(languages.JOIN)})\s+", re.IGNORECASE)
_RE_ENTER = re.compile(r"re-?enters?\b\s*(?:in\b|on\b|at\b|to\b)?\s*", re.IGNORECASE)
_COMMANDS = re.compile(r"\s*,\s*([^,]+?)\s+commands\s*$", re.IGNORECASE)
_WITH = re.compile(r"\s+(?:with|for)\s+", re.IGNORECASE)

MoveFields = dict[str, Any]
"""The fields of a move that say where it goes."""


def read_way(value: TextNode, reader: Reader) -> MoveFields:
    """How a piece moves, as *value* says it; otherwise the problem is noted."""
    value = bare(value)
    commander: str | None = None
    if found := _COMMANDS.search(value.text):
        name = value.part(found.start(1), found.end(1))
        reader.mark(name, "commander")
        commander = reader.name(name, "general")
        value = value.part(0, found.start())
    if found := _RE_ENTER.match(value.text):
        way = value.part(found.end())
        if not way.text:
            raise reader.blame(value, "no-goal")
        return _read_re_entry(way, reader)
    joining = _joining(value, reader)
    if joining is not None:
        reader.mark(joining, "joins")
        return {"how": JOIN, "joins": reader.name(joining, "general"), "commander": commander}
    if commander is None and (staying := _staying(value, reader)) is not None:
        return staying
    how, way = MARCH, value
    if _is_plain(value, reader):  # a city may be called like a word: Marche
        return {"commander": commander, "path": read_cities(between(value, reader), reader, "path")}
    if found := _FORCED.match(value.text):
        how, way = FORCE_MARCH, value.part(found.end())
    elif going := _going(value, reader):
        way = going
    if not way.text:
        raise reader.blame(value, "no-goal")
    return {"how": how, "commander": commander, **_read_path(way, value, reader)}


def _going(value: TextNode, reader: Reader) -> TextNode | None:
    """What follows a word for going, unless it is the name of a city where the way begins: `Marche to Givet`."""
    found = _GO.match(value.text)
    named = found is not None and reader.knows(value.part(0, found.end()), "city")
    return value.part(found.end()) if found and not named else None


def _joining(value: TextNode, reader: Reader) -> TextNode | None:
    """The general to be joined: behind a word for that, or where the goal would be, if no city is called so."""
    if found := _JOIN.match(value.text):
        other = value.part(found.end())
        leads = _MARK.match(value.text) and reader.knows(other, "city")  # German "zu" is said of both
        return None if leads and not reader.knows(other, "general") else other
    rest = _going(value, reader) or value
    if (mark := _MARK.match(rest.text)) and (mark["to"] or mark["toward"]):
        other = rest.part(mark.end())
        return other if reader.knows(other, "general") and not reader.knows(other, "city") else None
    return None


def _staying(value: TextNode, reader: Reader) -> MoveFields | None:
    """No move, if that is what *value* says; the city named is the one where the piece is."""
    if reader.chooses(value, STAY, under=STAY):
        return {"how": STAY}
    found = _STAY.match(value.text)
    if found is None:
        return None
    city = value.part(found.end())
    if not city.text:
        return {"how": STAY}
    reader.mark(city, "path", 0)
    return {"how": STAY, "path": (reader.name(city, "city"),), "starts": True}


def _is_plain(way: TextNode, reader: Reader) -> bool:
    """Whether *way* is cities with arrows between them and no other word."""
    return all(reader.knows(part, "city") for part in way.split(*ARROWS))


def _read_path(way: TextNode, value: TextNode, reader: Reader) -> MoveFields:
    """The cities of a way with arrows or words between them, in the order in which they are passed."""
    if not _MARK.search(way.text) or reader.knows(way, "city"):
        return {"path": read_cities(between(way, reader), reader, "path")}
    marks = list(_MARK.finditer(way.text))
    starts = bool(marks[0]["origin"]) and marks[0].start() == 0
    ends = [*(mark.start() for mark in marks[1:]), len(way.text)]
    legs = [(str(mark.lastgroup), way.part(mark.end(), end)) for mark, end in zip(marks, ends, strict=True)]
    if before := way.part(0, marks[0].start()).text:
        starts = starts or legs[0][0] in ("to", "toward")
        legs.insert(0, ("start", way.part(0, marks[0].start())))
    elif starts and len(legs) == 1 and len(between(legs[0][1], reader)) == 1:
        raise reader.blame(value, "no-goal")
    if any(kind == "origin" for kind, _ in legs[1:]) or (before and legs[1][0] == "origin"):
        raise reader.blame(value, "unclear-way")
    legs = [*((kind, _without_end_mark(text)) for kind, text in legs[:-1]), legs[-1]]
    parts = _in_order([(kind, _places(kind, text, reader)) for kind, text in legs], value, reader)
    for kind, text in legs:
        if kind == "toward":
            reader.tell(text, "toward-read-as-to", text=text.text)
    return {"path": read_cities(parts, reader, "path"), "starts": starts}


def _places(kind: str, text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The names of cities in a part of a way; of those that it goes *via*, the last may follow an `and`."""
    texts = text.split(*AND) if kind == "via" else (text,)
    return tuple(part for each in texts for part in between(each, reader))


def _without_end_mark(text: TextNode) -> TextNode:
    """*text* without a comma or an arrow that only leads to the next word: `Enns, then Linz`."""
    mark = next((mark for mark in ARROWS if text.text.endswith(mark)), "")
    return text.part(0, len(text.text) - len(mark)) if mark else text


def _in_order(legs: list[tuple[str, tuple[TextNode, ...]]], value: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The parts of a way as they are passed: what is said to be on the way comes before where it leads."""
    goals = [number for number, (kind, _) in enumerate(legs) if kind in ("to", "toward")]
    late = [number for number, (kind, _) in enumerate(legs) if kind == "via" and goals and number > goals[-1]]
    if late:
        goal = legs[goals[-1]][1]
        if len(goal) > 1 or late[-1] != len(legs) - 1:
            raise reader.blame(value, "unclear-way")
        legs = [*legs[: goals[-1]], *legs[goals[-1] + 1 :], ("to", goal)]
    if legs[-1][0] == "via" and len(legs[-1][1]) == 1:
        raise reader.blame(value, "no-goal")
    return tuple(part for _, parts in legs for part in parts)


def _read_re_entry(value: TextNode, reader: Reader) -> MoveFields:
    cards: tuple[str, ...] = ()
    if found := _WITH.search(value.text):
        paid = value.part(found.end())
        reader.mark(paid, "cards")
        cards = names_in(paid, reader, TOGETHER, "card")
        value = value.part(0, found.start())
    reader.mark(value, "path", 0)
    return {"how": RE_ENTER, "path": (reader.name(value, "city"),), "cards": cards}
