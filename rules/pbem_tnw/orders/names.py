"""Names in sheets, and how a line parts into keys."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, Final

import msgspec

from pbem.engine.reading import (
    ListNode,
    MappingNode,
    Named,
    Node,
    Reader,
    TextNode,
    Ways,
    every_part,
    fold,
    heads,
    late_pattern,
    names_in,
    pair,
)

BETWEEN: Final = (
    ", and then to ",
    " and then to ",
    ", and then ",
    ", then ",
    ", and ",
    ",",
    ";",
    "+",
    "&",
    " and then ",
    " and ",
    " then ",
    " und ",
    " et ",
)
"""What may be between the names of a list in one line."""
_AND: Final = late_pattern(r"\s*(?:[,;+&]|(?<=\s)(?:and|und|et)(?=\s))\s*", re.IGNORECASE)
_KINDS: Final = ("place", "card", "general")
_MOST_WORDS: Final = 3
"""Of a name on either side of a mark in it."""
NationName = Annotated[str, Named("nation", *BETWEEN)]
SpotName = Annotated[str, Named("place", *BETWEEN)]
"""A duchy or a zone."""
DuchyName = Annotated[str, Named("duchy", *BETWEEN)]
ZoneName = Annotated[str, Named("zone", *BETWEEN)]
LeaderName = Annotated[str, Named("general", *BETWEEN)]
WarCardName = Annotated[str, Named("card", *BETWEEN)]
SeatNamed = Annotated[str, Named("seat", *BETWEEN)]
ColumnName = Annotated[str, Named("column")]
"""A column of the Diplomatic Track (8.1)."""
CampName = Annotated[str, Named("camp")]

ANY: Final = ("any", "anywhere", "all", "everywhere", "every", "anyone")
HERE: Final = "here"
"""In place of a place: where the Formation stands when the line is reached."""
_HERE = (HERE, "there", "it", "hier", "ici", "qui", "aquí", "tu", "zde")


class NameList(msgspec.Struct, frozen=True, omit_defaults=True):
    """Names of one kind in their order; none means any: `where: any`, `by: [france, spain]`."""

    names: tuple[str, ...] = ()
    WAYS: ClassVar[Ways] = ("{names}", ANY[0])

    def includes(self, name: str) -> bool:
        """Whether *name* is meant."""
        return not self.names or name in self.names


class AtPlaces(NameList, frozen=True):
    """Duchies and zones, or anywhere."""

    names: tuple[Annotated[str, Named("place")], ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "AtPlaces":
        return cls(names_or_any(node, reader, "place"))


class InZones(NameList, frozen=True):
    """Zones, or any."""

    names: tuple[Annotated[str, Named("zone")], ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "InZones":
        return cls(names_or_any(node, reader, "zone"))


class ByWhom(NameList, frozen=True):
    """Nations, or any."""

    names: tuple[Annotated[str, Named("nation")], ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "ByWhom":
        return cls(names_or_any(node, reader, "nation"))


def pieces_of(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The parts of a list in one line, none for an empty text; a name may hold what is written between them."""
    cuts = [cut for cut in _AND.finditer(text.text) if not _is_in_name(text, cut, reader)]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(text.text)]
    parts = (text.part(start, end) for start, end in zip(starts, ends, strict=True))
    return tuple(part for part in parts if part.text)


def _is_in_name(text: TextNode, cut: re.Match[str], reader: Reader) -> bool:
    """Whether *cut* is within a name: that of `Kattegat and Skagerrak`."""
    starts = [found.start() for found in re.finditer(r"\S+", text.text[: cut.start()])][-_MOST_WORDS:]
    ends = [cut.end() + found.end() for found in re.finditer(r"[^\s,;]+", text.text[cut.end() :])][:_MOST_WORDS]
    return any(reader.knows(text.part(start, end), *_KINDS) for start in starts for end in ends)


def names_or_here(node: Node, reader: Reader, kind: str) -> tuple[str, ...]:
    """The names in *node*, a text or a list of texts, among them `HERE`."""
    found: list[str] = []
    with every_part() as part:
        for each in node.items if isinstance(node, ListNode) else (node,):
            if not isinstance(each, TextNode):
                raise reader.blame(each, "wrong-shape", wanted="text", got=each.kind)
            for text in (each,) if reader.knows(each, kind) else pieces_of(each, reader):
                with part():
                    reader.mark(text, len(found))
                    found.append(HERE if is_here(text) else reader.name(text, kind))
    return tuple(found) or (HERE,)


def is_here(text: TextNode) -> bool:
    """Whether *text* means the place where the Formation stands."""
    return text.text.casefold() in _HERE


def names_or_any(node: Node, reader: Reader, *kinds: str) -> tuple[str, ...]:
    """The names in *node*, a text or a list of texts; none for `any`."""
    if isinstance(node, TextNode) and node.text.casefold() in ANY:
        return ()
    found: list[str] = []
    with every_part() as part:
        for each in node.items if isinstance(node, ListNode) else (node,):
            with part():
                if not isinstance(each, TextNode):
                    raise reader.blame(each, "wrong-shape", wanted="text", got=each.kind)
                reader.mark(each, len(found))
                found += names_in(each, reader, BETWEEN, *kinds)
    return tuple(found)


KeyedNode = tuple[TextNode, Node]
_IF_WORD = r"(?:only\s+)?(?P<word>if|when|unless|provided\s+that|as\s+long\s+as)\s+"
_IF = late_pattern(rf"(?:^|[\s,(\[]+){_IF_WORD}", re.IGNORECASE)
_IF_FIRST = late_pattern(_IF_WORD, re.IGNORECASE)
_BEHIND_IF = late_pattern(r"[,:]\s+(?:then\s+)?|\sthen\s+", re.IGNORECASE)
"""Between a condition that is said first and what is done under it."""
_ELSE = late_pattern(r"(?:or\s+)?(?:else|otherwise|if\s+not)(?:[,:]?\s+|$)", re.IGNORECASE)
_EVERY = late_pattern(
    r"(?:all(?:\s+(?:his|its|the|my|of\s+(?:his|its|the|my)))?|every|everything|max|as many as possible)(?:\s+units?)?",
    re.IGNORECASE,
)
_ALL_OF = late_pattern(
    r"all\s+(?:(?:of\s+)?(?:the|his|its|my)\s+)?(?=\d)|(?:his|its|their)\s+(?=unit$|u$)", re.IGNORECASE
)
_ARTICLE = late_pattern(r"(?:an?|one|the|my)\s+", re.IGNORECASE)
_UNITS = late_pattern(r"\s*\b(?:units?|u|strength|sp|troops|men|corps|squadrons?|ships?)$", re.IGNORECASE)
_ONE = ("unit", "u", "sp", "squadron", "ship")
_SP = "sp"
"""A point of strength, but beside numbers of nations perhaps Spain: `7 Fr and 2 Sp`."""
_LED = late_pattern(r"\s*\((\d{1,2})(?:\s*(?:units?|u|strength|sp|troops|men))?\)$", re.IGNORECASE)
"""How many units a general leads, in brackets behind its name: `Kutuzov (4)`."""
_COUNT_BEHIND = late_pattern(r"([^\W\d]\S*)\s+(\d{1,2})\s*(?:units?|u|sp)", re.IGNORECASE)
"""The same without brackets."""
_COST = late_pattern(r"\s*\(\d{1,2}\s*cps?\)$", re.IGNORECASE)
_SHORT_UNITS = late_pattern(r"(\d{1,2})(?=(?:u|units?|sp|squadrons?)(?:\s|$))", re.IGNORECASE)
_NONE = ("none", "nothing", "no", "never", "clear", "default", "off")


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
        (key, ListNode(value.place, ()) if fold(key.text) in keys and says_none(value) else value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def says_none(value: Node) -> bool:
    """Whether *value* is a word for an empty list."""
    return isinstance(value, TextNode) and fold(value.text) in _NONE


def renamed(node: MappingNode, names: Mapping[str, str]) -> MappingNode:
    """*node* with other keys that mean the same."""
    pairs = (
        (TextNode(key.place, names[fold(key.text)]) if fold(key.text) in names else key, value)
        for key, value in node.pairs
    )
    return mapping(node, pairs)


def without_condition(text: TextNode) -> tuple[TextNode, tuple[KeyedNode, ...]]:
    """*text* and, as a pair, the condition that follows its last `if`, `when` or `unless`."""
    found = list(_IF.finditer(text.text))
    if not found:
        return text, ()
    last = found[-1]
    return text.part(0, last.start()), (keyed(_test(last, text.part(last.end())), "if"),)


def _test(word: re.Match[str], test: TextNode) -> TextNode:
    """The condition behind a *word* such as `unless`, without a bracket that closes one before it."""
    if any(test.text.endswith(end) and test.text.count(end) > test.text.count(start) for start, end in ("()", "[]")):
        test = test.part(0, len(test.text) - 1)
    return TextNode(test.place, f"not ({test.text})") if word["word"].casefold() == "unless" else test


def condition_first(node: Node) -> tuple[TextNode, Node] | None:
    """The condition and what is done under it, of `if Mack is in Ulm: Napoleon > Ulm`; None if none is said first."""
    said = pair(node) if isinstance(node, MappingNode) else None
    text = said[0] if said is not None else node
    found = _IF_FIRST.match(text.text) if isinstance(text, TextNode) else None
    if found is None or not isinstance(text, TextNode):
        return None
    for mark in _BEHIND_IF.finditer(text.text, found.end()):
        before = text.text[: mark.start()]
        if before.count("(") + before.count("[") == before.count(")") + before.count("]"):
            test, line = _test(found, text.part(found.end(), mark.start())), text.part(mark.end())
            return test, mapping(node, ((line, said[1]),)) if said is not None else line
    empty = said is not None and isinstance(said[1], TextNode) and not said[1].text
    return None if said is None or empty else (_test(found, text.part(found.end())), said[1])


def otherwise(node: Node) -> Node | None:
    """What is done else, of `else: Napoleon > Munich`; None if *node* does not begin so."""
    said = pair(node) if isinstance(node, MappingNode) else None
    if said and _ELSE.fullmatch(said[0].text):
        return said[1]
    found = _ELSE.match(node.text) if isinstance(node, TextNode) else None
    return node.part(found.end()) if found and isinstance(node, TextNode) else None


def under_condition(test: TextNode, node: Node) -> Node:
    """*node*, a line or a way to play, with the condition *test*."""
    said = pair(node)
    if said is not None:
        return mapping(node, (said, keyed(test, "if")))
    if isinstance(node, MappingNode):
        return mapping(node, (*node.pairs, keyed(test, "if")))
    return TextNode(node.place, f"{node.text} if {test.text}") if isinstance(node, TextNode) else node


def with_sure_condition(node: Node, reader: Reader) -> Node:
    """*node* as it is, unless it is a list in one text with a condition that may be of the last item or of all."""
    for whole in node.split(";") if isinstance(node, TextNode) else ():
        start = 0
        for part in whole.split(","):
            said, condition = without_condition(part)
            end = part.place.column - whole.place.column + len(said.text)
            if condition and not _IF.search(said.text) and not reader.knows(items := whole.part(start, end), *_KINDS):
                refuse_condition(items, condition, reader)
            start = end - len(said.text) + len(part.text) + 1 if condition else start
    return node


def refuse_condition(said: TextNode, condition: tuple[KeyedNode, ...], reader: Reader, verb: str = "") -> None:
    """Refuse a *condition* behind several items, which are *said* in one text behind a *verb*."""
    when = " if " + " ".join(value.text for _, value in condition if isinstance(value, TextNode))
    if condition:
        refuse_of_several(pieces_of(said, reader), when, said, reader, verb)


def refuse_of_several(parts: Sequence[TextNode], when: str, said: TextNode, reader: Reader, verb: str = "") -> None:
    """Refuse *when* something counts behind several *parts* of what is *said*: it may be of the last or of all."""
    if len(parts) > 1:
        lines = [f"{verb} {part.text}".strip() for part in parts]
        of_all, of_last = (when + ", ").join(lines), "; ".join(lines)
        raise reader.blame(said, "two-meanings", meanings=(of_all + when, of_last + when))


def refuse_end_of_several(node: Node, end: re.Pattern[str], kind: str, reader: Reader) -> None:
    """Refuse what begins with an *end* in a text if it is behind several names of a *kind*."""
    for whole in node.split(";") if isinstance(node, TextNode) else ():
        start = 0
        for found in end.finditer(whole.text):
            pieces = pieces_of(whole.part(start, found.start()), reader)
            names = [each for each in pieces if reader.may_name(each, kind)]
            refuse_of_several(names, whole.text[found.start() :], whole, reader)
            start = found.end()


def without_cost(text: TextNode, reader: Reader) -> TextNode:
    """*text* without what its line costs, as letters show it in brackets, which is noted: `Denmark left (2 CPs)`."""
    found = _COST.search(text.text)
    if found is None or not found.start():
        return text
    said = text.part(0, found.start())
    reader.tell(text, "read-as", text=text.text, meant=said.text)
    return said


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


def _lead(words: Mapping[str, str]) -> str:
    return rf"(?:{'|'.join(sorted(words, key=len, reverse=True))})\s"


def without_clauses(condition: Node, words: Mapping[str, str]) -> tuple[Node, dict[str, TextNode]]:
    """*condition* and the parts that follow it behind a comma: `odds < 1, to Prague`."""
    text = condition.text if isinstance(condition, TextNode) else ""
    found = re.search(rf"[,;]\s*(?={_lead(words)})", text, re.IGNORECASE)
    if found is None or not isinstance(condition, TextNode):
        return condition, {}
    return condition.part(0, found.start()), clauses(condition.part(found.end()), words)


def in_one_line(node: Node, words: Mapping[str, str]) -> Node:
    """*node* with `at Ulm if odds < 1, to Prague` as one line, alone, among others in one text, and in a list.

    What begins with a word that the line has not had yet goes on with it; in a list only where it says `to` what place.
    """
    parts = node.split(",", ";") if isinstance(node, TextNode) else node.items if isinstance(node, ListNode) else ()
    lines: list[Node] = []
    had: set[str] = set()
    words = {**words, "if": "if"}
    for part in parts:
        said = part.text if isinstance(part, TextNode) else ""
        lead = re.match(_lead(words), said, re.IGNORECASE)
        key = words[lead[0].strip().casefold()] if lead else ""
        before = lines[-1] if lines else None
        if key and key not in had and isinstance(before, TextNode) and (key == "to" or isinstance(node, TextNode)):
            lines[-1] = TextNode(before.place, f"{before.text}, {said}")
        else:
            lines.append(part)
            had = set()
        had |= clauses(TextNode(node.place, said), words).keys()
    return ListNode(node.place, tuple(lines)) if 1 <= len(lines) < len(parts) else node


def _trimmed(text: TextNode) -> TextNode:
    return text.part(0, len(text.text.rstrip(" ,;")))


def number_first(text: TextNode, reader: Reader) -> tuple[TextNode | None, TextNode]:
    """The number that *text* begins with, if it does, and the rest."""
    if reader.is_number(text):
        return text, text.part(len(text.text))
    if short := _SHORT_UNITS.match(text.text):  # `4u`, `4 units`
        return text.part(*short.span(1)), text.part(short.end())
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
    points: tuple[TextNode, ...] = ()
    for part in pieces_of(text, reader):
        counted_all = _ALL_OF.match(part.text)
        part = part.part(counted_all.end() if counted_all else 0)  # noqa: PLW2901 - `all 4 units`
        if led := _LED.search(part.text):
            leaders.append(part.part(0, led.start()))
            alone.append(keyed(part.part(*led.span(1)), "units"))
            continue
        if (led := _COUNT_BEHIND.fullmatch(part.text)) and reader.is_number(part.part(*led.span(2))):
            leaders.append(part.part(*led.span(1)))
            alone.append(keyed(part.part(*led.span(2)), "units"))
            continue
        number, rest = number_first(part, reader)
        units = _UNITS.search(rest.text)
        whose = rest.part(0, units.start()) if units else rest
        if _EVERY.fullmatch(part.text):
            alone.append(keyed(TextNode(part.place, "all"), "units"))
        elif number is not None and not whose.text:
            alone.append(keyed(number, "units"))
            points += (rest,) if rest.text.casefold() == _SP else ()
        elif number is not None:
            counted.append((whose, number))
        elif rest.text.casefold() in _ONE:  # `a unit`; how many are `units` is not said
            alone.append(keyed(TextNode(part.place, "1"), "units"))
        else:
            leaders.append(rest)
    if counted and points:
        raise reader.blame(points[0], "two-meanings", meanings=("units", "Spain"))
    if counted:
        counted += [(TextNode(value.place, ""), value) for _, value in alone]
        return leaders, [keyed(mapping(text, counted), "units")]
    return leaders, alone


def all_as_list(nodes: Iterable[TextNode]) -> ListNode | None:
    """*nodes* as a list; None if there is none."""
    found = tuple(nodes)
    return ListNode(found[0].place, found) if found else None


_ANSWER = late_pattern(r"\s*:?\s+(?P<said>yes|no)$", re.IGNORECASE)
_NOT = late_pattern(r"(?P<no>(?:but\s+)?not\s+)?(?:with\s+)?(?=\S)", re.IGNORECASE)


def agreed(node: Node, reader: Reader) -> Node:
    """A list of nations as `yes` to each of them, or to each what is said of it: `Austria yes, Russia no`."""
    items = node.items if isinstance(node, ListNode) else (node,)
    texts = [part for item in items if isinstance(item, TextNode) for part in pieces_of(item, reader)]
    found = [_answered(text) for text in texts]
    answers = [answer for _, answer in found]
    if len(texts) < len(items) or not all(reader.may_name(name, "nation") for name, _ in found):
        return node
    plain = answers.count("")
    if plain and (
        any(answers[:plain]) or {"yes", "no"} & set(answers)
    ):  # `Austria and Russia yes`, `not Austria, Russia`
        return node
    said = {"": "yes", "not": "no"}
    return mapping(node, ((name, TextNode(name.place, said.get(answer, answer))) for name, answer in found))


def _answered(text: TextNode) -> tuple[TextNode, str]:
    """The nation in `with Austria`, `not Austria`, `Austria no`, and what is answered, if anything."""
    behind, before = _ANSWER.search(text.text), _NOT.match(text.text)
    if behind:
        return text.part(0, behind.start()), behind["said"].casefold()
    return (text.part(before.end()), "not" if before["no"] else "") if before else (text, "")


_CONDITION = late_pattern(r"\s*(?:if\b|not\b)|.*[<>=≤≥≠()]")


def is_answer(text: str) -> bool:
    """Whether *text* is an answer, such as `yes` or a condition, and not names."""
    return not text or fold(text) in ("yes", "no", "never", "always") or _CONDITION.match(text) is not None


_ARMISTICE = late_pattern(
    r"(?:(?:ask|offer|propose)s?\s+(?:for\s+)?(?:an?\s+)?)?(?:armistice|peace|truce|cease-?fire)\s+(?:with|of|to)\s+(?P<whom>\S.*)",
    re.IGNORECASE,
)


def with_armistices(node: Node, reader: Reader) -> Node:
    """*node* with `armistice with France: yes` and `ask peace of France` below `armistice`, which is noted."""
    if isinstance(node, TextNode) and (whom := _armistice(node, reader)) is not None:
        return mapping(node, (_told(node, (whom, TextNode(node.place, "yes")), reader),))
    pairs = node.pairs if isinstance(node, MappingNode) else ()
    found = [(key, whom, value) for key, value in pairs if (whom := _armistice(key, reader)) and _answers(value)]
    own = next((value for key, value in pairs if fold(key.text) == "armistice"), None)
    if not found or not isinstance(own, MappingNode | None):
        return node
    told = tuple(_told(key, (whom, value), reader)[1] for key, whom, value in found)
    whole = mapping(told[0], (*(own.pairs if own else ()), *(pair for each in told for pair in each.pairs)))
    keys = {key for key, _, _ in found}
    rest = tuple(pair for pair in pairs if pair[0] not in keys and pair[1] is not own)
    return mapping(node, (*rest, keyed(whole, "armistice")))


def _armistice(text: TextNode, reader: Reader) -> TextNode | None:
    """With whom *text* wants an Armistice, if that is what it says."""
    found = _ARMISTICE.fullmatch(text.text)
    whom = text.part(*found.span("whom")) if found else None
    return whom if whom is not None and reader.may_name(whom, "nation") else None


def _answers(value: Node) -> bool:
    """Whether *value* is an answer, not the number of a peace modifier; without one it is wanted."""
    return isinstance(value, TextNode) and is_answer(value.text) and not getattr(value, "lost", False)


def _told(at: TextNode, said: tuple[TextNode, Node], reader: Reader) -> tuple[TextNode, MappingNode]:
    """The pair of `armistice` and whom it is *said* of, which is noted *at* where it is written."""
    whom, value = said
    value = value if not isinstance(value, TextNode) or value.text else TextNode(at.place, "yes")
    answer, said = value.text if isinstance(value, TextNode) else "", (whom, value)
    reader.tell(at, "read-as", text=at.text, meant=f"armistice: {{{whom.text}: {answer}}}")
    return TextNode(at.place, "armistice"), mapping(at, (said,))
