"""The sheet of the end of the Turn: the peace modifier, and the Interphase (house rules, 2.1 and 14)."""

import re
from collections.abc import Mapping
from typing import Any, Self

import msgspec

from pbem.engine.kit.reading import Node, Reader, Speller, TextNode
from pbem.engine.order import Order
from pbem_tnw.orders.conditions.condition import OrderCondition
from pbem_tnw.orders.consent import Willing
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.lines.pieces import Strengths
from pbem_tnw.orders.lines.wording import (
    KeyedNode,
    all_as_list,
    clauses,
    forces,
    keyed,
    mapping,
    with_lists,
    without_condition,
)
from pbem_tnw.orders.names import CampName, LeaderName, NationName, SpotName
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.standing_lines import PeaceLine

_KEYS = {"condition": "if", "origin": "from", "goal": "to", "receiver": "to", "leaders": "with"}


class InterphaseWar(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_KEYS):
    """War declared in the Interphase, by which a Power may change Camp (14.12)."""

    on: NationName
    nation: NationName | None = None
    """Who declares it, for a seat with several Powers."""
    camp: CampName | None = None
    condition: OrderCondition = OrderCondition()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_named(node, "on"), cls)

    def spell(self, speller: Speller) -> Any:
        return _name_or_keys(speller.fields(self), "on")


class SurrenderOffer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_KEYS):
    """A surrender made in the Interphase (14.14, 15.4)."""

    receiver: NationName
    nation: NationName | None = None
    condition: OrderCondition = OrderCondition()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_named(node, "to"), cls)

    def spell(self, speller: Speller) -> Any:
        return _name_or_keys(speller.fields(self), "to")


def _named(node: Node, key: str) -> Node:
    """A text as the nation under *key*, with its condition: `Prussia if turn >= 1807`."""
    if not isinstance(node, TextNode):
        return node
    said, condition = without_condition(node)
    return mapping(node, (keyed(said, key), *condition))


def _name_or_keys(keys: dict[str, Any], key: str) -> Any:
    return keys[key] if len(keys) == 1 else keys


class DeployLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_KEYS):
    """One Deployment on land or of a Fleet (14.21)."""

    origin: SpotName
    goal: SpotName
    nation: NationName | None = None
    units: Strengths = Strengths()
    leaders: tuple[LeaderName, ...] = ()
    squadrons: int | None = None
    condition: OrderCondition = OrderCondition()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(mapping(node, _deployed(node, reader)) if isinstance(node, TextNode) else node, cls)

    def spell(self, speller: Speller) -> dict[str, Any]:
        return speller.fields(self)


def _deployed(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `8 units with Davout from Paris to Strasbourg`, `2 squadrons from Brest to Toulon`."""
    said, condition = without_condition(text)
    parts = clauses(said, {"from": "from", "to": "to", "into": "to", "with": "with"})
    what = parts.get("")
    squadrons = re.fullmatch(r"(\S+)\s+(?:squadrons?|ships?)", what.text, re.IGNORECASE) if what else None
    pairs = [keyed(parts[key], key) for key in ("from", "to") if key in parts]
    if what is not None and squadrons is not None:
        return (*pairs, keyed(what.part(*squadrons.span(1)), "squadrons"), *condition)
    leaders: list[TextNode] = []
    for part in (what, parts.get("with")):
        found, units = forces(part, reader) if part is not None else ([], [])
        leaders += found
        pairs += units
    named = all_as_list(leaders)
    return (*pairs, *((keyed(named, "with"),) if named else ()), *condition)


class TurnEndWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat does at the end of the Turn; what is left out has the default of 2.3."""

    peace: tuple[PeaceLine, ...] | None = None
    """In place of the standing order of that name, for this Turn."""
    camp: Mapping[NationName, CampName] = {}
    """Which Camp a Power asks to join (14.11)."""
    declare: tuple[InterphaseWar, ...] = ()
    armistice: Mapping[NationName, Willing] = {}
    """With which enemy Powers an Armistice is offered, or allowed to go on (14.13, 17.2)."""
    surrender: tuple[SurrenderOffer, ...] = ()
    reinforce: Mapping[NationName, OrderLines] = {}
    """Builds, regrouping and Refit markers by nation, in the order in which CPs are spent on them (14.2)."""
    deploy: tuple[DeployLine, ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(with_lists(node, "peace", "declare", "surrender", "deploy"), cls)

    def spell(self, speller: Speller) -> dict[str, Any]:
        return speller.fields(self)


class TurnEndOrders(Order, frozen=True):
    """The sheet that is asked for at the end of the Turn."""

    turn_end: TurnEndWish = TurnEndWish()
    standing: WarStanding | None = None
