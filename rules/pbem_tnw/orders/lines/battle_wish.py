"""What a seat wants done in a battle: cards, limits, losses, where to go (11)."""

from typing import Any, Self

import msgspec

from pbem.engine.kit.reading import Node, Reader, Speller, TextNode
from pbem_tnw.orders.conditions.condition import BattleCondition
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.orders.lines.wording import KeyedNode, keyed, with_lists, without_condition
from pbem_tnw.orders.names import DuchyName, NationName, WarCardName


class BattleCardWish(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if"}):
    """A battle card, or a response or Reserve for a battle, and when it is worth it."""

    card: WarCardName
    condition: BattleCondition = BattleCondition()

    @classmethod
    def in_words(cls, text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
        said, condition = without_condition(text)
        return keyed(said, "card"), *condition


class BattleWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to fight one battle; what is left out is as the standing orders say, else the default of 2.3."""

    cards: tuple[BattleCardWish, ...] | None = None
    """In the order in which they are played; none: no cards."""
    first_round_at_most: int | None = None
    """The most cards before the first round."""
    keep_if: BattleCondition | None = None
    """If it holds no card is played: the battle is as good as won."""
    losses: tuple[NationName, ...] | None = None
    """Whose units are lost first (11.3)."""
    generals: PieceNames | None = None
    retreat_to: tuple[DuchyName, ...] | None = None
    """Where the defender goes who loses, the first that is possible (11.4)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(with_lists(node, "cards"), cls)

    def spell(self, speller: Speller) -> dict[str, Any]:
        return speller.fields(self)
