"""Who plays what in a combat, said in sentences: `Traun plays highest and Karl plays ♥7`."""

import re
from collections.abc import Collection

from pbem.engine.reading import ListNode, MappingNode, Node, Reader, TextNode, late_pattern

_PLAYED_BY = late_pattern(r"(?P<who>[^,;:>\n]{1,40}?)\s+(?:will\s+)?plays?\s+(?=\S)", re.IGNORECASE)


_FOUGHT_WITH = late_pattern(
    r"(?P<who>[^,;:]{1,40}?)\s+(?:attacks|fights|defends\s+against)\s+(?P<whom>[^,;:]{1,40}?)\s+with\s+(?P<plan>\S.*)",
    re.IGNORECASE,
)
"""A fight and its plan: `Belle-Isle attacks Traun with 9, 10`."""
_WHOM_BEHIND = late_pattern(r",?\s+against\s+(?P<whom>[^,;:]{1,40})$", re.IGNORECASE)
_BREAK_BEFORE = late_pattern(r"[,;\s]+(?:and\s+)?|and\s+", re.IGNORECASE)
_PLAYS_NEXT = late_pattern(
    r"(?:[,;]\s*(?:and\s+)?|\s+and\s+)(?P<who>[^,;:>\n]{1,40}?)\s+(?:will\s+)?plays?\s+(?=\S)", re.IGNORECASE
)


_IN_COMBAT = late_pattern(
    r"(?:in|for)\s+(?:the|this|that|his|her|its|my|our)\s+(?:combat|fight|battle|duel),?\s+", re.IGNORECASE
)


def who_plays(text: TextNode, reader: Reader) -> MappingNode | None:
    """What a sentence says of who plays what; None for another."""
    found = played_apart(text.part(begun.end() if (begun := _IN_COMBAT.match(text.text)) else 0), reader)
    return found if isinstance(found, MappingNode) else None


def played_apart(node: Node, reader: Reader) -> Node:
    """*node* as a mapping if each of its lines, or parts, says who plays what: `Traun plays highest`."""
    rows = node.items if isinstance(node, ListNode) else node.rows if isinstance(node, TextNode) else ()
    if not rows or not all(isinstance(row, TextNode) for row in rows):
        return node
    pairs: list[tuple[TextNode, Node]] = []
    for row in rows:
        for part in _by_player(row, reader) if isinstance(row, TextNode) else ():
            found = _PLAYED_BY.match(part.text)
            fought = _FOUGHT_WITH.fullmatch(part.text)
            if fought and all(reader.knows(part.part(*fought.span(each)), "general") for each in ("who", "whom")):
                who = TextNode(part.place, f"{fought['who']} > {fought['whom']}")
                pairs.append((who, part.part(*fought.span("plan"))))
                continue
            if found is None or not reader.knows(who := part.part(*found.span("who")), "general", "power"):
                return node
            said = part.part(found.end())
            if (whom := _WHOM_BEHIND.search(said.text)) and reader.knows(said.part(*whom.span("whom")), "general"):
                who = TextNode(who.place, f"{who.text} > {whom['whom']}")
                said = said.part(0, whom.start())
            pairs.append((who, said))
    return MappingNode(node.place, tuple(pairs))


def _by_player(row: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The parts of *row* that each begin with who plays: `Traun plays ♥7, lowest, Karl plays highest`."""
    begins = [
        found.start()
        for found in _PLAYS_NEXT.finditer(row.text)
        if reader.knows(row.part(*found.span("who")), "general", "power")
    ]
    ends = [*begins, len(row.text)]
    cut = [row.part(start, end) for start, end in zip([0, *begins], ends, strict=True)]
    return tuple(each.part(found.end() if (found := _BREAK_BEFORE.match(each.text)) else 0) for each in cut)


def limits_home(node: Node, limit: re.Pattern[str], every: Collection[str]) -> Node:
    """*node* with each *limit* of a plan, `stop: losing 5`, in the only plan that it is beside.

    A plan of *every* fight has its limits beside it anyway.
    """
    limits: list[tuple[TextNode, TextNode, Node]] = []
    others: list[tuple[TextNode, Node]] = []
    for key, value in node.pairs if isinstance(node, MappingNode) else ():
        line = TextNode(key.place, f"{key.text} {value.text if isinstance(value, TextNode) else ''}".strip())
        if limit.match(f"{line.text} "):
            limits.append((key, line, value))
        else:
            others.append((key, value))
    if not limits or len(others) != 1 or others[0][0].text.casefold() in ("play", *every):
        return node
    whom, plan = others[0]
    if isinstance(plan, MappingNode):
        plan = MappingNode(plan.place, (*plan.pairs, *((key, value) for key, _, value in limits)))
    elif isinstance(plan, ListNode):
        plan = ListNode(plan.place, (*plan.items, *(line for _, line, _ in limits)))
    elif isinstance(plan, TextNode):
        plan = TextNode(plan.place, ", ".join((plan.text, *(line.text for _, line, _ in limits))))
    return MappingNode(node.place, ((whom, plan),))
