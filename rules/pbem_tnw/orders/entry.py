"""What a seat sends before the first Turn: its bid, its Resource, its first hands (4.2, 4.3, 4.5)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Self

import msgspec

from pbem.engine.kit.reading import MappingNode, Node, Reader, Speller, TextNode, every_part
from pbem.engine.order import Order
from pbem_tnw.orders.conditions.condition import HandCondition
from pbem_tnw.orders.lines.wording import fold, keyed, mapping
from pbem_tnw.orders.names import CampName, DuchyName, NationName, WarCardName
from pbem_tnw.orders.standing import WarStanding


class HandRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When a first hand is kept (4.5): if *keep_if* holds, or one of *or_holds* is in it."""

    keep_if: HandCondition = HandCondition()
    or_holds: tuple[WarCardName, ...] = ()
    at_most: int = 1
    """How many times it is thrown away at most."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = mapping(node, (keyed(node, "keep if"),))
        return reader.fields(_without_times(node), cls)

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(self)
        return self.keep_if.spell(speller) if keys.keys() <= {"keep if"} else keys


def _without_times(node: Node) -> Node:
    """`at most: 2 times` as `at most: 2`."""
    if not isinstance(node, MappingNode):
        return node
    return mapping(node, ((key, _times(value) if fold(key.text) == "at most" else value) for key, value in node.pairs))


def _times(value: Node) -> Node:
    found = re.search(r"\s+times?$", value.text, re.IGNORECASE) if isinstance(value, TextNode) else None
    return value.part(0, found.start()) if found and isinstance(value, TextNode) else value


class HandRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rules for first hands by nation, and one for all *others*; a hand without a rule is kept.

    Written `{keep_if: cp_sum >= 14}` for all hands, or `{france: {keep_if: cp_sum >= 20}, others: cp_sum >= 10}`.
    """

    rules: Mapping[str, HandRule] = {}
    others: HandRule | None = None

    def get(self, nation: str) -> HandRule | None:
        """The rule for the hand of *nation*."""
        return self.rules.get(nation, self.others)

    def items(self) -> Iterator[tuple[str, HandRule]]:
        """All rules, with the steps that lead to them in the path of a problem."""
        yield from self.rules.items()
        if self.others is not None:
            yield OTHERS, self.others

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        keys = {fold(key.text) for key, _ in node.pairs} if isinstance(node, MappingNode) else set()
        if not isinstance(node, MappingNode) or keys & _RULE_KEYS:
            return cls(others=reader.read(node, HandRule, OTHERS))
        rules: dict[str, HandRule] = {}
        others: HandRule | None = None
        with every_part() as part:
            for key, value in node.pairs:
                with part():
                    if fold(key.text) in (OTHERS, "all"):
                        others = reader.read(value, HandRule, OTHERS)
                        continue
                    nation = reader.name(key, "nation")
                    reader.mark(key, nation)
                    rules[nation] = reader.read(value, HandRule, nation)
        return cls(rules, others)

    def spell(self, speller: Speller) -> Any:
        others = self.others.spell(speller) if self.others is not None else None
        if not self.rules:
            return others or {}
        said = {speller.name("nation", nation): rule.spell(speller) for nation, rule in self.rules.items()}
        return {**said, **({OTHERS: others} if others is not None else {})}


OTHERS: Final = "others"
_RULE_KEYS = frozenset({"keep if", "or holds", "at most"})


class EntryOrders(Order, frozen=True):
    """The answers before the first Turn."""

    bid: int = 0
    """The units given up for the Camp that is wished (4.3)."""
    camp: CampName | None = None
    """Which Camp is wished, where two players bid."""
    give_up: tuple[DuchyName, ...] = ()
    """Where the units of the bid are taken off, one of each in turn; then where there are most."""
    resource: NationName | None = None
    """The Power that starts with a Resource (4.2); without it the seat's first on the Track."""
    hand: HandRules = HandRules()
    """Which first hands are kept (4.5)."""
    standing: WarStanding | None = None
