"""Plans in a sheet: orders for coming decisions below the key `plans`, beside whatever the sheet answers now.

All plans of a sheet count together or not at all: without the first of three the others would be for other turns.

The faults beside those of reading an order, and their arguments:

    unknown-plan    text, nearest, words    `for` names nothing that may be planned
    no-condition    text                    `when` for a decision that knows no conditions
    plans-sealed                            the game's sheets are sealed, and a log would hold plans in clear
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from pbem.engine.coming import PLANS, Coming
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.kit.reading import ListNode, MappingNode, Misread, Node, Place, TextNode
from pbem.engine.position import KeptOrder
from pbem.sheet.bounds import MOST_PLANS, bounded, first
from pbem.sheet.fault import SheetFault, fault
from pbem.sheet.names import near
from pbem.sheet.nodes import NothingNode, parsed
from pbem.sheet.reader import SheetReader
from pbem.sheet.shape import folded

FOR, WHEN = "for", "when"


class PlansWanted(msgspec.Struct, frozen=True):
    """What a seat may plan, by the names that people write after `for`; nothing may be kept where sheets are *sealed*.

    A name that stands for two of them stands for none.
    """

    seat: str = ""
    coming: Mapping[str, Coming] = {}
    sealed: bool = False


class PlansRead(msgspec.Struct, frozen=True):
    """The *plans* of a sheet, none if a fault stops them; they are `there` if the sheet has the key."""

    plans: tuple[KeptOrder, ...] | None = None
    faults: tuple[SheetFault, ...] = ()
    place: Place | None = None


def names_plans(key: TextNode, wanted: PlansWanted) -> bool:
    """Whether *key* is the one that plans are below."""
    return bool(wanted.coming) and folded(key.text) == PLANS


def has_plans(text: str, wanted: PlansWanted) -> bool:
    """Whether there are plans in a sheet."""
    root = parsed(text)[1].root if wanted.coming else None
    return isinstance(root, MappingNode) and any(names_plans(key, wanted) for key, _ in root.pairs)


def read_plans(key: TextNode, node: Node, wanted: PlansWanted, lexicon: Lexicon, *, broken: bool) -> PlansRead:
    """Read the plans at *node*; a sheet that is *broken* lacks lines."""
    if wanted.sealed:
        return PlansRead(None, (fault(key.place, "plans-sealed", path=(PLANS,)),), key.place)
    reading = _Reading(wanted, lexicon, broken=broken)
    plans = reading.plans(node)
    faults = tuple(reading.reader.faults)
    stops = broken or any(each.problem.stops for each in faults)
    return PlansRead(None if stops else plans, faults, key.place)


class _Reading:
    """The plans of one sheet as they are read."""

    def __init__(self, wanted: PlansWanted, lexicon: Lexicon, *, broken: bool) -> None:
        self.wanted, self.reader = wanted, SheetReader(lexicon, broken=broken)
        self.counts: dict[str, int] = {}

    def plans(self, node: Node) -> tuple[KeptOrder, ...]:
        if isinstance(node, NothingNode):
            self.reader.blame(node, "no-value", key=PLANS)
            return ()
        items = node.items if isinstance(node, ListNode) else (node,)
        found: list[KeptOrder] = []
        for item in first(node, items, MOST_PLANS, self.reader.blame):
            with suppress(Misread):  # it is noted; the rest can still be checked
                found.append(self.plan(bounded(item, self.reader.blame), len(found) + 1))
        return tuple(found)

    def plan(self, item: Node, number: int) -> KeptOrder:
        if not isinstance(item, MappingNode):
            raise self.reader.blame(item, "wrong-shape", wanted="mapping", got=item.kind)
        own = {folded(key.text): (key, value) for key, value in item.pairs if folded(key.text) in (FOR, WHEN)}
        rest = tuple(pair for pair in item.pairs if folded(pair[0].text) not in (FOR, WHEN))
        if len(rest) + len(own) < len(item.pairs):
            again = [key for key, _ in item.pairs if folded(key.text) in (FOR, WHEN)][-1]
            raise self.reader.blame(again, "named-twice", text=again.text, line=item.place.line)
        if FOR not in own:
            raise self.reader.blame(item, "missing-key", key=FOR)
        coming = self.coming(own[FOR][1])
        order: Any = self.reader.read(MappingNode(item.place, rest), coming.takes, PLANS, number - 1)
        return KeptOrder(
            number=number,
            seat=self.wanted.seat,
            on=coming.label,
            order=order,
            power=coming.power,
            when=self.condition(coming, *own[WHEN]) if WHEN in own else None,
        )

    def coming(self, node: Node) -> Coming:
        """What the value of `for` names."""
        if isinstance(node, NothingNode):
            raise self.reader.blame(node, "no-value", key=FOR)
        if not isinstance(node, TextNode):
            raise self.reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        named = next((name for name in self.wanted.coming if _same(name, node.text)), None)
        if named is None:
            labels = tuple(self.wanted.coming)
            raise self.reader.blame(node, "unknown-plan", text=node.text, nearest=near(node.text, labels), words=labels)
        self.counts[named] = self.counts.get(named, 0) + 1
        coming = self.wanted.coming[named]
        if self.counts[named] == coming.most + 1:
            self.reader.blame(node, "too-many", count=self.counts[named], limit=coming.most)
        return coming

    def condition(self, coming: Coming, key: TextNode, node: Node) -> Any:
        if coming.when is None:
            raise self.reader.blame(key, "no-condition", text=coming.label)
        if isinstance(node, NothingNode):
            raise self.reader.blame(node, "no-value", key=WHEN)
        return self.reader.read(node, coming.when, PLANS, WHEN)


def _same(name: str, said: str) -> bool:
    """Whether *said* is *name*, in either order of its words."""
    return sorted(map(folded, name.split())) == sorted(map(folded, said.split()))
