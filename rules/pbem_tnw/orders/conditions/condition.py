"""Conditions of order lines (`if:`): a small exact language about what the seat sees when the line is reached.

    if: enemy_units(ulm) <= 5 and not controls(austria, munich)
    if: dice(enemy) > 2 x dice(own)
    if: roll = need - 1 or (where in [linz, vienna] and by = france)

Words are those of `words.WORDS`; names are written as anywhere in a sheet. Numbers are compared with
`<  <=  =  !=  >=  >`, may be multiplied and shifted by a constant, and parts are joined by `and`, `or`, `not` and
brackets; there is no other arithmetic. A part about what is not there, such as the roll where none was made, neither
holds nor fails to hold: the whole must hold by the other parts.

The problems and their arguments, besides those of names and choices:

    condition-empty
    condition-unexpected  text, wanted       what is there, and what would be right: a joint, close, sign, names, ...
    condition-misplaced   word, words        a word that has no meaning here, and those that have
    condition-brackets    word, example      the brackets are missing, or hold too few or too many
    condition-kinds       word, kind, example  a number where a name is wanted, and the like
    condition-number      text, most         a number of so many digits
    condition-too-deep    most
"""

from typing import ClassVar, Self

import msgspec

from pbem.engine.kit.reading import ListNode, Node, Reader, Speller, TextNode
from pbem_tnw.orders.conditions.expressions import AllOf, ConditionTest, Truth, asked_in, spelled, verdict
from pbem_tnw.orders.conditions.parser import parsed_condition
from pbem_tnw.orders.conditions.words import ANYWHERE, HAND, IMPULSE, PEACE, RESPONSE, Facts


class OrderCondition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must hold for a line to count; `yes` always holds, `no` never."""

    MAY_ASK: ClassVar[frozenset[str]] = ANYWHERE
    test: ConditionTest = Truth(yes=True)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, ListNode) and node.items:  # one condition a line: all must hold
            parts = tuple(cls._part(item, reader) for item in node.items)
            return cls(parts[0] if len(parts) == 1 else AllOf(parts))
        return cls(cls._part(node, reader))

    @classmethod
    def _part(cls, node: Node, reader: Reader) -> ConditionTest:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        return parsed_condition(node, reader, cls.MAY_ASK)

    def spell(self, speller: Speller) -> str:
        return spelled(self.test, speller)

    @property
    def words(self) -> frozenset[str]:
        """The words that it asks."""
        return frozenset(word.word for word in asked_in(self.test))


class ImpulseCondition(OrderCondition, frozen=True):
    """Of an alternative or a line of an Impulse."""

    MAY_ASK = IMPULSE


class BattleCondition(OrderCondition, frozen=True):
    """Of what is done in a battle, and before it: evasion, interception."""

    MAY_ASK = RESPONSE


class ResponseCondition(OrderCondition, frozen=True):
    """Of a response to what another does."""

    MAY_ASK = RESPONSE


class PeaceCondition(OrderCondition, frozen=True):
    """Of a peace modifier (5.8)."""

    MAY_ASK = PEACE


class HandCondition(OrderCondition, frozen=True):
    """Of a first hand (4.5)."""

    MAY_ASK = HAND


def value(condition: OrderCondition, facts: Facts) -> bool:
    """Whether *condition* holds."""
    return verdict(condition.test, facts) is True
