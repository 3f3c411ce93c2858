"""Who marches or sails and along which path, as a line says it in one text, and that generals ride without units.

Napoleon with Lannes, Murat and 7 units at Strasbourg
Napoleon + Lannes to Ulm via Stuttgart
Charles alone at Ulm > Vienna      also: Charles: Vienna alone
"""

import re
from collections.abc import Mapping
from typing import Final

from pbem.engine.languages import FROM, GO, TO, VIA, WordTable, either
from pbem.engine.reading import AND as TOGETHER
from pbem.engine.reading import ARROW, ListNode, MappingNode, Node, Reader, TextNode, along, fold, heads, late_pattern
from pbem_tnw.orders.names import (
    KeyedNode,
    all_as_list,
    clauses,
    forces,
    keyed,
    number_first,
    renamed,
    without_condition,
)
from pbem_tnw.orders.pieces import AT

OF_MOVE: Final[Mapping[str, str]] = {"to": "path", "via": "path", "general": "commander", "generals": "with"}
"""Other keys of a move that mean the same."""
_BY_THEMSELVES: WordTable = (
    "alone|by themselves|on their own|no units|no troops|with no units|with no troops",
    "without units|without troops|without any units|without any troops",
    "allein|alleine|ohne truppen",
    "seul|seuls|sans troupes",
    "alleen",
    "solo|soli|da solo",
    "sam|sám",
)
_SELF = r"by\s+(?:him|it)self|on\s+(?:his|its)\s+own|without\s+(?:his|its)\s+(?:units|troops)"
_ALL_ALONE = rf"{_SELF}|{either(_BY_THEMSELVES)}"
_RIDES = r"(?:rid(?:es?|ing)\s+)?"
_ALONE = late_pattern(
    rf"(?<![\s,(])[\s,(]++{_RIDES}(?P<how>only|{_ALL_ALONE})\)?$",
    re.IGNORECASE,
)
"""What is said of generals that ride without units; behind a place `only` may mean that they go no further."""
_ALONE_BEFORE = late_pattern(rf"{_RIDES}\(?(?:{_ALL_ALONE})\)?(?:,?\s+|$)", re.IGNORECASE)
_UNITS_BEHIND = late_pattern(r"\s*\((?P<n>\d{1,2})(?:\s*(?:units?|u|sp))?\)$", re.IGNORECASE)
_WITH_BEHIND = late_pattern(r"[\s,]+(?:with|w/)\s+(?=\S)", re.IGNORECASE)
_NO_UNITS = ("0", "none", "no", "nothing", "zero")
_TO = late_pattern(rf"(?:{either(TO)})\s+", re.IGNORECASE)
_FROM_TO = late_pattern(rf"(?:(?:{either(FROM)})\s+)?(\S.*?)\s+(?:{either(TO)})\s+", re.IGNORECASE)
_VIA = late_pattern(rf"\s(?:{either(VIA)})\s+", re.IGNORECASE)
_START_OF_WAY = late_pattern(
    rf"(?:(?<=\s)(?:{either(GO)}|rides?|attacks?|retreats?|withdraws?|crosses|follows|joins?\s+(?:at|in))\s+(?:(?:{either(TO)})\s+)?|{ARROW.pattern}|(?<=\s)(?:{either(TO)})\s+|:\s+)",
    re.IGNORECASE,
)
_GOES_WITH = late_pattern(rf"(?<=\s)(?:{either(GO)})\s+(?=with\s.*\s(?:{either(TO)})\s)", re.IGNORECASE)
_WITH: Final = {"with": "with", "w/": "with", "and with": "with", "under": "commander", "commander": "commander"}


def formation(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a Formation that is written in one text."""
    parts = clauses(text, {**AT, **_WITH})
    first, units = forces(parts.get("", text.part(len(text.text))), reader)
    more, also = forces(parts["with"], reader) if "with" in parts else ([], [])
    commander = [parts["commander"]] if "commander" in parts else first[:1]
    riders = all_as_list([*(first if "commander" in parts else first[1:]), *more])
    pairs = [keyed(node, "commander") for node in commander] + ([keyed(riders, "with")] if riders else [])
    return (*pairs, *units, *also, *((keyed(parts["at"], "at"),) if "at" in parts else ()))


def path_of(text: TextNode, reader: Reader, *kinds: str) -> Node:
    """The places of a path in one text, as a list: `stuttgart > ulm`, `to Ulm via Stuttgart`."""
    found = _TO.match(text.text)
    if found and not reader.knows(text, *kinds):
        text = text.part(found.end())
    via = None if reader.knows(text, *kinds) else _VIA.search(text.text)
    if via is None and (begins := _FROM_TO.match(text.text)) and reader.knows(text.part(*begins.span(1)), *kinds):
        return ListNode(text.place, (text.part(*begins.span(1)), *along(text.part(begins.end()), reader, *kinds)))
    if via is None:
        return ListNode(text.place, along(text, reader, *kinds))
    between = along(text.part(via.end()), reader, *kinds)
    return ListNode(text.place, (*between, *along(text.part(0, via.start()), reader, *kinds)))


_FLEET_SAID = late_pattern(
    r"everything|(?:(?:all|whole|entire)(?:\s+of)?(?:\s+(?:the|my|our))?(?:\s+|$))?(?:squadrons?|ships?|fleets?|armada|units?)?",
    re.IGNORECASE,
)
"""What may be before the place where a Fleet is, and says no more than that all of it sails."""


ONE_SHIP = late_pattern(r"(?:an?\s+|the\s+)?(?:squadron|ship)", re.IGNORECASE)
"""One of a Fleet, though no number says so."""
_WITH_SHIPS = late_pattern(r"[\s,]+with\s+(?P<n>\d{1,2})(?:\s+(?:squadrons?|ships?))?$", re.IGNORECASE)
"""How many sail or attack, behind where."""


def voyage(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a sailing: `2 squadrons from Brest > Bay of Biscay`."""
    number, rest = number_first(text, reader)
    if number is None and (behind := _WITH_SHIPS.search(rest.text)):
        number, rest = rest.part(*behind.span("n")), rest.part(0, behind.start())
    goal = {"to": "path", "into": "path"}
    parts = clauses(rest, {"from": "from", **goal})
    if "from" not in parts:
        parts = clauses(rest, {"in": "from", "at": "from", **goal})
    said = parts.get("")
    if said is not None and number is None and ONE_SHIP.fullmatch(said.text):
        number, said = TextNode(said.place, "1"), None
    elif said is not None and _FLEET_SAID.fullmatch(said.text):
        said = None
    elif said is not None and (found := re.match(r"(?:squadrons?|ships?)\s+", said.text, re.IGNORECASE)):
        said = said.part(found.end())
    elif said is not None and {"from", "path"} <= set(parts):
        raise reader.blame(said, "nothing-more", text=said.text)
    way = parts.get("path", said)
    origin = parts.get("from") or (said if "path" in parts else None)
    pairs = [keyed(number, "squadrons")] if number is not None else []
    stops: tuple[TextNode, ...] = ()
    between: tuple[TextNode, ...] = ()
    if origin is not None and not reader.knows(origin, "place") and (via := _VIA.search(origin.text)):
        origin, between = origin.part(0, via.start()), along(origin.part(via.end()), reader, "place")
    if origin is not None and way is None:
        origin, *after = along(origin, reader, "place")
        stops = tuple(after)
    elif way is not None:
        stops = (*between, *_stops(way, reader))
        port = origin is None and len(stops) > 1 and reader.knows(stops[0], "duchy")
        origin, stops = (stops[0], stops[1:]) if port else (origin, stops)
    if not stops:
        raise reader.blame(text, "no-goal")
    pairs += [keyed(origin, "from")] if origin is not None else []
    return (*pairs, keyed(ListNode(stops[0].place, stops), "path"))


def _stops(way: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The places of a sailing, `to Western Mediterranean via Ionian Sea` among them."""
    path = path_of(way, reader, "place")
    return tuple(each for each in path.items if isinstance(each, TextNode)) if isinstance(path, ListNode) else ()


def marchers_first(text: TextNode, reader: Reader) -> tuple[tuple[KeyedNode, ...], TextNode] | None:
    """Who marches, as keys, and the path of `Napoleon > Ulm`, `Ney + Lannes to Ulm`, `John with 2 units > Venice`."""
    before = _ALONE_BEFORE.match(text.text)
    said = text.part(before.end()) if before else text
    if goes := _GOES_WITH.search(said.text):  # `Moore marches with 2 units to Plymouth`
        said = TextNode(said.place, f"{said.text[: goes.start()]}{said.text[goes.end() :]}")
    for found in _START_OF_WAY.finditer(said.text):
        if who := marchers(said.part(0, found.start()), reader):
            return (*who, _alone(text)) if before else who, said.part(found.end())
    return None if before else _dashed(said, reader)


def _dashed(text: TextNode, reader: Reader) -> tuple[tuple[KeyedNode, ...], TextNode] | None:
    """Who marches and where of `Charles Mantua-Milan (6)`, in which the places have hyphens between them."""
    units = _UNITS_BEHIND.search(text.text)
    said = text.part(0, units.start() if units else None)
    for head, way in heads(said) if "-" in said.text else ():
        stops = way.split("-")
        if len(stops) > 1 and all(reader.knows(stop, "duchy") for stop in stops) and reader.may_name(head, "general"):
            who = (*led((head,)), *((keyed(text.part(*units.span("n")), "units"),) if units else ()))
            return who, TextNode(way.place, " > ".join(stop.text for stop in stops))
    return None


def moved_alone(said: TextNode, value: TextNode, reader: Reader) -> tuple[tuple[KeyedNode, ...], TextNode] | None:
    """Who marches and where, of a line with `alone` before the name: `move alone Charles: Vienna`."""
    before = _ALONE_BEFORE.match(said.text)
    if before is None:
        return None
    named = said.part(before.end())
    found = (marchers(named, reader), value) if named.text else marchers_first(value, reader)
    return ((*found[0], _alone(said)), found[1]) if found and found[0] else None


def marchers(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of generals, with or without units, of whom the first commands: `Napoleon with Lannes and 7 units`.

    Of `Charles alone` there are no units.
    """
    parts = {} if _ALONE.search(text.text) else clauses(text, AT)
    said = parts.get("", text) if "at" in parts else text
    if found := _ALONE.search(said.text):
        riders = said.part(0, found.start())
        who = marchers(riders, reader) or led(riders.split(*TOGETHER))  # no one else rides, be the name misspelt
        return *who, _alone(text), *((keyed(parts["at"], "at"),) if "at" in parts else ())
    generals = text.split(*TOGETHER)
    if all(part.text and reader.may_name(part, "general") for part in generals):
        return led(generals)
    keys = formation(text, reader)
    named = [value for key, value in keys if key.text in ("commander", "with")]
    each = [one for value in named for one in (value.items if isinstance(value, ListNode) else (value,))]
    known = all(isinstance(one, TextNode) and reader.may_name(one, "general") for one in each)
    return keys if named and known and keys[0][0].text == "commander" else ()


def way_behind(text: TextNode) -> TextNode | None:
    """The way in `to Ulm` or `> Ulm`; None if *text* begins otherwise."""
    found = _TO.match(text.text) or ARROW.match(text.text)
    return text.part(found.end()) if found and text.part(found.end()).text else None


def led(generals: tuple[TextNode, ...]) -> tuple[KeyedNode, ...]:
    """The keys of the general that commands, named first, and of those that come along."""
    first, *others = generals
    riders = (keyed(ListNode(others[0].place, tuple(others)), "with"),) if others else ()
    return keyed(first, "commander"), *riders


def marching(who: tuple[KeyedNode, ...], path: Node) -> tuple[KeyedNode, ...]:
    """The keys of a move of *who*, who may be said to be *at* a place: the path begins there."""
    start = next((value for key, value in who if key.text == "at"), None)
    whole = ListNode(path.place, (start, *path.items)) if start is not None and isinstance(path, ListNode) else path
    return *(each for each in who if each[0].text != "at"), keyed(whole, "path")


def _alone(at: Node) -> KeyedNode:
    return keyed(TextNode(at.place, "yes"), "alone")


def way_of(who: tuple[KeyedNode, ...], value: Node, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a move of *who* along *value*, which may say more of the move: `Vienna alone`."""
    if isinstance(value, MappingNode):
        return *who, *renamed(value, OF_MOVE).pairs
    if not isinstance(value, TextNode):
        return marching(who, value)
    text, condition = without_condition(value)
    refuse_condition_of_step(text, value.text[len(text.text) :], reader)
    before = _ALONE_BEFORE.match(text.text)
    text = text.part(before.end()) if before else text
    after = None if reader.knows(text, "duchy") else _ALONE.search(text.text)
    behind = after is not None and after["how"].casefold() != "only"
    text = text.part(0, after.start()) if after is not None and behind else text
    if who and not text.text:
        raise reader.blame(value, "no-goal")
    text, led_along = _led_along(text, reader) if who else (text, ())
    who = (*who, *led_along)
    alone = (_alone(value),) if before or behind else ()
    return *marching(who, path_of(text, reader, "duchy")), *alone, *condition


def refuse_condition_of_step(way: TextNode, condition: str, reader: Reader, verb: str = "") -> None:
    """Refuse a *condition* behind several places with commas between them: it may be of the last one alone."""
    stops = [stop.text for stop in along(way, reader, "place")] if condition and "," in way.text else []
    if stops[1:]:
        of_last = f"{' > '.join(stops[:-1])}{f'; {verb}' if verb else ', then'} {stops[-1]}"
        meanings = (f"{verb} {each}{condition}".strip() for each in (" > ".join(stops), of_last))
        raise reader.blame(way, "two-meanings", meanings=tuple(meanings))


def _led_along(text: TextNode, reader: Reader) -> tuple[TextNode, tuple[KeyedNode, ...]]:
    """The way in `Ulm with Lannes and 7 units`, and who is led along it."""
    found = None if reader.knows(text, "duchy") else _WITH_BEHIND.search(text.text)
    leaders, units = forces(text.part(found.end()), reader) if found is not None else ([], [])
    if found is None or not (units or leaders) or not all(reader.may_name(one, "general") for one in leaders):
        return text, ()
    riders = all_as_list(leaders)
    return text.part(0, found.start()), (*((keyed(riders, "with"),) if riders else ()), *units)


def march(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a move that is written in one text, with who marches or without."""
    found = marchers_first(text, reader)
    if found is None or (len(found[0]) == 1 and reader.knows(text.part(0, len(_text_of(found[0]))), "duchy")):
        return way_of((), text, reader)
    return way_of(*found, reader)


def keys_of_move(pairs: tuple[KeyedNode, ...], reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a move of those *pairs*, of which one may be who marches and the way: `Charles alone: Vienna`."""
    found: list[KeyedNode] = []
    for key, value in pairs:
        named = TextNode(key.place, OF_MOVE.get(fold(key.text), key.text))
        who = marchers(key, reader)
        way = who or (named.text == "path" and isinstance(value, TextNode) and bool(value.text))
        found += way_of(who, value, reader) if way else ((named, value),)
    return tuple(_alone(value) if key.text == "units" and _says_none(value) else (key, value) for key, value in found)


def _says_none(value: Node) -> bool:
    return isinstance(value, TextNode) and fold(value.text) in _NO_UNITS


def _text_of(who: tuple[KeyedNode, ...]) -> str:
    value = who[0][1]
    return value.text if isinstance(value, TextNode) else ""
