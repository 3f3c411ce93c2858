"""Round sheet, end of the Turn, entry."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    ARROW,
    EXACT,
    Least,
    ListNode,
    MappingNode,
    Most,
    Node,
    Reader,
    Speller,
    TextNode,
    Ways,
    every_part,
    fold,
    heads,
    pair,
)
from pbem_tnw.orders.condition_parser import HandCondition, ImpulseCondition, OrderCondition
from pbem_tnw.orders.impulse import ASSAULT, ImpulseOrders, is_empty
from pbem_tnw.orders.names import (
    CampName,
    DuchyName,
    KeyedNode,
    LeaderName,
    NationName,
    SeatNamed,
    SpotName,
    WarCardName,
    agreed,
    all_as_list,
    clauses,
    condition_first,
    forces,
    keyed,
    mapping,
    number_first,
    pieces_of,
    says_none,
    with_armistices,
    with_lists,
    with_sure_condition,
    without_condition,
)
from pbem_tnw.orders.pieces import Counted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import PeaceLine, WarStanding, Willing
from pbem_tnw.orders.verbs import verb_first


class HandRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When a first hand is kept (4.5): if *keep_if* holds, or one of *or_holds* is in it."""

    keep_if: HandCondition = HandCondition()
    or_holds: tuple[WarCardName, ...] = ()
    at_most: Annotated[int, Least(0)] = 1
    """How many times it is thrown away at most."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = mapping(node, _rule_in_words(node, reader))
        elif isinstance(node, MappingNode):
            node = mapping(node, _with_what_keeps(node))
        node = mapping(node, _any_of_cards(node, reader)) if isinstance(node, MappingNode) else node
        rule = reader.fields(_without_times(node), cls)
        return cls() if rule.keep_if == HandCondition() else rule

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(self)
        alone = keys.keys() <= {"keep if"} or self.keep_if == HandCondition()
        return speller.struct(self.keep_if) if alone else keys


def _with_what_keeps(node: MappingNode) -> Iterator[KeyedNode]:
    """The keys of *node*; where cards alone are named, nothing else keeps the hand."""
    for key, value in node.pairs:
        if fold(key.text) in _THROW_KEYS and isinstance(value, TextNode):
            yield keyed(TextNode(value.place, f"not ({value.text})"), "keep if")
        else:
            yield key, value
    keys = {fold(key.text) for key, _ in node.pairs}
    if "or holds" in keys and "keep if" not in keys:
        yield keyed(TextNode(node.place, "no"), "keep if")


_KEEP = re.compile(
    r"(?:always\s+|only\s+)?(?:keep|kept|hold|(?:never|do\s+not|don['’]t)\s+(?:throw|discard|redraw|mulligan|exchange))"
    r"(?:\s+(?:it|always|all|them|away|only))*(?:\s+|$)",
    re.IGNORECASE,
)
_THROW = re.compile(
    r"(?:always\s+)?(?:throw(?:n)?|discard|redraw|mulligan|exchange|(?:never|do\s+not|don['’]t)\s+keep)"
    r"(?:\s+(?:it|them|away|once|the\s+hand))*(?:\s+|$)",
    re.IGNORECASE,
)
_OR_HOLDS = re.compile(r"(?:,\s*)?\bor\s+(?:if\s+)?(?:it\s+)?(?:has|holds|contains)\s+(?=\S)", re.IGNORECASE)
_HOLDS = re.compile(r"(?:it\s+)?(?:has|holds|contains)\s+(?=\S)", re.IGNORECASE)
_FEW = re.compile(r"(?:fewer|less|under|below|at\s+most)\b", re.IGNORECASE)


def _rule_in_words(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `keep if at least 14 CPs or it holds Conscripts`, `throw away if fewer than 9 CPs`, `keep 12+`."""
    if (first := condition_first(text)) is not None and isinstance(first[1], TextNode):
        text = TextNode(text.place, f"{first[1].text} if {first[0].text}")
    lead = _THROW.match(text.text) or _KEEP.match(text.text)
    thrown = lead is not None and lead.re is _THROW
    cards: tuple[KeyedNode, ...] = ()
    if (found := _OR_HOLDS.search(text.text)) and not thrown:
        cards, text = (keyed(text.part(found.end()), "or holds"),), text.part(0, found.start())
    said, condition = without_condition(text)
    rest = said.part(min(lead.end(), len(said.text)) if lead else 0)
    test = rest if not condition or rest.text else condition[0][1]
    if not isinstance(test, TextNode) or (condition and rest.text):  # which is then blamed
        test = text
    if lead is None and _FEW.match(test.text):
        raise reader.blame(text, "two-meanings", meanings=(f"keep if {test.text}", f"throw away if {test.text}"))
    if not thrown and not cards and (found := _HOLDS.match(test.text)):
        return (keyed(TextNode(text.place, "no"), "keep if"), keyed(test.part(found.end()), "or holds"))
    if not test.text:
        return (keyed(TextNode(text.place, "no" if thrown else "yes"), "keep if"), *cards)
    return (keyed(TextNode(test.place, f"not ({test.text})") if thrown else test, "keep if"), *cards)


def _any_of_cards(node: MappingNode, reader: Reader) -> Iterator[KeyedNode]:
    """The keys of *node* with the cards of `or holds` as a list; that all of several are in a hand no rule can say."""
    for key, value in node.pairs:
        items = value.items if isinstance(value, ListNode) else (value,)
        if fold(key.text) != "or holds" or not all(isinstance(item, TextNode) for item in items):
            yield key, value
            continue
        said = (item for item in items if isinstance(item, TextNode))
        cards = [each for item in said for each in _cards_in(item, reader)]
        for card in cards:
            all_of = pieces_of(card.part(len("both ") if card.text.casefold().startswith("both ") else 0), reader)
            if all_of[1:] and all(reader.knows(each, "card") for each in all_of):
                raise reader.blame(card, "holds-all", cards=tuple(each.text for each in all_of))
        yield key, ListNode(value.place, tuple(cards))


def _cards_in(item: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The cards that *item* names; one may have a comma in its name."""
    return (item,) if reader.knows(item, "card") else item.split(",", ";", " or ")


def _without_times(node: Node) -> Node:
    """`at most: 2 times` as `at most: 2`."""
    if not isinstance(node, MappingNode):
        return node
    return mapping(node, ((key, _times(value) if fold(key.text) == "at most" else value) for key, value in node.pairs))


def _times(value: Node) -> Node:
    found = re.search(r"\s+times?$", value.text, re.IGNORECASE) if isinstance(value, TextNode) else None
    return value.part(0, found.start()) if found and isinstance(value, TextNode) else value


class HandRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rules for first hands by nation, and one for all *others*; a hand without a rule is kept.

    Written `{keep_if: cp_sum >= 14}` for all hands, or `{france: {keep_if: cp_sum >= 20}, others: cp_sum >= 10}`.
    """

    rules: Mapping[str, HandRule] = {}
    others: HandRule | None = None

    def get(self, nation: str) -> HandRule | None:
        """The rule for the hand of *nation*."""
        return self.rules.get(nation, self.others)

    def items(self) -> Iterator[tuple[str, HandRule]]:
        """All rules, with the steps that lead to them in the path of a problem."""
        yield from self.rules.items()
        if self.others is not None:
            yield OTHERS, self.others

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        keys = {fold(key.text) for key, _ in node.pairs} if isinstance(node, MappingNode) else set()
        if not isinstance(node, MappingNode) or keys & _RULE_KEYS:
            return cls(others=reader.read(node, HandRule, OTHERS))
        rules: dict[str, HandRule] = {}
        others: HandRule | None = None
        with every_part() as part:
            for key, value in node.pairs:
                with part():
                    if fold(key.text) in (OTHERS, "all"):
                        others = reader.read(value, HandRule, OTHERS)
                        continue
                    nation = reader.name(key, "nation")
                    reader.mark(key, nation)
                    rules[nation] = reader.read(value, HandRule, nation)
        return cls(rules, others)

    def spell(self, speller: Speller) -> Any:
        others = speller.struct(self.others) if self.others is not None else None
        if not self.rules:
            return others or {}
        said = {speller.name("nation", nation): speller.struct(rule) for nation, rule in self.rules.items()}
        return {**said, **({OTHERS: others} if others is not None else {})}


OTHERS: Final = "others"
_THROW_KEYS = frozenset({"throw away if", "throw if", "discard if", "redraw if", "mulligan if"})
_RULE_KEYS = frozenset({"keep if", "or holds", "at most"}) | _THROW_KEYS


class EntryOrders(Order, frozen=True):
    """The answers before the first Turn."""

    bid: int = 0
    """The units given up for the Camp that is wished (4.3)."""
    camp: CampName | None = None
    """Which Camp is wished, where two players bid."""
    give_up: tuple[DuchyName, ...] = ()
    """Where the units of the bid are taken off, one of each in turn; then where there are most."""
    resource: NationName | None = None
    """The Power that starts with a Resource (4.2); without it the seat's first on the Track."""
    hand: HandRules = HandRules()
    """Which first hands are kept (4.5)."""
    standing: WarStanding | None = None


_TURN_END_KEYS = {"condition": "if", "origin": "from", "goal": "to", "receiver": "to", "leaders": "with"}


class InterphaseWar(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_TURN_END_KEYS):
    """War declared in the Interphase, by which a Power may change Camp (14.12)."""

    on: NationName
    nation: NationName | None = None
    """Who declares it, for a seat with several Powers."""
    camp: CampName | None = None
    condition: OrderCondition = OrderCondition()
    WAYS: ClassVar[Ways] = ("{on}",)

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* as it is, if it is sure against which of its nations a condition is."""
        return with_sure_condition(node, reader)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_named(node, "on"), cls)


class SurrenderOffer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_TURN_END_KEYS):
    """A surrender made in the Interphase (14.14, 15.4)."""

    receiver: NationName
    nation: NationName | None = None
    condition: OrderCondition = OrderCondition()
    WAYS: ClassVar[Ways] = ("{receiver}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return reader.fields(_named(node, "to"), cls)


def _named(node: Node, key: str) -> Node:
    """A text as the nation under *key*, with its condition: `Prussia if turn >= 1807`."""
    if not isinstance(node, TextNode):
        return node
    said, condition = without_condition(node)
    return mapping(node, (keyed(said, key), *condition))


class DeployLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename=_TURN_END_KEYS):
    """One Deployment on land or of a Fleet (14.21)."""

    origin: SpotName = ""
    """Empty: where the first of its generals is then."""
    goal: SpotName
    nation: NationName | None = None
    units: Strengths = Strengths()
    leaders: tuple[LeaderName, ...] = ()
    squadrons: Counted | None = None
    condition: OrderCondition = OrderCondition()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = mapping(node, _deployed(node, reader))
        elif (said := pair(node)) is not None and fold(said[0].text) not in _DEPLOY_KEYS:
            node = mapping(node, _deployed_to(*said, reader))
        found = reader.fields(node, cls)
        if not found.origin and (found.squadrons is not None or not found.leaders):
            raise reader.blame(node, "missing-key", key="from")
        return found


_DEPLOY_KEYS = frozenset({"from", "to", "nation", "units", "with", "squadrons", "if"})


def _deployed(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `8 units with Davout from Paris to Strasbourg`, `Ney > Ulm`, `2 squadrons from Brest to Toulon`."""
    said, condition = without_condition(text)
    arrows = list(ARROW.finditer(said.text))
    if len(arrows) == 1 and not reader.knows(said, "place"):
        (arrow,) = arrows
        return *_deployed_to(said.part(0, arrow.start()), said.part(arrow.end()), reader), *condition
    parts = clauses(said, {"from": "from", "to": "to", "into": "to", "with": "with"})
    if "to" not in parts:
        parts = clauses(said, {"from": "from", "in": "to", "at": "to", "with": "with"})
    return *_deployment(parts, reader), *condition


def _deployed_to(said: TextNode, goal: Node, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a Deployment of what is *said* to a *goal*, which may have its condition behind it."""
    found, condition = without_condition(goal) if isinstance(goal, TextNode) else (goal, ())
    parts = clauses(said, {"from": "from", "in": "from", "at": "from", "with": "with"})
    ways = clauses(found, {"to": "to", "into": "to", ">": "to", "->": "to"}) if isinstance(found, TextNode) else {}
    if set(ways) == {"", "to"} and "from" not in parts:  # `Ney: Ulm to Munich`
        parts, found = {**parts, "from": ways[""]}, ways["to"]
    return *_deployment(parts, reader), keyed(found, "to"), *condition


def _deployment(parts: dict[str, TextNode], reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of a Deployment of which *parts* are what deploys, under ``, with whom, from where and where to."""
    what = parts.get("")
    if what is not None and fold(what.text) in _NONE:  # not all, as when nothing is said
        raise reader.blame(what, "not-a-piece", text=what.text)
    if what is not None and "from" not in parts:
        what, start = _start_behind(what, reader)
        parts = {**parts, **({"from": start} if start is not None else {})}
    squadrons = re.fullmatch(r"(\S+)\s+(?:squadrons?|ships?)", what.text, re.IGNORECASE) if what else None
    pairs = [keyed(parts[key], key) for key in ("from", "to") if key in parts]
    if what is not None and squadrons is not None:
        return (*pairs, keyed(what.part(*squadrons.span(1)), "squadrons"))
    leaders: list[TextNode] = []
    for part in (what, parts.get("with")):
        found, units = forces(part, reader) if part is not None else ([], [])
        leaders += found
        pairs += units
    named = all_as_list(leaders)
    return (*pairs, *((keyed(named, "with"),) if named else ()))


def _start_behind(what: TextNode, reader: Reader) -> tuple[TextNode | None, TextNode | None]:
    """What deploys and the place behind it: `3 units Paris`, or the place alone."""
    if reader.knows(what, "place"):
        if reader.may_name(what, "general"):
            raise reader.blame(what, "two-meanings", meanings=(f"units from {what.text}", f"general {what.text}"))
        return None, what
    for head, rest in heads(what):
        if reader.knows(rest, "place") and not reader.may_name(rest, "general") and _is_counted(head, reader):
            return head, rest
    return what, None


_NONE = ("none", "nothing", "no one", "nobody", "no")
_PIECES = re.compile(r"(?:u|units?|squadrons?|ships?)?", re.IGNORECASE)


def _is_counted(text: TextNode, reader: Reader) -> bool:
    """Whether *text* is a number of pieces, or all of them, and nothing else."""
    rest = text.part(4) if text.text.casefold().startswith("all ") else number_first(text, reader)[1]
    return rest.text != text.text and _PIECES.fullmatch(rest.text) is not None


_ARMISTICE = ("armistice", "armistices")


def _deployed_apart(node: Node) -> Node:
    """*node* with a list of those that deploy in lines without dashes: `Ney: Stuttgart`, `Davout: Ulm`."""
    if not isinstance(node, MappingNode):
        return node

    def apart(key: TextNode, value: Node) -> Node:
        lines = value.pairs if isinstance(value, MappingNode) and fold(key.text) == "deploy" else ()
        if not lines or any(fold(each.text) in _DEPLOY_KEYS for each, _ in lines):
            return value
        return ListNode(value.place, tuple(mapping(each[0], (each,)) for each in lines))

    return mapping(node, ((key, apart(key, value)) for key, value in node.pairs))


class TurnEndWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat does at the end of the Turn; what is left out has the default of 2.3."""

    peace: tuple[PeaceLine, ...] | None = None
    """In place of the standing order of that name, for this Turn."""
    camp: Mapping[NationName, CampName] = {}
    """Which Camp a Power asks to join (14.11)."""
    declare: tuple[InterphaseWar, ...] = ()
    armistice: Mapping[NationName, Willing] = {}
    """With which enemy Powers an Armistice is offered, or allowed to go on (14.13, 17.2)."""
    armistice_of: Mapping[NationName, Mapping[NationName, Willing]] = {}
    """The same by the Power of the seat that it is of, where it is not of all that the seat runs."""
    surrender: Annotated[tuple[SurrenderOffer, ...], EXACT] = ()
    reinforce: Mapping[NationName, OrderLines] = {}
    """Builds, regrouping and Refit markers by nation, in the order in which CPs are spent on them (14.2)."""
    deploy: tuple[DeployLine, ...] = ()

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        node = with_armistices(node, reader)
        if isinstance(node, MappingNode):
            pairs = (
                (key, agreed(value, reader) if fold(key.text) in _ARMISTICE else value)
                for key, value in node.pairs
                if not (fold(key.text) in (*_ARMISTICE, "camp", "reinforce") and says_none(value))
            )
            node = _nations_below(_armistices_of(mapping(node, pairs), reader), reader)
        return reader.fields(with_lists(_deployed_apart(node), "peace", "declare", "surrender", "deploy"), cls)

    def offers(self, nation: str, to: str) -> Willing | None:
        """Whether an Armistice of *nation* with another is offered, None if nothing is said of it."""
        return self.armistice_of.get(nation, {}).get(to) or self.armistice.get(to)


def _armistices_of(node: MappingNode, reader: Reader) -> MappingNode:
    """*node* with `armistice: Austria with France`, or `{Austria: {France: yes}}`, below `armistice of`."""
    said = next((value for key, value in node.pairs if fold(key.text) in _ARMISTICE), None)
    if isinstance(said, TextNode):
        said = mapping(said, ((said, TextNode(said.place, "yes")),))
    own: list[KeyedNode] = []
    others: list[KeyedNode] = []
    for key, value in said.pairs if isinstance(said, MappingNode) else ():
        parts = clauses(key, {"with": "with"})
        if parts.keys() == {"", "with"} and all(reader.knows(part, "nation") for part in parts.values()):
            own.append((parts[""], mapping(key, ((parts["with"], value),))))
        else:
            (own if isinstance(value, MappingNode) else others).append((key, value))
    if not own or said is None:
        return node
    rest = (each for each in node.pairs if fold(each[0].text) not in _ARMISTICE)
    told = (keyed(mapping(said, others), "armistice"),) if others else ()
    return mapping(node, (*rest, *told, keyed(mapping(said, own), "armistice of")))


def _nations_below(node: MappingNode, reader: Reader) -> MappingNode:
    """*node* with what is said of a nation, `Austria: 2 units at Vienna`, below `reinforce`."""
    own = tuple(each for each in node.pairs if reader.knows(each[0], "nation"))
    if not own or any(fold(key.text) == "reinforce" for key, _ in node.pairs):
        return node
    for key, value in own:
        if isinstance(value, TextNode) and ASSAULT.match(value.text):  # of an Impulse, where the sheet has any
            reader.blame(value, "reinforce-not-that", nation=reader.name(key, "nation"))
        reader.tell(key, "key-understood", key="reinforce")
    rest = (each for each in node.pairs if each not in own)
    return mapping(node, (*rest, keyed(mapping(own[0][0], own), "reinforce")))


class TurnEndOrders(Order, frozen=True):
    """The sheet that is asked for at the end of the Turn."""

    turn_end: TurnEndWish = TurnEndWish()
    standing: WarStanding | None = None

    @classmethod
    def in_words(cls, pairs: tuple[KeyedNode, ...], reader: Reader) -> tuple[KeyedNode, ...]:
        """*pairs* with sentences, below `turn end` or without it, as the keys that they mean."""
        key, value = pairs[0] if len(pairs) == 1 else (None, None)
        below = isinstance(value, TextNode) and value.text and key is not None and fold(key.text) == "turn end"
        rows = value.rows if below and isinstance(value, TextNode) else tuple(each for each, _ in pairs)
        if not below and any(not is_empty(value) for _, value in pairs):
            return pairs
        said = [_at_end(row.part(0, len(row.text.rstrip(". "))), reader) for row in rows]
        if not any(each is not None for each in said):
            return pairs
        found: dict[str, tuple[TextNode, list[Node]]] = {}
        for row, each in zip(rows, said, strict=True):
            head, rest = each or (row, TextNode(row.place, ""))
            found.setdefault(fold(head.text), (head, []))[1].append(rest)
        reader.parted(rows[0])
        whole = mapping(rows[0], ((head, _together(all_)) for head, all_ in found.values()))
        return ((key if below and key is not None else TextNode(rows[0].place, "turn end"), whole),)


_NO = re.compile(r"no\s+(?:(?P<peace>peace)|armistices?\s+(?:with|for)\s+(?P<whom>\S.*))", re.IGNORECASE)
_DEPLOYS = re.compile(r"(?:deploys?\s*:?\s+)?(?P<said>\S.*?\sfrom\s\S.*\s(?:to|into)\s\S.*)", re.IGNORECASE)


def _at_end(text: TextNode, reader: Reader) -> KeyedNode | None:
    """The key of the end of the Turn that a sentence means, and what is said of it; None if it means none."""
    if no := _NO.fullmatch(text.text):
        if no["peace"]:
            return keyed(TextNode(text.place, "no"), "peace")
        whom = text.part(*no.span("whom"))
        return keyed(mapping(text, ((whom, TextNode(text.place, "no")),)), "armistice")
    for nation, rest in heads(text):
        if reader.knows(nation, "nation") and verb_first(rest) is not None:
            return nation, rest
        if fold(nation.text) in ("peace", "camp", "declare", "deploy", "armistice") and nation.text.isalpha():
            return nation, rest
    found = _DEPLOYS.fullmatch(text.text)
    return keyed(text.part(*found.span("said")), "deploy") if found else None


def _together(values: list[Node]) -> Node:
    """What several sentences say of one key: the pairs of all, or a list."""
    if len(values) > 1 and all(isinstance(value, MappingNode) for value in values):
        return mapping(values[0], (pair for value in values if isinstance(value, MappingNode) for pair in value.pairs))
    return values[0] if len(values) == 1 else ListNode(values[0].place, tuple(values))


MOST_PREEMPTIONS = 3
"""Lines of `preempt` in a sheet (2.3, row 4)."""
_KEYS = {"condition": "if", "play": "with"}


class PreemptLine(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if", "play": "with"}
):
    """An Impulse that is played before that of a nation, if the seat has the lead in cards then (5.2)."""

    before: tuple[NationName, ...] = ()
    """None: any nation."""
    nation: NationName | None = None
    """Whose Impulse it is, for a seat that runs several: the line counts while that nation leads."""
    round: int | None = None
    condition: ImpulseCondition = ImpulseCondition()
    play: ImpulseOrders | None = None
    ask: bool = False
    """Stop and ask instead, once a Turn."""

    @property
    def plays_lowest(self) -> bool:
        """Whether it preempts with the lowest card in the last resort: once before each nation that it names."""
        return self.play is not None and self.play.otherwise == "lowest" and bool(self.before)

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* as a list without lines, if it says that there is no preemption; one that says not when is refused."""
        pairs = node.pairs if isinstance(node, MappingNode) else ()
        if pairs and not any(fold(key.text).startswith(("before", "with", "ask")) for key, _ in pairs):
            raise reader.blame(node, "missing-key", key="before")
        none = isinstance(node, TextNode) and fold(node.text) in ("no preemption", "no preemptions", "do not preempt")
        return ListNode(node.place, ()) if none or says_none(node) else node

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = mapping(node, _asked(node, reader))
        elif isinstance(node, MappingNode):
            node = mapping(node, (each for key, value in node.pairs for each in _before(key, value, reader)))
        return reader.fields(node, cls)


def _before(key: TextNode, value: Node, reader: Reader) -> tuple[KeyedNode, ...]:
    """`before Austria: Conscripts as cp` as two keys."""
    found = re.match(r"before\s+", key.text, re.IGNORECASE)
    return (*_asked(key, reader), keyed(value, "with")) if found else ((key, value),)


_ASKS = ("ask", "ask before Britain", "before Britain")


def _asked(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `ask`, `ask before britain`, and of `before britain`, by the Impulse of the sheet."""
    said, condition = without_condition(text)
    parts = clauses(said, {"before": "before", "for": "before", "of": "before", "with": "with"})
    if set(parts) == {"before"} and (played := _played_before(text, reader)):
        return played
    if "before" in parts and set(parts) <= {"before", "with"}:
        return (*(keyed(value, key) for key, value in parts.items()), *condition)
    first = parts.get("", said)
    if fold(first.text) != "ask":
        asks = (
            tuple(each.replace("Britain", first.text) for each in _ASKS[1:]) if reader.knows(first, "nation") else _ASKS
        )
        raise reader.blame(first, "not-a-choice", text=first.text, words=asks, nearest=())
    before = (keyed(parts["before"], "before"),) if "before" in parts else ()
    return (keyed(TextNode(first.place, "yes"), "ask"), *before, *condition)


def _played_before(text: TextNode, reader: Reader) -> tuple[KeyedNode, ...]:
    """The keys of `before Britain, Conscripts as cp, Napoleon to Ulm`; none if nothing is played behind a comma."""
    lead, found = re.match(r"before\s+", text.text, re.IGNORECASE), None
    for mark in re.finditer(r"\s*[,:;]\s+", text.text):
        head = text.part(lead.end() if lead else 0, mark.start())
        if not all(reader.knows(one, "nation") for one in pieces_of(head, reader)):
            break
        found = keyed(head, "before"), text.part(mark.end())
    if lead is None or found is None or all(reader.knows(one, "nation") for one in pieces_of(found[1], reader)):
        return ()
    play, condition = without_condition(found[1])
    if {",", ";"} & set(play.text):  # the condition is of its last line
        play, condition = found[1], ()
    return found[0], keyed(play, "with"), *condition


class RoundOrders(Order, frozen=True):
    """What a seat orders for one Round."""

    seat: SeatNamed | None = None
    round: int | None = None
    """If given, it must be the seat and Round that the sheet is for."""
    impulses: Mapping[NationName, ImpulseOrders] = {}
    preempt: Annotated[tuple[PreemptLine, ...], Most(MOST_PREEMPTIONS)] = ()
    standing: WarStanding | None = None
    """What changes in the standing orders: each key that is given replaces what was there."""
    turn_end: TurnEndWish | None = None
    """The sheet of the end of the Turn, sent in advance."""


class ImpulseSheet(Order, frozen=True):
    """The answer when the game has stopped in an Impulse: how the nation that is asked about plays it."""

    impulses: Mapping[NationName, ImpulseOrders] = {}
    standing: WarStanding | None = None


class StandingSheet(Order, frozen=True):
    """What a seat may send at any time: standing orders, and the end of the Turn in advance."""

    standing: WarStanding | None = None
    turn_end: TurnEndWish | None = None
