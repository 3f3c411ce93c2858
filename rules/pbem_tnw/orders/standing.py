"""Standing orders: every decision of a seat that is not active, answered in advance (house rules, 2.3).

A key that a sheet does not have stays as it was; one that it has replaces what was there. None is the default of 2.3.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

import msgspec

from pbem.engine.kit.reading import ListNode, MappingNode, Most, Node, Reader, Speller, TextNode
from pbem_tnw.orders.consent import Consents
from pbem_tnw.orders.impulse import ImpulseOrders
from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.orders.lines.wording import fold, mapping, with_lists
from pbem_tnw.orders.names import (
    DuchyName,
    LeaderName,
    NationName,
    SeatNamed,
    SpotName,
    WarCardName,
    ZoneName,
)
from pbem_tnw.orders.standing_lines import (
    BattleLine,
    EvadeLine,
    HoldWish,
    InterceptLine,
    PeaceLine,
    RespondLine,
    RestoreWish,
    SeaLine,
)
from pbem_tnw.orders.standing_lists import PlaceAnswers, Sacrifices

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
        return reader.fields(with_lists(_stays_put(node), *_LISTS), cls)

    def spell(self, speller: Speller) -> dict[str, Any]:
        return speller.fields(self)


def _stays_put(node: Node) -> Node:
    """*node* with `evade: no` as a line that never holds: without any line weak forces would evade (2.3, row 22)."""
    if not isinstance(node, MappingNode):
        return node
    pairs = (
        (key, ListNode(value.place, (value,)) if fold(key.text) == "evade" and _says_no(value) else value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def _says_no(value: Node) -> bool:
    return isinstance(value, TextNode) and fold(value.text) in ("no", "never")
