"""The lines of standing orders: responses, holds, evasion, interception, battle (house rules, 2.3 and 2.4)."""

from typing import Literal

import msgspec

from pbem_tnw.orders.conditions.condition import BattleCondition, PeaceCondition, ResponseCondition
from pbem_tnw.orders.lines.battle_wish import BattleWish
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.orders.names import AtPlaces, ByWhom, DuchyName, LeaderName, NationName, WarCardName

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


class HoldWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Stop and ask all seats that could react (2.4)."""

    on: HoldTrigger
    by: ByWhom = ByWhom()
    where: AtPlaces = AtPlaces()


class EvadeLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={**_KEYS, "goes_to": "to"}):
    """Whether forces avoid battle, and where they go: the first place that is possible (10.2)."""

    where: AtPlaces = AtPlaces()
    coming_from: ByWhom = ByWhom()
    """The nations that they evade."""
    condition: BattleCondition = BattleCondition()
    goes_to: tuple[DuchyName, ...] = ()
    until: Lasting = "changed"


class InterceptLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={**_KEYS, "start": "from"}):
    """Whether the force of a duchy intercepts (10.1)."""

    start: AtPlaces = AtPlaces()
    into: AtPlaces = AtPlaces()
    by: ByWhom = ByWhom()
    """The nations that it intercepts."""
    condition: BattleCondition = BattleCondition()
    bringing: tuple[LeaderName, ...] = ()
    """The commander first; none: the best general and as much as that general may bring."""
    until: Lasting = "changed"


class SeaLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Interception and evasion of Fleets (13.4); None: the default of 2.3."""

    zone: AtPlaces = AtPlaces()
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
    add: Literal[-1, 0, 1]


class RestoreWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an alliance that an event breaks is worth (8.21): cards played as events, in order, and CPs."""

    cards: tuple[WarCardName, ...] = ()
    cp_at_most: int = 0
