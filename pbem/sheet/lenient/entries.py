"""The pairs of a mapping that is written without colons or lines: `Friedrich 8, Schwerin 4`, `8 Friedrich`."""

import re
from collections.abc import Callable, Iterator

from pbem.engine.kit.reading import ListNode, MappingNode, Node, TextNode, heads
from pbem.sheet.nodes import Colons, Lines, NothingNode

PairOfNodes = tuple[TextNode, Node]
Pairs = tuple[PairOfNodes, ...]
Test = Callable[[TextNode], bool]

MARKS = (",", ";", "/", "|", "+", "&", " and ", " und ", " et ")
BETWEEN_ITEMS = ((",", ";"), (",", ";", " and ", " und ", " et "))
"""What may be between the items of a list in one line, the surest first."""
_NUMBER = re.compile(r"(?<!\S)\(?\d+\)?(?!\S)")
_JOINT = re.compile(r"(?<!\s)\s*(?::|=)\s*")


def pairs_in(node: Node, named: Test, valued: Test) -> Pairs | None:
    """The pairs in *node* of a name and a value; None if any part of it cannot be one, or may be two."""
    if isinstance(node, MappingNode):
        found = [each for key, value in node.pairs for each in _mended(key, value, named, valued)]
    else:
        found = [each for part in _parts(node) for each in _pairs_of(part, named, valued)]
    pairs = tuple(each for each in found if each is not None)
    return pairs if pairs and len(pairs) == len(found) else None


def nearly_pairs_in(node: Node, named: Test, valued: Test) -> Pairs | None:
    """The pairs in *node* although some names, not all of them, are misspelt."""
    pairs = pairs_in(node, lambda _: True, valued) or ()
    return pairs if any(named(name) for name, _ in pairs) else None


def _pairs_of(part: Node, named: Test, valued: Test) -> Iterator[PairOfNodes | None]:
    if isinstance(part, MappingNode):
        for key, value in part.pairs:
            yield from _mended(key, value, named, valued)
    elif isinstance(part, TextNode):
        yield _pair_in(part, named, valued)


def _mended(key: TextNode, value: Node, named: Test, valued: Test) -> Iterator[PairOfNodes | None]:
    """The pairs of a pair as it is written: `{Friedrich 8}`, or `Friedrich: 8 / Schwerin: 4` in one line."""
    if isinstance(value, NothingNode):
        yield None if value.lost else _pair_in(key, named, valued)
    elif isinstance(value, Colons):
        first, *rest = value.split(*MARKS)
        yield key, first
        yield from (_pair_in(part, named, valued) for part in rest)
    else:
        yield key, value


def _parts(node: Node) -> list[Node]:
    """The pieces in which pairs may be; in lines of their own, or with marks or numbers between them."""
    if isinstance(node, MappingNode):
        return [node]
    if isinstance(node, ListNode):
        return [part for item in node.items for part in _parts(item)]
    if isinstance(node, Lines):
        return [part for line in node.lines for part in _parts(line)]
    if not isinstance(node, TextNode) or isinstance(node, NothingNode):
        return []
    parts = node.split(*MARKS)
    return list(parts) if len(parts) > 1 else list(_at_numbers(node))


def _at_numbers(text: TextNode) -> Iterator[TextNode]:
    """*text* in parts that each end, or each begin, with a number: `Friedrich 8 Schwerin 4`."""
    numbers = list(_NUMBER.finditer(text.text))
    first = bool(numbers) and numbers[0].start() == 0
    cuts = [number.start() for number in numbers[1:]] if first else [number.end() for number in numbers[:-1]]
    for start, end in zip([0, *cuts], [*cuts, len(text.text)], strict=True):
        yield text.part(start, end)


def _pair_in(part: TextNode, named: Test, valued: Test) -> PairOfNodes | None:
    """The one pair of a name and a value that *part* is; a number may come before the name."""
    found: dict[tuple[str, str], PairOfNodes] = {}
    joints = ((part.part(0, joint.start()), part.part(joint.end())) for joint in _JOINT.finditer(part.text))
    for head, rest in (*joints, *heads(part)):
        ways = [(_bare(head), _bare(rest))]
        ways += [(_bare(rest), _bare(head))] if _NUMBER.fullmatch(head.text) else []
        for name, value in ways:
            if name.text and value.text and named(name) and valued(value):
                found[name.text, value.text] = name, value
    return next(iter(found.values())) if len(found) == 1 else None


def _bare(text: TextNode) -> TextNode:
    """*text* without what joins a name and a value."""
    said = text.text
    start, end = 0, len(said)
    while start < end and _joins(said[start], ":=("):
        start += 1
    while start < end and _joins(said[end - 1], ":=)"):
        end -= 1
    return text.part(start, end)


def _joins(sign: str, signs: str) -> bool:
    """Whether *sign* is a space or one of the *signs* that may be between a name and what is said of it."""
    return sign.isspace() or sign in signs
