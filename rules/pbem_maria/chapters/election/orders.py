"""Votes in the imperial election (18)."""

from collections.abc import Mapping
from typing import Self

import msgspec

from pbem.engine.kit.reading import MappingNode as Pairs
from pbem.engine.kit.reading import NameSpeller, Node, Reader, TextNode, every_part
from pbem.engine.order import Order

FRANCIS, CHARLES = "francis-stephen", "charles-albert"
CANDIDATES = (FRANCIS, CHARLES)

_WORDS = {
    "Francis Stephen": FRANCIS,
    "Charles Albert": CHARLES,
    "Francis": FRANCIS,
    "Charles": CHARLES,
    "Franz Stephan": FRANCIS,
    "Karl Albrecht": CHARLES,
}


class Votes(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's votes: `Charles Albert`, or by fortress or power, `{Berlin: Charles Albert, Saxony: Francis}`."""

    all: str | None = None
    each: Mapping[str, str] = {}

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            return cls(all=_WORDS[reader.choice(node, *_WORDS)])
        if not isinstance(node, Pairs):
            raise reader.blame(node, "not-votes")
        each: dict[str, str] = {}
        with every_part() as part:
            for voter, candidate in node.pairs:
                with part():
                    if not isinstance(candidate, TextNode):
                        raise reader.blame(candidate, "not-votes")
                    name = reader.name(voter, "city", "power")
                    reader.mark(voter, name)
                    each[name] = _WORDS[reader.choice(candidate, *_WORDS)]
        return cls(each=each)

    def spell(self, speller: NameSpeller) -> str | dict[str, str]:
        words = {candidate: word for word, candidate in reversed(_WORDS.items())}
        if self.all is not None:
            return words[self.all]
        named = {voter: (speller.name("city", voter), speller.name("power", voter)) for voter in self.each}
        spelled = {voter: next((name for name in names if name != voter), voter) for voter, names in named.items()}
        return {spelled[voter]: words[candidate] for voter, candidate in self.each.items()}


class ElectionOrders(Order, frozen=True, kw_only=True):
    """A sheet with the votes of a seat."""

    vote: Votes
