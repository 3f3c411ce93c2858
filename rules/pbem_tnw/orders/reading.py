"""Lines as people write them: verbs and clauses.

form: Napoleon with Lannes, Murat and 7 units at Strasbourg
move: stuttgart > ulm            also: Napoleon: stuttgart, ulm; Napoleon + Lannes to Ulm
sail: 2 squadrons from Brest > Bay of Biscay
flag: here                       also: flag Ulm, Munich; remove flag Ulm
build: 2 units in Mainz, 1 in Paris
consul: prussia right 2 in france
declare war on Prussia

    - move: [stuttgart, ulm]
      if_intercepted: halt
    - Napoleon: stuttgart > ulm
    - flag here if enemy_units(munich) = 0
    - {build: {unit: 1, at: mainz}, if: cp_left >= 2}

The problems and their arguments, besides those of keys, names and choices:

    two-lines      word, other    two lines in one: a dash is missing
    not-a-line                    a list where a line should be
    no-goal                       a move to nowhere
    move-without-commander        a move that names pieces, but not who leads them
    alone-with-units              generals that ride alone, and units
    else-of-line                  one line or another, or several under one condition, which only ways to play can be
    nothing-more   text           something behind a word that stands alone
    not-a-piece    text           neither a kind of piece nor a general
    not-a-count    number         pieces are counted from 1
"""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any, ClassVar, Final, Self

import msgspec

from pbem.engine.reading import (
    AND,
    ARROWS,
    ListNode,
    MappingNode,
    Node,
    Reader,
    Speller,
    TextNode,
    bare,
    fold,
    heads,
)
from pbem_tnw.orders.joined import is_lone, lines_in, names_no_one, orders_nothing, refuse_other_goals
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
    OrderLine,
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    SurrenderLine,
    TakeLine,
    spelled_line,
)
from pbem_tnw.orders.marching import (
    OF_MOVE,
    formation,
    keys_of_move,
    led,
    march,
    marchers,
    marchers_first,
    moved_alone,
    voyage,
    way_of,
)
from pbem_tnw.orders.names import (
    KeyedNode,
    all_as_list,
    clauses,
    condition_first,
    forces,
    is_here,
    keyed,
    mapping,
    number_first,
    otherwise,
    refuse_condition,
    renamed,
    under_condition,
    without_condition,
    without_cost,
)
from pbem_tnw.orders.pieces import AT, Strengths, consul_keys, in_pieces

KeysInText = Callable[[TextNode, Reader], tuple[KeyedNode, ...]]
_CP = re.compile(
    r"[\s,]*\b(?:with|for|by)?\s*(\S+)\s*(?:cps?|tries|times|points?)$|[\s,]+(once|twice|thrice)$", re.IGNORECASE
)
_CAMP = re.compile(
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


_ONLY_SAID = re.compile(
    r"(?:(?:the|a|an|my|our|its|enemy)\s+)*(?:fortress|city|place|duchy|flags?|fleets?|port|enemy|walls)?",
    re.IGNORECASE,
)
"""What may be before `at` and a place, and says no more than the line does."""


def _at(text: TextNode, reader: Reader) -> TextNode:
    """The place in *text*, before which nothing else may be."""
    parts = clauses(text, AT)
    before = parts.get("")
    if "at" in parts and before is not None and not _ONLY_SAID.fullmatch(before.text):
        raise reader.blame(before, "nothing-more", text=before.text)
    return parts.get("at") or text


_ROUNDS = re.compile(
    r"[\s,(]*\b(?:for\s+|with\s+)?(?:(?:at\s+most|up\s+to|max(?:imum)?|only)\s+)?(\S+)\s+rounds?(?:\s+only)?\)?$",
    re.IGNORECASE,
)


def _assault(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = _ROUNDS.search(text.text)
    at = _place(text.part(0, found.start() if found else None), reader)
    return (*at, keyed(text.part(*found.span(1)), "rounds")) if found else at


def _place(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    at = _at(text, reader)
    return () if not at.text or is_here(at) else (keyed(at, "at"),)


_SHIPS = re.compile(
    r"(?:the\s+)?(?:enemy(?:\s+(?:fleets?|squadrons?))?|all|squadrons?|ships?|fleets?|armada)", re.IGNORECASE
)
_OF_ATTACK: Final = {"from": "from", "in": "at", "on": "at", "at": "at"}
_WITH_SHIPS = re.compile(r"[\s,]+with\s+(\S+)(?:\s+(?:squadrons?|ships?))?$", re.IGNORECASE)
_SHIPS_FIRST = re.compile(r"(?:squadrons?|ships?)\s+", re.IGNORECASE)


def _sea_attack(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    found = re.match(r"with\s+", text.text, re.IGNORECASE)
    number, rest = number_first(text.part(found.end() if found else 0), reader)
    parts = clauses(rest, _OF_ATTACK)
    if number is None and (behind := _WITH_SHIPS.search(rest.text)):
        number, parts = rest.part(*behind.span(1)), clauses(rest.part(0, behind.start()), _OF_ATTACK)
    if (what := parts.get("")) and "at" in parts and not _SHIPS.fullmatch(what.text):
        raise reader.blame(what, "nothing-more", text=what.text)
    target = parts.get("at") or parts.get("", rest)
    pairs = [keyed(number, "squadrons")] if number is not None else []
    pairs += [keyed(parts["from"], "from")] if "from" in parts else []
    if target.text and not reader.may_name(target, "place") and reader.may_name(target, "box"):
        return (*pairs, keyed(TextNode(target.place, "yes"), "off_map"))
    if (ships := _SHIPS_FIRST.match(target.text)) and not reader.may_name(target, "place"):
        target = target.part(ships.end())
    return (*pairs, *_place(target, reader))


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
    return (keyed(text, "items"),) if text.text else ()


_IN = {"in": "at"}
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
    Verb("flag", FlagLine, _flags, ("flags", "place flag", "place flags", "plant flag"), "at", _IN),
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


_OF_LISTS = (BuildLine, RegroupLine, RefitLine, FlagLine, RestLine)
"""Lines of several things, of which one may have a condition."""
_CONSUL = re.compile(r"\s(?:left|right)(?:\s+\d{1,2})?$", re.IGNORECASE)
_BUILT = re.compile(
    r"(?:\d{1,2}\s*|an?\s+)?(?:u|units?|sp|squadrons?)(?:\s+|,\s*)(?!(?:to|into|from)\b)\S", re.IGNORECASE
)
_UNCOUNTED = re.compile(r"(?:units|squadrons)\s+(?:at|in)\s+[^,;]+$", re.IGNORECASE)
"""As many as the CPs allow."""
_BESIDE = frozenset({"if", "if intercepted", "if met", "only if odds", "battle"})
_WORDS = tuple(verb.word for verb in VERBS)
_MOST_WORDS = 4
_AND_FIRST = re.compile(r"(?:and\s+then|and|then)\s+(?=\S)", re.IGNORECASE)
_OUT_OF_BOX = re.compile(
    r"(?P<who>\S.*?)\s+(?:from|out\s+of)\s+the\s+regroup\s+box(?:\s+(?:to|at|in|into)\s+(?P<at>\S.*))?", re.IGNORECASE
)
_BROUGHT = re.compile(
    r"(?:bring|regroup)\s+(?P<who>\S.*?)\s+back(?:\s+(?:to|at|in|into)\s+(?P<at>\S.*))?", re.IGNORECASE
)
_AT_SEA = re.compile(
    r"(?P<who>\S.{0,80}?)\s+(?P<verb>embark|board|land|disembark|sail|attack)s?(?:\s+(?P<rest>\S.*))?", re.IGNORECASE
)
_FLEET = re.compile(
    r"(?:the\s+)?(?P<number>\d{1,2}\s+)?(?:fleets?|squadrons?|ships?|armada)\s+(?:in|at|from|of|off)\s+(?P<at>\S.*)",
    re.IGNORECASE,
)


class OrderLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines in the order in which they are carried out; the path of a problem has the line's number after the key.

    A line that cannot be read has left its number to the next: the rest of a refused sheet is checked all the same.
    """

    LINES: ClassVar[bool] = True
    """It is written as a list."""

    BEGINS: ClassVar = frozenset({
        "build", "builds", "raise", "recruit", "regroup", "refit", "rest", "bring", "unit", "units", "squadron",
        "squadrons", "a", "one", "two", "three", *"123456789",
    })  # fmt: skip
    """Of lines of the Interphase, below a nation."""
    lines: tuple[ImpulseLine, ...] = ()
    gaps: tuple[int, ...] = ()
    """The numbers of the lines that could not be read, or not whole, or were before those; no order has any."""

    def __iter__(self) -> Iterator[ImpulseLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, number: int) -> ImpulseLine:
        return self.lines[number]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        lines, gaps, lone = list[ImpulseLine](), list[int](), dict[int, Node]()
        for each in _apart(node, reader):
            if orders_nothing(each, reader):
                reader.tell(each, "line-left-out")
                continue
            parts = lines_in(each, reader)
            for part in parts:
                number = len(lines)
                reader.mark(part, number)
                found, whole = reader.noted(partial(reader.read, part, _OneLine, number))
                lines += found
                if not whole:
                    gaps.append(number)  # the rest can still be checked
            lone |= {len(lines): each} if is_lone(parts) else {}
        for number, each in lone.items():
            if names_no_one(lines[number:]):
                raise reader.blame(each, "lone-units-go-on")
        return cls(tuple(lines), tuple(gaps))

    def spell(self, speller: Speller) -> list[Any]:
        return [spelled_line(line, speller) for line in self.lines]


class _OneLine(msgspec.Struct, frozen=True):
    """Stands for the union of all lines, which reads none of them by its keys alone."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> OrderLine:
        refuse_other_goals(node, reader)
        if isinstance(node, MappingNode):
            return _from_keys(node, reader)
        if isinstance(node, TextNode):
            return _from_words(bare(node), reader)
        raise reader.blame(node, "not-a-line")


def _apart(node: Node, reader: Reader) -> tuple[Node, ...]:
    """The lines in *node*: of a list, of a mapping without dashes, of one text with semicolons or commas."""
    if isinstance(node, ListNode):
        return tuple(line for item in node.items for line in _conditional(item, reader))
    if isinstance(node, TextNode):
        return tuple(line for part in node.split(";") if part.text for line in _at_commas(part, reader))
    found: list[list[KeyedNode]] = []
    for each in node.pairs if isinstance(node, MappingNode) else ():
        if found and fold(each[0].text) in _BESIDE:
            found[-1].append(each)
        else:
            found.append([each])
    return tuple(line for pairs in found for line in _conditional(mapping(pairs[0][0], pairs), reader))


def _conditional(node: Node, reader: Reader) -> tuple[Node, ...]:
    """The lines in *node*, each with the condition that is said first: `if Mack is in Ulm: Napoleon > Ulm`."""
    if otherwise(node) is not None:
        raise reader.blame(node, "else-of-line")
    if (said := condition_first(node)) is None:
        return _moves_apart(node)
    test, lines = said[0], _apart(said[1], reader)
    if len(lines) != 1:  # the first may change whether it holds for the next
        raise reader.blame(node, "else-of-line")
    return (under_condition(test, lines[0]),)


def _at_commas(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """*text* in the lines between its commas, if a line begins behind each: `flag Ulm, regroup Masséna`."""
    for mark in (",", ". ", " then "):
        first, *others = map(_without_and, text.split(mark))
        if not others or not first.text:
            continue
        apart = all(_verb_first(each) or _BROUGHT.fullmatch(each.text) for each in others) or all(
            _is_line(part, reader) for part in (first, *others)
        )
        box = _OUT_OF_BOX.fullmatch(first.text)  # what is built behind a general who comes back comes from nowhere
        if apart or (box and reader.may_name(first.part(*box.span("who")), "general") and all(map(_builds, others))):
            return (first, *others)
    return (text,)


def _builds(text: TextNode) -> bool:
    """Whether *text* is units at a place: `1 unit in Riga`."""
    return re.match(r"(?:\S+\s+)?(?:units?|squadrons?)\s+(?:at|in)\s", text.text, re.IGNORECASE) is not None


def _without_and(text: TextNode) -> TextNode:
    """*text* without the `and` before the last of several lines."""
    found = _AND_FIRST.match(text.text)
    return text.part(found.end()) if found else text


def _is_line(text: TextNode, reader: Reader) -> bool:
    """Whether *text* is a line by itself: a verb and more, or who marches and where."""
    found = _verb_first(text)
    if _BROUGHT.fullmatch(text.text):
        return True
    if found is not None and found[0].line is not MoveLine:
        return bool(found[1].text)
    said = found[1] if found is not None else text
    built = found is None and (_BUILT.match(said.text) or _CONSUL.search(said.text))
    return bool(built) or marchers_first(said, reader) is not None


def _moves_apart(node: Node) -> tuple[Node, ...]:
    """The moves that are a list below one word: `move: [Charles: Vienna, Mack: Ulm]`."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    verb = BY_WORD.get(fold(pairs[0][0].text)) if len(pairs) == 1 else None
    value = pairs[0][1] if verb is not None and verb.line is MoveLine else None
    moves = value.items if isinstance(value, ListNode) else ()
    return moves if moves and all(isinstance(move, MappingNode) for move in moves) else (node,)


def _from_keys(node: MappingNode, reader: Reader) -> OrderLine:
    verbs = [pair for pair in node.pairs if fold(pair[0].text) in BY_WORD]
    if len(verbs) > 1:
        words = [verb.text for verb, _ in verbs]
        raise reader.blame(verbs[1][0], "two-lines", word=words[0], other=words[1])
    if verbs:
        key, value = verbs[0]
        beside = tuple(pair for pair in node.pairs if pair is not verbs[0])
        return _line(key, BY_WORD[fold(key.text)], value, beside, reader)
    for each in node.pairs:
        key, value = each
        if fold(key.text) not in _BESIDE:
            beside = tuple(other for other in node.pairs if other is not each)
            return _unnamed(key, value, beside, reader)
    raise reader.blame(node, "not-a-line")


def _unnamed(key: TextNode, value: Node, beside: tuple[KeyedNode, ...], reader: Reader) -> OrderLine:
    """A line without a word for it: `Napoleon: stuttgart, ulm`, or `build 2 units: mainz`."""
    verb, rest = _verb_first(key) or (None, key)
    if verb is not None and verb.line is MoveLine and isinstance(value, TextNode):
        if moved := moved_alone(rest, value, reader):
            return _move(key, (*_way(*moved, reader), *beside), reader)
    elif who := marchers(key, reader):
        return _move(key, (*_way(who, value, reader), *beside), reader)
    if verb is not None and isinstance(value, TextNode):
        if verb.main == "pieces":
            return _line(key, verb, mapping(key, ((value, rest),)), beside, reader)
        return _line(key, verb, rest, (keyed(value, "at"), *beside), reader)
    misspelt = get_close_matches(fold(key.text), BY_WORD, 1, 0.7)
    if (
        not misspelt
        and isinstance(value, TextNode)
        and all(reader.knows(part, "duchy") for part in value.split(*ARROWS))
    ):
        return _move(key, (*_way(led(key.split(*AND)), value, reader), *beside), reader)
    return _line(key, _meant(key, reader), value, beside, reader)


def _way(who: tuple[KeyedNode, ...], value: Node, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a move of *who* along *value*, which may begin with a verb."""
    return way_of(who, _after_verb(value) if isinstance(value, TextNode) else value, reader)


def _after_verb(text: TextNode) -> TextNode:
    """`move to ulm` without its verb."""
    found = _verb_first(text)
    return found[1] if found is not None and found[0].line is MoveLine and found[1].text else text


def _verb_first(text: TextNode) -> tuple[Verb, TextNode] | None:
    """The word for a line that *text* begins with, the longest, and the rest."""
    if fold(text.text) in BY_WORD:
        return BY_WORD[fold(text.text)], text.part(len(text.text))
    for head, rest in heads(text):
        if len(head.text.split()) <= _MOST_WORDS and fold(head.text) in BY_WORD:
            return BY_WORD[fold(head.text)], rest
    return None


def _without_verb(text: TextNode, condition: tuple[KeyedNode, ...], reader: Reader) -> OrderLine | None:
    """The line that *text* can only be though it lacks its first word: `1 unit Milan`, `Turkey left 1`."""
    word = "consul" if _CONSUL.search(text.text) else "build" if _BUILT.match(text.text) else ""
    if not word:
        return None
    for line in reader.attempt(partial(_line, text, BY_WORD[word], text, condition, reader)):
        reader.tell(text, "read-as", text=text.text, meant=f"{word} {text.text}")
        return line
    return None


def _verb_in_front(text: TextNode, reader: Reader) -> TextNode:
    """*text* with its verb first, which is noted: `Stuart embarks`, `Fleet in Cadiz sails to Brest`."""
    found = _BROUGHT.fullmatch(text.text) or _OUT_OF_BOX.fullmatch(text.text)
    who = re.sub(r"^both\s+(?=units|squadrons)", "2 ", found["who"], flags=re.IGNORECASE) if found else ""
    meant = f"regroup {who}" + (f" at {found['at']}" if found["at"] else "") if found else ""
    if not meant and _verb_first(text) is None and (found := _AT_SEA.fullmatch(text.text)):
        verb, rest, fleet = found["verb"].casefold(), found["rest"] or "", _FLEET.fullmatch(found["who"])
        if fleet and verb in ("sail", "attack"):
            squadrons = f"{fleet['number']}squadrons " if fleet["number"] else ""
            meant = f"{verb} {squadrons}from {fleet['at']} {rest if verb == 'sail' else f'at {rest}'}"
        elif verb not in ("sail", "attack") and marchers(text.part(*found.span("who")), reader):
            meant = f"{verb} {found['who']} {rest}"
    if not meant:
        return text
    reader.tell(text, "read-as", text=text.text, meant=meant.strip())
    return TextNode(text.place, meant.strip())


def _from_words(text: TextNode, reader: Reader) -> OrderLine:
    said, condition = without_condition(text)
    said = _verb_in_front(said, reader)
    found = _verb_first(said)
    moves = found is not None and found[0].line is MoveLine
    if not moves and (moved := marchers_first(said, reader)) is not None:
        return _move(text, (*_way(*moved, reader), *condition), reader)
    if found is not None:
        verb, rest = found
        if verb.line in _OF_LISTS:
            refuse_condition(rest, condition, reader, verb.word)
        return _line(said, verb, rest, condition, reader)
    if line := _without_verb(said, condition, reader):
        return line
    first, rest = next(reversed(list(heads(said))), (said, said.part(len(said.text))))
    return _line(said, _meant(first, reader), rest, condition, reader)


def _meant(word: TextNode, reader: Reader) -> Verb:
    """The verb that a misspelt *word* is; no one surrenders by a slip."""
    verb = BY_WORD[reader.choice(word, *_WORDS, under="do")]
    if verb.line in (SurrenderLine, CapitulateLine, DeclareLine):
        raise reader.blame(word, "not-a-line")
    return verb


def _line(key: TextNode, verb: Verb, value: Node, beside: tuple[KeyedNode, ...], reader: Reader) -> OrderLine:
    """The line of a *verb* with its value and the keys beside it."""
    if verb.line is RegroupLine and isinstance(value, TextNode) and _UNCOUNTED.match(value.text):
        raise reader.blame(value, "two-meanings", meanings=tuple(f"regroup {n} {value.text}" for n in (2, 3)))
    if verb.line is BuildLine and isinstance(value, TextNode) and _UNCOUNTED.match(value.text):
        reader.tell(value, "read-as", text=f"build {value.text}", meant=f"rest: {value.text}")
        verb = BY_WORD["rest"]
    if isinstance(value, TextNode):
        given = any(fold(other.text) == "if" for other, _ in beside)
        said, condition = (value, ()) if given else without_condition(value)
        if verb.line in _OF_LISTS:
            refuse_condition(said, condition, reader, verb.word)
        said = said if verb.line is EndWarLine else without_cost(said, reader)
        pairs = (*verb.words(said, reader), *condition)
    elif verb.main in ("pieces", "items"):
        pairs = (keyed(in_pieces(value, reader) if verb.main == "pieces" else _as_list(value), verb.main),)
    elif verb.line is ConsulLine and isinstance(value, MappingNode):
        said_of = consul_keys(renamed(value, verb.aliases), reader)
        pairs = said_of.pairs if isinstance(said_of, MappingNode) else ()
    elif isinstance(value, MappingNode) and not (verb.line is RefitLine and _is_by_place(value)):
        pairs = renamed(value, verb.aliases).pairs
    elif verb.main:
        pairs = (keyed(value, verb.main),)
    else:
        raise reader.blame(value, "wrong-shape", wanted="mapping", got=value.kind)
    if verb.line is MoveLine:
        return _move(key, (*pairs, *beside), reader)
    removing = (keyed(TextNode(key.place, "yes"), "remove"),) if verb.word == "unflag" else ()
    return reader.fields(mapping(key, (*pairs, *removing, *beside)), verb.line)


def _move(at: TextNode, pairs: tuple[KeyedNode, ...], reader: Reader) -> MoveLine:
    """A move if what it names goes together."""
    line = reader.fields(mapping(at, keys_of_move(pairs, reader)), MoveLine)
    if not line.commander and (line.riders or line.units != Strengths() or line.alone):
        raise reader.blame(at, "move-without-commander")
    if line.alone and line.units != Strengths():
        raise reader.blame(at, "alone-with-units")
    return line


def _as_list(value: Node) -> Node:
    return ListNode(value.place, (value,)) if isinstance(value, MappingNode) else value


def _is_by_place(value: MappingNode) -> bool:
    """Whether *value* is `{brest: 2}`, not keys of a line."""
    return all(fold(key.text) not in ("at", "n") for key, _ in value.pairs)
