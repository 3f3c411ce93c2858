"""The kinds of lines of an Impulse, the words for each, and the keys of what stands behind such a word.

The problem `nothing-more` (text) says that something is behind a word that stands alone.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from pbem.engine.reading import AND, MappingNode, Reader, TextNode, fold, heads, late_pattern
from pbem_tnw.orders.lines import (
    AssaultLine,
    AttackLine,
    BuildLine,
    CapitulateLine,
    ConsulLine,
    DeclareLine,
    DropLine,
    EmbarkLine,
    EndWarLine,
    FlagLine,
    FlipLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
)
from pbem_tnw.orders.marching import OF_MOVE, ONE_SHIP, formation, march, voyage
from pbem_tnw.orders.names import KeyedNode, all_as_list, clauses, forces, is_here, keyed, number_first
from pbem_tnw.orders.pieces import AT, consul_keys, in_pieces

KeysInText = Callable[[TextNode, Reader], tuple[KeyedNode, ...]]
_CP = late_pattern(
    r"[\s,]*\b(?:with|for|by)?\s*(\S+)\s*(?:cps?|tries|times|points?)$|[\s,]+(once|twice|thrice)$", re.IGNORECASE
)
_CAMP = late_pattern(
    r"(?<![\s,])[\s,]++(?:and\s+)?(?:joins?|join(?:ing)?|into|to|for)\s+(?:the\s+)?(.+?)(?:\s+camp)?$", re.IGNORECASE
)


class Verb(msgspec.Struct, frozen=True):
    """A kind of line."""

    word: str
    line: type[ImpulseLine]
    words: KeysInText
    """The keys of what follows in one text."""
    also: tuple[str, ...] = ()
    """What else a line may begin with."""
    main: str = ""
    """The key of a value that is not a text and has no keys."""
    aliases: Mapping[str, str] = {}
    """Other keys that mean the same."""


def _pieces(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    parts = clauses(text, {**AT, "with": "with", "w/": "with"})
    leaders, units = forces(parts.get("", text.part(len(text.text))), reader)
    more, also = forces(parts["with"], reader) if "with" in parts else ([], [])
    named = all_as_list([*leaders, *more])
    at = (keyed(parts["at"], "at"),) if "at" in parts else ()
    return (*((keyed(named, "generals"),) if named else ()), *units, *also, *at)


_CITY_OF = late_pattern(r"(?:the\s+)?(?:fortress|city|port|duchy|walls)\s+of\s+(?=\S)", re.IGNORECASE)
_ONLY_SAID = late_pattern(
    r"(?:(?:the|a|an|my|our|its|enemy)\s+)*(?:fortress|city|place|duchy|flags?|fleets?|port|enemy|walls)?",
    re.IGNORECASE,
)
"""What may be before `at` and a place, and says no more than the line does."""


def _at(text: TextNode, reader: Reader) -> TextNode:
    """The place in *text*, before which nothing else may be."""
    text = text.part(found.end() if (found := _CITY_OF.match(text.text)) else 0)
    parts = clauses(text, AT)
    before = parts.get("")
    if "at" in parts and before is not None and not _ONLY_SAID.fullmatch(before.text):
        raise reader.blame(before, "nothing-more", text=before.text)
    return parts.get("at") or text


_ROUNDS = late_pattern(
    r"[\s,(]*\b(?:for\s+|with\s+)?(?:(?:at\s+most|up\s+to|max(?:imum)?|only)\s+)?(\S+)\s+rounds?(?:\s+only)?\)?$",
    re.IGNORECASE,
)


_WHO_ASSAULTS = late_pattern(r"\s+with\s+(?P<who>\S[^;]*)$", re.IGNORECASE)
AGAIN: Final = late_pattern(
    r",?\s+(?:again|once\s+more|until\s+(?:it|the\s+(?:fortress|city))\s+falls)$", re.IGNORECASE
)
"""What says no more than that it is assaulted, for as long as may be."""


def _assault(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = _ROUNDS.search(text.text)
    where = text.part(0, found.start() if found else None)
    said = where.part(0, more.start()) if (more := AGAIN.search(where.text)) else where
    if with_whom := _WHO_ASSAULTS.search(said.text):
        who = said.part(*with_whom.span("who"))
        alone = all(reader.knows(part, "general") for part in who.split(*AND, ","))
        said = said.part(0, with_whom.start()) if alone else said
    if said is not where:
        reader.tell(text, "read-as", text=f"assault {where.text}", meant=f"assault {said.text}")
    at = _place(said, reader)
    return (*at, keyed(text.part(*found.span(1)), "rounds")) if found else at


def _place(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    at = _at(text, reader)
    return () if not at.text or is_here(at) else (keyed(at, "at"),)


_SHIPS = late_pattern(
    r"(?:the\s+)?(?:enemy(?:\s+(?:fleets?|squadrons?))?|all|squadrons?|ships?|fleets?|armada)", re.IGNORECASE
)
_OF_ATTACK: Final = {"from": "from", "in": "at", "on": "at", "at": "at"}
_WITH = late_pattern(r"[\s,]+with\s+(?:(?:all|the|my|our)\s+)*(?=\S)", re.IGNORECASE)
_FLEET = late_pattern(r"(?:\s|^)(?:(?P<one>squadron|ship)|squadrons|ships|fleets?)$", re.IGNORECASE)
_SHIPS_FIRST = late_pattern(r"(?:squadrons?|ships?)\s+", re.IGNORECASE)


def _sea_attack(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = re.match(r"with\s+", text.text, re.IGNORECASE)
    number, rest = number_first(text.part(found.end() if found else 0), reader)
    parts = clauses(rest, _OF_ATTACK)
    if number is None and (behind := _WITH.search(rest.text)):
        number, start = _fleet(rest.part(behind.end()), reader)
        said = rest.part(0, behind.start()) if number is not None or start is not None else rest
        parts = {**clauses(said, _OF_ATTACK), **({} if start is None else {"from": start})}
    if (what := parts.get("")) and "at" in parts and not _SHIPS.fullmatch(what.text):
        raise reader.blame(what, "nothing-more", text=what.text)
    if what and "at" in parts and number is None and ONE_SHIP.fullmatch(what.text):
        number = TextNode(what.place, "1")
    target = parts.get("at") or parts.get("", rest)
    pairs = [keyed(number, "squadrons")] if number is not None else []
    pairs += [keyed(parts["from"], "from")] if "from" in parts else []
    if target.text and not reader.may_name(target, "place") and reader.may_name(target, "box"):
        return (*pairs, keyed(TextNode(target.place, "yes"), "off_map"))
    if (ships := _SHIPS_FIRST.match(target.text)) and not reader.may_name(target, "place"):
        target = target.part(ships.end())
    return (*pairs, *_place(target, reader))


def _fleet(text: TextNode, reader: Reader) -> tuple[TextNode | None, TextNode | None]:
    """How many Squadrons attack, and from where, as far as `2 squadrons from Brest` or `Brest squadron` says so."""
    parts = clauses(text, dict.fromkeys(("from", "in", "at"), "from"))
    if "from" not in parts:
        parts = clauses(text, {"of": "from"})
    number, rest = number_first(parts.get("", text), reader)
    ships, start = _FLEET.search(rest.text), parts.get("from")
    if start is None and ships is not None and ships.start():
        start, rest = rest.part(0, ships.start()), rest.part(ships.start())
        number = TextNode(rest.place, "1") if number is None and ships["one"] else number
    whole = not rest.text or _FLEET.fullmatch(rest.text) is not None
    return (number, start) if whole and (start is None or reader.knows(start, "place")) else (None, None)


def _landing(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    if not text.text or reader.may_name(text, "duchy") or is_here(text):
        return _place(text, reader)
    return _pieces(text, reader)


def _flags(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = re.match(r"(?:remove|take off|off)\s+", text.text, re.IGNORECASE)
    rest = text.part(found.end()) if found else text
    at = _at(rest, reader)
    removed = (keyed(TextNode(text.place, "yes"), "remove"),) if found else ()
    return (*removed, *((keyed(at, "at"),) if at.text else ()))


def _list(key: str) -> KeysInText:
    def words(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        every = not text.text or fold(text.text) in ("all", "everything")
        return () if every else (keyed(in_pieces(text, reader, place_for_all=key == "at"), key),)

    return words


def _consul(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    said = consul_keys(text, reader)
    return said.pairs if isinstance(said, MappingNode) else ()


def _named(key: str) -> KeysInText:
    def words(text: TextNode, _reader: Reader) -> tuple[KeyedNode, ...]:
        found = re.match(r"(?:to|on|against|war on|war against)\s+", text.text, re.IGNORECASE)
        name = text.part(found.end() if found else 0)
        return (keyed(name, key),) if name.text else ()

    return words


def _end_war(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = None if reader.knows(text, "card") else _CP.search(text.text)
    if found:
        number = text.part(*found.span(1 if found[1] else 2))
        return keyed(text.part(0, found.start()), "war"), keyed(number, "cp")
    return (keyed(text, "war"),) if text.text else ()


def _declare(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = _CAMP.search(text.text)
    camp = (keyed(text.part(*found.span(1)), "camp"),) if found else ()
    return *_named("on")(text.part(0, found.start()) if found else text, reader), *camp


def _nothing(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    if text.text:
        raise reader.blame(text, "nothing-more", text=text.text)
    return ()


def _items(text: TextNode, _reader: Reader) -> tuple[KeyedNode, ...]:
    text = text.part(found.end() if (found := re.match(r"(?:is\s+)?for\s+", text.text, re.IGNORECASE)) else 0)
    return (keyed(text, "items"),) if text.text else ()


_IN = {"in": "at"}
_FLAG_RAISED: Final = tuple(
    f"{verb} {whose}flag{ending}"
    for verb in ("place", "plant", "put", "raise", "hoist", "set")
    for whose in ("", "a ", "the ", "our ", "my ", "up a ", "up the ", "up our ")
    for ending in ("", "s")
)
_OF_FORM = {"in": "at", "general": "commander", "leader": "commander", "generals": "with", "strength": "units"}
_OF_VOYAGE = {"to": "path", "via": "path", "fleet": "squadrons"}
_OF_PIECES = {"general": "generals", "with": "generals", "in": "at"}
VERBS: Final[tuple[Verb, ...]] = (
    Verb("form", FormLine, formation, ("form army", "form army group", "army"), aliases=_OF_FORM),
    Verb("drop", DropLine, _pieces, ("leave", "leave behind", "detach"), "generals", _OF_PIECES),
    Verb("take", TakeLine, _pieces, ("take up", "pick up"), "generals", _OF_PIECES),
    Verb(
        "move",
        MoveLine,
        march,
        (
            "moves",
            "march",
            "marches",
            "go",
            "goes",
            "advance",
            "step",
            "retreats",
            "retreat",
            "withdraws",
            "returns",
        ),
        "path",
        OF_MOVE,
    ),
    Verb("assault", AssaultLine, _assault, ("besiege", "siege", "storm", "assaults"), "at", _IN),
    Verb("sail", SailLine, voyage, ("sails", "put to sea"), "path", _OF_VOYAGE),
    Verb("embark", EmbarkLine, _pieces, ("load", "board"), "generals", _OF_PIECES),
    Verb("land", LandLine, _landing, ("disembark", "unload"), "at", {**_OF_PIECES, "to": "at"}),
    Verb(
        "attack",
        AttackLine,
        _sea_attack,
        ("naval attack", "attacks"),
        "at",
        {**_IN, "zone": "at", "fleet": "squadrons"},
    ),
    Verb("flag", FlagLine, _flags, ("flags", *_FLAG_RAISED), "at", _IN),
    Verb("unflag", FlagLine, _flags, ("remove flag", "remove flags"), "at", _IN),
    Verb("build", BuildLine, _list("pieces"), ("builds", "raise", "recruit", "buy"), "pieces"),
    Verb("regroup", RegroupLine, _list("pieces"), ("bring back",), "pieces"),
    Verb("refit", RefitLine, _list("at"), ("refits", "repair"), "at"),
    Verb("consul", ConsulLine, _consul, ("move consul", "diplomacy"), aliases={"proxy": "who", "nation": "who"}),
    Verb("flip", FlipLine, _named("who"), ("turn consul", "flip consul"), "who"),
    Verb("end war", EndWarLine, _end_war, ("end foreign war", "end the war", "end"), "war", {"tries": "cp", "n": "cp"}),
    Verb("declare", DeclareLine, _declare, ("declare war", "declare war on", "war on"), "on", {"war": "on"}),
    Verb("surrender", SurrenderLine, _named("to"), ("surrender to",), "to"),
    Verb("capitulate", CapitulateLine, _nothing, ("capitulation",)),
    Verb(
        "rest",
        RestLine,
        _items,
        ("the rest", "then", "left over", "remaining", "remainder", "whatever is left", "remaining cps"),
        "items",
    ),
)
BY_WORD: Final[Mapping[str, Verb]] = {fold(word): verb for verb in VERBS for word in (verb.word, *verb.also)}
_MOST_WORDS = 4


def verb_first(text: TextNode) -> tuple[Verb, TextNode] | None:
    """The word for a line that *text* begins with, the longest, and the rest."""
    if fold(text.text) in BY_WORD:
        return BY_WORD[fold(text.text)], text.part(len(text.text))
    for head, rest in heads(text):
        if len(head.text.split()) <= _MOST_WORDS and fold(head.text) in BY_WORD:
            return BY_WORD[fold(head.text)], rest
    return None
