"""An Impulse in a sheet: alternatives, of which the first that holds and can begin is played (house rules, 2.2).

    france:
      try:
        - if: enemy_units(ulm) <= 5
          play: marching-season as event
          do:
            - form: {at: strasbourg, commander: napoleon, units: 7}
            - move: stuttgart > ulm
        - play: conscripts as cp
          plus: {resource: 1, when: first}
          do:
            - build: 1 unit at strasbourg
      else: ask

With one alternative its keys may be there without `try`. An alternative without `play` is for a nation that has no
playable card (5.4), or that uses only its `plus`.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Final, Literal, Self, TypeVar

import msgspec

from pbem.engine.reading import (
    ListNode,
    MappingNode,
    Misread,
    Node,
    Reader,
    Speller,
    TextNode,
    fold,
    heads,
    late_pattern,
    pair,
)
from pbem_tnw.orders.choices import (
    FIRST,
    MOMENT,
    PLUS,
    RESOURCE,
    RESOURCES,
    USES,
    CardUse,
    EventChoices,
    PlusUse,
    card_and_use,
    ends_in_use,
    is_event,
    lines_behind_use,
    use_of,
    without_plays,
)
from pbem_tnw.orders.condition_parser import ImpulseCondition
from pbem_tnw.orders.joined import stands_for_two, with_other_goal, with_place_named
from pbem_tnw.orders.names import (
    KeyedNode,
    condition_first,
    keyed,
    listed,
    mapping,
    otherwise,
    under_condition,
    without_condition,
)
from pbem_tnw.orders.reading import OrderLines, with_repeated
from pbem_tnw.orders.verbs import BY_WORD

_A = TypeVar("_A", bound="Alternative")
_OF_CARD = frozenset({"card", "as", *USES})
"""Keys of the card that is played, which may be there without `play`."""
_OF_ALTERNATIVE = frozenset({"if", "play", "plus", "do", "ask"}) | _OF_CARD
_DASH = late_pattern(r"(?:[-–*•]|\d{1,2}[.)])\s*")
_CARD_IN_HEADING = late_pattern(
    r"[(:–-]\s*(?P<card>\S.*?),?\s+(?:(?:as|for)\s+)?(?:\d{1,2}\s*cps?|cps?|(?:an?\s+)?(?P<event>event))\s*\)?",
    re.IGNORECASE,
)
"""What is behind a nation in a heading: `France (Conscripts, 5 CPs):`, `France - Conscripts as cp:`."""
_PLUS_FIRST = late_pattern(
    r"(?:(?:and\s+)?(?:plus|\+)\s*+:?\s*+|also\s++(?=\S.{0,80}?\s(?:as|for)\s++(?:an\s++)?(?:event|cp)))(?=\S)",
    re.IGNORECASE,
)
_RESOURCE_FIRST = late_pattern(
    r"(?:(?:plus|use)\s*:?\s+)?(?:(?:an?|one|1|the|our|my|its)\s+)?resource(?:\s+(?:first|to\s+draw\s+(?:an?\s+|one\s+|1\s+)?card))?"
    r"(?:\s*[,;:.+]\s*(?:(?:and\s+)?then\s+|and\s+)?|\s+(?:and\s+then|then|and)\s+)(?=\S)",
    re.IGNORECASE,
)
"""A Resource that is used before the card: `Resource, then Conscripts as cp`."""
_DRAWN = late_pattern(
    r"plays?\s+(?:it|that|that\s+card|the\s+card|the\s+(?:drawn\s+card|card\s+(?:that\s+is\s+)?drawn))\s+(?:as|for)\s+(?:an?\s+|its\s+)?(?P<use>events?|cps?|command\s+points)",
    re.IGNORECASE,
)
_PLUS_CARD = late_pattern(r",?\s(?:\+|plus)\s", re.IGNORECASE)
_CHOICES = frozenset(fold(name) for name in EventChoices.__struct_fields__)
ASSAULT: Final = late_pattern(r"(?:[^\s,;:]{1,20}\s+){0,4}?(?:assault|besiege|siege|storm)s?(?:\s|$)", re.IGNORECASE)
_OF_LINE = ("if intercepted", "if met", "only if odds", "battle")
"""Keys that a line has besides."""
_BOTH = 2
_TO = late_pattern(r"to\s", re.IGNORECASE)
_OTHERWISE_BEHIND = late_pattern(r"\s*[,;]\s*(?P<other>(?:or\s+)?(?:else|otherwise)[,:]?\s+[^,;]+)$", re.IGNORECASE)
_PASS = "pass"  # noqa: S105 a nation passes, no word is secret
_OTHERWISE = ("ask", "lowest")
_NO_CARD = (
    "none",
    "nothing",
    "no card",
    "pass",
    "passes",
    "plays nothing",
    "play nothing",
    "play no card",
    "plays no card",
    "passt",
    "passe",
    "no cards",
    "passes this round",
    "lowest card",
    "lowest card for cps",
    "lowest card as cp",
    "its lowest card",
    "the lowest card",
)


class Alternative(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if"}):
    """One way to play the Impulse."""

    INSIDE: ClassVar[type[msgspec.Struct]] = CardUse
    """The choices of its card may be beside that."""

    condition: ImpulseCondition = ImpulseCondition()
    play: CardUse | None = None
    plus: PlusUse | None = None
    do: OrderLines = OrderLines()
    ask: bool = False
    """Stop and ask the seat, if this is the first alternative that holds."""

    @property
    def unforeseen(self) -> bool:
        """Whether no one knows beforehand which CPs there are: by an event, or a card that is drawn and then played."""
        if self.play is not None and self.play.use == "event":
            return True
        if self.plus is None:
            return False
        return bool(self.plus.then) and self.play is None if self.plus.resource else self.plus.use == "event"

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            if fold(node.text) in ("ask", *_NO_CARD):
                return cls(ask=fold(node.text) == "ask")
            node = _played(node)
        if (said := condition_first(node)) is not None and isinstance(said[1], MappingNode | TextNode):
            way = said[1]
            node = under_condition(
                said[0], _with_its_lines(way, reader) or _played(way) if isinstance(way, TextNode) else way
            )
        node = _lines_of_next(_below_play(node))
        node = _with_choices(_without_play(node), reader)
        try:
            return _with_sure_moment(reader.fields(node, cls), node, reader)
        except Misread:
            lines = _lines_alone(node)
            if lines is None:
                raise
            found = reader.fields(lines, cls)  # its problems are noted; the lines can still be checked
            return msgspec.structs.replace(found, do=OrderLines(found.do.lines, (0, *found.do.gaps)))

    def spell(self, speller: Speller) -> Any:
        return "ask" if self == Alternative(ask=True) else speller.fields(self) or _PASS


def _with_sure_moment(found: _A, node: Node, reader: Reader) -> _A:
    """The alternative *found* in *node*; a plus may not be used after so many lines where one stands for two."""
    after = found.plus.when.after if found.plus is not None else None
    given = {fold(key.text): value for key, value in node.pairs} if isinstance(node, MappingNode) else {}
    do = given.get("do")
    uncounted = isinstance(do, ListNode) and len(do.items) != len(found.do.lines) + len(found.do.gaps)
    if after and do is not None and (uncounted or stands_for_two(do, reader)):
        raise reader.blame(given["plus"], "after-joined-line", number=after)
    return found


def _below_play(node: Node) -> Node:
    """*node* with the keys of its card below `play`: `{card: conscripts, as: cp}`, `{event: conscripts}`."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    own = tuple(each for each in pairs if fold(each[0].text) in _OF_CARD)
    play = next((each for each in pairs if fold(each[0].text) == "play"), None)
    if play is not None and own and [fold(key.text) for key, _ in own] == ["as"] and isinstance(play[1], TextNode):
        own = (keyed(play[1], "card"), *own)  # `play: Conscripts, as: cp`
        rest = tuple(each for each in pairs if each is not play and each not in own)
        return mapping(node, ((play[0], mapping(play[1], own)), *rest))
    if not own or play is not None:
        return node
    rest = tuple(each for each in pairs if each not in own)
    return mapping(node, ((TextNode(own[0][0].place, "play"), mapping(own[0][0], own)), *rest))


def _lines_of_next(node: Node) -> Node:
    """*node* with the lines that stand in the `then` of the only card or Resource of the Impulse."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    uses = [each for each in pairs if fold(each[0].text) in ("play", "plus")]
    use = uses[0][1] if len(uses) == 1 and all(fold(key.text) != "do" for key, _ in pairs) else None
    if not isinstance(use, MappingNode) or any(fold(key.text) == "when" for key, _ in use.pairs):
        return node
    for key, then in use.pairs:
        inside = then.pairs if isinstance(then, MappingNode) and fold(key.text) == "then" else ()
        if lines := [each for each in inside if fold(each[0].text) == "do"]:
            left: Node = mapping(then, (each for each in inside if each not in lines))
            rest = mapping(use, ((other, left if value is then else value) for other, value in use.pairs))
            return mapping(node, (*((name, rest if value is use else value) for name, value in pairs), *lines))
    return node


def _in_lines(text: TextNode) -> tuple[TextNode, ...]:
    """The card and the lines of an Impulse in one text, with semicolons or in lines of their own.

    A text that an email program broke has neither dashes nor a first line that is a whole card play.
    """
    first, *others = text.rows
    plus = _PLUS_CARD.search(first.text)
    whole = ends_in_use(first.part(0, plus.start()) if plus else first) or all(_DASH.match(row.text) for row in others)
    if not others or not whole or first.text.endswith((",", "and")):
        return tuple(part for part in text.split(";") if part.text)
    rows = (row.part(dash.end() if (dash := _DASH.match(row.text)) else 0) for row in others)
    return (first, *(row for row in rows if fold(row.text.rstrip(":")) != "do"))


def _lines_alone(node: Node) -> MappingNode | None:
    """The lines of an alternative without the rest of it."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    lines = tuple(each for each in pairs if fold(each[0].text) == "do")
    return mapping(node, lines) if len(lines) == 1 and len(pairs) > 1 else None


def _with_choices(node: Node, reader: Reader) -> Node:
    """*node* with the choices of its card below `play`, though they may be beside it."""
    if not isinstance(node, MappingNode):
        return node
    chosen = tuple(pair for pair in node.pairs if fold(pair[0].text) in _CHOICES)
    play = next((value for key, value in node.pairs if fold(key.text) == "play"), None)
    if not chosen or play is None:
        return node
    said = card_and_use(play, reader) if isinstance(play, TextNode) else getattr(play, "pairs", ())
    whole = mapping(play, (*said, *chosen))
    pairs = (each for each in node.pairs if each not in chosen)
    return mapping(node, ((key, whole if value is play else value) for key, value in pairs))


def _without_play(node: Node) -> Node:
    """*node* without `play: none`, which says that no card is played."""
    if not isinstance(node, MappingNode):
        return node

    pairs: list[KeyedNode] = []
    for key, value in node.pairs:
        said = fold(value.text) if fold(key.text) == "play" and isinstance(value, TextNode) else ""
        if said == "ask":
            pairs.append(keyed(TextNode(key.place, "yes"), "ask"))
        elif said not in _NO_CARD:
            pairs.append((key, value))
    return mapping(node, pairs)


class ImpulseOrders(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"alternatives": "try", "otherwise": "else"}
):
    """The Impulse of one nation."""

    INSIDE: ClassVar[type[msgspec.Struct]] = Alternative
    """A single way to play it may be there alone."""

    BEGINS: ClassVar = frozenset({"play", "plus", "do", "try", "card"})
    UNSURE: ClassVar = frozenset({"if"})
    """It may be the condition of the last line or that of all."""
    alternatives: tuple[Alternative, ...] = ()
    otherwise: Literal["ask", "lowest"] | None = None
    """If no alternative can be played: stop and ask, or the card of lowest CP as in 2.6.

    Without a word the last alternative of which only the first line cannot be carried out is played all the same, else
    the lowest card.
    """

    @classmethod
    def entry(cls, key: TextNode, value: Node, reader: Reader) -> KeyedNode:
        """The nation and its Impulse, of which the card may be beside the nation: `France plays Conscripts as cp:`."""
        if reader.knows(key, "nation"):
            return key, value
        for head, rest in heads(key):
            if reader.knows(head, "nation") and (said := _CARD_IN_HEADING.fullmatch(rest.text)):
                card = TextNode(rest.place, f"{said['card']} as {'event' if said['event'] else 'cp'}")
                rows = value.rows if isinstance(value, TextNode) else getattr(value, "items", ())
                if reader.knows(TextNode(rest.place, said["card"]), "card"):
                    return head, card if is_empty(value) or not rows else _with_choices_or_lines(card, rows, reader)
            if reader.knows(head, "nation") and fold(rest.text) in _NO_CARD and is_empty(value):
                return head, TextNode(rest.place, _PASS)
            rest = rest.part(0, len(rest.text.rstrip(".")))  # noqa: PLW2901 - `France plays Conscripts as CPs.`
            if reader.knows(head, "nation") and (card := without_plays(rest, reader)) is not rest:
                if is_empty(value):
                    return head, rest
                rows = value.items if isinstance(value, ListNode) else value.rows if isinstance(value, TextNode) else ()
                if rows:
                    reader.parted(value)
                    return head, _with_choices_or_lines(card, rows, reader)
        return key, value

    @classmethod
    def with_lines(cls, card: TextNode, lines: tuple[Node, ...], reader: Reader) -> Node | None:
        """The Impulse of a *card* play with *lines* that stand beside it; None where that is not sure."""
        if not ends_in_use(card) or _with_its_lines(card, reader) is not None:
            return None
        said = [each for line in lines if (each := pair(line)) is not None and fold(each[0].text) in _CHOICES]
        if said and is_event(card):  # its choices, if all of it is that
            return mapping(card, (keyed(card, "play"), *said)) if len(said) == len(lines) else None
        lines = _with_what_is_beside(lines)
        others = ListNode(card.place, tuple(line for line in lines if _plus_said(line) is None))
        read = others.items and reader.attempt(lambda: reader.read(others, OrderLines))
        return _with_choices_or_lines(card, lines, reader) if read else None

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, ListNode) and len(node.items) == 1 and isinstance(node.items[0], TextNode):
            node = node.items[0] if fold(node.items[0].text) in _NO_CARD else node
        if isinstance(node, ListNode):
            node = _card_first(node, reader) or _without_card(node, reader) or mapping(node, (keyed(node, "try"),))
        elif isinstance(node, TextNode):
            whole = fold(node.text)
            if not whole:
                raise reader.blame(node, "no-value", key="")
            key = "else" if whole in _OTHERWISE else "try"
            found = _with_its_lines(node, reader) or _without_card(node, reader)
            node = found or mapping(node, (keyed(node, key),) if whole not in _NO_CARD else ())
        else:
            node = with_repeated(node, reader)
            node = _without_card(node, reader) or node
        node = _either(_plus_of_lines(_lines_without_do(_lines_below_do(node, reader), reader)), reader)
        return reader.fields(_without_else(_in_alternatives(node)), cls)

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(self)
        if set(keys) <= {"try", "else"} and len(self.alternatives) == 1 and isinstance(keys["try"][0], dict):
            return {**keys["try"][0], **({"else": keys["else"]} if "else" in keys else {})}
        return keys["else"] if set(keys) == {"else"} else keys or _PASS


def _with_what_is_beside(lines: tuple[Node, ...]) -> tuple[Node, ...]:
    """*lines*, of which each such as `if intercepted: halt` is a key of the one above it."""
    found: list[Node] = []
    for line in lines:
        said, above = pair(line), found[-1] if found else None
        if said is not None and fold(said[0].text) in _OF_LINE and isinstance(above, MappingNode):
            found[-1] = mapping(above, (*above.pairs, said))
        else:
            found.append(line)
    return tuple(found)


def is_empty(value: Node) -> bool:
    """Whether *value* is a key's that has none."""
    return isinstance(value, TextNode) and not value.text


def _played(card: TextNode) -> MappingNode:
    """A *card* that is played, perhaps with a Resource or a Reserve besides."""
    if before := _RESOURCE_FIRST.match(card.text):
        rest = card.part(before.end())
        plus = keyed(TextNode(card.place, f"{RESOURCE}, first"), "plus")
        if drawn := _DRAWN.fullmatch(rest.text):
            use = keyed(use_of(rest.part(*drawn.span("use"))), "as")
            then = keyed(mapping(rest, (use,)), "then")
            return mapping(card, (keyed(mapping(card, (keyed(TextNode(card.place, "yes"), RESOURCE), then)), "plus"),))
        if PLUS.search(rest.text) is None:
            return mapping(card, (keyed(rest, "play"), plus))
    found = PLUS.search(card.text)
    more = None if found else _PLUS_CARD.search(card.text)
    if more and ends_in_use(card.part(0, more.start())):
        return mapping(card, (keyed(card.part(0, more.start()), "play"), keyed(card.part(more.end()), "plus")))
    when = "last" if found and found["when"] and fold(found["when"]) not in FIRST else "first"
    more_used = (keyed(TextNode(card.place, f"{RESOURCE}, {when}"), "plus"),) if found else ()
    return mapping(card, (keyed(card.part(0, found.start()) if found else card, "play"), *more_used))


def _with_its_lines(text: TextNode, reader: Reader) -> MappingNode | None:
    """A card and its lines in one text, `Conscripts as cp; Masséna > Venice`; None if there are no lines."""
    parts = _in_lines(text)
    if len(parts) > 1:
        reader.parted(text)
    if len(parts) > 1 and (found := _RESOURCE_FIRST.match(f"{parts[0].text}, ?")) and found.end() > len(parts[0].text):
        parts = (TextNode(parts[0].place, f"{parts[0].text}, {parts[1].text}"), *parts[2:])
    behind = lines_behind_use(parts[0], reader) if parts else None
    parts = (*behind, *parts[1:]) if behind else parts
    return _with_choices_or_lines(parts[0], parts[1:], reader) if len(parts) > 1 else None


def _without_card(node: Node, reader: Reader) -> MappingNode | None:
    """An Impulse of nothing but lines, such as `assault Lisbon`, which costs no card (5.4, 12.2)."""
    keys = {fold(key.text) for key, _ in node.pairs} if isinstance(node, MappingNode) else set()
    read = () if keys & (_OF_ALTERNATIVE | {"try", "else"}) else reader.attempt(lambda: reader.read(node, OrderLines))
    if not any(found.lines for found in read):
        return None
    return mapping(node, (keyed(node, "do"),))


def _can_be_played(card: TextNode, reader: Reader) -> bool:
    """Whether *card* is a card play; notes nothing."""
    found = False

    def read() -> None:
        nonlocal found
        reader.read(card, CardUse)
        found = True
        raise Misread

    reader.attempt(read)
    return found


def _with_choices_or_lines(card: TextNode, rows: tuple[Node, ...], reader: Reader) -> MappingNode:
    """A card with what is said below it: the choices of its event, if all of it is that, else lines."""
    texts = [row.text for row in rows if isinstance(row, TextNode)]
    if is_event(card) and len(texts) == len(rows):
        whole = TextNode(card.place, f"{card.text}, {', '.join(texts)}")
        if _can_be_played(whole, reader):
            return _played(whole)
        first = TextNode(card.place, texts[0] if texts else "").split(",", ";")[0].text
        if first and _can_be_played(TextNode(card.place, f"{card.text}, {first}"), reader):
            # a choice of it, or a line for its CPs
            raise reader.blame(rows[0], "two-meanings", meanings=(f"{card.text}, {first}", f"do: [{first}]"))
    return _card_and_lines(card, rows)


def _either(node: Node, reader: Reader) -> Node:
    """*node* with its first line or another, or one way to play or another, as two alternatives."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    if len(pairs) == _BOTH and (ways := _ways(mapping(key, ((key, value),)) for key, value in pairs)):
        test, *found, rest = ways
        both = [_with_its_lines(way, reader) or _played(way) if isinstance(way, TextNode) else way for way in found]
        return (
            _alternatives(node, (under_condition(test, both[0]), both[1])) if not rest and len(both) == _BOTH else node
        )
    do = next((value for key, value in pairs if fold(key.text) == "do"), None)
    lines = do.items if isinstance(do, ListNode) else ()
    if isinstance(do, MappingNode):
        lines = tuple(mapping(key, ((key, value),)) for key, value in do.pairs)
    lines = lines or ((do,) if isinstance(do, TextNode) else ())
    lines = (with_place_named(lines[0], reader), *lines[1:]) if lines else ()
    ways = () if not lines or any(fold(key.text) == "if" for key, _ in pairs) else _ways(lines)
    if do is None or not ways or (len(lines) == 1 and len(ways) == len(("test", "then", "rest"))):
        return node
    test, *found, rest = ways
    if len(found) < _BOTH and not isinstance(found[0], ListNode):
        return node
    if isinstance(found[-1], TextNode) and _TO.match(found[-1].text) and isinstance(found[0], TextNode):
        found[-1] = with_other_goal(found[0], found[-1], test, reader)
    both = []
    for way in (*found, ListNode(node.place, ()))[:_BOTH]:
        items = (*(way.items if isinstance(way, ListNode) else (way,)), *rest)
        both.append(
            mapping(node, ((key, ListNode(value.place, items) if value is do else value) for key, value in pairs))
        )
    return _alternatives(node, (under_condition(test, both[0]), both[1]))


def _alternatives(node: Node, ways: tuple[Node, ...]) -> MappingNode:
    return mapping(node, (keyed(ListNode(node.place, ways), "try"),))


def _ways(items: Iterable[Node]) -> tuple[Any, ...]:
    """The condition of the first of *items*, what is done under it, what is done else if it is said, and the others."""
    first, *rest = items
    both = pair(first) is None and isinstance(first, MappingNode) and len(first.pairs) == _BOTH
    if isinstance(first, TextNode) and (found := _OTHERWISE_BEHIND.search(first.text)):
        first, rest = first.part(0, found.start()), [first.part(found.start("other")), *rest]
    elif isinstance(first, MappingNode) and both:  # `if Mack is in Ulm: Napoleon > Ulm` and `else:` in one item
        first, rest = mapping(first, first.pairs[:1]), [mapping(first, first.pairs[1:]), *rest]
    said = condition_first(first)
    if said is None and rest and otherwise(rest[0]) is not None:
        said = _condition_behind(first)
    other = otherwise(rest[0]) if rest else None
    return () if said is None else (*said, tuple(rest)) if other is None else (*said, other, tuple(rest[1:]))


def _condition_behind(node: Node) -> tuple[TextNode, Node] | None:
    """The condition and the line of `Napoleon: Ulm if Mack is in Ulm`."""
    parted = pair(node) if isinstance(node, MappingNode) else None
    text = parted[1] if parted is not None else node
    said, condition = without_condition(text) if isinstance(text, TextNode) else (node, ())
    several = parted is None and isinstance(said, TextNode) and {",", ";"} & set(said.text)
    if several or not condition or not isinstance(test := condition[0][1], TextNode):
        return None
    return test, said if parted is None else mapping(node, ((parted[0], said),))


def _card_and_lines(card: TextNode, lines: tuple[Node, ...]) -> MappingNode:
    """An Impulse of a *card*, perhaps with a Resource besides, and of its *lines*."""
    do = lines[0] if len(lines) == 1 else ListNode(card.place, lines)  # of one, commas may part several
    return mapping(card, (*_played(card).pairs, keyed(do, "do")))


def _card_first(node: ListNode, reader: Reader) -> Node | None:
    """An Impulse of a list whose first item is its card alone, and whose others are lines: none is another way."""
    card, *others = node.items or (node,)
    ways = (each for each in others if isinstance(each, TextNode) and (ends_in_use(each) or fold(each.text) == "ask"))
    if isinstance(card, TextNode) and others and not any(ways):
        return ImpulseOrders.with_lines(card, tuple(others), reader)
    pairs = [each.pairs if isinstance(each, MappingNode) else () for each in node.items]
    keys = [fold(found[0][0].text) if len(found) == 1 else "" for found in pairs]
    lines = keys[1:] and not any(not key or key in _OF_ALTERNATIVE | _CHOICES for key in keys[1:])
    if keys[:1] != ["play"] or not lines or not isinstance(pairs[0][0][1], TextNode):
        return None
    return mapping(node, (*pairs[0], keyed(ListNode(node.place, node.items[1:]), "do")))


def _lines_below_do(node: Node, reader: Reader) -> Node:
    """*node* with the lines behind a `do` that has nothing below it, as they lost their indentation, there."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    at = next((n for n, (key, _) in enumerate(pairs) if fold(key.text) == "do"), len(pairs))
    lines = pairs[at + 1 :]
    if not lines or not isinstance(do := pairs[at][1], TextNode) or do.text:
        return node
    if any(fold(key.text) in _OF_ALTERNATIVE | {"try", "else"} for key, _ in lines):
        return node  # a condition may be that of a line or of all
    play = next((value for key, value in pairs[:at] if fold(key.text) == "play"), None)
    if any(fold(key.text) in _CHOICES for key, _ in lines) and not _is_for_points(play):
        return node  # a choice of the event
    first = lines[0][0]
    reader.tell(first, "indent-understood", key=first.text, under="do")
    return mapping(node, (*pairs[:at], (pairs[at][0], mapping(first, lines))))


def _is_for_points(play: Node | None) -> bool:
    """Whether a card is played for its CPs, which leaves no choice."""
    return isinstance(play, TextNode) and ends_in_use(play) and not is_event(play)


def _lines_without_do(node: Node, reader: Reader) -> Node:
    """*node* with the lines behind its card and what is used besides below `do`, which is not there."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    play = next((value for key, value in pairs if fold(key.text) == "play"), None)
    known = _OF_ALTERNATIVE | {"try", "else"} | (frozenset() if _is_for_points(play) else _CHOICES)
    at = next((n for n, (key, _) in enumerate(pairs) if fold(key.text) not in known), len(pairs))
    head, lines = {fold(key.text) for key, _ in pairs[:at]}, pairs[at:]
    if not lines or not head & {"play", "plus", "card"} or head & {"if", "do", "ask", "try", "else"}:
        return node
    plus = [each for each in lines if fold(each[0].text) == "plus"]  # used where it is among the lines
    if any(fold(key.text) in known - {"plus"} for key, _ in lines) or (plus and "plus" in head):
        return node
    below = mapping(lines[0][0], (each for each in lines if each not in plus))
    sure = _is_for_points(play) and all(fold(key.text) in BY_WORD for key, _ in lines)
    if not sure and not reader.attempt(lambda: reader.read(below, OrderLines)):
        return node
    reader.tell(lines[0][0], "indent-understood", key=lines[0][0].text, under="do")
    items = ListNode(below.place, tuple(mapping(each[0], (each,)) for each in lines)) if plus else below
    return mapping(node, (*pairs[:at], keyed(items, "do")))


def _plus_of_lines(node: Node) -> Node:
    """*node* with the one line below `do` that says what is used besides the card, `plus: resource`, beside it."""
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    do = next((value for key, value in pairs if fold(key.text) == "do"), None)
    items = do.items if isinstance(do, ListNode) else () if do is None else (do,)
    found = [(n, said) for n, item in enumerate(items) if (said := _plus_said(item)) is not None]
    if do is None or len(found) != 1 or any(fold(key.text) in ("plus", "try") for key, _ in pairs):
        return node
    (at, said), last = found[0], len(items) - 1
    when = "last" if at == last else f"after {at}" if at else "first"
    if isinstance(said, TextNode):
        said = said if MOMENT.search(said.text) else TextNode(said.place, f"{said.text}, {when}")
    elif isinstance(said, MappingNode) and all(fold(key.text) != "when" for key, _ in said.pairs):
        said = mapping(said, (*said.pairs, keyed(TextNode(said.place, when), "when")))
    lines = ListNode(do.place, (*items[:at], *items[at + 1 :]))
    given: list[KeyedNode] = [
        (key, lines if value is do else value) for key, value in pairs if items[1:] or value is not do
    ]
    return mapping(node, (*given, keyed(said, "plus")))


def _plus_said(item: Node) -> Node | None:
    """What is used, of a line such as `plus: resource`, `plus Decree of the Senate` and `use a resource`."""
    said = pair(item) if isinstance(item, MappingNode) else None
    if said is not None:
        return said[1] if fold(said[0].text) == "plus" else None
    if not isinstance(item, TextNode):
        return None
    found = _PLUS_FIRST.match(item.text)
    return item.part(found.end()) if found else item if fold(item.text) in RESOURCES else None


def _in_alternatives(node: Node) -> Node:
    """*node* with its alternatives under `try`, though there may be one only, without it."""
    if not isinstance(node, MappingNode) or any(fold(key.text) == "try" for key, _ in node.pairs):
        return listed(node, "try")
    own = tuple(each for each in node.pairs if fold(each[0].text) in _OF_ALTERNATIVE | _CHOICES)
    rest = tuple(each for each in node.pairs if each not in own)
    if not own:
        return node
    alone = MappingNode(own[0][0].place, own)
    return mapping(node, ((TextNode(alone.place, "try"), ListNode(alone.place, (alone,))), *rest))


def _without_else(node: Node) -> Node:
    """*node* with an `else` that is a way to play as the last alternative, beside them or as the last of their list."""
    found = {fold(key.text): value for key, value in node.pairs} if isinstance(node, MappingNode) else {}
    ways = found.get("try")
    if not isinstance(node, MappingNode) or not isinstance(ways, ListNode) or not ways.items:
        return node
    *before, last = ways.items
    if isinstance(last, MappingNode) and [fold(key.text) for key, _ in last.pairs] == ["else"] and "else" not in found:
        items, other = tuple(before), last.pairs[0]
    elif "else" in found:
        items, other = ways.items, next(pair for pair in node.pairs if fold(pair[0].text) == "else")
    else:
        return node
    if isinstance(other[1], TextNode) and (not other[1].text or fold(other[1].text) in _OTHERWISE):
        rest: tuple[KeyedNode, ...] = (other,)
    else:
        items, rest = (*items, other[1]), ()
    pairs = tuple(pair for pair in node.pairs if fold(pair[0].text) not in ("try", "else"))
    return mapping(node, (keyed(ListNode(ways.place, items), "try"), *pairs, *rest))
