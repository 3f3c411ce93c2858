"""The answer to a hold: play cards now, or nothing (house rules, 2.4)."""

from collections.abc import Iterator
from typing import Any, Self

import msgspec

from pbem.engine.kit.reading import ListNode, Node, Reader, Speller, TextNode, every_part
from pbem.engine.order import Order
from pbem_tnw.orders.lines.battle_wish import BattleCardWish
from pbem_tnw.orders.lines.wording import fold
from pbem_tnw.orders.names import pieces_of

_NOTHING = ("none", "nothing", "no", "pass")


class PlayedNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Response or battle cards, in the order in which they are played."""

    cards: tuple[BattleCardWish, ...] = ()

    def __iter__(self) -> Iterator[BattleCardWish]:
        return iter(self.cards)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode) and fold(node.text) in _NOTHING:
            return cls()
        found: list[BattleCardWish] = []
        with every_part() as part:
            for number, item in enumerate(_cards(node, reader)):
                with part():
                    reader.mark(item, number)
                    found.append(reader.read(item, BattleCardWish, number))
        return cls(tuple(found))

    def spell(self, speller: Speller) -> Any:
        said = [card.spell(speller) for card in self.cards]
        return said[0] if len(said) == 1 and isinstance(said[0], str) else said


def _cards(node: Node, reader: Reader) -> tuple[Node, ...]:
    if isinstance(node, ListNode):
        return node.items
    if isinstance(node, TextNode) and " if " not in node.text:
        return (node,) if reader.knows(node, "card") else pieces_of(node, reader)
    return (node,)


class HoldAnswer(Order, frozen=True):
    """What a seat plays in the window; the default is nothing."""

    play: PlayedNow = PlayedNow()
    no_more: bool = False
    """Play nothing for the rest of this Impulse, and be asked no more in it."""
