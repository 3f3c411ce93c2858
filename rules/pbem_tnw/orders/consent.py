"""Consent to what others ask (house rules, 2.3, rows 14 and 16); silence is no."""

import re
from collections.abc import Mapping
from typing import Any, Self

import msgspec

from pbem.engine.kit.reading import ListNode, MappingNode, Node, Reader, Speller, TextNode
from pbem_tnw.orders.conditions.condition import OrderCondition
from pbem_tnw.orders.conditions.expressions import ConditionTest, Truth
from pbem_tnw.orders.lines.wording import fold, mapping
from pbem_tnw.orders.names import LeaderName, NationName, names_or_any, pieces_of


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
    units: int | None = None
    """The most units and Squadrons."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, MappingNode):
            given = any(fold(key.text) == "if" for key, _ in node.pairs)
            found = reader.fields(node, cls)
            return found if given else msgspec.structs.replace(found, condition=YES)
        if isinstance(node, TextNode) and _is_condition(node.text):
            return cls(reader.read(node, Willing, "condition"))
        return cls(YES, names_or_any(node, reader, "general"))

    def spell(self, speller: Speller) -> Any:
        if not self.generals and self.units is None:
            return self.condition.spell(speller)
        if self.condition == YES and self.units is None:
            return [speller.name("general", name) for name in self.generals]
        return {**speller.fields(self), "if": self.condition.spell(speller)}


YES = Willing(Truth(yes=True))
_CONDITION = re.compile(r"\s*(?:if\b|not\b)|.*[<>=≤≥≠()]")


def _is_condition(text: str) -> bool:
    """Whether *text* is an answer and not the names of generals."""
    return not text or fold(text) in ("yes", "no", "never", "always") or _CONDITION.match(text) is not None


class Consents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """By the nation that asks; of a nation that is not named, no."""

    join: Mapping[NationName, Willing] = {}
    """It joins the Camp (8.33, 14.11)."""
    lend: Mapping[NationName, LendAnswer] = {}
    """Its Formations take one's pieces along."""
    armistice: Mapping[NationName, Willing] = {}
    """An Armistice with it (17.2)."""
    surrender_of: Mapping[NationName, Willing] = {}
    """It surrenders to a Power of the seat (15.4)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, MappingNode):
            return reader.fields(node, cls)
        return reader.fields(mapping(node, ((key, _agreed(value, reader)) for key, value in node.pairs)), cls)

    def spell(self, speller: Speller) -> dict[str, Any]:
        return speller.fields(self)


def _agreed(node: Node, reader: Reader) -> Node:
    """A list of nations as `yes` to each of them."""
    items = node.items if isinstance(node, ListNode) else (node,)
    texts = [part for item in items if isinstance(item, TextNode) for part in pieces_of(item, reader)]
    if len(texts) < len(items) or not all(reader.may_name(text, "nation") for text in texts):
        return node
    return mapping(node, ((text, TextNode(text.place, "yes")) for text in texts))
