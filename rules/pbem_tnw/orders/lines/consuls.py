"""How the move of a consul is written (8.1): `prussia right 2 in france`, `Prussia to Client in France's row`."""

import re
from collections.abc import Mapping
from typing import Final

from pbem.engine.kit.reading import MappingNode, Node, Reader, TextNode, heads, pair
from pbem_tnw.orders.lines.wording import KeyedNode, clauses, fold, keyed, mapping, number_first

_LEADS: Final[Mapping[str, str]] = {
    "in": "in", "in row": "in", "in the row of": "in", "on": "in", "to": "to", "into": "to", "->": "to", ">": "to",
}  # fmt: skip
_WAY = re.compile(r"(?:(?:one|a)\s+)?\b(left|right|either)\b\s*", re.IGNORECASE)
_STEPS = re.compile(r"\s*\b(?:box(?:es)?|steps?|columns?|spaces?)\b\s*", re.IGNORECASE)
_ROW = re.compile(r"(?:['’]s)?(?:\s+row)?$", re.IGNORECASE)
_KEYS = frozenset({"who", "way", "steps", "in", "to", "if", "row", "proxy"})


def consul_keys(node: Node, reader: Reader) -> Node:
    """*node* with the keys of a consul's move."""
    if isinstance(node, TextNode):
        return mapping(node, _in_words(node, reader))
    said = pair(node)
    if isinstance(node, MappingNode) and said and fold(said[0].text) not in _KEYS and isinstance(said[1], TextNode):
        return mapping(node, (keyed(said[0], "who"), *_how(said[1], reader)))
    return node


def _in_words(text: TextNode, reader: Reader) -> list[KeyedNode]:
    if reader.knows(text, "nation"):
        return [keyed(text, "who")]
    for head, rest in heads(text):
        if reader.knows(head, "nation"):
            return [keyed(head, "who"), *_how(rest, reader)]
    found = re.match(r"\S+", text.text)
    head = text.part(0, found.end() if found else None)
    return [keyed(head, "who"), *(_how(text.part(len(head.text)), reader) if head.text != text.text else ())]


def _how(text: TextNode, reader: Reader) -> list[KeyedNode]:
    """The keys of `right 2 in france`, `to Client`, `2 left`."""
    parts = clauses(text, _LEADS)
    pairs: list[KeyedNode] = []
    way = parts.get("")
    goal = parts.get("to")
    if goal is not None and _WAY.match(goal.text):
        way, goal = goal, None
    if way is not None:
        said = _WAY.search(way.text)
        if said:
            pairs.append(keyed(way.part(*said.span(1)), "way"))
            number = way.part(said.end()) if said.start() == 0 else way.part(0, said.start())
            if found := _STEPS.search(number.text):
                number = number.part(0, found.start())
            if number.text:
                pairs.append(keyed(number, "steps"))
        elif reader.is_number(number_first(way, reader)[0] or way):
            pairs.append(keyed(number_first(way, reader)[0] or way, "steps"))
        else:
            column = goal is None and reader.may_name(way, "column")
            pairs.append(keyed(way, "to" if column else "way"))
    if goal is not None:
        pairs.append(keyed(goal, "to"))
    if (row := parts.get("in")) is not None:
        pairs.append(keyed(row.part(0, len(_ROW.sub("", row.text))), "in"))
    return pairs
