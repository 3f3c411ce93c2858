"""Combat plans (11.1), their language and book.

docs/maria/combat-plans.md gives the meaning of every word, with worked duels.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec

from pbem.engine.languages import AT_MOST, CARDS, POINTS, either
from pbem.engine.reading import (
    ListNode,
    MappingNode,
    Named,
    NameSpeller,
    Node,
    Reader,
    Speller,
    TextNode,
    Ways,
    every_part,
    fold,
    late_pattern,
    pairs_of,
    parts_of,
    side_by_side,
    with_words,
)
from pbem_maria.orders.cards import RESERVE, RESERVE_VALUES
from pbem_maria.orders.names import CardName, CityName, SuitName
from pbem_maria.orders.who_plays import limits_home, played_apart

LOWEST, HIGHEST, TURNS, LEADS = "lowest", "highest", "lowest that turns", "lowest that leads"
NONE, ASK = "none", "ask"
RULES = (LOWEST, HIGHEST, TURNS, LEADS, NONE, ASK)
TIE, AS_PLAY = "tie", "as play"
KEEP, LAST, FREE = "keep", "last", "free"

ZERO_RULES = (LOWEST, HIGHEST, TIE, AS_PLAY, ASK)

_LEADS_IN = late_pattern(
    r"(?:(?:and\s+)?(?:then|next|after\s+that|afterwards|finally|lastly)\s+)?(?:(?:the|my)\s+)?(?=\S)",
    re.IGNORECASE,
)
"""What may be before a card or a rule."""
_FIRST = late_pattern(r"(?:plays?\s+)?(?:at\s+)?first:?\s+(?=\S)", re.IGNORECASE)
_FIRST_BEHIND = late_pattern(r",?\sfirst$", re.IGNORECASE)
"""What may be said of the first entry alone."""
_PLAYS = late_pattern(r"(?:then\s+)?plays?\s+", re.IGNORECASE)
_OF_SUIT = late_pattern(
    r"(?P<rule>(?:lowest|highest)(?:\s+that\s+(?:leads|turns))?)\s+(?:cards?\s+)?(?:(?:of|in)\s+)?(?P<suit>\S{1,12})"
    r"(?P<more>\s+that\s+(?:leads|turns))?",
    re.IGNORECASE,
)
"""A rule and the suit in which it is to play: `highest heart`."""
_VALUES = range(2, 11)
_NUMBERS = late_pattern(r"\d{1,2}(?:\s+\d{1,2})+")
_ELSE = late_pattern(
    r"(?:or\s+)?(?:else|otherwise|if\s+(?:none|no\s+card)\s+does|failing\s+that|if\s+not)[\s,:]+(?=\S)", re.IGNORECASE
)
"""Before what is played if the rule above it gives no card."""
_OR_ELSE = late_pattern(rf"(?<=\S)\s+(?={_ELSE.pattern})", re.IGNORECASE)
_SHORT_RESERVE = late_pattern(r"R(?:es|eserve)?\s*(\d+)", re.IGNORECASE)
_RESERVES_AS = late_pattern(
    r"(?:(?:the|my|all|both)\s+){0,2}reserves:?\s+(?:all\s+)?(?:as|at)\s+(\d{1,3})", re.IGNORECASE
)
"""What each Reserve counts, or Reserves that are to be played."""
_AS = late_pattern(r"(.+?)\s+as\s+(\d+)", re.IGNORECASE)
_TOWARD = late_pattern(r"(?:^|,?\s+(?:or\s+)?else\s+|,?\s+or\s+)towards?\s+", re.IGNORECASE)
_WHOM = late_pattern(r"(?:him|it|them|(?:the\s+)?(?:enemy|loser)(?:\s+back)?|back)\s+(?=\S)", re.IGNORECASE)
_AWAY = late_pattern(
    r"(?:^|,?\s(?:(?:or\s+)?else|otherwise|or)\s+)"
    r"(?:(?:far\s+)?away|far|as\s+far(?:\s+away)?\s+as\s+possible)(?:\s+from\s+(?P<what>\S.*))?$",
    re.IGNORECASE,
)
_ITS_TRAIN = late_pattern(
    r"(?:(?:the|its|his|her|their|any|enemy)\s+)?(?:(?:own|nearest|supply)\s+)?trains?", re.IGNORECASE
)
"""The default of a drive."""
_AT_MOST = late_pattern(rf"(?:{either(AT_MOST)})(?=[\s:]|$)[\s:]*", re.IGNORECASE)
_LIMIT = late_pattern(
    rf"(?P<number>\S+)(?:\s+(?:(?P<cards>{either(CARDS)})|(?P<points>{either(POINTS)})))?", re.IGNORECASE
)
_BREAKS = (". ", ", and then ", ", then ", "; then ", ",", ";", " and then ", " then ")
_THEN = late_pattern(
    r"(?:[,;.]?\s(?:and\s+)?(?P<then>then|next|after\s+that|afterwards|finally|lastly)|[,;.])\s", re.IGNORECASE
)
"""Between what is to be played once and what is to follow it."""
LIMITS = late_pattern(
    rf"({either(AT_MOST)}|stops?|gives? up|reserves|at[\s-]+zero|drive|losses|last[\s-]+troop)(?=[\s:])[\s:]*",
    re.IGNORECASE,
)
"""A key that limits a plan, before its value."""
_LOSING = (
    r"(?:(?:if|when|once|as\s+soon\s+as|at|with|for)\s+)?"
    r"(?:(?:(?:i(?:\s+would|'d)?|we(?:\s+would)?|i\s+am|i'm)\s+)?(?:losing|lose|down)"
    r"|(?:(?:the|my|a)\s+)?loss(?:\s+(?:is|would\s+be|of)|es\s+of)?)\s+(?:by\s+)?"
)
_TROOPS = r"(?:\s+troops?)?"
_STOP = late_pattern(rf"{_LOSING}(\S+){_TROOPS}(?:\s+or\s+(less|fewer|more){_TROOPS})?", re.IGNORECASE)
"""A number alone is the loss that is too much: whoever is to stop at 4 stops at 5 too."""
_AT_LEAST = late_pattern(rf"{_LOSING}at\s+(least|most)\s+(\S+){_TROOPS}", re.IGNORECASE)


class PlanItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of `play`: a card by its face (a Reserve with its value), or a rule."""

    card: CardName = ""
    """Only the number on it if it is of the suit that is fought with, whichever that is."""
    value: int = 0
    rule: str = ""
    suit: SuitName = ""
    """Of a rule: the only suit in which it plays anything."""
    WAYS: ClassVar[Ways] = ("{rule}", "{card}", "{card} as {value}", "{rule} of {suit}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "PlanItem":
        return _read_item(_text(node, reader), reader, RULES)


class Drive(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the loser retreats: to the first possible of *ends*, or *toward* a city, or away from one or its train."""

    ends: tuple[Annotated[str, Named("city", "or")], ...] = ()
    toward: CityName | None = None
    away: CityName | None = None
    """A city; None: the nearest train of the loser's power."""
    WAYS: ClassVar[Ways] = (
        "away from its train", "toward {toward}", "away from {away}", "to {ends} else toward {toward}",
        "to {ends} else away from {away}", "to {ends}",
    )  # fmt: skip

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Drive":
        text = _text(node, reader)
        if found := _WHOM.match(text.text):
            text = text.part(found.end())
        toward = away = None
        last = bool(found := _AWAY.search(text.text))
        if found:
            what = text.part(*found.span("what")) if found["what"] else None
            away = None if what is None or _ITS_TRAIN.fullmatch(what.text) else _one_city(what, reader)
            text = text.part(0, found.start())
        if found := _TOWARD.search(text.text):
            if away is not None:
                raise reader.blame(text, "drive-by-two-cities")
            last, toward = True, _one_city(text.part(found.end()), reader)
            text = text.part(0, found.start())
        found = re.match(r"to\s+", text.text, re.IGNORECASE)
        ends = text.part(found.end() if found else 0)
        parts = parts_of(ends, reader, " or ", ",") if ends.text or not last else ()
        return cls(tuple(reader.name(part, "city") for part in parts), toward, away)


class CombatPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What to play in a combat; `play: none` fights without cards."""

    play: tuple[PlanItem, ...]
    most_cards: int | None = None
    most_points: int | None = None
    stop_at: int | None = None
    """Stop once the loss is this or less."""
    stop_beyond: int | None = None
    """Stop once the loss is this or more."""
    reserves: str = LAST
    reserve_value: int = 0
    """With `reserves: as n`: every Reserve is a card of value n."""
    at_zero: PlanItem = PlanItem(rule=AS_PLAY)
    drive: Drive = Drive()
    losses: str | None = None
    """Which general of a stack of one power loses troops first."""
    last_troop: str | None = None
    """Which general of such a stack keeps the very last troop."""

    KEYS: ClassVar[tuple[str, ...]] = (
        "play", "at most", "stop", "reserves", "at zero", "drive", "losses", "last troop",
    )  # fmt: skip

    @property
    def values_no_reserve(self) -> bool:
        """Whether it says what each Reserve counts, but has no rule that would choose one."""
        rules = {item.rule for item in (*self.play, self.at_zero)}
        return self.reserve_value > 0 and rules <= {"", AS_PLAY, TIE, ASK, NONE}

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "CombatPlan":
        if isinstance(node, MappingNode):
            plan = _read_mapping(node, reader)
            if plan.values_no_reserve:
                reader.tell(node, "reserves-not-played", value=plan.reserve_value)
            return plan
        if isinstance(node, TextNode):
            return _read_words_plan(_text(node, reader), reader)
        items = node.items if isinstance(node, ListNode) else ()
        texts = tuple(each for each in items if isinstance(each, TextNode))
        if any(map(_limits, texts)) and len(texts) == len(items):
            return _read_parts(texts, node, reader)
        return cls(play=_read_play(node, reader))

    def spell(self, speller: Speller) -> Any:
        items: Any = [speller.struct(item) for item in self.play]
        plan: dict[str, Any] = {"play": items[0] if len(items) == 1 else items}
        if limits := [
            f"{n} {what}" for n, what in ((self.most_cards, "cards"), (self.most_points, "points")) if n is not None
        ]:
            plan["at most"] = limits[0] if len(limits) == 1 else limits
        stops = [f"losing {self.stop_at} or less"] if self.stop_at is not None else []
        stops += [f"losing {self.stop_beyond} or more"] if self.stop_beyond is not None else []
        if stops:
            plan["stop"] = stops[0] if len(stops) == 1 else stops
        if self.reserve_value or self.reserves != LAST:
            plan["reserves"] = f"as {self.reserve_value}" if self.reserve_value else self.reserves
        if self.at_zero != PlanItem(rule=AS_PLAY):
            plan["at zero"] = speller.struct(self.at_zero)
        if self.drive != Drive():
            plan["drive"] = speller.struct(self.drive)
        if self.losses:
            plan["losses"] = f"{speller.name('general', self.losses)} first"
        if self.last_troop:
            plan["last troop"] = speller.name("general", self.last_troop)
        return plan["play"] if len(plan) == 1 and not str(plan["play"]).isdecimal() else plan


def _one_city(text: TextNode, reader: Reader) -> str:
    """The only city that a drive can go by, where it is not one of its ends."""
    if len(text.split(" or ", " and ", ",", "/")) > 1 and not reader.knows(text, "city"):
        raise reader.blame(text, "drive-by-two-cities")
    return reader.name(text, "city")


def is_plan(node: Node) -> bool:
    """Whether *node* is written like a plan and not like a mapping from fights to plans."""
    return not isinstance(node, MappingNode) or any(_key(key.text) in CombatPlan.KEYS for key, _ in node.pairs)


def _without_dashes(node: Node) -> Node:
    """*node* as a mapping if it is a list of plans, each with what it is on: `- all: lowest`."""
    pairs = pairs_of(node) if isinstance(node, ListNode) and node.items else None
    return MappingNode(node.place, pairs) if pairs else node


def _key(text: str) -> str:
    stops = fold(text) in ("stops", "give up", "gives up")
    return "at most" if _AT_MOST.fullmatch(text) else "stop" if stops else fold(text)


def _text(node: Node, reader: Reader) -> TextNode:
    if isinstance(node, TextNode) and node.text:
        return node
    raise reader.blame(node, "not-a-plan", got=node.kind)


def _read_item(text: TextNode, reader: Reader, rules: tuple[str, ...]) -> PlanItem:
    if found := _LEADS_IN.match(text.text):
        text = text.part(found.end())
    if reader.chooses(text, *rules, under="play"):
        return PlanItem(rule=reader.choice(text, *rules, under="play"))
    if (found := _OF_SUIT.fullmatch(text.text)) and reader.knows(suit := text.part(*found.span("suit")), "suit"):
        rule = TextNode(text.place, f"{found['rule']}{found['more'] or ''}")
        if reader.chooses(rule, *rules, under="play"):
            return PlanItem(rule=reader.choice(rule, *rules, under="play"), suit=reader.name(suit, "suit"))
    if text.text.isdecimal() and int(text.text[:3]) in _VALUES and not reader.knows(text, "card"):
        return PlanItem(card=str(int(text.text)))
    if found := _SHORT_RESERVE.fullmatch(text.text):
        return PlanItem(card=RESERVE, value=_reserve_value(text, found.group(1), reader))
    if found := _AS.fullmatch(text.text):
        card = reader.name(text.part(found.start(1), found.end(1)), "card")
        if card != RESERVE:
            raise reader.blame(text, "only-reserve-counts-as", card=card)
        return PlanItem(card=RESERVE, value=_reserve_value(text, found.group(2), reader))
    if not reader.knows(text, "card"):
        raise reader.blame(text, "not-a-play", text=text.text, rules=rules)
    card = reader.name(text, "card")
    if card == RESERVE:
        raise reader.blame(text, "reserve-without-value", value=max(RESERVE_VALUES))
    return PlanItem(card=card)


def _reserve_value(text: TextNode, digits: str, reader: Reader) -> int:
    value = int(digits[:6])
    if value not in RESERVE_VALUES:
        raise reader.blame(text, "reserve-value", value=value)
    return value


def _read_play(node: Node, reader: Reader) -> tuple[PlanItem, ...]:
    if isinstance(node, ListNode):
        return _read_items(node.items, reader)
    _unless_in_turn(_text(node, reader), reader)
    parts = parts_of(_text(node, reader), reader, *_BREAKS)
    return _read_items(_plays_in(parts, reader), reader)


def _unless_in_turn(text: TextNode, reader: Reader) -> None:
    """Raise `Misread` if a rule that plays whatever there is has something said to follow it: it may be meant once."""
    for found in _THEN.finditer(text.text):
        before = text.part(0, found.start()).split(*_BREAKS)[-1]
        before = before.part(lead.end() if (lead := _PLAYS.match(before.text)) else 0)
        after = text.part(found.end()).split(*_BREAKS)[0]
        items = (reader.attempt(partial(_read_item, each, reader, RULES)) for each in (_without_first(before), after))
        rule, other = (next(iter(item), PlanItem()) for item in items)
        if found["then"] and (said := _RESERVES_AS.match(after.text)):
            raise reader.blame(after, "reserves-not-played", value=said[1])
        limit = _KEEPS.match(after.text) or LIMITS.match(after.text)
        follows = found["then"] or (not rule.suit and (other.rule or (other.card and not other.card.isdecimal())))
        if rule.rule in (LOWEST, HIGHEST) and other.card != RESERVE and follows and not limit:
            raise reader.blame(_without_first(before), "rule-stays", text=before.text)


def _plays_in(parts: tuple[TextNode, ...], reader: Reader) -> tuple[TextNode, ...]:
    """The entries of `play` in *parts* of a text."""
    apart = (each for part in parts for each in _before_else(part))
    return tuple(
        with_words(tuple(name for each in apart for name in side_by_side(each, reader, "card")), reader, "card")
    )


def _read_items(nodes: tuple[Node, ...], reader: Reader) -> tuple[PlanItem, ...]:
    items: list[PlanItem] = []
    with every_part() as part:
        for number, node in enumerate(nodes):
            reader.mark(node, "play", number)
            with part():
                text = _text(node, reader)
                other = _ELSE.match(text.text) if items and items[-1].rule in (LEADS, TURNS) else None
                text = text.part(other.end()) if other else text if number else _without_first(text)
                once = not number and len(nodes) > 1 and _text(node, reader).text != text.text
                if items and items[-1].rule and not other and text.text.isdecimal():
                    raise reader.blame(text, "not-a-play", text=text.text, rules=RULES)  # `lowest, 7` may be a limit
                items.append(_read_item(text, reader, RULES))
                if once and items[-1].rule:
                    raise reader.blame(text, "rule-stays", text=text.text)
    _unless_of_two_suits(nodes, items, reader)
    return tuple(items)


def _unless_of_two_suits(nodes: tuple[Node, ...], items: list[PlanItem], reader: Reader) -> None:
    """Raise `Misread` if a card without a suit, which is of that fought with, is among cards with one."""
    alone = next((node for node, item in zip(nodes, items, strict=True) if item.card.isdecimal()), None)
    if alone is not None and any(item.card and item.card != RESERVE and not item.card.isdecimal() for item in items):
        raise reader.blame(alone, "card-without-suit", text=_text(alone, reader).text)


def _before_else(text: TextNode) -> tuple[TextNode, ...]:
    """*text* in two before an `else` that has something before it; numbers with spaces between them apart."""
    if _NUMBERS.fullmatch(text.text):
        return tuple(text.part(*found.span()) for found in re.finditer(r"\d+", text.text))
    found = _OR_ELSE.search(text.text)
    return (text.part(0, found.start()), text.part(found.start())) if found else (text,)


def _without_first(text: TextNode) -> TextNode:
    """The first entry of `play` without the word for that."""
    text = text.part(found.end() if (found := _FIRST.match(text.text)) else 0)
    return text.part(0, found.start() if (found := _FIRST_BEHIND.search(text.text)) else None)


_IN_BRACKETS = late_pattern(r"\s\(([^()]+)\)$")
_BOTH = late_pattern(r"(?:plays?\s+)?both\s+(?=\S)", re.IGNORECASE)
"""Before two cards, or one that is held twice."""
_KEEPS = late_pattern(
    r"(?:(?:but|and)\s+)?(?:keeps?|saves?|no)\s+(?:(?:all|my|the|any)\s+)?(?P<reserves>reserves?)", re.IGNORECASE
)
"""`lowest that leads, keep reserves`"""


def _read_words_plan(text: TextNode, reader: Reader) -> CombatPlan:
    """A plan in one line: `♥7 then lowest, at most 3 cards, stop losing 2 or less`."""
    parts = _parts_in(text, reader)
    if len(parts) == 1 and parts[0].text.isdecimal():
        raise reader.blame(text, "not-a-play", text=text.text, rules=RULES)  # it may be a number of cards, or of troops
    return _read_parts(parts, text, reader)


def _parts_in(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The parts of a plan in one line."""
    text = text.part(0, len(text.text.rstrip(". ")))
    _unless_in_turn(text, reader)
    broken = (each for part in parts_of(text, reader, *_BREAKS) for each in _out_of_brackets(part))
    return tuple(each for part in broken for each in _at_and(part, reader))


def _read_parts(parts: tuple[TextNode, ...], node: Node, reader: Reader) -> CombatPlan:
    """The plan of *node*, whose parts are what is played and what limits that."""
    plan = _read_mapping(MappingNode(node.place, _by_keys(parts, reader)), reader)
    if plan.values_no_reserve:
        raise reader.blame(node, "reserves-not-played", value=plan.reserve_value)
    return plan


def _by_keys(parts: tuple[TextNode, ...], reader: Reader) -> tuple[tuple[TextNode, Node], ...]:
    """The parts of a plan, each limit by its key and all that is played below `play`."""
    plays: list[TextNode] = []
    pairs: list[tuple[TextNode, Node]] = []
    for part in parts:
        if found := _KEEPS.fullmatch(part.text):
            pairs.append((part.part(*found.span("reserves")), TextNode(part.place, KEEP)))
        elif found := LIMITS.match(part.text):
            pairs.append((part.part(0, found.end(1)), part.part(found.end())))
        else:
            lead = _PLAYS.match(part.text)
            plays.append(part.part(lead.end() if lead else 0))
    if plays:
        pairs.append((TextNode(plays[0].place, "play"), ListNode(plays[0].place, _plays_in(tuple(plays), reader))))
    return tuple(pairs)


def _limits_apart(key: TextNode, value: Node, reader: Reader) -> tuple[tuple[TextNode, Node], ...]:
    """`play` with the limits in its value by their own keys: `play: lowest, at most 2 cards`."""
    listed = (
        value.items if isinstance(value, ListNode) else value.split(*_BREAKS) if isinstance(value, TextNode) else ()
    )
    texts = tuple(each for each in listed if isinstance(each, TextNode))
    if _key(key.text) != "play" or len(texts) < len(listed) or not any(map(_limits, texts)):
        return ((key, value),)
    return _by_keys(_parts_in(value, reader) if isinstance(value, TextNode) else texts, reader)


def _limits(part: TextNode) -> bool:
    """Whether *part* limits a plan."""
    return bool(_KEEPS.fullmatch(part.text) or LIMITS.match(part.text))


def _out_of_brackets(part: TextNode) -> tuple[TextNode, ...]:
    """*part* and what is in brackets behind it, if that limits the plan: `lowest (no reserves)`."""
    found = _IN_BRACKETS.search(part.text)
    inner = part.part(*found.span(1)) if found else part
    if found and _limits(inner):
        return part.part(0, found.start()), inner
    return (part,)


def _at_and(part: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """*part* in several at each `and` if all of them are cards, what limits the plan or, behind all cards, a rule."""
    if both := _BOTH.match(part.text):
        card = part.part(both.end())
        return _at_and(card, reader) if " and " in card.text else (card, card)
    pieces = part.split(" and ")
    plays = [each for each in pieces if not _limits(each)]
    items = [reader.attempt(partial(_read_item, each, reader, RULES)) for each in plays]
    return pieces if all(items) and all(item.card for (item,) in items[:-1]) else (part,)


def _read_mapping(node: MappingNode, reader: Reader) -> CombatPlan:
    given: dict[str, Any] = {}
    with every_part() as part:
        for key, value in (each for pair in node.pairs for each in _limits_apart(*pair, reader)):
            name = "play" if key.text.casefold() in EVERY else _key(key.text)  # `all: lowest` beside `stop:`
            reader.mark(value, name.replace(" ", "_"))
            with part():
                taken = _read_key(name, key, value, reader)
                if taken.keys() & given.keys():
                    raise reader.blame(key, "said-twice", text=key.text)
                given.update(taken)
    if "play" not in given:
        raise reader.blame(node, "plan-without-play")
    return CombatPlan(**given)


def _read_key(name: str, key: TextNode, value: Node, reader: Reader) -> dict[str, Any]:
    match name:
        case "play":
            return {"play": _read_play(value, reader)}
        case "at most":
            return _read_words(value, reader, "not-a-limit", _limit)
        case "stop":
            return _read_words(value, reader, "not-a-stop", _stop)
        case "reserves" | "reserve":
            return _read_reserves(_text(value, reader), reader)
        case "at zero":
            return {"at_zero": _read_item(_text(value, reader), reader, ZERO_RULES)}
        case "drive":
            return {"drive": Drive.read(value, reader)}
        case "losses":
            text = _text(value, reader)
            name_end = re.search(r"\s+first$", text.text, re.IGNORECASE)
            return {"losses": reader.name(text.part(0, name_end.start() if name_end else None), "general")}
        case "last troop":
            return {"last_troop": reader.name(_text(value, reader), "general")}
        case _:
            raise reader.blame(key, "unknown-key", key=key.text, nearest=(), keys=CombatPlan.KEYS)


def _limit(text: TextNode, reader: Reader) -> dict[str, int] | None:
    """The most cards or points; a number alone is one of cards."""
    if found := _AT_MOST.match(text.text):
        text = text.part(found.end())
    found = _LIMIT.fullmatch(text.text)
    if found is None or not reader.is_number(said := text.part(*found.span("number"))) or reader.number(said) < 0:
        return None
    if not (found["cards"] or found["points"]):
        reader.tell(text, "limit-in-cards", number=reader.number(said))
    return {"most_points" if found["points"] else "most_cards": reader.number(said)}


def _stop(text: TextNode, reader: Reader) -> dict[str, int] | None:
    """The loss at which, or beyond which, to stop."""
    found, by_bound = _STOP.fullmatch(text.text), _AT_LEAST.fullmatch(text.text)
    if by_bound:
        said, more = text.part(*by_bound.span(2)), by_bound[1].casefold() == "least"
    elif found:
        said, more = text.part(*found.span(1)), (found[2] or "more").casefold() == "more"
    else:
        return None
    if not reader.is_number(said) or reader.number(said) < 0:
        return None
    if found and not found[2]:
        reader.tell(text, "read-as", text=text.text, meant=f"{text.text} or more")
    return {"stop_beyond" if more else "stop_at": reader.number(said)}


def _read_words(
    value: Node, reader: Reader, code: str, take: Callable[[TextNode, Reader], dict[str, int] | None]
) -> dict[str, Any]:
    """Read one or several phrases of one kind."""
    if isinstance(value, ListNode):
        parts: tuple[Node, ...] = value.items
    else:
        parts = parts_of(_text(value, reader), reader, ",", " and ")
    taken: dict[str, Any] = {}
    for part in parts:
        text = _text(part, reader)
        said = take(text, reader)
        if said is None:
            raise reader.blame(text, code, text=text.text)
        if said.keys() & taken.keys():
            raise reader.blame(text, "said-twice", text=text.text)
        taken.update(said)
    return taken


def _read_reserves(text: TextNode, reader: Reader) -> dict[str, Any]:
    if found := re.fullmatch(r"(as\s*)?(\d+)", text.text, re.IGNORECASE):
        if not found[1]:
            reader.tell(text, "read-as", text=text.text, meant=f"as {text.text}")
        return {"reserves": FREE, "reserve_value": _reserve_value(text, found.group(2), reader)}
    return {"reserves": reader.choice(text, KEEP, LAST, FREE, "as 5", under="reserves")}


ALL = "all"
EVERY = (
    ALL, "everyone else", "the others", "the rest", "all fights", "every fight", "default", "others", "all others",
    "else", "otherwise", "any",
)  # fmt: skip
AGAINST = (">", "→", "->", " - ", " – ", " against ", " attacks ", " vs. ", " vs ", " v. ", " v ", " versus ")
"""What is written between the two sides of a fight."""


class Chapter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan, and what it is *on*: two generals (one fight), a general, a power, or nothing (every fight)."""

    plan: CombatPlan
    on: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The step that leads to the plan in the path of a problem."""
        return ">".join(self.on) or ALL

    def spell_key(self, speller: NameSpeller) -> str:
        """How the sheet names what the plan is on."""
        return " > ".join(speller.name("general power", name) for name in self.on) or ALL


class PlanBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """Plans by fight, general or power; one plan alone is for every fight."""

    chapters: tuple[Chapter, ...] = ()
    WITHIN: ClassVar[tuple[str, ...]] = CombatPlan.KEYS
    """The keys that one plan alone may have; the first is for what stands without one."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "PlanBook":
        node = limits_home(played_apart(_without_dashes(node), reader), LIMITS, EVERY)
        if is_plan(node):
            reader.mark(node, ALL)
            return cls((Chapter(reader.read(node, CombatPlan, ALL)),))
        chapters: dict[str, Chapter] = {}
        lines: dict[str, int] = {}
        with every_part() as part:
            for key, value in node.pairs if isinstance(node, MappingNode) else ():
                for each in _each_general(key, reader):
                    with part():
                        on = _read_on(each, reader)
                        step = ">".join(on) or ALL
                        if step in lines:
                            raise reader.blame(each, "named-twice", text=each.text, line=lines[step])
                        lines[step] = each.place.line
                        reader.mark(each, step)
                        chapters[step] = Chapter(reader.read(value, CombatPlan, step), on)
        return cls(tuple(chapters.values()))

    def spell(self, speller: Speller) -> Any:
        if len(self.chapters) == 1 and not self.chapters[0].on:
            return speller.struct(self.chapters[0].plan)
        return {chapter.spell_key(speller): speller.struct(chapter.plan) for chapter in self.chapters}

    def find(self, own: tuple[str, ...], enemy: tuple[str, ...], powers: tuple[str, ...]) -> Chapter | None:
        """The chapter with the most special plan for a fight of the generals *own* (of *powers*) against *enemy*."""
        fights = {(one, other) for one in own for other in enemy}
        special = (
            fights | {(other, one) for one, other in fights},
            {(general,) for general in enemy},
            {(general,) for general in own},
            {(power,) for power in powers},
            {()},
        )
        return next((c for names in special for c in self.chapters if c.on in names), None)


_ALL_FIGHTS = late_pattern(
    r"(?:(?:for|in)\s+)?(?:all|every|each)(?:\s+(?:of\s+)?(?:(?:my|our|the|other)\s+)?(?:combat|fight|battle)s?)",
    re.IGNORECASE,
)
_OF_A_FIGHT = late_pattern(
    r"(?:(?:for|in|plan)\s+){0,2}(?:(?:(?:the|my|any)\s+)?(?:combats?|fights?|battles?)\s+(?:of|by|between)\s+)?(?=\S)",
    re.IGNORECASE,
)
"""What may be before whom a plan is for."""


def _each_general(key: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The generals in *key* that all have one plan, `Traun, Karl`; *key* alone if it is anything else."""
    parts = key.split(",", "+", "&", "/", " and ")
    return parts if all(reader.knows(part, "general") for part in parts) else (key,)


def _read_on(key: TextNode, reader: Reader) -> tuple[str, ...]:
    if key.text.casefold() in EVERY or _ALL_FIGHTS.fullmatch(key.text):
        return ()
    key = key.part(found.end() if (found := _OF_A_FIGHT.match(key.text)) else 0)
    parts = parts_of(key, reader, *AGAINST)
    if len(parts) > 2:
        raise reader.blame(key, "not-a-fight", text=key.text)
    if len(parts) == 2:
        return tuple(reader.name(part, "general") for part in parts)
    return (reader.name(parts[0], "general", "power"),)
