"""The cards: the types of cards.yaml, and a card as the rules see it."""

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from pbem_tnw.edition.board import NationId
from pbem_tnw.edition.card_conditions import CardCondition, PrintedCondition
from pbem_tnw.edition.card_words import CardEffect, CardKind, WrittenSpots

CardMark = Literal["not_1805", "discard_red", "discard_green", "must_be_event", "red", "plus"]
TriggerId = Literal[
    "step", "interception", "evasion", "battle_card", "battle_rolled", "sea_battle", "siege", "sail", "landing",
    "event", "roll",
]  # fmt: skip
"""The occasions of response cards."""
Whose = Literal["own", "enemy", "any"]
PrintedTiming = Literal[
    "step:own", "step:enemy", "step:any",
    "interception:own", "interception:enemy", "interception:any",
    "evasion:own", "evasion:enemy", "evasion:any",
    "battle_card:own", "battle_card:enemy", "battle_card:any",
    "battle_rolled:own", "battle_rolled:enemy", "battle_rolled:any",
    "sea_battle:own", "sea_battle:enemy", "sea_battle:any",
    "siege:own", "siege:enemy", "siege:any",
    "sail:own", "sail:enemy", "sail:any",
    "landing:own", "landing:enemy", "landing:any",
    "event:own", "event:enemy", "event:any",
    "roll:own", "roll:enemy", "roll:any",
]  # fmt: skip


class Timing(msgspec.Struct, frozen=True):
    """When a response may be played: at that *trigger*, if the action there is *whose*."""

    trigger: TriggerId
    whose: Whose


class DiscardWhen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The condition printed in green: the card leaves the game if the nation that gains then has so many Resources."""

    resources: int


class PrintedCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the cards of the deck and the Reserves have in common; *origin* and *note* say where a text comes from."""

    id: str
    title: str
    cp: int
    kind: CardKind
    marks: tuple[CardMark, ...] = ()
    timing: PrintedTiming | None = None
    conditions: tuple[PrintedCondition, ...] = ()
    effects: tuple[CardEffect, ...]
    text: str = ""
    origin: str = ""
    note: str = ""


class DeckCard(PrintedCard, frozen=True, kw_only=True, omit_defaults=True):
    """A card of the deck."""

    number: int
    discard_when: DiscardWhen | None = None


class HomeCard(PrintedCard, frozen=True, kw_only=True, omit_defaults=True):
    """A Reserve of a nation, in its slot (4.4, 6.2)."""

    nation: NationId
    slot: str


class PrintedCards(msgspec.Struct, frozen=True, kw_only=True):
    """cards.yaml; *lists* are places that more than one card names."""

    name: str = ""
    title: str = ""
    version: int = 1
    lists: Mapping[str, tuple[str, ...]] = {}
    deck: tuple[DeckCard, ...]
    reserves: tuple[HomeCard, ...]


class WarCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card of the deck or a Reserve: *nation* and *slot* are a Reserve's, whose *number* is 0 (6.1-6.19)."""

    id: str
    title: str
    cp: int
    kind: CardKind
    marks: tuple[CardMark, ...] = ()
    timing: Timing | None = None
    conditions: tuple[CardCondition, ...] = ()
    effects: tuple[CardEffect, ...] = ()
    text: str = ""
    number: int = 0
    discard_when: DiscardWhen | None = None
    nation: NationId | None = None
    slot: str = ""

    @property
    def is_reserve(self) -> bool:
        """Whether it is a Reserve (6.2)."""
        return self.nation is not None

    def has(self, mark: CardMark) -> bool:
        """Whether it bears *mark*."""
        return mark in self.marks


def card_of(printed: DeckCard | HomeCard) -> WarCard:
    """The card that is *printed* so; raises `ValueError` if a condition makes no sense."""
    timing = None
    if printed.timing:
        trigger, _, whose = printed.timing.partition(":")
        timing = msgspec.convert({"trigger": trigger, "whose": whose}, Timing)
    own = (
        {"number": printed.number, "discard_when": printed.discard_when}
        if isinstance(printed, DeckCard)
        else {"nation": printed.nation, "slot": printed.slot}
    )
    return WarCard(
        id=printed.id,
        title=printed.title,
        cp=printed.cp,
        kind=printed.kind,
        marks=printed.marks,
        timing=timing,
        conditions=tuple(condition.typed for condition in printed.conditions),
        effects=printed.effects,
        text=printed.text,
        **own,
    )


SpotWord = Literal[
    "places", "home", "home_port", "friendly_port", "friendly", "list", "with", "anywhere", "target",
    "unfortified_empty",
]  # fmt: skip
_ALONE = ("anywhere", "target", "friendly")
_WITH_NAME = ("home", "home_port", "friendly_port", "friendly", "list", "with", "unfortified_empty")


class Spots(msgspec.Struct, frozen=True, omit_defaults=True):
    """Places: the *ids*, or those that *word* stands for *of* a nation, a list or a general.

    `home:N` Home duchies of N where it could build (7); `home_port:N`; `friendly_port:N` Home duchies of N and Ports
    Friendly to it; `list:NAME` a list of the file; `with:GENERAL`; `anywhere`: the owner chooses; `target`: where the
    occasion is; `unfortified_empty:foreign`: unfortified, without forces of others, whoever controls it. N may be
    `self` or `chosen`.
    """

    word: SpotWord
    of: str = ""
    ids: tuple[str, ...] = ()


def spots(where: WrittenSpots) -> Spots:
    """What *where* means; raises `ValueError` for a word that is none."""
    if not isinstance(where, str):
        return Spots("places", ids=where)
    word, colon, of = where.partition(":")
    for known in get_args(SpotWord):
        if word == known and (known in _WITH_NAME if colon and of else known in _ALONE):
            return Spots(known, of)
    raise ValueError(f"no word for places: {where}")
