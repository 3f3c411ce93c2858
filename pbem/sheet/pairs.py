"""Pairs of a name and a value in texts that lack their colons: `Karl 6, Traun 2`."""

import re
from collections.abc import Callable, Iterable, Iterator

from pbem.engine.reading import ListNode, MappingNode, Node, TextNode, heads, late_pattern
from pbem.sheet.nodes import Colons, Lines, NothingNode

PairOfNodes = tuple[TextNode, Node]
Pairs = tuple[PairOfNodes, ...]
Test = Callable[[TextNode], bool]

MARKS = (",", ";", "/", "|", "+", "&", " and ", " und ", " et ")
_NUMBER = late_pattern(r"(?<![^\s=:])\(?\+?\d+\)?(?!\S)")
_PLUS = late_pattern(r"\+\d")
"""The sign of a number, not a mark between pairs."""
_FOR = late_pattern(r"(?:for|to)\s+", re.IGNORECASE)
"""Between a number and whom it is for."""
_GETS = late_pattern(
    r"(?:(?:gets?|has|receives?|takes?|with)\s+(?=\+?\d)|(?:pays?|recruits?)\s+(?:with\s+)?"
    r"|(?:(?:returns?|comes?\s+back)\s+)?(?:in|at|to)\s+)",
    re.IGNORECASE,
)
"""Between a name and its number, its cards or its place."""
_JOINT = late_pattern(r"(?<!\s)\s*(?::|=)\s*")
_EACH = late_pattern(r"(?<!\S)each(?![^\s,;])", re.IGNORECASE)
_EACH_FOR = late_pattern(r"(?P<value>\S{1,9})\s+(?:troops?\s+)?each\s+(?:for|to)\s+(?=\S)", re.IGNORECASE)
_EACH_BEHIND = late_pattern(r"\s(?:troops?\s)?each$", re.IGNORECASE)


def pairs_in(node: Node, named: Test, valued: Test) -> Pairs | None:
    """The pairs in *node* of a name and a value; None if any part of it cannot be one, or may be two."""
    return _whole(_pair_in(part, named, valued) for part in _clauses(node)) or _pairs_apart(node, named, valued)


def _pairs_apart(node: Node, named: Test, valued: Test) -> Pairs | None:
    if isinstance(node, MappingNode):
        return _whole(each for key, value in node.pairs for each in _mended(key, value, named, valued))
    rows = node.items if isinstance(node, ListNode) else node.rows if isinstance(node, TextNode) else ()
    if any(isinstance(row, TextNode) and _EACH.search(row.text) for row in rows):
        return _whole(each for row in rows for each in _shared_or_apart(row, named, valued))
    return _whole(each for part in _parts(node) for each in _pairs_of(part, named, valued))


def _shared_or_apart(row: Node, named: Test, valued: Test) -> Iterator[PairOfNodes | None]:
    if isinstance(row, TextNode) and _EACH.search(row.text):
        return _shared_in(row, named, valued)
    return (each for part in _parts(row) for each in _pairs_of(part, named, valued))


def _whole(pairs: Iterable[PairOfNodes | None]) -> Pairs | None:
    """*pairs* if there are some, and none of them is missing."""
    found = tuple(pairs)
    there = tuple(each for each in found if each is not None)
    return there if there and len(there) == len(found) else None


def _shared_in(text: TextNode, named: Test, valued: Test) -> Iterator[PairOfNodes | None]:
    """The pairs in *text* where `each` says one value of several names: `Karl and Traun 6 each`, `6 each for both`."""
    waiting: list[TextNode] = []
    value: TextNode | None = None
    for part in text.split(*MARKS):
        before, after = _EACH_FOR.match(part.text), _EACH_BEHIND.search(part.text)
        if before:
            value, name = part.part(*before.span("value")), part.part(before.end())
            yield from (None for _ in waiting)
            waiting = []
            yield (name, value) if named(name) and valued(value) else None
        elif after:
            ahead = _pair_in(part.part(0, after.start()), named, valued)
            yield from ((name, ahead[1]) if ahead else None for name in waiting)
            yield ahead
            waiting, value = [], None
        elif named(part):
            if value is None:
                waiting.append(part)
            else:
                yield part, value
        else:
            value = None
            yield _pair_in(part, named, valued)
    yield from (None for _ in waiting)


def nearly_pairs_in(node: Node, named: Test, valued: Test) -> Pairs | None:
    """The pairs in *node* although some names, not all of them, are misspelt."""
    pairs = _pairs_apart(node, lambda _: True, valued) or ()
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
        parts = [] if value.lost else [part for part in _parts(key) if isinstance(part, TextNode)]
        yield from (_pair_in(part, named, valued) for part in parts) if parts else (None,)
    elif isinstance(value, Colons):
        first, *rest = value.split(*MARKS)
        yield key, first
        yield from (_pair_in(part, named, valued) for part in rest)
    else:
        yield key, value


def _clauses(node: Node) -> tuple[TextNode, ...]:
    """The clauses of a text in one line, in which a value may be a list: `ann 9 and 3; ben 8`."""
    return node.split(";") if isinstance(node, TextNode) and not isinstance(node, Lines | NothingNode) else ()


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
    parts = node.split(*(mark for mark in MARKS if mark != "+" or not _PLUS.search(node.text)))
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
        if _NUMBER.fullmatch(head.text):
            whose = _FOR.match(rest.text)
            ways.append((_bare(rest.part(whose.end() if whose else 0)), _bare(head)))
        elif (whose := _FOR.match(rest.text)) and not named(_bare(head)):
            ways.append((_bare(rest.part(whose.end())), _bare(head)))
        for name, value in ways:
            got = _GETS.match(value.text)
            value = value.part(got.end() if got else 0)  # noqa: PLW2901 - `gets 5` as 5
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


def once(
    text: TextNode, parts: tuple[TextNode, ...], read: Callable[[TextNode], tuple[object, ...]]
) -> tuple[TextNode, ...]:
    """*parts* of *text*, with two that are *read* as the same, and together too, as one: a name may hold a comma."""
    spans: list[tuple[int, int]] = []
    before: tuple[object, ...] = ()
    for part in parts:
        start = text.text.find(part.text, spans[-1][1] if spans else 0)
        if start < 0:
            return parts
        end, said = start + len(part.text), read(part)
        if said and said == before and read(text.part(spans[-1][0], end)) == said:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
        before = said
    return tuple(text.part(*span) for span in spans)
