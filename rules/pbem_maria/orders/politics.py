"""Orders for politics (17): trump, the TCs that are placed, the political cards that are taken and how."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, ClassVar, Self, TypeVar

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    Least,
    ListNode,
    NameSpeller,
    Node,
    OneOf,
    Reader,
    Speller,
    TextNode,
    Ways,
    bare,
    every_part,
    fold,
    heads,
    late_pattern,
    pair,
    parts_of,
    without_courtesies,
)
from pbem.engine.reading import MappingNode as Pairs
from pbem_maria.edition.cards import DISCARD, DRAW, SHIFT, TROOPS
from pbem_maria.orders.cards import Cards
from pbem_maria.orders.names import CardName, CityName, GeneralName, PowerName, SuitName, TrackName
from pbem_maria.orders.standing import InAdvance, KeyedPairs, value_is_missing

ONLY = ""
"""Stands for the only major power of a seat, where a sheet does not name it."""
SAVE, PLAY, DROP, NONE = "save", "play", "drop", "none"

_WORDS = {
    TROOPS: ("troops", "troop", "recruits", "the troops"),
    DRAW: ("draw", "draws", "draw TC", "draw TCs", "draw a TC", "draw a card", "draw cards"),
    DISCARD: ("discard", "discards", "discard TC", "discard TCs", "discard a TC"),
}
_SHIFT = late_pattern(
    r"(?:(?P<track>\D*?[^\W\d])\s+)?(?P<direction>left|right)(?:\s+(?:by\s+)?(?P<boxes>\d+)(?:\s+box(?:es)?)?)?$",
    re.IGNORECASE,
)
_SHIFT_FIRST = late_pattern(
    r"(?:(?P<track>\D*?[^\W\d])\s+)?(?P<boxes>\d++)(?:\s+box(?:es)?)?(?:\s+to\s+the)?\s+(?P<direction>left|right)$",
    re.IGNORECASE,
)
"""With the number before the direction: `Italy 2 right`."""

T = TypeVar("T")


def _by_power(node: Node, reader: Reader, read: Callable[[Node, tuple[str, ...]], T]) -> dict[str, T]:
    """What is said for each power, read with its path; without a power's name it is for the only one that it can be."""
    if isinstance(node, TextNode) and (led := _led_by_powers(node, reader)):
        node = Pairs(node.place, led)
    if not isinstance(node, Pairs) or not any(reader.knows(key, "power") for key, _ in node.pairs):
        first = node.items[0] if isinstance(node, ListNode) and node.items else node
        said = first.pairs[0][0] if isinstance(first, Pairs) and first.pairs else first
        whose = reader.whose(said, "power", several=True)
        if whose:
            reader.mark(first, whose)
        return {whose or ONLY: read(node, (whose,) if whose else ())}
    found: dict[str, T] = {}
    with every_part() as part:
        for key, value in node.pairs:
            with part():
                power = reader.name(key, "power")
                if power in found:
                    raise reader.blame(key, "named-twice", text=key.text, line=key.place.line)
                reader.mark(key, power)
                found[power] = read(value, (power,))
    return found


_DOES = late_pattern(r"\s+(?:(?:places|takes)\s+)?")
"""Between a power and what it places or takes: `France places ♥8`."""
_FOR = late_pattern(r"(?P<what>[^,;:]{1,60}?)\s+(?:for|by)\s+(?P<power>[^,;:]{1,40})")


def _led_by_powers(text: TextNode, reader: Reader) -> tuple[tuple[TextNode, Node], ...]:
    """Each power in *text* with what it places or takes: `Prussia ♦9, Pragmatic Army ♣5`; nothing for other texts."""
    first, *rows = text.rows if isinstance(text, TextNode) else ()
    if rows and isinstance(first, TextNode) and reader.knows(first, "power"):
        return ((first, ListNode(rows[0].place, tuple(_behind(_HYPHEN, row) for row in rows))),)
    for parts in ((text,), text.split(";"), text.split(",", ";"), text.split(",", ";", " and ")):
        led = [_led_by_power(part, reader) for part in parts]
        if all(led):
            return tuple(each for each in led if each)
    return ()


_HYPHEN = late_pattern(r"-\s+")


def _behind(sign: re.Pattern[str], text: TextNode) -> TextNode:
    """*text* without a *sign* that it begins with."""
    found = sign.match(text.text)
    return text.part(found.end() if found else 0)


def _led_by_power(text: TextNode, reader: Reader) -> tuple[TextNode, TextNode] | None:
    """The power and the rest of a text that lacks a colon between them, as `Prussia ♦9`; nothing for other texts."""
    if reader.knows((pair(text) or (text,))[0], "political"):
        return None
    parts = [(text.part(0, gap.start()), text.part(gap.end())) for gap in reversed([*_DOES.finditer(text.text)])]
    if found := _FOR.fullmatch(text.text):
        parts.append((text.part(*found.span("power")), text.part(*found.span("what"))))
    return next((two for two in parts if reader.knows(two[0], "power") and _is_choice(two[1], reader)), None)


def _is_choice(text: TextNode, reader: Reader) -> bool:
    """Whether *text* is what a power places or takes: a card, cards with `or`, `none`, `save`."""
    return text.text.casefold() in (NONE, SAVE) or all(
        reader.knows(part, "card", "political") or _names_political(part, reader) for part in text.split(" or ")
    )


def _names_political(text: TextNode, reader: Reader) -> bool:
    """Whether *text* begins with a political card, and goes on with how it is played, or ends."""
    card = text.split(": ")[0]
    ways = (card, *(head for head, _ in heads(card)))
    return any(reader.knows(way, "political") and not reader.knows(way, "track") for way in ways)


def _spelled(each: Mapping[str, T], speller: NameSpeller, spell: Callable[[T], object]) -> object:
    if set(each) == {ONLY}:
        return spell(each[ONLY])
    return {speller.name("power", power): spell(value) for power, value in each.items()}


_WHICHEVER = late_pattern(
    r"which(?:ever)?\s+of\s+(?P<cards>[^:]{1,120}?)\s+(?:is|proves\s+to\s+be)\s+trumps?", re.IGNORECASE
)
"""Cards of which the one that is trump is placed."""


class Placing(msgspec.Struct, frozen=True):
    """The TC that each power places: `♥7`, `♥7 or ♠3` (the first that is trump, otherwise the first), `none`.

    For several powers a mapping, `{Prussia: ♥7, Pragmatic Army: none}`.
    """

    BY_NAMES: ClassVar[bool] = True
    each: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        def cards(value: Node, path: tuple[str, ...]) -> tuple[str, ...]:
            if isinstance(value, TextNode) and (found := _WHICHEVER.fullmatch(value.text)):
                either = value.part(*found.span("cards")).split(", or ", " or ", ",")
                return tuple(reader.name(part, "card") for part in either)
            texts = value.items if isinstance(value, ListNode) else (value,)
            several = (
                isinstance(text, TextNode) and len(parts_of(text, reader, "+", ",", " and ")) > 1 for text in texts
            )
            if len(texts) > 1 or any(several):
                raise reader.blame(value, "places-one", rule="17")
            value = next(iter(texts), value)
            if not isinstance(value, TextNode):
                raise reader.blame(value, "not-a-placing")
            parts = parts_of(value, reader, " or ")
            if [part.text.casefold() for part in parts] in ([NONE], ["nothing"], ["no card"]):
                return ()
            return tuple(reader.name(part, "card") for part in parts)

        return cls(_by_power(node, reader, cards))

    def spell(self, speller: NameSpeller) -> object:
        return _spelled(self.each, speller, lambda cards: " or ".join(speller.name("card", c) for c in cards) or NONE)


class CardPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a card that is played: `troops`, `draw`, `discard`, or an arrow: `Italy right 2`, `Italy`, `left`."""

    kind: str
    track: TrackName = ""
    direction: Annotated[str, OneOf("left", "right")] = ""
    boxes: Annotated[int, Least(1)] | None = None
    WAYS: ClassVar[Ways] = (
        *((words[0], {"kind": kind}) for kind, words in _WORDS.items()),
        *((way, {"kind": SHIFT}) for way in (
            "{track}", "{track} {direction}", "{track} {direction} {boxes}", "{direction}", "{direction} {boxes}"
        )),
    )  # fmt: skip

    @classmethod
    def read(cls, text: TextNode, reader: Reader) -> Self:
        """The part that *text* names."""
        said = " ".join(text.text.casefold().split())
        kind = next((kind for kind, words in _WORDS.items() if said in (word.casefold() for word in words)), None)
        if kind is not None:
            return cls(kind)
        found = _SHIFT.match(text.text) or _SHIFT_FIRST.match(text.text)
        if found is None:
            if reader.knows(text, "track"):
                return cls(SHIFT, reader.name(text, "track"))
            raise reader.blame(text, "not-a-part", text=text.text)
        named = found["track"] is not None
        track = reader.name(text.part(found.start("track"), found.end("track")), "track") if named else ""
        return cls(SHIFT, track, found["direction"].casefold(), int(found["boxes"]) if found["boxes"] else None)


class CardLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a power does if it can: take *card* and play it (all of it if *whole*), drop it, or with no card save."""

    card: str = ""
    whole: bool = False
    drops: bool = False
    parts: tuple[CardPart, ...] = ()

    @property
    def saves(self) -> bool:
        """Whether the power saves its cards."""
        return not self.card

    def spell(self, speller: Speller) -> str | dict[str, str]:
        if self.saves:
            return SAVE
        words = [DROP] if self.drops else [PLAY] if self.whole else []
        return {speller.name("political", self.card): ", ".join([*words, *map(speller.struct, self.parts)])}


class Taking(msgspec.Struct, frozen=True):
    """What each power would take, in order of preference: a list of `Turin: play`, `Orbetello: Italy left`, `save`.

    For several powers a mapping with a list for each.
    """

    BY_NAMES: ClassVar[bool] = True
    each: Mapping[str, tuple[CardLine, ...]]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(_by_power(node, reader, lambda value, path: _lines(value, reader, path)))

    def spell(self, speller: Speller) -> object:
        return _spelled(self.each, speller, lambda lines: [*map(speller.struct, lines)])


def _lines(node: Node, reader: Reader, path: tuple[str, ...]) -> tuple[CardLine, ...]:
    lines: list[CardLine] = []
    with every_part() as part:
        for number, (name, how) in enumerate(_said(node, reader)):
            reader.mark(name, *path, number)
            with part():
                lines.append(_line(name, how, reader))
    return tuple(lines)


def _said(node: Node, reader: Reader) -> Iterator[tuple[TextNode, Node | None]]:
    """The lines of a list: what is named and how it is played."""
    for item in node.items if isinstance(node, ListNode) else (node,):
        if not isinstance(item, Pairs | TextNode):
            raise reader.blame(item, "not-a-taking")
        for key, value in item.pairs if isinstance(item, Pairs) else ((item, item.part(len(item.text))),):
            *before, last = _alternatives(key, reader)
            yield from (pair(each) or (each, None) for each in before)
            name, how = (pair(last) or (last, None)) if value_is_missing(value) else (last, value)
            if how is None and item is not node and isinstance(item, Pairs) and reader.knows(name, "political"):
                raise reader.blame(value, "no-value", key=key.text)
            first, *after = _alternatives(how, reader) if isinstance(how, TextNode) else (how,)
            yield name, first
            yield from (pair(each) or (each, None) for each in after if isinstance(each, TextNode))


_NEXT = late_pattern(r"\s?[,;]\s|\s(?=(?:or else|else|otherwise|or)[\s,]|if not[,:])", re.IGNORECASE)
"""Where what is taken only if nothing before it is may begin."""
_ELSE = late_pattern(r"(?:(?:or else|or|else|otherwise|then)[\s,:]+|if not[,:]\s*)(?=\S)", re.IGNORECASE)
"""Before what is taken only if nothing above it is."""
_SAVES = late_pattern(
    r"(?:saves?|none)(?:,?\s+if\s+(?:(?:it|they|that|this|both|all)\s+(?:is|are)\s+(?:gone|taken)|not))?", re.IGNORECASE
)


def _alternatives(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """What *text* would take one after the other: `Walpole: troops, else Savoy: Italy left, otherwise save`."""
    found, start = list[TextNode](), 0
    for gap in (gap for gap in _NEXT.finditer(text.text) if gap.start() >= start):
        said = _behind(_ELSE, text.part(gap.end()))
        begins, first = len(text.text) - len(said.text), said.split(",", ";", ": ")[0]
        one_name = reader.knows(text.part(start, begins + len(first.text)), "political")
        if not one_name and (_SAVES.fullmatch(without_courtesies(said.text)) or _names_political(first, reader)):
            found.append(text.part(start, gap.start()))
            start = begins
    return (*found, text.part(start))


_PLAYS = (PLAY, "plays", "play it", "all")
_DROPS = (DROP, "drops", "drop it", "drops it", NONE)
_PLAYED = late_pattern(r"(?P<card>[^()]{1,60}?)\s*\((?P<how>[^()]{1,80})\)")
"""A card with how it is played in brackets: `Orbetello (Italy left)`."""
_WITH = late_pattern(r"(?:and|for|with|to)\s+", re.IGNORECASE)


def _line(name: TextNode, how: Node | None, reader: Reader) -> CardLine:
    name = _behind(_ELSE, name)
    if _SAVES.fullmatch(without_courtesies(name.text)):
        return CardLine()
    bracket = _PLAYED.fullmatch(name.text) if how is None else None
    if bracket and reader.knows(said := name.part(*bracket.span("card")), "political"):
        name, how = said, name.part(*bracket.span("how"))
    if not reader.knows(name, "political"):
        readings = {
            f"{card.text}: {said.text}": partial(_line, card, _behind(_WITH, said), reader)
            for card, said in heads(name)
            if how is None and reader.knows(card, "political")
        }
        for line in reader.agreed(name, readings):
            return line
    card = reader.name(name, "political")
    if how is None:
        return CardLine(card, whole=True)
    texts = how.items if isinstance(how, ListNode) else (how,)
    whole = drops = False
    parts: list[CardPart] = []
    for text in texts:
        if not isinstance(text, TextNode):
            raise reader.blame(text, "not-a-taking")
        for part in parts_of(bare(text), reader, ",", "+", " and ", ";"):
            word = part.text.casefold()
            whole, drops = whole or word in _PLAYS, drops or word in _DROPS
            if word not in (*_PLAYS, *_DROPS):
                parts.append(CardPart.read(part, reader))
    if drops and (whole or parts):
        raise reader.blame(how, "drops-and-plays")
    return CardLine(card, whole or not (parts or drops), drops, tuple(parts))


_TRUMP = late_pattern(r"(?P<suit>[^\s:]{1,20})\s+(?:is|are|will\s+be)\s+trumps?[.!]?", re.IGNORECASE)
_POWER_DOES = late_pattern(
    r"(?:the\s+)?(?P<who>[^,;:]{1,40}?)\s+(?P<does>places?|takes?)\s+(?P<what>\S.*)", re.IGNORECASE
)
"""What one power does in politics: `Prussia places ♦10`."""
_TAKES = late_pattern(r"(?:(?:I|we)\s+(?:will\s+)?)?takes?\s+(?=[^\s:])", re.IGNORECASE)


class PoliticsOrders(InAdvance, frozen=True):
    """A sheet for politics: trump, what is placed, what is taken and how it is played, and what comes of cards."""

    @classmethod
    def sentence(cls, key: TextNode, value: Node, pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        trump = _TRUMP.fullmatch(key.text) if value_is_missing(value) else None
        if trump and reader.knows(suit := key.part(*trump.span("suit")), "suit"):
            return ((TextNode(key.place, "trump"), suit),)
        if isinstance(value, TextNode) and value.text:
            who = _behind(_WITH, value)
            if fold(key.text) == "new troops" and reader.knows(who, "general"):
                reader.tell(value, "read-as", text=value.text, meant=f"{who.text}: 1")
                return ((key, Pairs(key.place, ((who, TextNode(value.place, "1")),))),)
        does = _POWER_DOES.fullmatch(key.text)
        if does and reader.knows(who := key.part(*does.span("who")), "power"):
            what = key.part(*does.span("what"))
            said = what if value_is_missing(value) else Pairs(key.place, ((what, value),))
            name = "place" if does["does"].casefold().startswith("place") else "take"
            return ((TextNode(key.place, name), Pairs(key.place, ((who, said),))),)
        taken = _TAKES.match(key.text)
        saves = value_is_missing(value) and any(_TAKES.match(other.text) for other, _ in pairs)
        if taken or (saves and _SAVES.fullmatch(without_courtesies(key.text))):
            line = Pairs(key.place, ((key.part(taken.end() if taken else 0), value),))
            return ((TextNode(key.place, "take"), line),)
        return super().sentence(key, value, pairs, reader)

    passes: bool = False
    trump: SuitName | None = None
    """The suit that is trump, of the seat that won the latest combat."""
    place: Placing | None = None
    take: Taking | None = None
    new_troops: Mapping[GeneralName, int] = {}
    """The generals that get troops from a card, in this order up to their number."""
    returns: Mapping[GeneralName, CityName] = {}
    commands: tuple[GeneralName, ...] = ()
    """The general that commands a stack formed by a return, if the ranks are equal (6)."""
    give_up: Mapping[PowerName, Cards] = {}
    """The TCs that a power discards if a card makes it; default: the lowest."""


class TrumpOrders(Order, frozen=True, kw_only=True):
    """A sheet that only names trump."""

    trump: SuitName


class PlacingOrders(Order, frozen=True):
    """A sheet that says which TC one power places, where that is done one power after the other."""

    passes: bool = False
    place: CardName | None = None
