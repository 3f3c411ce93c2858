"""Pieces in order lines: how many units of whom, which generals, what is built where."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import msgspec

from pbem.engine.reading import (
    Least,
    ListNode,
    MappingNode,
    Node,
    Reader,
    Speller,
    TextNode,
    Ways,
    every_part,
    fold,
    heads,
    late_pattern,
    pair,
)
from pbem_tnw.orders.names import (
    KeyedNode,
    LeaderName,
    SpotName,
    clauses,
    forces,
    keyed,
    mapping,
    names_or_any,
    number_first,
    number_last,
    pieces_of,
)

Counted = Annotated[int, Least(1)]
_LEADS: Final[Mapping[str, str]] = {
    "in": "in", "in row": "in", "in the row of": "in", "on": "in", "to": "to", "into": "to", "->": "to", ">": "to",
}  # fmt: skip
_WAY = late_pattern(
    r"(?P<one>(?:one|a)\s+(?:(?:box|step|space|column)\s+)?)?\b(?P<way>left|right|either)\b\s*", re.IGNORECASE
)
_STEPS = late_pattern(r"\s*\b(?:box(?:es)?|steps?|columns?|spaces?)\b\s*", re.IGNORECASE)
_ROW = late_pattern(r"(?:['’]s)?(?:\s+row)?$", re.IGNORECASE)
_CONSUL_KEYS = frozenset({"who", "way", "steps", "in", "to", "if", "row", "proxy"})


def consul_keys(node: Node, reader: Reader) -> Node:
    """*node* with the keys of a consul's move."""
    if isinstance(node, TextNode):
        return mapping(node, _in_words(node, reader))
    said = pair(node)
    if (
        isinstance(node, MappingNode)
        and said
        and fold(said[0].text) not in _CONSUL_KEYS
        and isinstance(said[1], TextNode)
    ):
        return mapping(node, (keyed(said[0], "who"), *_how(said[1], reader)))
    return node


_OF_CONSUL = late_pattern(
    r"(?:mov(?:es?|ing)|shift(?:s|ing)?|goes|the|consul|to|of|by|for|in|on|box(?:es)?|steps?|columns?|spaces?)",
    re.IGNORECASE,
)
"""Words of a consul's move that say no more than the others do."""
_IN_ROW = late_pattern(
    r"\b(?:in|on)\s+(?:(?:the\s+)?row\s+of\s+(?P<of>[^\s,]+)|(?P<whose>[^\s,]+)\s+row\b|(?P<last>[^\s,]+)$)",
    re.IGNORECASE,
)
_MOST_OF_CONSUL = 20


def consul_said(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a consul's move in words in any order, `move Denmark's consul one box to the left in Britain's row`.

    None unless each word belongs to it, with one nation, one way and at most one row and one number.
    """
    row = _IN_ROW.search(text.text)
    words = [text.part(*word.span()) for word in re.finditer(r"[^\s,]+", text.text)]
    found: dict[str, TextNode] = {}
    for word in words[: _MOST_OF_CONSUL + 1]:
        in_row = row is not None and 0 <= word.place.column - text.place.column - row.start() < len(row[0])
        name = word.part(0, len(_ROW.sub("", word.text)))
        if _OF_CONSUL.fullmatch(word.text) or (in_row and fold(word.text) == "row"):
            continue
        word = TextNode(word.place, "1") if fold(word.text) == "a" else word  # noqa: PLW2901
        number = "steps" if reader.is_number(word) else ""
        key = "way" if fold(word.text) in ("left", "right") else number or ("in" if in_row else "who")
        if key in found or (key in ("in", "who") and not reader.knows(name, "nation")):
            return ()
        found[key] = name if key in ("in", "who") else word
    whole = {"who", "way"} <= found.keys() and len(words) <= _MOST_OF_CONSUL
    return tuple(keyed(found[key], key) for key in ("who", "way", "steps", "in") if key in found) if whole else ()


def _in_words(text: TextNode, reader: Reader) -> Iterable[KeyedNode]:
    if said := consul_said(text, reader):
        return said
    if found := re.match(r"(?:the\s+)?(?:consul\s+)?(?:of|in)\s+", text.text, re.IGNORECASE):
        text = text.part(found.end())
    if reader.knows(text, "nation"):
        return [keyed(text, "who")]
    for head, rest in heads(text):
        if reader.knows(head, "nation"):
            return [keyed(head, "who"), *_how(rest, reader)]
    found = re.match(r"\S+", text.text)
    head = text.part(0, found.end() if found else None)
    return [keyed(head, "who"), *(_how(text.part(len(head.text)), reader) if head.text != text.text else ())]


def _how(text: TextNode, reader: Reader) -> list[KeyedNode]:
    """The keys of `right 2 in france`, `to Client`, `2 left`."""
    parts = clauses(text, _LEADS)
    pairs: list[KeyedNode] = []
    way = parts.get("")
    goal = parts.get("to")
    if goal is not None and _WAY.match(goal.text):
        way, goal = goal, None
    if way is not None:
        said = _WAY.search(way.text)
        if said:
            pairs.append(keyed(way.part(*said.span("way")), "way"))
            number = way.part(said.end()) if said.start() == 0 else way.part(0, said.start())
            one = said["one"] is not None
            if found := _STEPS.search(number.text):
                number = number.part(0, found.start())
                one = one or not found[0].strip().endswith("s")
            number = TextNode(way.place, "1") if one and not number.text else number
            if number.text:
                pairs.append(keyed(number, "steps"))
        elif reader.is_number(number_first(way, reader)[0] or way):
            pairs.append(keyed(number_first(way, reader)[0] or way, "steps"))
        else:
            column = goal is None and reader.may_name(way, "column")
            pairs.append(keyed(way, "to" if column else "way"))
    if goal is not None:
        pairs.append(keyed(goal, "to"))
    if (row := parts.get("in")) is not None:
        pairs.append(keyed(row.part(0, len(_ROW.sub("", row.text))), "in"))
    return pairs


OWN: Final = ""
"""In place of a nation: the one whose Impulse or order it is."""
KindOfPiece = Literal["unit", "squadron", "general"]
_KINDS: Final[Mapping[str, KindOfPiece]] = {
    "unit": "unit", "units": "unit", "u": "unit", "sp": "unit", "strength": "unit", "troops": "unit",
    "corps": "unit", "army": "unit",
    "squadron": "squadron", "squadrons": "squadron", "ship": "squadron", "ships": "squadron", "fleet": "squadron",
    "general": "general", "generals": "general", "leader": "general", "marshal": "general",
}  # fmt: skip
_KEYS = frozenset({"what", "n", "general", "at", "unit", "squadron", "units", "squadrons"})
AT: Final[Mapping[str, str]] = dict.fromkeys(("at", "in", "to", "into", "on", "from", "@", "near"), "at")
_KIND = late_pattern(rf"({'|'.join(sorted(_KINDS, key=len, reverse=True))})\b\s*", re.IGNORECASE)
_RATIO = late_pattern(
    r"(?:at\s+least\s+|>=\s*)?(\d{1,3}(?:\.\d{1,3})?)(?:\s*(?::|to)\s*(\d{1,3}(?:\.\d{1,3})?))?", re.IGNORECASE
)


class Strengths(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units or Squadrons by nation, `OWN` for the nation of the order.

    With neither numbers nor *every* it is as many as may be led. Written `7`, `all`, `{france: 7, spain: 2}` or
    `7 French, 2 Spain`. The problem `not-a-strength` (text) says that it is none of these.
    """

    numbers: Mapping[str, int] = {}
    every: bool = False

    def of(self, nation: str, own: str) -> int | None:
        """The number wanted of *nation*, where the order is *own*'s; None if none is said."""
        found = self.numbers.get(nation)
        return self.numbers.get(OWN) if found is None and nation == own else found

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            if reader.is_number(node):
                return cls({OWN: reader.number(node, 1)})
            leaders, said = forces(node, reader)
            for leader in leaders:
                raise reader.blame(leader, "not-a-strength", text=leader.text)
            for _, value in said[1:]:
                raise reader.blame(value, "not-a-strength", text=node.text)
            if not said:
                raise reader.blame(node, "not-a-strength", text=node.text)
            node = said[0][1]
            if isinstance(node, TextNode):
                return cls(every=True) if node.text == "all" else cls({OWN: reader.number(node, 1)})
        numbers: dict[str, int] = {}
        with every_part() as part:
            for key, value in _pairs(node, reader):
                with part():
                    nation = reader.name(key, "nation") if key.text else OWN
                    if not isinstance(value, TextNode):
                        raise reader.blame(value, "wrong-shape", wanted="text", got=value.kind)
                    reader.mark(value, nation)
                    numbers[nation] = numbers.get(nation, 0) + reader.number(value, 1)
        return cls(numbers)

    def spell(self, speller: Speller) -> Any:
        if self.every:
            return "all"
        if set(self.numbers) == {OWN}:
            return str(self.numbers[OWN])
        if OWN in self.numbers:
            told = {speller.name("nation", nation): n for nation, n in self.numbers.items() if nation != OWN}
            return ", ".join([f"{n} {name}" for name, n in told.items()] + [f"{self.numbers[OWN]} units"])
        return {speller.name("nation", nation): str(n) for nation, n in self.numbers.items()}


def _pairs(node: Node, reader: Reader) -> tuple[tuple[TextNode, Node], ...]:
    if isinstance(node, MappingNode):
        return node.pairs
    items = node.items if isinstance(node, ListNode) else ()
    found = [pair(item) for item in items]
    said = tuple(each for each in found if each is not None)
    if len(said) < len(found) or not found:
        raise reader.blame(node, "wrong-shape", wanted="mapping", got=node.kind)
    return said


class PiecesWanted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """*n* pieces of a kind, or a general by name, and where they come from or go to; without `at` the default place.

    Written `2 units at Mainz`, `Davout at Paris`, `squadron in Brest`, `{unit: 2, at: mainz}` or `{mainz: 2 units}`.
    """

    what: KindOfPiece = "unit"
    n: Counted = 1
    general: LeaderName | None = None
    at: SpotName | None = None

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = _piece_in_words(node, None, reader)
        elif isinstance(node, MappingNode) and (said := _shorter(node, reader)) is not None:
            node = said
        found = reader.fields(node, cls)
        return msgspec.structs.replace(found, what="general") if found.general else found

    def spell(self, speller: Speller) -> str:
        where = f" at {speller.name('place', self.at)}" if self.at else ""
        if self.general:
            return speller.name("general", self.general) + where
        return f"{self.n} {self.what}{'s' if self.n != 1 else ''}{where}"


def _shorter(node: MappingNode, reader: Reader) -> MappingNode | None:
    """The keys of `{unit: 2, at: mainz}`, `{general: davout}` or `{mainz: 2 units}`; None for the plain keys."""
    pairs: list[tuple[TextNode, Node]] = []
    changed = False
    for key, value in node.pairs:
        kind = _KINDS.get(fold(key.text))
        if fold(key.text) in AT:
            pairs.append((TextNode(key.place, "at"), value))
        elif kind in ("unit", "squadron") and isinstance(value, TextNode):
            changed = True
            pairs += _piece_in_words(value, kind, reader).pairs
        elif fold(key.text) not in _KEYS and isinstance(value, TextNode) and len(node.pairs) == 1:
            changed = True
            pairs += (*_piece_in_words(value, None, reader).pairs, keyed(key, "at"))
        else:
            pairs.append((key, value))
    return mapping(node, pairs) if changed or tuple(pairs) != node.pairs else None


def _piece_in_words(text: TextNode, kind: KindOfPiece | None, reader: Reader) -> MappingNode:
    """The keys of *text*, of a *kind* if that is known: `2 units at Mainz`, `Davout at Paris`, `Mainz 2`."""
    parts = clauses(text, AT)
    said, at = parts.get("", text.part(len(text.text))), parts.get("at")
    number, rest = number_first(said, reader)
    if found := _KIND.match(rest.text):
        if number is None and found[1].casefold() in ("units", "squadrons", "ships"):
            raise reader.blame(text, "two-meanings", meanings=tuple(f"{n} {text.text}" for n in (2, 3)))
        kind, rest = _KINDS[found[1].casefold()], rest.part(found.end())
    if kind is None and rest.text and reader.may_name(rest, "general") and not reader.knows(rest, "place"):
        kind = "general"
    pairs = [] if kind is None or (kind == "general" and rest.text) else [keyed(TextNode(text.place, kind), "what")]
    if rest.text and kind == "general":
        pairs += [keyed(TextNode(text.place, kind), "what"), keyed(rest, "general")]
    elif rest.text and at is None:
        at, last = number_last(rest, reader) if number is None else (rest, None)
        number = number or last
    elif rest.text:
        raise reader.blame(rest, "not-a-piece", text=rest.text)
    pairs += [keyed(number, "n")] if number is not None else []
    pairs += [keyed(at, "at")] if at is not None else []
    return mapping(text, pairs)


def in_pieces(node: Node, reader: Reader, *, place_for_all: bool = False) -> ListNode:
    """*node* as a list of pieces; of `1 squadron in Brest, 2 in Toulon` the second is of the same kind.

    With *place_for_all* a place alone is all that is there.
    """
    if isinstance(node, MappingNode):
        whole = any(fold(key.text) in _KEYS | _KINDS.keys() | AT.keys() for key, _ in node.pairs)
        pieces = (node,) if whole else tuple(MappingNode(key.place, ((key, value),)) for key, value in node.pairs)
        return ListNode(node.place, pieces)
    found: list[Node] = []
    kind = ""
    for item in node.items if isinstance(node, ListNode) else (node,):
        parts = _with_its_place(pieces_of(item, reader), reader) if isinstance(item, TextNode) else ()
        joined = isinstance(item, TextNode) and "," not in item.text
        if not place_for_all:
            _refuse_place_apart((*found[-1:], *parts), reader)
        for part in parts if place_for_all else _at_one_place(parts, reader, joined=joined):
            number, rest = number_first(part, reader)
            own = _KIND.match(rest.text)
            if number is None and not place_for_all and reader.knows(part, "place"):
                _refuse_place_alone(part, found[-1] if found else None, reader)
            if own is None and number is not None and kind:
                found.append(mapping(part, ((TextNode(part.place, kind), part),)))
            else:
                kind = own[1].casefold() if own else ""
                found.append(part)
        if not isinstance(item, TextNode):
            found.append(item)
    return ListNode(node.place, tuple(found))


def _refuse_place_alone(place: TextNode, before: Node | None, reader: Reader) -> None:
    """Refuse a *place* after pieces *before* it, as `2 units in Milan`, unless it surely has one unit as well."""
    if not isinstance(before, TextNode):
        return
    number, rest = number_first(before, reader)
    own = _KIND.match(rest.text)
    kind = _KINDS[own[1].casefold()] if own else "unit"
    if kind != "general" and number is not None and (reader.number(number, 1) > 1 or kind == "squadron"):
        shares = (f"{number.text} {own[1]}" if own else number.text, "1 unit")
        said = tuple(f"{before.text}, {share} in {place.text}" for share in shares)
        raise reader.blame(place, "two-meanings", meanings=said)


def _refuse_place_apart(parts: tuple[Node, ...], reader: Reader) -> None:
    """Refuse `at Paris` behind pieces without a place, as in `[Davout, at Paris]`: of these, or with one unit."""
    for before, part in pairwise(each for each in parts if isinstance(each, TextNode)):
        if clauses(part, AT).keys() == {"at"} and "at" not in clauses(before, AT):
            said = (f"{before.text} {part.text}", f"{before.text}, 1 unit {part.text}")
            raise reader.blame(part, "two-meanings", meanings=said)


def _with_its_place(parts: tuple[TextNode, ...], reader: Reader) -> tuple[TextNode, ...]:
    """*parts*, of which two may be one piece and its place: `1 unit, Vienna`."""
    if len(parts) != 2 or not reader.knows(parts[1], "place"):
        return parts
    _, rest = number_first(parts[0], reader)
    kind = _KIND.fullmatch(rest.text) or reader.knows(parts[0], "general")
    return (TextNode(parts[0].place, f"{parts[0].text} at {parts[1].text}"),) if kind else parts


def _at_one_place(parts: tuple[TextNode, ...], reader: Reader, *, joined: bool) -> tuple[TextNode, ...]:
    """*parts*, of which generals have the place of the next: `Masséna, Ney to Paris`; of others it is not sure.

    Generals *joined* with units by no comma have the place of these: `Moore and 2 units at London`.
    """
    found: list[TextNode] = []
    waiting: list[TextNode] = []
    for part in parts:
        said = clauses(part, AT)
        waiting.append(said.get("", part))
        if (at := said.get("at")) is None:
            continue
        both = [TextNode(each.place, f"{each.text} at {at.text}") for each in waiting[:-1]]
        if both and not all(reader.may_name(each, "general") for each in (waiting[:-1] if joined else waiting)):
            apart = ", ".join(each.text for each in (*waiting[:-1], part))
            raise reader.blame(part, "two-meanings", meanings=(", ".join(b.text for b in (*both, part)), f"[{apart}]"))
        found += (*both, part)
        waiting = []
    return (*found, *waiting)


class FleetSpot(msgspec.Struct, frozen=True, omit_defaults=True):
    """*n* Squadrons at a place; without a number all of them. Written `brest`, `2 at brest` or `{brest: 2}`."""

    at: SpotName
    n: Counted | None = None
    WAYS: ClassVar[Ways] = ("{at}", "{n} at {at}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        said = pair(node)
        if isinstance(node, MappingNode) and said and fold(said[0].text) not in ("at", "n"):
            node = mapping(node, (keyed(said[0], "at"), keyed(said[1], "n")))
        elif isinstance(node, TextNode):
            piece = _piece_in_words(node, "squadron", reader)
            node = mapping(node, (each for each in piece.pairs if each[0].text != "what"))
        return reader.fields(node, cls)


class PieceNames(msgspec.Struct, frozen=True, omit_defaults=True):
    """Generals that may be lost: `last`, `never`, or by name, those named first and in this order."""

    rule: Literal["last", "never", "named"] = "last"
    names: tuple[LeaderName, ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode) and fold(node.text) in ("last", "never", "no"):
            return cls("last" if fold(node.text) == "last" else "never")
        names = names_or_any(node, reader, "general")
        return cls("named", names) if names else cls()

    def spell(self, speller: Speller) -> Any:
        return [speller.name("general", name) for name in self.names] if self.rule == "named" else self.rule


class OddsLimit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The least odds of dice, own to enemy: `1.2` or `3:2`. Otherwise the problem is `not-odds` (text)."""

    own: Decimal
    enemy: Decimal = Decimal(1)
    WAYS: ClassVar[Ways] = ("{own}", "{own}:{enemy}")

    def met(self, odds: Fraction) -> bool:
        """Whether own dice to the enemy's are at least so many."""
        return odds * Fraction(self.enemy) >= Fraction(self.own)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        found = _RATIO.fullmatch(node.text)
        if found is None or (found[2] and not Decimal(found[2])):
            raise reader.blame(node, "not-odds", text=node.text)
        return cls(Decimal(found[1]), Decimal(found[2] or 1))
