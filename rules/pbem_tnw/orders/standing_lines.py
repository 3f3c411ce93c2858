"""The lines of standing orders: responses, holds, evasion, interception, battle (house rules, 2.3 and 2.4)."""

import re
from typing import Any, Literal, Self

import msgspec

from pbem.engine.kit.reading import MappingNode, Node, Reader, Speller, TextNode, pair
from pbem_tnw.orders.conditions.condition import BattleCondition, PeaceCondition, ResponseCondition
from pbem_tnw.orders.lines.battle_wish import BattleWish
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.orders.lines.wording import KeyedNode, clauses, keyed, mapping, without_condition
from pbem_tnw.orders.names import AtPlaces, ByWhom, DuchyName, InZones, LeaderName, NationName, WarCardName

Trigger = Literal[
    "step", "interception", "evasion", "battle_card", "battle_rolled", "sea_battle", "siege", "sail", "landing",
    "event", "roll",
]  # fmt: skip
"""What a card may answer (part 3, timing)."""
HoldTrigger = Literal["battle", "step", "event", "sea", "siege"]
Lasting = Literal["round", "turn", "changed"]
"""How long a line counts: to the end of the Round or Turn, or until it is changed."""
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
    first: int | None = None
    """How many times the line may be used."""
    keep: int = 0
    """How many cards must be left in that hand afterwards."""
    until: Lasting = "changed"

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        said, condition = without_condition(text)
        return keyed(said, "card"), *condition


class HoldWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Stop and ask all seats that could react (2.4)."""

    on: HoldTrigger
    by: ByWhom = ByWhom()
    where: AtPlaces = AtPlaces()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            parts = clauses(node, {"by": "by", "of": "by", "at": "where", "in": "where", "on": "on"})
            node = mapping(node, (keyed(part, key or "on") for key, part in parts.items()))
        return reader.fields(node, cls)

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(self)
        return keys["on"] if len(keys) == 1 else keys


class EvadeLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={**_KEYS, "goes_to": "to"}):
    """Whether forces avoid battle, and where they go: the first place that is possible (10.2)."""

    where: AtPlaces = AtPlaces()
    coming_from: ByWhom = ByWhom()
    """The nations that they evade."""
    condition: BattleCondition = BattleCondition()
    goes_to: tuple[DuchyName, ...] = ()
    until: Lasting = "changed"

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_on_condition(node), cls)

    def spell(self, speller: Speller) -> Any:
        return _condition_or_keys(speller.fields(self))


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

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_on_condition(node), cls)

    def spell(self, speller: Speller) -> Any:
        return _condition_or_keys(speller.fields(self))


def _on_condition(node: Node) -> Node:
    """A text as the condition under which it is done anywhere: `evade: if odds >= 2`, `intercept: yes`.

    Braces around it change nothing: `evade: {if odds >= 2}`.
    """
    said = pair(node) if isinstance(node, MappingNode) else None
    if said and re.match(r"if\s", said[0].text, re.IGNORECASE) and isinstance(said[1], TextNode) and not said[1].text:
        node = said[0]
    return mapping(node, (keyed(node, "if"),)) if isinstance(node, TextNode) else node


def _condition_or_keys(keys: dict[str, Any]) -> Any:
    return keys or "yes"


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


class PeaceLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_KEYS):
    """A peace modifier (5.8); of several lines the first that holds counts."""

    condition: PeaceCondition = PeaceCondition()
    add: int
    """1, 0 or -1; otherwise the problem is `not-a-modifier` (number)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            said, condition = without_condition(node)
            lead = re.match(r"add\s+", said.text, re.IGNORECASE)
            number = said.part(lead.end() if lead else 0)
            node = mapping(node, (keyed(number, "add"), *condition))
        found = reader.fields(node, cls)
        if found.add not in (-1, 0, 1):
            raise reader.blame(node, "not-a-modifier", rule="5.8", number=found.add)
        return found

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(self)
        return keys["add"] if len(keys) == 1 else keys


class RestoreWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an alliance that an event breaks is worth (8.21): cards played as events, in order, and CPs.

    With *resource* a Resource may draw a card for it.
    """

    cards: tuple[WarCardName, ...] = ()
    cp_at_most: int = 0
    resource: bool = False
