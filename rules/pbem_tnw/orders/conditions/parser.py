"""Read a condition."""

from pbem.engine.kit.reading import Reader, TextNode
from pbem_tnw.orders.conditions.expressions import ConditionTest


def parsed_condition(text: TextNode, reader: Reader, may_ask: frozenset[str]) -> ConditionTest:
    """The condition in *text*."""
    raise reader.blame(text, "condition-unexpected")
