"""How lines are worded: a text is parted into keys and values, which the reader then reads, each in its place."""

import re
from collections.abc import Iterable, Mapping

from pbem.engine.kit.reading import ListNode, MappingNode, Node, Reader, TextNode, heads
from pbem_tnw.orders.names import pieces_of

KeyedNode = tuple[TextNode, Node]
_IF = re.compile(r"(?:^|[\s,]+)(?:only\s+)?if\s+", re.IGNORECASE)
_EVERY = re.compile(r"(?:all|every|everything|max|as many as possible)(?:\s+units?)?", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:an?|one|the|my)\s+", re.IGNORECASE)
_UNITS = re.compile(r"\s*\b(?:units?|strength|sp|troops|men|corps|squadrons?|ships?)$", re.IGNORECASE)
_NONE = ("none", "nothing", "no", "never", "clear", "default", "off")


def fold(text: str) -> str:
    """A key or a word as it is compared: `End_war`, `end war` and `end-war` are one."""
    return " ".join(re.split(r"[\s_-]+", text.casefold().strip(" .:!")))


def keyed(node: Node, key: str) -> KeyedNode:
    """*node* as the value of *key*, which is not written."""
    return TextNode(node.place, key), node


def mapping(node: Node, pairs: Iterable[KeyedNode]) -> MappingNode:
    """A mapping where *node* is."""
    return MappingNode(node.place, tuple(pairs))


def listed(node: Node, *keys: str) -> Node:
    """The mapping *node* with every value of *keys* that is one mapping made a list of one."""
    if not isinstance(node, MappingNode):
        return node
    pairs = (
        (key, ListNode(value.place, (value,)) if fold(key.text) in keys and isinstance(value, MappingNode) else value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def with_lists(node: Node, *keys: str) -> Node:
    """*node* with lists for *keys*: `none` is an empty one, and a mapping alone is one of one."""
    node = listed(node, *keys)
    if not isinstance(node, MappingNode):
        return node
    pairs = (
        (key, ListNode(value.place, ()) if fold(key.text) in keys and _says_none(value) else value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def _says_none(value: Node) -> bool:
    return isinstance(value, TextNode) and fold(value.text) in _NONE


def renamed(node: MappingNode, names: Mapping[str, str]) -> MappingNode:
    """*node* with other keys that mean the same."""
    pairs = (
        (TextNode(key.place, names[fold(key.text)]) if fold(key.text) in names else key, value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def without_condition(text: TextNode) -> tuple[TextNode, tuple[KeyedNode, ...]]:
    """*text* and, as a pair, the condition that follows its last `if`."""
    found = list(_IF.finditer(text.text))
    if not found:
        return text, ()
    last = found[-1]
    return text.part(0, last.start()), (keyed(text.part(last.end()), "if"),)


def clauses(text: TextNode, words: Mapping[str, str]) -> dict[str, TextNode]:
    """The parts of *text* by what they are led by: *words* has the key for each word; what comes first is under ``."""
    leads = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    found = list(re.finditer(rf"(?:^|(?<=[\s,;]))({leads})(?=\s|$)", text.text, re.IGNORECASE))
    ends = [*(match.start() for match in found), len(text.text)]
    parts = {"": _trimmed(text.part(0, ends[0]))}
    for match, end in zip(found, ends[1:], strict=True):
        key = words[match[1].casefold()]
        if key in parts:  # the name of a place may hold the word
            return {"": text}
        parts[key] = _trimmed(text.part(match.end(), end))
    return {key: part for key, part in parts.items() if part.text}


def _trimmed(text: TextNode) -> TextNode:
    return text.part(0, len(text.text.rstrip(" ,;")))


def number_first(text: TextNode, reader: Reader) -> tuple[TextNode | None, TextNode]:
    """The number that *text* begins with, if it does, and the rest."""
    if reader.is_number(text):
        return text, text.part(len(text.text))
    found = re.match(r"(\S+?)\s*(?:x|×)?\s+", text.text, re.IGNORECASE)
    if found and reader.is_number(head := text.part(*found.span(1))):
        return head, text.part(found.end())
    if found := _ARTICLE.match(text.text):
        return None, text.part(found.end())
    return None, text


def number_last(text: TextNode, reader: Reader) -> tuple[TextNode, TextNode | None]:
    """*text* without the number that it ends with, and that."""
    for head, rest in heads(text):
        if " " not in rest.text and reader.is_number(bare := rest.part(0, len(rest.text.rstrip(")")))):
            return head, bare
    return text, None


def forces(text: TextNode, reader: Reader) -> tuple[list[TextNode], list[KeyedNode]]:
    """Generals, and the key `units`, of a list such as `Lannes, Murat and 7 units`."""
    leaders: list[TextNode] = []
    counted: list[KeyedNode] = []
    alone: list[KeyedNode] = []
    for part in pieces_of(text, reader):
        number, rest = number_first(part, reader)
        units = _UNITS.search(rest.text)
        whose = rest.part(0, units.start()) if units else rest
        if _EVERY.fullmatch(part.text):
            alone.append(keyed(TextNode(part.place, "all"), "units"))
        elif number is not None and not whose.text:
            alone.append(keyed(number, "units"))
        elif number is not None:
            counted.append((whose, number))
        elif rest.text and not whose.text:  # "a unit"
            alone.append(keyed(TextNode(part.place, "1"), "units"))
        else:
            leaders.append(rest)
    if counted:
        counted += [(TextNode(value.place, ""), value) for _, value in alone]
        return leaders, [keyed(mapping(text, counted), "units")]
    return leaders, alone


def all_as_list(nodes: Iterable[TextNode]) -> ListNode | None:
    """*nodes* as a list; None if there is none."""
    found = tuple(nodes)
    return ListNode(found[0].place, found) if found else None
