"""Choices of events, wishes in battle, holds.

`play: {card: talleyrand, as: event, consul: prussia right 2 in france}`. The keys are by kind of choice; a card with
several effects that take the same kind uses the entries of that key in the order of its effects. What is left out has
the default of this table; what a card does not need is reported by the checker of the card's effects.

`one_of`: `option: 2`, counted from 1. Default: the first that is possible.
`draw` with `play_one`: `then:` plays, the first that is possible. Default: the card drawn, as CPs.
`give_card`: `nation:` the receiver, `cards:` the first one held, `top: yes` for the top of the deck.
    Default: the ally with fewest cards, ties in Track order; the card of lowest CP.
`discard` by the owner: `cards:` the first one held. Default: lowest CP, ties by number in the deck.
`resource`, `place`, `modify`, `armistice` and others with `chosen`; the receiver: `nation:`. An effect that says
    `chosen` again means the same nation. Default: the playing nation if it may be, else the first possible.
`break_alliance` with `any`: `nation:` the Proxy. Default: of an enemy Power, the earliest in Track order.
`consul`: `consul: prussia right 2 in france`. Default: as many steps as the effect has; Proxy, way and row the only
    ones that are possible, else the effect is left out.
`place`: `place:` pieces with places. Default: the capital, else the first of `where` that is possible.
`place` of a general, `leader` with `chosen`: `general:`, and `place:` where. Default: highest Command, Rating, name;
    an enemy's by Rating, name; placed where the nation has most units.
`leader` that enters: `place:` where. Default: the capital, else the first of `where` that is possible.
`flag`: `flag:` places. Default: Keys first, then alphabetical.
`regroup`: `regroup:` pieces with places. Default: generals by Command, then units, then Squadrons; to the capital,
    Squadrons to the first Port in alphabetical order.
`refit`: `refit:` places. Default: alphabetical.
`move_force`: `march:` where from and to, with what. Default: the effect is left out.
`retreat`: `retreat_to:` places, the first that is possible. Default: as in 10.2.
`reroll`: `reroll: 2`, so many dice, those that are neither 5 nor 6 first. Default: all of those, up to the limit.
`change_die`: `die: up` or `down`. Default: one's own dice up, the enemy's down; the die of which most depends.
`off_map`: `send:` places, with numbers. Default: one Squadron, from where there are most.
`end_event` with a choice: `cards:` the card of the event. Default: all that the effect covers.
Nothing is chosen for `draw`, `cp`, `block`, `cancel`, `stop`, `sixth_turn`, `battle_dice`, `naval_dice`, `roll_mod`,
    `rally`, `cancel_hit` and a random `discard`; CPs for the active nation are spent by the lines of `do`.
The owner decides by standing orders: `take`, `attrition` (`losses`, `generals`, `take_from`), `foreign_war` (`send`,
    `sacrifice`), pieces and CPs for another nation (`place_at`), `armistice` with `consent`.

A response or battle card takes the same keys in its `respond` line or its entry of `battle: {cards: [...]}`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    Least,
    ListNode,
    MappingNode,
    Misread,
    Node,
    Reader,
    Speller,
    TextNode,
    Ways,
    every_part,
    fold,
    late_pattern,
    pair,
)
from pbem_tnw.orders.condition_parser import BattleCondition
from pbem_tnw.orders.marching import march
from pbem_tnw.orders.names import (
    DuchyName,
    KeyedNode,
    LeaderName,
    NationName,
    SpotName,
    WarCardName,
    keyed,
    listed,
    mapping,
    with_lists,
    with_sure_condition,
    without_condition,
)
from pbem_tnw.orders.pieces import Counted, FleetSpot, PieceNames, PiecesWanted, Strengths, consul_keys, in_pieces
from pbem_tnw.orders.said_choices import DRAWN, choices_said, keys_taken

USES: Final[Mapping[str, str]] = {
    "event": "event", "events": "event", "an event": "event", "the event": "event", "ereignis": "event",
    "cp": "cp", "cps": "cp", "points": "cp", "command points": "cp", "ops": "cp", "op": "cp", "its cp": "cp",
    "its cps": "cp", "command point": "cp", "kommandopunkte": "cp",
}  # fmt: skip
_SAID = "|".join(sorted(map(re.escape, USES), key=len, reverse=True))
_AS = "as|for|als|für|pour|comme"
_USE = late_pattern(
    rf"(?:\s+(?:{_AS})\s+(?:its\s+)?(?:\d{{1,2}}\s*)?|\s*[,(:]\s*|\s+(?=(?:cps?|event)\s*$))({_SAID})\s*\)?(?:\s*\(\d{{1,2}}\s*cps?\))?$",
    re.IGNORECASE,
)
_RESOURCE = r"\s*,?\s*(?:\+|plus|and|with)\s*(?:use\s+)?(?:(?:an?|the|one|1|our|my|its)\s+)?resource"
PLUS = late_pattern(
    _RESOURCE + r"(?:,?\s+(?P<when>first|last|before|after(?:\s+all|wards)?|at\s+the\s+end))?$", re.IGNORECASE
)
"""A Resource that is used besides the card."""
_THEN = r"(?:and\s+then|and|then)"
_USE_AND_MORE = late_pattern(
    rf"(?:\s(?:{_AS})\s+(?:its\s+)?(?:\d{{1,2}}\s*)?|\s*\(\s*|\s(?=cps?[,.:]))({_SAID})\)?(?:\s*\(\d{{1,2}}\s*cps?\))?(?P<plus>{_RESOURCE})?\s*(?:[,.:]\s+(?:{_THEN}\s+)?|\s[-–—]\s+|\s{_THEN}\s+)(?=\S)",
    re.IGNORECASE,
)
_EVENT = "|".join(sorted((said for said, use in USES.items() if use == "event"), key=len, reverse=True))
_EVENT_AND_MORE = late_pattern(
    rf"\s+(?:{_AS})\s+(?:its\s+)?(?:\d{{1,2}}\s*)?(?P<use>{_EVENT})"
    r"(?:\s*[,.:;]\s+|\s+[-–—]\s+|\s*\(|\s+(?:with|and)\s+|\s+)(?=\S)",
    re.IGNORECASE,
)
_OPTION = late_pattern(rf"\s(?:{_AS})\s+(?:{_EVENT})[\s,(:]+option\s*:?\s*\d\)?$", re.IGNORECASE)
_OTHER_USE = late_pattern(r"\s+as\s+(\S+)$", re.IGNORECASE)
_USE_FIRST = late_pattern(rf"({_SAID})\s*:?\s+", re.IGNORECASE)


class ConsulChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"row": "in"}):
    """How a consul moves; what is left out is as far and as much as the effect allows."""

    who: NationName | None = None
    way: Literal["left", "right"] | None = None
    steps: Counted | None = None
    row: NationName | None = None
    """The Power in whose row it moves, which counts if it starts at Unaligned (8.1)."""
    WAYS: ClassVar[Ways] = (
        "{who} {way} {steps}", "{who} {way}", "{who} {way} in {row}", "{who} {way} {steps} in {row}", "{who} {steps}",
        "{who} {steps} in {row}", "{who} in {row}", "{who}",
    )  # fmt: skip

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(consul_keys(node, reader), cls)


class MarchChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An Army that an event moves."""

    at: DuchyName
    to: tuple[DuchyName, ...]
    general: LeaderName | None = None
    units: Strengths = Strengths()
    flag: bool = True
    """Whether it flags the last duchy."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        """Read `Charles with 3 units: Prague > Dresden`, too."""
        said = pair(node) if isinstance(node, MappingNode) else None
        if said and isinstance(said[1], TextNode) and fold(said[0].text) not in cls.__struct_fields__:
            node = TextNode(node.place, f"{said[0].text} > {said[1].text}")
        return reader.fields(_marched(node, reader) if isinstance(node, TextNode) else node, cls)


def _marched(text: TextNode, reader: Reader) -> MappingNode:
    """The keys of `Charles with 3 units from Prague to Dresden`."""
    found = {key.text: value for key, value in march(text, reader)}
    path = found.pop("path", None)
    start, *to = path.items if isinstance(path, ListNode) else (text,)
    if not to or not found.keys() <= {"commander", "units"}:
        raise reader.blame(text, "missing-key", key="at")
    keys = {"at": start, "to": ListNode(text.place, tuple(to)), "general": found.get("commander"), **found}
    return mapping(text, (keyed(value, key) for key, value in keys.items() if value is not None and key != "commander"))


class EventChoices(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The choices of one card; a card play, a response or a battle card with its own keys besides."""

    option: Counted | None = None
    nation: tuple[NationName, ...] = ()
    consul: tuple[ConsulChoice, ...] = ()
    general: tuple[LeaderName, ...] = ()
    cards: tuple[WarCardName, ...] = ()
    top: bool = False
    place: tuple[PiecesWanted, ...] = ()
    flag: tuple[DuchyName, ...] = ()
    regroup: tuple[PiecesWanted, ...] = ()
    refit: tuple[SpotName, ...] = ()
    send: tuple[FleetSpot, ...] = ()
    march: MarchChoice | None = None
    retreat_to: tuple[SpotName, ...] = ()
    reroll: Annotated[int, Least(0)] | None = None
    die: Literal["up", "down"] | None = None
    then: "tuple[NextCard, ...]" = ()
    """Only of a card that lets its player draw and play one (5.11)."""
    WAYS: ClassVar[Ways] = ("{card}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            return reader.fields(mapping(node, cls.in_words(node, reader)), cls)
        if "use" not in cls.__struct_fields__:
            node = _played_as_event(node)
        return reader.fields(choices_listed(node, reader), cls)

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        """The keys of what is written in one text: the name of the card."""
        return (keyed(text, "card"),)

    @classmethod
    def keys_told(cls, node: MappingNode, keys: tuple[str, ...], reader: Reader) -> tuple[str, ...]:
        """Those of *keys* that the card in *node* takes, its choices first; all of them if it is not known."""
        card = next((value for key, value in node.pairs if fold(key.text) == "card"), None)
        if not isinstance(card, TextNode) or not reader.knows(card, "card"):
            return keys
        taken, choices = keys_taken(card, reader), {name.replace("_", " ") for name in EventChoices.__struct_fields__}
        able = (key for key in keys if key in taken or key not in choices)
        return tuple(sorted(able, key=lambda key: key not in choices))


class NextCard(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"use": "as"}):
    """A card to be played in the same Impulse; without a name whatever was drawn."""

    card: WarCardName | None = None
    use: Literal["event", "cp"] = "cp"

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        return (keyed(use_of(text), "as"),) if fold(text.text) in USES else card_and_use(text, reader)


def _played_as_event(node: Node) -> Node:
    """*node* without `as: event`, of a card that cannot be played otherwise."""
    if not isinstance(node, MappingNode):
        return node

    def plain(key: TextNode, value: Node) -> bool:
        return fold(key.text) == "as" and isinstance(value, TextNode) and USES.get(fold(value.text)) == "event"

    return mapping(node, (each for each in node.pairs if not plain(*each)))


def choices_listed(node: Node, reader: Reader) -> Node:
    """*node* with a list for every key that takes one."""
    node = listed(node, "consul", "send", "then")
    if not isinstance(node, MappingNode):
        return node
    card = next((value for key, value in node.pairs if fold(key.text) == "card"), None)
    gives = not isinstance(card, TextNode) or "nation" in keys_taken(card, reader)  # what is given is not discarded
    discards = () if gives else ("discard", "discards")
    named = ((TextNode(key.place, "cards") if fold(key.text) in discards else key, each) for key, each in node.pairs)
    return mapping(node, (_as_taken(key, value, reader) for key, value in named))


def _as_taken(key: TextNode, value: Node, reader: Reader) -> KeyedNode:
    """A choice as its key takes it: `from: deck` is `top: yes`, and so is `top: 1`."""
    said = fold(value.text) if isinstance(value, TextNode) else ""
    if (fold(key.text), said) in (("top", "1"), ("top", "one"), ("from", "deck"), ("from", "the deck")):
        return keyed(TextNode(value.place, "yes"), "top")
    given = (value.items if isinstance(value, ListNode) else (value,)) if fold(key.text) == "give" else ()
    for each in given:
        if isinstance(each, TextNode) and reader.knows(each, "nation"):  # `Russia` may be The Depth of Russia, too
            raise reader.blame(each, "two-meanings", meanings=(f"nation: {each.text}", f"cards: {each.text}"))
    return key, in_pieces(value, reader) if fold(key.text) in ("place", "regroup") else value


def card_and_use(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `Conscripts as event`, `Conscripts for CPs`, `event: Conscripts`."""
    if found := _USE.search(text.text):
        return keyed(text.part(0, found.start()), "card"), keyed(use_of(text.part(*found.span(1))), "as")
    if found := _USE_FIRST.match(text.text):
        return keyed(text.part(found.end()), "card"), keyed(use_of(text.part(*found.span(1))), "as")
    if (found := _OTHER_USE.search(text.text)) and not reader.knows(text, "card"):
        return keyed(text.part(0, found.start()), "card"), keyed(text.part(*found.span(1)), "as")
    return (keyed(text, "card"),)


def card_and_choices(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a card, its use, and the choices of its event that are said behind it."""
    found = None if reader.knows(text, "card") else _EVENT_AND_MORE.search(text.text)
    card = text.part(0, found.start()) if found is not None else text
    used = _USE.search(text.text) and not DRAWN.search(text.text)
    if found is None or used or not reader.knows(card, "card"):
        return card_and_use(text, reader)
    said = text.part(found.end())
    said = said.part(0, -1) if said.text.endswith((")", ".")) else said
    use = keyed(use_of(text.part(*found.span("use"))), "as")
    return keyed(card, "card"), use, *choices_said(card, said, reader)


def ends_in_use(text: TextNode) -> bool:
    """Whether *text* may be a whole card play, with nothing of it on the next line."""
    return any(pattern.search(text.text) for pattern in (_USE, PLUS, _OPTION))


def is_event(text: TextNode) -> bool:
    """Whether a card is played as an event, behind which its choices may be said."""
    found = _USE.search(text.text)
    return found is not None and USES[fold(found[1])] == "event"


_PLAYS = late_pattern(r"(?:(?:(?:i|we)\s+)?(?:plays?|uses?)|spielt|joue|juega|(?:card|play)\s*[:–-])\s+", re.IGNORECASE)


def without_plays(text: TextNode, reader: Reader) -> TextNode:
    """The card in `play Conscripts`."""
    found = None if reader.knows(text, "card") else _PLAYS.match(text.text)
    return text.part(found.end()) if found else text


def lines_behind_use(text: TextNode, reader: Reader) -> tuple[TextNode, TextNode] | None:
    """The card with its use, and the lines behind it: `Conscripts as cp, Masséna > Venice`; None if there are none.

    What is behind an event may be its choices.
    """
    found = _USE_AND_MORE.search(text.text)
    if found is None or USES[fold(found[1])] != "cp" or reader.knows(text, "card"):
        return None
    return text.part(0, found.end("plus") if found["plus"] else found.end(1)), text.part(found.end())


def use_of(text: TextNode) -> TextNode:
    """`event` or `cp`, if that is what *text* means."""
    said = USES.get(fold(text.text))
    return TextNode(text.place, said) if said else text


_LAST = ("last", "at the end", "end", "after all")
FIRST = ("first", "at the start", "start", "before")
_AFTER = late_pattern(r"(?:after\s+)?(?:line\s+)?", re.IGNORECASE)
MOMENT = late_pattern(rf"\s*,?\s+(when\s+)?({'|'.join((*_LAST, *FIRST))}|after\s+(?:line\s+)?\S+)$", re.IGNORECASE)
RESOURCE: Final = "resource"
RESOURCES = tuple(
    f"{use}{whose}resource" for use in ("", "use ") for whose in ("", "a ", "the ", "1 ", "one ", "our ", "my ", "its ")
)


class CardUse(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"use": "as"}):
    """A card or Reserve played as an event, with its choices, or as CPs (6).

    Written `Conscripts as cp`, `{card: talleyrand, as: event, consul: prussia right}` or `{event: conscripts}`.
    The problem `no-use` (text) says that it is neither.
    """

    card: WarCardName
    use: Literal["event", "cp"]
    WAYS = ("{card} as {use}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        node = without_plays(node, reader) if isinstance(node, TextNode) else node
        said = mapping(node, card_and_choices(node, reader)) if isinstance(node, TextNode) else _with_use(node, reader)
        said = choices_listed(said, reader)
        card = _card_without_use(said)
        if card is None or not isinstance(said, MappingNode):
            return reader.fields(said, cls)
        supposed = keyed(TextNode(card.place, "cp"), "as")
        with every_part() as part:
            with part():
                reader.fields(mapping(said, (*said.pairs, supposed)), cls)
            with part():
                raise reader.blame(card, "no-use", text=card.text)
        raise Misread


def _card_without_use(node: Node) -> TextNode | None:
    """The card that *node* names without saying how it is played."""
    given = {fold(key.text): value for key, value in node.pairs} if isinstance(node, MappingNode) else {}
    card = given.get("card")
    return card if isinstance(card, TextNode) and "as" not in given else None


def _with_use(node: Node, reader: Reader) -> Node:
    """*node* with its keys `card` and `as`, though the one may be there as the other: `event: conscripts`."""
    if not isinstance(node, MappingNode):
        return node
    pairs: list[KeyedNode] = []
    keys = {fold(key.text) for key, _ in node.pairs}
    for key, value in node.pairs:
        said = fold(key.text)
        if said == "card" and "as" not in keys and isinstance(value, TextNode):
            pairs += card_and_use(value, reader)
        elif said in USES and isinstance(value, TextNode) and not keys & {"card", "as"}:
            pairs += [keyed(value, "card"), keyed(use_of(key), "as")]
        elif said == "reserve" and "card" not in keys:
            pairs.append((TextNode(key.place, "card"), value))
        elif said == "as" and isinstance(value, TextNode):
            pairs.append((key, use_of(value)))
        else:
            pairs.append((key, value))
    return mapping(node, pairs)


class PlusMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """When in the Impulse the card with the plus is used (5.12): *after* so many lines, None: after all.

    Written `first`, `last` or `after 2`; otherwise the problem is `not-a-moment` (text).
    """

    after: Counted | None = 0
    WAYS: ClassVar[Ways] = ("first", ("last", {"after": None}), "after {after}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        said = fold(node.text)
        if said in FIRST or said in _LAST:
            return cls(0 if said in FIRST else None)
        found = _AFTER.match(node.text)
        number = node.part(found.end() if found else 0)
        if not reader.is_number(number) or reader.number(number) < 0:
            raise reader.blame(node, "not-a-moment", text=node.text)
        return cls(reader.number(number))


class PlusUse(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"use": "as"}):
    """What is used besides the card of the Impulse: a Resource (16.2), or a Reserve (6.2).

    Written `resource`, `{resource: 1, when: last}`, `Senate as event, after 2` or `{card: senate, as: cp}`. With
    neither or both the problem is `not-a-plus`. `{resource: 1, then: {as: cp}}` plays the card that was drawn, in an
    Impulse that has none so far.
    """

    resource: bool = False
    card: WarCardName | None = None
    use: Literal["event", "cp"] = "event"
    when: PlusMoment = PlusMoment()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            found = super().read(node, reader)
        else:
            found = reader.fields(choices_listed(_without_number(_with_use(node, reader)), reader), cls)
        if found.resource == (found.card is not None):
            raise reader.blame(node, "not-a-plus")
        return found

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        found = None if reader.knows(text, "card") else MOMENT.search(text.text)
        moment = (keyed(text.part(*found.span(2)), "when"),) if found else ()
        said = text.part(0, found.start()) if found else text
        if fold(said.text) in RESOURCES:
            return keyed(TextNode(said.place, "yes"), RESOURCE), *moment
        comma = said.text.find(",")
        if not reader.knows(said, "card") and comma > 0 and reader.knows(card := said.part(0, comma), "card"):
            said = TextNode(said.place, f"{card.text} as event{said.text[comma:]}")
        return *card_and_choices(said, reader), *moment

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(msgspec.structs.replace(self, use="event") if self.resource else self)
        return keys.get("card", RESOURCE) if len(keys) == 1 else keys


def _without_number(node: Node) -> Node:
    """`resource: 1` as `resource: yes`."""
    if not isinstance(node, MappingNode):
        return node
    return mapping(
        node,
        (
            (key, TextNode(value.place, "yes") if fold(key.text) == RESOURCE and _is_one(value) else value)
            for key, value in node.pairs
        ),
    )


def _is_one(value: Node) -> bool:
    return isinstance(value, TextNode) and value.text.casefold() in ("1", "one")


class BattleCardWish(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if"}):
    """A battle card, or a response or Reserve for a battle, and when it is worth it."""

    card: WarCardName
    condition: BattleCondition = BattleCondition()

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* as it is, if it is sure which of its cards a condition is of; `otherwise` is that it does not hold."""
        return with_sure_condition(_one_or_other(node), reader)

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        said, condition = without_condition(text)
        return keyed(without_plays(said, reader), "card"), *condition


_OTHERWISE = late_pattern(r"(?:or\s+)?(?:else|otherwise)[,:]?\s+(?=\S)|[,\s]\s*otherwise$", re.IGNORECASE)


def _one_or_other(node: Node) -> Node:
    """`To the Death if odds < 1, otherwise Rally` as cards of which the second is for where the first is not."""
    parts = node.split(",", ";") if isinstance(node, TextNode) else node.items if isinstance(node, ListNode) else ()
    if len(parts) != len(("one", "other")) or not isinstance(other := parts[1], TextNode):
        return node
    condition = without_condition(parts[0])[1] if isinstance(parts[0], TextNode) else ()
    found = _OTHERWISE.search(other.text)
    if found is None or not condition or not isinstance(test := condition[0][1], TextNode):
        return node
    card = f"{other.text[: found.start()]}{other.text[found.end() :]}"
    return ListNode(node.place, (parts[0], TextNode(other.place, f"{card} if not ({test.text})")))


class BattleWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to fight one battle; what is left out is as the standing orders say, else the default of 2.3."""

    cards: tuple[BattleCardWish, ...] | None = None
    """In the order in which they are played; none: no cards."""
    first_round_at_most: Annotated[int, Least(0)] | None = None
    """The most cards before the first round."""
    keep_if: BattleCondition | None = None
    """If it holds no card is played: the battle is as good as won."""
    losses: tuple[NationName, ...] | None = None
    """Whose units are lost first (11.3)."""
    generals: PieceNames | None = None
    retreat_to: tuple[DuchyName, ...] | None = None
    """Where the defender goes who loses, the first that is possible (11.4)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode) and (found := _RETREAT.match(node.text)):  # `battle: retreat to Munich`
            node = mapping(node, (keyed(node.part(found.end()), "retreat to"),))
        if isinstance(node, TextNode) and fold(node.text) not in _NOTHING:  # `battle: To the Death`
            node = mapping(node, (keyed(node, "cards"),))
        return reader.fields(with_lists(node, "cards"), cls)


def says_retreat(text: TextNode) -> bool:
    """Whether *text* says where to retreat, and names no card."""
    return _RETREAT.match(text.text) is not None


_RETREAT = late_pattern(r"(?:retreats?|withdraws?|falls?\s+back)\s+(?:to|into)\s+(?=\S)", re.IGNORECASE)
_NOTHING = ("none", "nothing", "no", "pass")


class PlayedNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Response or battle cards, in the order in which they are played."""

    cards: tuple[BattleCardWish, ...] = ()
    WAYS: ClassVar[Ways] = ("{cards}",)

    def __iter__(self) -> Iterator[BattleCardWish]:
        return iter(self.cards)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode) and fold(node.text) in _NOTHING:
            return cls()
        whole = ListNode(node.place, (node,)) if isinstance(node, MappingNode) else node
        return cls(reader.read(whole, tuple[BattleCardWish, ...]))


class HoldAnswer(Order, frozen=True):
    """What a seat plays in the window; the default is nothing."""

    play: PlayedNow = PlayedNow()
    no_more: bool = False
    """Play nothing for the rest of this Impulse, and be asked no more in it."""
