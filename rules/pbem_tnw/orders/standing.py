"""Standing orders: every decision of a seat that is not active, answered in advance (house rules, 2.3).

A key that a sheet does not have stays as it was; one that it has replaces what was there. None is the default of 2.3.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import msgspec

from pbem.engine.reading import (
    EXACT,
    Least,
    ListNode,
    MappingNode,
    Misread,
    Most,
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
from pbem_tnw.orders.choices import BattleWish, EventChoices, says_retreat, without_plays
from pbem_tnw.orders.condition import ConditionTest, Truth
from pbem_tnw.orders.condition_parser import BattleCondition, OrderCondition, PeaceCondition, ResponseCondition
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.names import (
    ANY,
    AtPlaces,
    ByWhom,
    DuchyName,
    InZones,
    KeyedNode,
    LeaderName,
    NationName,
    SeatNamed,
    SpotName,
    WarCardName,
    ZoneName,
    agreed,
    clauses,
    in_one_line,
    is_answer,
    keyed,
    mapping,
    names_or_any,
    number_last,
    pieces_of,
    refuse_end_of_several,
    with_armistices,
    with_lists,
    with_sure_condition,
    without_clauses,
    without_condition,
)
from pbem_tnw.orders.pieces import Counted, PieceNames


class Willing(OrderCondition, frozen=True):
    """`yes`, `no`, or `if turn >= 1809`."""

    test: ConditionTest = Truth(yes=False)


class LendAnswer(msgspec.Struct, frozen=True, omit_defaults=True, rename={"condition": "if"}):
    """Which pieces another seat's Army Groups and Armadas may take along (9.1, 13.1, 13.6).

    Written `yes`, `no`, `[charles]`, `if turn >= 1809` or `{generals: [charles], units: 4, if: turn >= 1809}`.
    """

    condition: Willing = Willing()
    generals: tuple[LeaderName, ...] = ()
    """Only these, with units that they may lead; none: any pieces."""
    units: Annotated[int, Least(0)] | None = None
    """The most units and Squadrons."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, MappingNode):
            given = any(fold(key.text) == "if" for key, _ in node.pairs)
            found = reader.fields(node, cls)
            return found if given else msgspec.structs.replace(found, condition=YES)
        if isinstance(node, TextNode) and is_answer(node.text):
            return cls(reader.read(node, Willing, "condition"))
        return cls(YES, names_or_any(node, reader, "general"))

    def spell(self, speller: Speller) -> Any:
        if not self.generals and self.units is None:
            return speller.struct(self.condition)
        if self.condition == YES and self.units is None:
            return [speller.name("general", name) for name in self.generals]
        return {**speller.fields(self), "if": speller.struct(self.condition)}


YES = Willing(Truth(yes=True))


class Consents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """By the nation that asks; of a nation that is not named, no."""

    join: Mapping[NationName, Willing] = {}
    """It joins the Camp (8.33, 14.11)."""
    lend: Mapping[NationName, LendAnswer] = {}
    """Its Formations take one's pieces along."""
    armistice: Mapping[NationName, Willing] = {}
    """An Armistice with it (17.2)."""
    surrender_of: Annotated[Mapping[NationName, Willing], EXACT] = {}
    """It surrenders to a Power of the seat (15.4)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        node = with_armistices(node, reader)
        if not isinstance(node, MappingNode):
            return reader.fields(node, cls)
        return reader.fields(mapping(node, ((key, agreed(value, reader)) for key, value in node.pairs)), cls)


Trigger = Literal[
    "step", "interception", "evasion", "battle_card", "battle_rolled", "sea_battle", "siege", "sail", "landing",
    "event", "roll",
]  # fmt: skip
"""What a card may answer (part 3, timing)."""
HoldTrigger = Literal["battle", "step", "event", "sea", "siege"]
Lasting = Literal["round", "turn", "changed"]
"""How long a line counts: to the end of the Round or Turn, or until it is changed."""
_AGAINST = late_pattern(r"\s+(?:only\s+)?(?:against|versus|vs\.?)\s+", re.IGNORECASE)
_KEYS = {"condition": "if", "coming_from": "from", "bringing": "with", "trigger": "to"}


class RespondLine(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename=_KEYS):
    """A response card, what it answers, and the choices that it leaves (6.14); the first line that applies counts."""

    card: WarCardName
    """Any card of the deck or Reserve, held or not."""
    holder: NationName | None = None
    """From whose hand, for a seat with several nations; without it from any."""
    trigger: Trigger | None = None
    """Without it, what the card's timing says."""
    by: ByWhom = ByWhom()
    where: AtPlaces = AtPlaces()
    condition: ResponseCondition = ResponseCondition()
    first: Counted | None = None
    """How many times the line may be used."""
    keep: Annotated[int, Least(0)] = 0
    """How many cards must be left in that hand afterwards."""
    until: Lasting = "changed"

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* as it is, if it is sure which of its cards a condition, or whom it is against, is of."""
        refuse_end_of_several(node, _AGAINST, "card", reader)
        return with_sure_condition(node, reader)

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        said, condition = without_condition(text)
        found = None if reader.knows(said, "card") else _AGAINST.search(said.text)
        by = (keyed(said.part(found.end()), "by"),) if found else ()
        card = without_plays(said.part(0, found.start()) if found else said, reader)
        return keyed(card, "card"), *by, *condition


_ANYWHERE = late_pattern(r"^(?:any|each|every)\s|\s(?:anywhere|everywhere)\b", re.IGNORECASE)
"""What a hold without a place says anyway."""


class HoldWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Stop and ask all seats that could react (2.4)."""

    on: HoldTrigger
    by: ByWhom = ByWhom()
    where: AtPlaces = AtPlaces()
    WAYS: ClassVar[Ways] = ("{on}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = TextNode(node.place, _ANYWHERE.sub(" ", node.text).strip())
            parts = clauses(node, {"by": "by", "of": "by", "at": "where", "in": "where", "on": "on"})
            node = mapping(node, (keyed(part, key or "on") for key, part in parts.items()))
        return reader.fields(node, cls)


class EvadeLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={**_KEYS, "goes_to": "to"}):
    """Whether forces avoid battle, and where they go: the first place that is possible (10.2)."""

    where: AtPlaces = AtPlaces()
    coming_from: ByWhom = ByWhom()
    """The nations that they evade."""
    condition: BattleCondition = BattleCondition()
    goes_to: tuple[DuchyName, ...] = ()
    until: Lasting = "changed"
    WAYS: ClassVar[Ways] = ("yes",)

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* with what goes on with a line in one with that."""
        return in_one_line(node, _OF_EVASION)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_on_condition(node, reader, _OF_EVASION), cls)


class InterceptLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={**_KEYS, "start": "from"}):
    """Whether the force of a duchy intercepts (10.1)."""

    start: AtPlaces = AtPlaces()
    into: AtPlaces = AtPlaces()
    by: ByWhom = ByWhom()
    """The nations that it intercepts."""
    condition: BattleCondition = BattleCondition()
    bringing: tuple[LeaderName, ...] = ()
    """The commander first; none: the three best generals. They come with as many units as they may lead."""
    until: Lasting = "changed"
    WAYS: ClassVar[Ways] = ("yes",)

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* with what goes on with a line in one with that."""
        return in_one_line(node, _OF_INTERCEPTION)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_on_condition(node, reader, _OF_INTERCEPTION), cls)


_OF_INTERCEPTION = {
    "from": "from",
    "into": "into",
    "in": "into",
    "at": "into",
    "against": "by",
    "by": "by",
    "with": "with",
}
_OF_EVASION = {"at": "where", "in": "where", "from": "from", "against": "from", "to": "to"}
_INTERCEPTS = late_pattern(r"\s+(?:intercepts?|may\s+intercept)$", re.IGNORECASE)
_NEVER_AT = late_pattern(r"(?:no|never|not)\s+(?=(?:at|in|into|from)\s+\S)", re.IGNORECASE)
_BY_LEADER = late_pattern(
    r"(?:if\s+)?by\s+(?:=\s*)?(?P<who>\S.{0,40}?)(?:\s+and\s+(?P<test>\S.*)|\s+(?P<when>if\s+\S.*))?", re.IGNORECASE
)
_WITH_LEADER = late_pattern(r"with\s+(?P<who>\S.{0,40}?)(?:[\s,]+if\s+(?P<test>\S.*))?", re.IGNORECASE)
_FLEETS = late_pattern(r"(?:(?:all|the|our|my)\s+)*(?:fleets?|squadrons?|ships?|naval|at\s+sea)\b", re.IGNORECASE)
"""Of whom interception and evasion are said in lines of `sea`."""
_YES_IF = late_pattern(r"(?:yes|always)[\s,]+(?=if\s)", re.IGNORECASE)


def _in_words(text: TextNode, words: Mapping[str, str], reader: Reader) -> Node:
    """The keys of `from Munich into Ulm if odds >= 1`; a text without such *words* is the condition alone."""
    said, condition = without_condition(text)
    parts = clauses(said, words) if said.text else {}
    when, behind = without_clauses(condition[0][1], words) if condition else (text, {})
    if behind and "" not in parts and not parts.keys() & behind.keys():
        parts, condition = parts | behind, (keyed(when, "if"),)
    first = _INTERCEPTS.sub("", parts.get("", said).text) if "with" in words and "with" not in parts else ""
    if first and all(reader.may_name(one, "general") for one in pieces_of(TextNode(text.place, first), reader)):
        parts = {**{key: part for key, part in parts.items() if key}, "with": TextNode(text.place, first)}
    places = [part for key, part in parts.items() if key in ("into", "where", "to")]
    if (
        not parts
        or "" in parts
        or not all(reader.may_name(one, "duchy") for p in places for one in pieces_of(p, reader))
    ):
        return mapping(text, (keyed(text, "if"),))
    return mapping(text, (*(keyed(part, key) for key, part in parts.items()), *condition))


def _on_condition(node: Node, reader: Reader, words: Mapping[str, str]) -> Node:
    """A text as the condition under which it is done anywhere: `evade: if odds >= 2`, `intercept: yes`.

    Braces around it change nothing: `evade: {if odds >= 2}`. With *words* it says where: `from Munich into Ulm`.
    """
    said = pair(node) if isinstance(node, MappingNode) else None
    if said and re.match(r"if\s", said[0].text, re.IGNORECASE) and isinstance(said[1], TextNode) and not said[1].text:
        node = said[0]
    if not isinstance(node, TextNode):
        return node
    if _FLEETS.match(node.text):
        raise reader.blame(node, "of-sea", key="evade" if words is _OF_EVASION else "intercept")
    if (no := _NEVER_AT.match(node.text)) and not without_condition(node)[1]:
        place = _in_words(node.part(no.end()), words, reader)
        if isinstance(place, MappingNode) and all(fold(key.text) != "if" for key, _ in place.pairs):
            return mapping(node, (*place.pairs, keyed(TextNode(node.place, "no"), "if")))
    if (by := _BY_LEADER.fullmatch(node.text)) and reader.knows(node.part(*by.span("who")), "general"):
        test = by["test"] or re.sub(r"^if\s+", "", by["when"] or "", flags=re.IGNORECASE)
        met = f"if against {by['who']}" + (f" and {test}" if test else "")
        raise reader.blame(node, "two-meanings", meanings=(f"with {by['who']}" + (f" if {test}" if test else ""), met))
    led = _WITH_LEADER.fullmatch(node.text) if words is _OF_EVASION else None
    if led and reader.knows(node.part(*led.span("who")), "general"):
        meant = f"if general = {led['who']}" + (f" and ({led['test']})" if led["test"] else "")
        reader.tell(node, "read-as", text=node.text, meant=meant)
        return mapping(node, (keyed(TextNode(node.place, meant), "if"),))
    yes = _YES_IF.match(node.text)
    return _in_words(node.part(yes.end()) if yes else node, words, reader)


class SeaLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Interception and evasion of Fleets (13.4); None: the default of 2.3."""

    zone: InZones = InZones()
    by: ByWhom = ByWhom()
    intercept: BattleCondition | None = None
    evade: BattleCondition | None = None
    until: Lasting = "changed"


class BattleLine(BattleWish, frozen=True, kw_only=True, omit_defaults=True, rename=_KEYS):
    """How to fight at some places (11)."""

    where: AtPlaces = AtPlaces()
    by: ByWhom = ByWhom()
    """The enemy's nations."""
    condition: BattleCondition = BattleCondition()
    until: Lasting = "changed"

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return super().read(_of_place(node, reader), reader)

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* as it is, if it is sure which of its cards a condition is of."""
        return with_sure_condition(node, reader)


_ADD = late_pattern(r"(?:(?:or|else|otherwise|add|plus|(?P<minus>subtract|minus|take\s+off))\b\s*)+", re.IGNORECASE)
"""Before the modifier; where the line before has a condition, `otherwise` says no more than that this one has none."""


_OF_POWER = late_pattern(r"\s+(?:by|for|from|of)\s+", re.IGNORECASE)


class PeaceLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={**_KEYS, "payer": "by"}):
    """A peace modifier (5.8); of several lines the first that holds counts."""

    condition: PeaceCondition = PeaceCondition()
    payer: NationName | None = None
    """Which Power of the seat has a card fewer for it; without it the first on the Sequence Track that may."""
    add: int
    """1, 0 or -1; otherwise the problem is `not-a-modifier` (number)."""
    WAYS: ClassVar[Ways] = ("{add}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            said, condition = without_condition(node)
            lead = _ADD.match(said.text)
            number = said.part(lead.end() if lead else 0)
            if lead and lead["minus"]:
                one = re.match(r"(?:\+?1|one)\b", number.text, re.IGNORECASE)
                if one is None:
                    raise reader.blame(number, "two-meanings", meanings=("1", "-1"))
                number = TextNode(number.place, f"-1{number.text[one.end() :]}")
            node = mapping(node, (*_paid(number, reader), *condition))
        elif (each := pair(node)) and isinstance(each[1], TextNode) and reader.knows(each[0], "nation"):
            said, condition = without_condition(each[1])
            node = mapping(node, (keyed(said, "add"), keyed(each[0], "by"), *condition))
        found = reader.fields(node, cls)
        if found.add not in (-1, 0, 1):
            raise reader.blame(node, "not-a-modifier", rule="5.8", number=found.add)
        return found


def _paid(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `-1 by Russia` and `Russia -1`: a modifier and, if it is named, the Power that pays for it."""
    found = _OF_POWER.search(text.text)
    said = (text.part(found.end()), text.part(0, found.start())) if found else number_last(text, reader)
    power, number = said
    if number is None or not reader.knows(power, "nation"):
        return (keyed(text, "add"),)
    return keyed(number, "add"), keyed(power, "by")


class RestoreWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an alliance that an event breaks is worth (8.21): cards played as events, in order, and CPs.

    With *resource* a Resource may draw a card for it.
    """

    cards: tuple[WarCardName, ...] = ()
    cp_at_most: Annotated[int, Least(0)] = 0
    resource: bool = False


RESERVES: Final = "reserves"
LOWEST_CARDS: Final = "lowest_cards"
RESOURCES: Final = "resources"
_WORDS: Final[Mapping[str, str]] = {
    "reserves": RESERVES, "reserve": RESERVES, "lowest cards": LOWEST_CARDS, "lowest card": LOWEST_CARDS,
    "cards": LOWEST_CARDS, "lowest": LOWEST_CARDS, "resources": RESOURCES, "resource": RESOURCES,
}  # fmt: skip
_YES, _NO = ("yes", "stay", "stays", "flag"), ("no", "regroup", "regroups", "leave")


class Sacrifices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is spent for pieces that an event takes and that are not there (6.12): card ids and the three words.

    What is not in the list is spent after it, in the order of the default.
    """

    items: tuple[str, ...] = (RESERVES, LOWEST_CARDS, RESOURCES)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found: list[str] = []
        with every_part() as part:
            for item in node.items if isinstance(node, ListNode) else (node,):
                if not isinstance(item, TextNode):
                    raise reader.blame(item, "wrong-shape", wanted="text", got=item.kind)
                for text in (item,) if reader.knows(item, "card") else pieces_of(item, reader):
                    with part():
                        reader.mark(text, len(found))
                        found.append(_WORDS.get(fold(text.text)) or reader.name(text, "card"))
        return cls(tuple(dict.fromkeys(found)))

    def spell(self, speller: Speller) -> list[str]:
        said = (RESERVES, LOWEST_CARDS, RESOURCES)
        return [item.replace("_", " ") if item in said else speller.name("card", item) for item in self.items]


class PlaceAnswers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Yes or no for places, and for all *others*; None: the default.

    Written `yes`, `no` or `{brest: yes, all: no}`. Otherwise the problem is `not-stay-or-regroup` (text).
    """

    places: Mapping[str, bool] = {}
    others: bool | None = None

    def at(self, place: str) -> bool | None:
        """The answer for *place*, None if nothing is said of it."""
        return self.places.get(place, self.others)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, MappingNode):
            return cls(others=_stays(node, reader))
        places: dict[str, bool] = {}
        others: bool | None = None
        with every_part() as part:
            for key, value in node.pairs:
                with part():
                    if fold(key.text) in (*ANY, "others"):
                        others = _stays(value, reader)
                    else:
                        place = _place(key, value, reader)
                        reader.mark(key, place)
                        places[place] = _stays(value, reader)
        return cls(places, others)

    def spell(self, speller: Speller) -> Any:
        others = None if self.others is None else "yes" if self.others else "no"
        if not self.places:
            return others or {}
        said = {speller.name("place", place): "yes" if stays else "no" for place, stays in self.places.items()}
        return {**said, **({"others": others} if others else {})}


def _place(key: TextNode, value: Node, reader: Reader) -> str:
    """The place that *key* names; what is wrong with *value* is noted, too, if that cannot be read."""
    try:
        return reader.name(key, "place")
    except Misread:
        _stays(value, reader)
        raise


def _stays(node: Node, reader: Reader) -> bool:
    said = fold(node.text) if isinstance(node, TextNode) else ""
    if said not in _YES + _NO:
        raise reader.blame(node, "not-stay-or-regroup", text=said)
    return said in _YES


MOST_HOLDS = 2
"""Holds of a seat in a Turn (2.4)."""
MOST_LINES = 30
"""Lines of one key: every window looks through them."""


class SendOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """From where pieces go to a Foreign War, and which generals (6.13)."""

    squadron: tuple[SpotName, ...] = ()
    unit: tuple[SpotName, ...] = ()
    general: tuple[LeaderName, ...] = ()


_LISTS = (
    "respond", "hold", "take from", "place at", "losses", "old flags", "peace", "evade", "intercept", "sea", "battle",
    "refuse", "spoils", "march to", "wear off",
)  # fmt: skip


_NEVER = late_pattern(r"(?:never|don['’]?t|do\s+not)\s+(?:play|use)\s", re.IGNORECASE)
_WISH = late_pattern(r"(evade|intercept)\s+(?=if\s)", re.IGNORECASE)
_RESPONDS = late_pattern(r"respond\s+(?:with\s+)?(?=\S)", re.IGNORECASE)


class WarStanding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"comes_back": "return"}):
    """All standing orders of a seat."""

    respond: Annotated[tuple[RespondLine, ...], Most(MOST_LINES)] | None = None
    """Response cards (6.14). Default: none is played."""
    hold: Annotated[tuple[HoldWish, ...], Most(MOST_HOLDS)] | None = None
    """Where the game is to stop and ask. Default: nowhere."""
    sacrifice: Sacrifices | None = None
    """What pays for pieces that an event takes and that are not there (6.12). Default: `Sacrifices()`."""
    take_from: tuple[SpotName, ...] | None = None
    """Where pieces are taken that an event takes, or that are lacking where it gives some (then only there).

    Default: where the nation has most.
    """
    place_at: tuple[SpotName, ...] | None = None
    """Where pieces are placed that another gives. Default: the capital, else the Home duchy with most own units."""
    send: SendOrder | None = None
    """What goes to a Foreign War. Default: the Regroup box first, then the places farthest from any enemy."""
    losses: tuple[NationName, ...] | None = None
    """Whose units are lost first (5.6, 6.17, 11.3, 13.41). Default: the most numerous nation of one's own."""
    generals: PieceNames | None = None
    """Which generals are lost. Default: last."""
    restore: Mapping[NationName, RestoreWish] | None = None
    """What is played to restore an alliance with a Proxy (8.21). Default: nothing."""
    stay: PlaceAnswers | None = None
    """Whether pieces stay, and Formations flag, rather than regroup (8.21, 8.34). Default: they stay, they flag."""
    consent: Consents | None = None
    """To what others ask. Default: no."""
    old_flags: tuple[DuchyName, ...] | None = None
    """Which Flags are moved when none is left (7.44). Default: none in Attrition; for a Fortress alphabetical."""
    to_sea: Mapping[SpotName, Annotated[tuple[ZoneName, ...], Most(5)]] | None = None
    """Into which zone Squadrons put to sea, by Port (5.61). Default: fewest enemies, then alphabetical."""
    peace: tuple[PeaceLine, ...] | None = None
    """The peace modifier (5.8). Default: nothing."""
    comes_back: bool | None = None
    """Whether Britain comes back from being a Subject Neutral (8.22). Default: yes."""
    extra: Mapping[NationName, ImpulseOrders] | None = None
    """An Impulse that a card given at the end brings (5.51). Default: 2.6."""
    evade: Annotated[tuple[EvadeLine, ...], Most(MOST_LINES)] | None = None
    """Evasion on land (10.2). Default: Detachments, and forces below a third of the enemy's units."""
    intercept: Annotated[tuple[InterceptLine, ...], Most(MOST_LINES)] | None = None
    """Interception on land (10.1). Default: none."""
    sea: Annotated[tuple[SeaLine, ...], Most(MOST_LINES)] | None = None
    """Interception and evasion at sea (13.4). Default: intercept if own dice >= enemy dice; evade if own < half."""
    battle: Annotated[tuple[BattleLine, ...], Most(MOST_LINES)] | None = None
    """Cards, losses and retreats (11). Default: no cards."""
    commander: Mapping[DuchyName, LeaderName] | None = None
    """Who commands several Armies in a duchy (9.7). Default: the best general."""
    refuse: tuple[SeatNamed, ...] | None = None
    """The seats with which one's forces form no common Formation (9.7). Default: none."""
    spoils: tuple[DuchyName, ...] | None = None
    """Duchies kept after a conquest (15.2). Default: Keys, then Fortresses, then alphabetical."""
    march_to: tuple[SpotName, ...] | None = None
    """Where forces go among equally near places (9.6, 13.42, 15.2). Default: alphabetical."""
    wear_off: tuple[WarCardName, ...] | None = None
    """Which temporary event the removal roll is for, the first that is in play (6.19). Default: the oldest."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        for key, value in node.pairs if isinstance(node, MappingNode) else ():
            if fold(key.text) in ("retreat to", "retreat", "retreats"):
                raise reader.blame(key, "retreat-of-battle", goal=value.text if isinstance(value, TextNode) else "")
            never = fold(key.text) in ("respond", "battle") and isinstance(value, TextNode) and _NEVER.match(value.text)
            if never:
                raise reader.blame(value, "played-if-named", key=fold(key.text))
            if _FLEETS.match(key.text):
                raise reader.blame(key, "of-sea", key="evade" if "evade" in key.text.casefold() else "intercept")
        if isinstance(node, TextNode) and fold(node.text) in _AS_BEFORE:
            reader.tell(node, "line-left-out")
            return cls()
        if isinstance(node, TextNode) and len(node.rows) == 1 and (wish := _WISH.match(node.text)):
            node = mapping(node, (keyed(node.part(wish.end()), wish[1].casefold()),))
        if isinstance(node, TextNode) and len(node.rows) == 1 and (found := _RESPONDS.match(node.text)):
            node = mapping(node, (keyed(node.part(found.end()), "respond"),))
        return reader.fields(with_lists(_in_one_battle(_stays_put(node)), *_LISTS), cls)


def _stays_put(node: Node) -> Node:
    """*node* with `evade: no` as a line that never holds: without any line weak forces would evade (2.3, row 22)."""
    if not isinstance(node, MappingNode):
        return node
    pairs = (
        (key, ListNode(value.place, (value,)) if fold(key.text) == "evade" and _says_no(value) else value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


_AS_BEFORE = ("as before", "same", "the same", "same as before", "unchanged", "no change", "no changes", "keep")
_ELSEWHERE = ("elsewhere", "others", "other battles", "everywhere else", "anywhere else")
_IN = late_pattern(r"(?:in|at)\s+", re.IGNORECASE)


def _of_place(node: Node, reader: Reader) -> Node:
    """*node* with `in Ulm: Rally` as a place and its cards."""
    said = pair(node) if isinstance(node, MappingNode) else None
    if said is None or not isinstance(said[0], TextNode):
        return node
    found = _IN.match(said[0].text)
    place = said[0].part(found.end() if found else 0)
    if fold(place.text) in _ELSEWHERE:
        place = TextNode(place.place, ANY[0])
    elif place.text.casefold() not in ANY and not reader.knows(place, "place"):
        return node
    none = isinstance(said[1], TextNode) and fold(said[1].text) in ("no cards", "no card", "none", "nothing", "no")
    return mapping(node, (keyed(place, "where"), keyed(ListNode(said[1].place, ()) if none else said[1], "cards")))


def _in_one_battle(node: Node) -> Node:
    """*node* with `battle: [Rally, To the Death if odds < 1]` as one line: of several the first that fits counts."""
    if not isinstance(node, MappingNode):
        return node
    pairs = (
        (key, mapping(value, (keyed(value, "cards"),)) if fold(key.text) == "battle" and _are_cards(value) else value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def _are_cards(value: Node) -> bool:
    items = value.items if isinstance(value, ListNode) else ()
    return len(items) > 1 and all(isinstance(item, TextNode) and not says_retreat(item) for item in items)


def _says_no(value: Node) -> bool:
    return isinstance(value, TextNode) and fold(value.text) in ("no", "never")
