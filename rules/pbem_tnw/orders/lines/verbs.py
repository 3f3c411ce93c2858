"""The words that lines begin with, and how what follows in one text is parted into the keys of the line.

form: Napoleon with Lannes, Murat and 7 units at Strasbourg
move: stuttgart > ulm            also: Napoleon: stuttgart, ulm; Napoleon + Lannes to Ulm
sail: 2 squadrons from Brest > Bay of Biscay
flag: here                       also: flag Ulm, Munich; remove flag Ulm
build: 2 units in Mainz, 1 in Paris
consul: prussia right 2 in france
declare war on Prussia
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from pbem.engine.kit.paths import along
from pbem.engine.kit.reading import ListNode, MappingNode, Reader, TextNode
from pbem_tnw.orders.lines.consuls import consul_keys
from pbem_tnw.orders.lines.lines import (
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
from pbem_tnw.orders.lines.marching import OF_MOVE, formation, march
from pbem_tnw.orders.lines.pieces import AT, in_pieces
from pbem_tnw.orders.lines.wording import KeyedNode, all_as_list, clauses, fold, forces, keyed, number_first
from pbem_tnw.orders.names import is_here

KeysInText = Callable[[TextNode, Reader], tuple[KeyedNode, ...]]
_CP = re.compile(r"[\s,]*\b(?:with|for|by)?\s*(\S+)\s*(?:cps?|tries|times|points?)$", re.IGNORECASE)
_CAMP = re.compile(
    r"[\s,]+(?:and\s+)?(?:joins?|join(?:ing)?|into|to|for)\s+(?:the\s+)?(.+?)(?:\s+camp)?$", re.IGNORECASE
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
    parts = clauses(text, {**AT, "with": "with"})
    leaders, units = forces(parts.get("", text.part(len(text.text))), reader)
    more, also = forces(parts["with"], reader) if "with" in parts else ([], [])
    named = all_as_list([*leaders, *more])
    at = (keyed(parts["at"], "at"),) if "at" in parts else ()
    return (*((keyed(named, "generals"),) if named else ()), *units, *also, *at)


def _voyage(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    number, rest = number_first(text, reader)
    parts = clauses(rest, {"from": "from", "to": "path", "into": "path"})
    said = parts.get("")
    if said is not None and re.fullmatch(r"(?:all|squadrons?|ships?|fleet|armada|units?)", said.text, re.IGNORECASE):
        said = None
    elif said is not None and (found := re.match(r"(?:squadrons?|ships?)\s+", said.text, re.IGNORECASE)):
        said = said.part(found.end())
    way = parts.get("path", said)
    origin = parts.get("from") or (said if "path" in parts else None)
    pairs = [keyed(number, "squadrons")] if number is not None else []
    stops: tuple[TextNode, ...] = ()
    if origin is not None and way is None:
        origin, *after = along(origin, reader, "place")
        stops = tuple(after)
    elif way is not None:
        stops = along(way, reader, "place")
        port = origin is None and len(stops) > 1 and reader.knows(stops[0], "duchy")
        origin, stops = (stops[0], stops[1:]) if port else (origin, stops)
    if not stops:
        raise reader.blame(text, "no-goal")
    pairs += [keyed(origin, "from")] if origin is not None else []
    return (*pairs, keyed(ListNode(stops[0].place, stops), "path"))


def _place(text: TextNode, _reader: Reader) -> tuple[KeyedNode, ...]:
    at = clauses(text, AT).get("at") or text
    return () if not at.text or is_here(at) else (keyed(at, "at"),)


def _sea_attack(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    number, rest = number_first(text, reader)
    parts = clauses(rest, {"from": "from", "in": "at", "on": "at", "at": "at"})
    target = parts.get("at") or parts.get("", rest)
    pairs = [keyed(number, "squadrons")] if number is not None else []
    pairs += [keyed(parts["from"], "from")] if "from" in parts else []
    if target.text and not reader.may_name(target, "place") and reader.may_name(target, "box"):
        return (*pairs, keyed(TextNode(target.place, "yes"), "off_map"))
    return (*pairs, *_place(target, reader))


def _landing(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    if not text.text or reader.may_name(text, "duchy") or is_here(text):
        return _place(text, reader)
    return _pieces(text, reader)


def _flags(text: TextNode, _reader: Reader) -> tuple[KeyedNode, ...]:
    found = re.match(r"(?:remove|take off|off)\s+", text.text, re.IGNORECASE)
    rest = text.part(found.end()) if found else text
    at = clauses(rest, AT).get("at") or rest
    removed = (keyed(TextNode(text.place, "yes"), "remove"),) if found else ()
    return (*removed, *((keyed(at, "at"),) if at.text else ()))


def _list(key: str) -> KeysInText:
    def words(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        every = not text.text or fold(text.text) in ("all", "everything")
        return () if every else (keyed(in_pieces(text, reader), key),)

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
        return keyed(text.part(0, found.start()), "war"), keyed(text.part(*found.span(1)), "cp")
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
    return (keyed(text, "items"),) if text.text else ()


_IN = {"in": "at"}
_OF_FORM = {"in": "at", "general": "commander", "leader": "commander", "generals": "with", "strength": "units"}
_OF_VOYAGE = {"to": "path", "via": "path", "fleet": "squadrons"}
_OF_PIECES = {"general": "generals", "with": "generals", "in": "at"}
VERBS: Final[tuple[Verb, ...]] = (
    Verb("form", FormLine, formation, ("form army", "form army group", "army"), aliases=_OF_FORM),
    Verb("drop", DropLine, _pieces, ("leave", "leave behind", "detach"), "generals", _OF_PIECES),
    Verb("take", TakeLine, _pieces, ("take up", "pick up"), "generals", _OF_PIECES),
    Verb("move", MoveLine, march, ("moves", "march", "marches", "go", "goes", "advance", "step"), "path", OF_MOVE),
    Verb("assault", AssaultLine, _place, ("besiege", "siege", "storm", "assaults"), "at", _IN),
    Verb("sail", SailLine, _voyage, ("sails", "put to sea"), "path", _OF_VOYAGE),
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
    Verb("flag", FlagLine, _flags, ("flags", "place flag", "place flags", "plant flag"), "at", _IN),
    Verb("unflag", FlagLine, _flags, ("remove flag", "remove flags"), "at", _IN),
    Verb("build", BuildLine, _list("pieces"), ("builds", "raise", "recruit", "buy"), "pieces"),
    Verb("regroup", RegroupLine, _list("pieces"), ("bring back",), "pieces"),
    Verb("refit", RefitLine, _list("at"), ("refits", "repair"), "at"),
    Verb("consul", ConsulLine, _consul, ("move consul", "diplomacy"), aliases={"proxy": "who", "nation": "who"}),
    Verb("flip", FlipLine, _named("who"), ("turn consul", "flip consul"), "who"),
    Verb("end war", EndWarLine, _end_war, ("end foreign war", "end the war"), "war", {"tries": "cp", "n": "cp"}),
    Verb("declare", DeclareLine, _declare, ("declare war", "declare war on", "war on"), "on", {"war": "on"}),
    Verb("surrender", SurrenderLine, _named("to"), ("surrender to",), "to"),
    Verb("capitulate", CapitulateLine, _nothing, ("capitulation",)),
    Verb("rest", RestLine, _items, ("the rest", "then", "left over", "remaining"), "items"),
)
BY_WORD: Final[Mapping[str, Verb]] = {fold(word): verb for verb in VERBS for word in (verb.word, *verb.also)}
