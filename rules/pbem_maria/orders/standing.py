"""What a seat decides in advance; hussars."""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import pairwise
from typing import Annotated, Literal, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    EXACT,
    ListNode,
    MappingNode,
    Most,
    NameSpeller,
    Node,
    Reader,
    TextNode,
    fold,
    late_pattern,
    pairs_of,
)
from pbem_maria.orders.cards import Bargain, Subsidy
from pbem_maria.orders.names import PieceName, SuitName
from pbem_maria.orders.plan import ALL, LIMITS, PlanBook, is_plan
from pbem_maria.orders.statecraft import Cities, CitiesOrNone, Generals, Proposal, SaxonyWish, Votes
from pbem_maria.orders.who_plays import who_plays

KeyedPairs = tuple[tuple[TextNode, Node], ...]
"""Keys with their values; a sentence is a key without a value."""

STAY = "stay"
_ORDINALS = {"1": 1, "1st": 1, "first": 1, "one": 1, "2": 2, "2nd": 2, "second": 2, "two": 2}
_OTHERWISE = (
    "or else", "or otherwise", "otherwise", "else", "or if not possible", "or if not", "if not possible",
    "if that is not possible", "if this is not possible", "if it is not possible",
    "if impossible", "if not", "failing that", "or failing that", "alternatively", "or alternatively", "or",
)  # fmt: skip
_OR = tuple(
    f"{comma} {word}{behind} "
    for word in _OTHERWISE
    for comma in (",", ";", "")
    for behind in (",", "")
    if comma or behind or word != "if not"  # `Linz if not Wien` may be a condition
)
_OR_BRACKET = late_pattern(r"([^()]+?)\s\((?:or|otherwise|else|if\s+not(?:\s+possible|,|\s+possible,))\s([^()]+)\)")
_STAYS = late_pattern(
    r"(?:(?:it|the hussar|he)\s+)?(?:stays?|remains?)(?:\s+(?:where\s+it\s+is|there|put|in\s+place))?", re.IGNORECASE
)
_BOTH = late_pattern(
    r"(?:(?:both|all)\s+(?:hussars?\s+)?)?(?:stay|remain)(?:\s+(?:where\s+they\s+are|put|there|in\s+place))?",
    re.IGNORECASE,
)
_HUSSARS = 2
_HUSSAR = late_pattern(
    rf"(?:the\s+)?(?:({'|'.join(_ORDINALS)})(?:\s+(?:hussars?|one))?|hussars?\s+#?({'|'.join(_ORDINALS)}))",
    re.IGNORECASE,
)
"""How a sheet names a hussar."""


_TO = late_pattern(r"(?:(?:go(?:es)?|moves?)\s+)?to\s+(?=\S)", re.IGNORECASE)
_HUSSAR_LINE = late_pattern(
    rf"(?P<who>{_HUSSAR.pattern})\s+(?:stays?|remains?|(?:(?:moves?|goes)\s+)?(?:to|in|at|→|->|>|=)\s+(?P<at>\S.*))",
    re.IGNORECASE,
)
"""A hussar and its place in one line: `hussar 1 to Prerau`."""


def _placed(row: TextNode) -> tuple[TextNode, Node] | None:
    """The hussar and its wish in *row*; None if that is another line."""
    found = _HUSSAR_LINE.fullmatch(row.text)
    if found is None:
        return None
    place = row.part(*found.span("at")) if found["at"] else TextNode(row.place, STAY)
    return row.part(*found.span("who")), place


def _one_each(text: TextNode) -> tuple[TextNode, ...]:
    """What *text* wishes for each hussar, if it does with an `and`: `Prerau and Zwittau`; behind `, or`, for each."""
    wishes = text.split(*(mark for mark in _OR if mark[0] in ",;"))
    each = wishes[0].split(", and ", " and ")
    if len(each) != _HUSSARS or any(len(part.split(",", ";")) > 1 for part in (*each, *wishes[1:])):
        return ()
    return tuple(TextNode(part.place, " or ".join(p.text for p in (part, *wishes[1:]))) for part in each)


class HussarWish(msgspec.Struct, frozen=True):
    """Where a hussar should go: cities in order of preference, `stay` for where it is.

    The first that is allowed when the hussars are placed is taken.
    """

    places: tuple[str, ...]

    @classmethod
    def apart(cls, node: Node, _reader: Reader) -> Node:
        """*node* as a list if it names each hussar, `1st: Linz` or `hussar 2: stay`, or none."""
        if isinstance(node, TextNode) and node.text.casefold() in ("none", "no", "nothing"):
            return ListNode(node.place, ())
        if isinstance(node, TextNode) and _BOTH.fullmatch(node.text):
            return ListNode(node.place, (TextNode(node.place, STAY),) * _HUSSARS)
        if isinstance(node, TextNode) and len(each := _one_each(node)) == _HUSSARS:
            return ListNode(node.place, each)
        rows = node.items if isinstance(node, ListNode) else node.rows if isinstance(node, TextNode) else ()
        if len(rows) == 1 and isinstance(rows[0], TextNode):
            ways = (rows[0].split(*marks) for marks in ((",", ";", ", and ", " and "), (",", ";")))
            rows = next((apart for apart in ways if all(map(_placed, apart))), rows)
        said = [_placed(row) for row in rows if isinstance(row, TextNode)]
        placed = tuple(each for each in said if each is not None)
        if rows and len(placed) == len(rows):
            node = MappingNode(node.place, placed)
        named = [(_HUSSAR.fullmatch(key.text.strip()), value) for key, value in pairs_of(node) or ()]
        wishes = {_ORDINALS[(found[1] or found[2]).casefold()]: value for found, value in named if found}
        if not named or len(wishes) < len(named):
            return node
        stays = TextNode(node.place, STAY)
        return ListNode(node.place, tuple(wishes.get(number, stays) for number in range(1, max(wishes) + 1)))

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="hussar")
        if found := _OR_BRACKET.fullmatch(node.text):
            node = TextNode(node.place, f"{found[1]} or {found[2]}")
        node = node.part(found.end() if (found := _TO.match(node.text)) else 0)
        parts = node.split(*_OR)
        return cls(tuple(STAY if _STAYS.fullmatch(p.text) else reader.name(p, "city") for p in parts))

    def spell(self, speller: NameSpeller) -> str:
        return " or ".join(p if p == STAY else speller.name("city", p) for p in self.places)


_ANSWERED = late_pattern(
    r"(?:(?:i|we)(?:\s+am|\s+are|['’]m|['’]re|\s+will|['’]ll)?\s+)?(?:(?:happy|glad|pleased|willing|ready)\s+to\s+|gladly\s+)?"
    r"(?:(?P<accept>accepts?|agrees?\s+to)|(?:declines?|refuses?|rejects?))\s+(?:(?:your|the|their|[^\W\d]{1,30}['’]s?)\s+)?"
    r"(?:(?:agreements?|proposals?|offers?)\s+)?(?:(?:numbers?|nos?\.?|nr\.?|#)\s*)?(?P<numbers>\d{1,4}(?:(?:\s*[,&+]\s*|\s+and\s+)\d{1,4}){0,19})"
    r"(?:,?\s(?:sorry|thanks|thank\s+you|please))?[.!]?",
    re.IGNORECASE,
)
"""An answer to agreements by their numbers: `Happy to accept agreement 1`."""


_AGREES = ("accept", "accepts", "agree", "agrees", "agree to", "agree with")
_SENTENCE_END = late_pattern(r"[.!]\s+(?=[^\W\d_])")
_OUR_OWN = late_pattern(r"(?:(?:my|our)\s+(?:own\s+)?|(?:I|we)\s+(?:will\s+)?)(?P<key>\w{1,20})", re.IGNORECASE)
"""Before a key that is said to be one's own: `Our own vote`."""


def value_is_missing(value: Node) -> bool:
    """Whether what is before *value* is a sentence, and not a key."""
    return isinstance(value, TextNode) and not value.text


def _by_proposer(key: TextNode, value: Node, reader: Reader) -> KeyedPairs:
    """The number of the one proposal of late of the party in *value*; that there is none, or several, is noted."""
    named = isinstance(value, TextNode) and fold(key.text) in (*_AGREES, "decline") and reader.knows(value, "party")
    if not named or not isinstance(value, TextNode):
        return ()
    found = reader.attempt(partial(reader.name, value, "offer"))
    if not found or not found[0].isdecimal():
        reader.blame(value, "not-one-offer", text=value.text, offers="".join(found))
    answer = "accept" if fold(key.text) in _AGREES else "decline"
    return ((TextNode(key.place, answer), ListNode(value.place, tuple(TextNode(value.place, each) for each in found))),)


class HussarOrders(Order, frozen=True):
    """A sheet for the hussar stage: a wish for each hussar."""

    hussars: tuple[HussarWish, ...] = ()


class StandingAnswers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers that hold until they are changed; what a sheet does not mention stays as it was."""

    attack: PlanBook | None = None
    defence: PlanBook | None = None
    saxony: SaxonyWish | None = None
    """Austria: how far Saxony's marker is moved for points that Prussia loses (19.3)."""
    peace: Literal["accept", "refuse", "ask"] | None = None
    """Austria: the answer to every offer of peace (19.1)."""
    withdraw: Annotated[CitiesOrNone | None, EXACT] = None
    """To which of several equally near cities a piece withdraws (19.1, 19.3); with none, what was said is dropped."""
    expedition: Generals | None = None
    """The general that a power sends to its off-map box, in order of preference (17)."""
    gives_way: Mapping[PieceName, Cities] | None = None
    """Where a piece goes to make room for a general that returns from such a box (17)."""
    vote: Votes | None = None
    """The seat's votes in the imperial election (18)."""
    trump: SuitName | None = None
    """The suit that the seat names when it won the latest combat (17)."""


class KeptAnswers(StandingAnswers, frozen=True, omit_defaults=True):
    """All standing orders of a seat, and its advance orders for the next turn, which are used once."""

    hussars: tuple[HussarWish, ...] = ()
    subsidy: Subsidy | None = None


_PLAN_OF = late_pattern(r"(?P<key>attack|defen[cs]e)\s+(?:(?:of|by|for)\s+)?(?P<who>\S.{0,39})", re.IGNORECASE)
"""A key with the first key below it: `defence Rutowski`."""


def _plans_home(node: Node, reader: Reader) -> Node:
    """Standing orders with the plans of `defence Rutowski: lowest` below `defence`, beside others there."""
    pairs: list[tuple[TextNode, Node]] = []
    for key, value in node.pairs if isinstance(node, MappingNode) else ():
        found = _PLAN_OF.fullmatch(key.text)
        if found is None or not reader.knows(who := key.part(*found.span("who")), "general", "power"):
            pairs.append((key, value))
            continue
        name = "attack" if found["key"].casefold() == "attack" else "defence"
        at = next((n for n, (other, _) in enumerate(pairs) if fold(other.text) == name), None)
        first, before = pairs.pop(at) if at is not None else (TextNode(key.place, name), MappingNode(key.place, ()))
        if not isinstance(before, MappingNode) or (is_plan(before) and before.pairs):
            before = MappingNode(before.place, ((TextNode(before.place, ALL), before),))
        pairs.append((first, MappingNode(before.place, (*before.pairs, (who, value)))))
    return MappingNode(node.place, tuple(pairs)) if pairs else node


def _together(pairs: Iterable[tuple[TextNode, Node]]) -> KeyedPairs:
    """*pairs* with the mappings of one key in one."""
    found: list[tuple[TextNode, Node]] = []
    for key, value in pairs:
        at = next((n for n, (other, _) in enumerate(found) if other.text.casefold() == key.text.casefold()), None)
        before = found[at][1] if at is not None else None
        if at is not None and isinstance(before, MappingNode) and isinstance(value, MappingNode):
            found[at] = found[at][0], MappingNode(before.place, (*before.pairs, *value.pairs))
        else:
            found.append((key, value))
    return tuple(found)


_ATTACK = late_pattern(
    r"(?:if|when|whenever)\s+(?:(?:I|we)(?:\s+am|\s+are|['’]m|['’]re)?\s+)?(?:(?P<defence>attacked)|(?P<attack>attack))"
    r"[,:]?\s+(?:(?:I|we)\s+)?(?:play\s+)?",
    re.IGNORECASE,
)
"""Before the plan of all defences, or attacks: `when attacked, play lowest`."""
_CLAUSE = late_pattern(
    r"(?:^|[,;.]\s+(?:and\s+)?|\s+and\s+)(?:(?P<key>"
    + "|".join(name.replace("_", r"\s+") for name in StandingAnswers.__struct_fields__)
    + rf")(?:\s*:|\s+is)?\s+|{_ATTACK.pattern}"
    r"|(?P<who>[^,;:.]{1,40}?)\s+gives\s+way\s+to\s+)(?=\S)",
    re.IGNORECASE,
)
"""Where a standing order begins in a line of several: `when I am attacked, lowest, trump clubs, peace: ask`."""


def _clauses(text: TextNode, reader: Reader) -> KeyedPairs:
    """The standing orders in *text* by their keys; none if it begins with something else."""
    found = [*_CLAUSE.finditer(text.text)]
    ends = [*(each.start() for each in found[1:]), len(text.text.rstrip(". "))]
    if not found or found[0].start() or set(text.text) & {*"[{"}:
        return ()
    pairs: list[tuple[TextNode, Node]] = []
    for each, end in zip(found, ends, strict=True):
        value, named = text.part(each.end(), end), next(name for name, said in each.groupdict().items() if said)
        name = text.part(*each.span(named))
        head = name if named == "who" else value.part(0, max(value.text.find(":"), 0))
        key = {"who": "gives way", "key": name.text}.get(named, named)
        below = reader.knows(head, "general", "power") and named != "who"
        rest = value.part(len(head.text) + 1) if below else value
        whole = MappingNode(head.place, ((head, rest),)) if below or named == "who" else value
        pairs.append((TextNode(name.place, key), whole))
    return _together(pairs)


class InAdvance(Order, frozen=True):
    """What the sheets of set-up, politics, stage, combat, winter and any time can hold besides their own orders."""

    @classmethod
    def in_words(cls, pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        """*pairs* with those that are sentences as the keys and values that they mean."""
        each = (each for one in pairs for each in cls._apart(one, pairs, reader))
        found = _together(said for pair in each for said in cls.sentence(*pair, pairs, reader) or (pair,))
        return tuple(
            (key, _plans_home(value, reader) if fold(key.text) == "standing" else value) for key, value in found
        )

    @classmethod
    def _apart(cls, pair: tuple[TextNode, Node], pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        """The sentences of *pair* if each is one, or begins with a key: `Hearts are trump. Place ♥7`."""
        key, value = pair
        ends = [each.end() for each in _SENTENCE_END.finditer(key.text)] if value_is_missing(value) else []
        parts = [key.part(*span) for span in pairwise((0, *ends, len(key.text)))]
        each = [(TextNode(part.place, part.text.rstrip(" .!")), value) for part in parts]
        keyed = (said.text.partition(" ")[0].casefold() in cls.__struct_fields__ for said, _ in each)
        able = ends and all(known or cls.sentence(*one, pairs, reader) for known, one in zip(keyed, each, strict=True))
        return tuple(each) if able else (pair,)

    @classmethod
    def sentence(cls, key: TextNode, value: Node, _pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        """The keys and values that a sentence among *pairs* means; none for any other."""
        if _ATTACK.match(key.text) and value_is_missing(value) and (said := _clauses(key, reader)):
            return ((TextNode(key.place, "standing"), MappingNode(key.place, said)),)
        if fold(key.text) == "standing" and isinstance(value, TextNode) and (said := _clauses(value, reader)):
            return ((key, MappingNode(value.place, said)),)
        if answered := _by_proposer(key, value, reader):
            return answered
        if (found := _PLAN_OF.fullmatch(key.text)) and reader.knows(key.part(*found.span("who")), "general", "power"):
            return ((TextNode(key.place, "standing"), MappingNode(key.place, ((key, value),))),)
        if "combat" in cls.__struct_fields__ and value_is_missing(value) and (played := who_plays(key, reader)):
            return ((TextNode(key.place, "combat"), played),)
        limit = LIMITS.match(key.text) if "combat" in cls.__struct_fields__ and value_is_missing(value) else None
        if limit and limit.end() < len(key.text):
            return ((key.part(0, limit.end(1)), key.part(limit.end())),)
        found = _ANSWERED.fullmatch(key.text) if value_is_missing(value) else None
        if found is None:
            own = _OUR_OWN.match(key.text)
            known = own and own["key"].casefold() in (*cls.__struct_fields__, *StandingAnswers.__struct_fields__)
            return ((key.part(own.start("key")), value),) if own and known else ()
        numbers = key.part(*found.span("numbers")).split(",", " and ", "&", "+")
        answer = "accept" if found["accept"] else "decline"
        return ((TextNode(key.place, answer), ListNode(key.place, numbers)),)

    hussars: tuple[HussarWish, ...] = ()
    """Austria: where the hussars go in the next turn."""
    subsidy: Subsidy | None = None
    """France: the subsidy of the next turn."""
    standing: StandingAnswers | None = None
    propose: Annotated[tuple[Proposal, ...], Most(6)] = ()
    """Agreements offered to others (21), who all have to read them."""
    accept: Annotated[tuple[int, ...], Most(20)] = ()
    decline: Annotated[tuple[int, ...], Most(20), EXACT] = ()
    end: Annotated[tuple[int, ...], Most(20), EXACT] = ()
    """Agreements to end early, if all parties say so."""
    contracts: Annotated[tuple[Bargain, ...], Most(6)] = ()
    """Subsidy contracts: offered, asked for, accepted, ended (20)."""
