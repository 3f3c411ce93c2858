"""Agreements (21), votes (18), shifts (19), expeditions (17)."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    Least,
    ListNode,
    Most,
    Named,
    Node,
    Reader,
    TextNode,
    Ways,
    every_part,
    fold,
    late_pattern,
    names_in,
    parts_of,
)
from pbem.engine.reading import MappingNode as Pairs
from pbem_maria.orders.cards import TOGETHER, Cards
from pbem_maria.orders.names import CityName, GeneralName, PieceName

NO_AGGRESSION: Final = "no aggression"
NO_COMBAT: Final = "no combat"
NO_HUSSARS: Final = "no hussars"
NO_PROTECTION: Final = "no protection"
KEEP_OUT: Final = "keep out"
LEAVE: Final = "leave"
VOTE: Final = "vote"
SUBSIDY: Final = "subsidy"
OTHER: Final = "other"

AgreementKind = Literal[
    "no aggression", "no combat", "no hussars", "no protection", "keep out", "leave", "vote", "subsidy",
    "other",
]  # fmt: skip
Excepted = Annotated[str, Named("general train hussars city region power", "+", ",", " and ")]
Either = Annotated[str, Named("city", "or")]
"""A city of several in the order of preference."""
Candidate = Annotated[str, Named("candidate")]
Parties = Annotated[str, Named("party", "+", ",", " and ")]

_TURN = late_pattern(r"(?:(?:until|till)\s+)?(?:(?:the\s+)?end\s+of\s+)?(?:turn\s+)?(\S+)$", re.IGNORECASE)
_TURNS = late_pattern(r"(?:for\s+)?(\S+)(?:\s+turns?)?$", re.IGNORECASE)


def _number(node: Node, reader: Reader, pattern: "re.Pattern[str]", code: str) -> int:
    """The number in a text of one *pattern*, at least 1."""
    found = pattern.match(node.text.strip()) if isinstance(node, TextNode) else None
    said = node.part(*found.span(1)) if isinstance(node, TextNode) and found else None
    number = reader.number(said) if said is not None and reader.is_number(said) else 0
    if number > 0:
        return number
    raise reader.blame(node, code, text=node.text if isinstance(node, TextNode) else "")


class Until(msgspec.Struct, frozen=True):
    """The last turn in which an agreement holds; written `turn 6` or `end of turn 6`."""

    turn: Annotated[int, Least(1)]
    WAYS: ClassVar[Ways] = ("turn {turn}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(_number(node, reader, _TURN, "not-a-turn"))


class NumberOfTurns(msgspec.Struct, frozen=True):
    """For how many turns an agreement holds, that of its beginning included; written `3 turns`."""

    number: Annotated[int, Least(2)]
    WAYS: ClassVar[Ways] = (("1 turn", {"number": 1}), "{number} turns")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(_number(node, reader, _TURNS, "not-turns"))


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An agreement that a seat offers to others; all of them must accept it."""

    with_: Annotated[tuple[Parties, ...], Most(8)] = msgspec.field(name="with")
    """The other parties: players or single powers; naming powers of one's own binds these alone on one's own side."""
    kind: AgreementKind = "other"
    who: Annotated[tuple[Parties, ...], Most(8)] = ()
    """The parties it binds, if not all of them."""
    to: Annotated[str, Named("candidate power")] = ""
    """Who gets the vote or the subsidy."""
    area: Annotated[tuple[Annotated[str, Named("city region power", "+", ",", " and ")], ...], Most(12)] = ()
    except_: Annotated[tuple[Excepted, ...], Most(12)] = msgspec.field(name="except", default=())
    until: Until | None = None
    by: Until | None = None
    """The turn at whose end an area must have been left."""
    for_: NumberOfTurns | None = msgspec.field(name="for", default=None)
    text: str = ""

    @classmethod
    def apart(cls, node: Node, reader: Reader) -> Node:
        """*node* with the keys of what is a sentence, `no combat with Louis until turn 4`, or offered *to* a player."""
        if isinstance(node, ListNode):
            return ListNode(node.place, tuple(cls.apart(item, reader) for item in node.items))
        if isinstance(node, Pairs):
            return _with_terms(node) or _with_addressee(node, reader)
        if not isinstance(node, TextNode):
            return node
        told = _TOLD.match(node.text)
        if told and reader.knows(whom := node.part(*told.span("whom")), "party"):
            said = (TextNode(node.place, f"to {whom.text}"), node.part(told.end()))
            return _with_terms(Pairs(node.place, (said,))) or node
        terms = _terms_in(node)
        clear = "with" in terms and "to" not in terms  # who gives is not clear
        return _keyed(node, terms, terms["with"]) if clear else node


_TOLD = late_pattern(r"(?:to\s+)?(?P<whom>[^:,]{1,80}),\s+", re.IGNORECASE)
"""Before what is proposed to a player: `Frederick, leave Silesia by turn 4`."""
_MARK = late_pattern(
    r"(?:^|,\s*|\s+)(?:(?:and|but)\s+)?(?:(?P<with>with|between\s+(?:me|us)\s+and)"
    r"|(?P<area>(?:with)?in|(?<=keep out )of|(?<=protection )(?:of|in))|(?P<until>until|till|through)"
    r"|(?P<by>by(?=\s+(?:the\s+end\s+of\s+)?turn))|(?P<except>except(?:\s+for)?)"
    r"|(?P<for>for(?=\s+(?:\d|\S{1,10}\s+turns?\b))))\s+(?=\S)|,\s+(?=\S)",
    re.IGNORECASE,
)
"""Before each term of a proposal in words: `keep out of Flanders, with Louis, for 2 turns`."""
_WHAT = (
    late_pattern(r"(?:(?P<who>you|I)\s+)?(?P<kind>leave)\s+(?P<area>[^:]{1,60})", re.IGNORECASE),
    late_pattern(r"(?:(?P<who>you|I)\s+)?(?P<kind>keep\s+out)", re.IGNORECASE),
    late_pattern(
        r"(?:(?P<who>he|she|they|you|I|we)\s+)?(?P<kind>vote)s?\s+(?:for\s+)?(?P<to>[^:]{1,40})", re.IGNORECASE
    ),
)
"""What a proposal is about, with what belongs to it."""
_WHOM = late_pattern(r"(?:with|to)\s+(?P<with>[^:]{1,80})", re.IGNORECASE)
_MOST_TERMS = 200


def _terms_in(node: TextNode) -> dict[str, TextNode]:
    """The terms of a proposal in words by their keys, its kind among them; none if they are not clear."""
    marks = [*_MARK.finditer(node.text)] if len(node.text) <= _MOST_TERMS and ":" not in node.text else []
    begins = (("kind", 0), *((mark.lastgroup or "kind", mark.end()) for mark in marks))
    ends = (*(mark.start() for mark in marks), None)
    said = [(key, node.part(start, end)) for (key, start), end in zip(begins, ends, strict=True)]
    said = [(key, part) for key, part in said if part.text]
    terms = dict(said)
    if len(terms) < len(said) or "kind" not in terms:
        return {}
    found = next((found for way in _WHAT if (found := way.fullmatch(terms["kind"].text))), None)
    if found:
        kind = terms.pop("kind")
        own = {key: kind.part(*found.span(key)) for key, said in found.groupdict().items() if said}
        if own.keys() & terms.keys():
            return {}
        terms |= own
    return terms


def _keyed(node: Node, terms: dict[str, TextNode], other: TextNode) -> Pairs:
    """The proposal to the party *other* of *terms* that may say `I` or `you` of whom they bind."""
    who = terms["who"].text.casefold() if "who" in terms else "we"
    bound = {} if who == "we" else {"who": TextNode(other.place, "me") if who == "i" else other}
    pairs = ((key, value) for key, value in (terms | bound).items() if key != "who" or bound)
    return Pairs(node.place, tuple((TextNode(node.place, key), value) for key, value in pairs))


def _with_terms(node: Pairs) -> Pairs | None:
    """The proposal in `to Frederick: no combat until turn 4`, if *node* is one; an imperative binds only the other."""
    whom, said = node.pairs[0] if len(node.pairs) == 1 else (None, None)
    party = _WHOM.fullmatch(whom.text) if whom else None
    terms = _terms_in(said) if isinstance(said, TextNode) else {}
    if whom is None or party is None or not terms or "with" in terms:
        return None
    other = whom.part(*party.span("with"))
    told = (KEEP_OUT, LEAVE, VOTE) if fold(whom.text).startswith("to ") else (VOTE,)
    you = {"who": TextNode(node.place, "you")} if fold(terms["kind"].text) in told else {}
    return _keyed(node, {"with": other, **you, **terms}, other)


def _with_addressee(node: Pairs, reader: Reader) -> Pairs:
    """*node* with the players that it says it is for as those that it is with."""
    given = {key.text.casefold() for key, _ in node.pairs}
    to = next((value for key, value in node.pairs if key.text.casefold() == "to"), None)
    named = isinstance(to, TextNode) and reader.may_name(to, "party") and not reader.may_name(to, "candidate", "power")
    if "with" in given or not named:
        return node
    return Pairs(node.place, tuple((TextNode(k.place, "with") if v is to else k, v) for k, v in node.pairs))


FRANCIS, CHARLES = "francis-stephen", "charles-albert"
CANDIDATES = (FRANCIS, CHARLES)

_WORDS = {
    "Francis Stephen": FRANCIS,
    "Charles Albert": CHARLES,
    "Francis": FRANCIS,
    "Charles": CHARLES,
    "Franz Stephan": FRANCIS,
    "Karl Albrecht": CHARLES,
}


_ALL_FOR = late_pattern(r"(?:all(?:\s+(?:of\s+)?(?:my|our|the))?(?:\s+votes?)?\s+)?(?:for|to)\s+(?=\S)", re.IGNORECASE)
"""Before whom all votes are for."""


class Votes(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's votes: `Charles Albert`, or by fortress or power, `{Berlin: Charles Albert, Saxony: Francis}`."""

    all: Candidate | None = None
    each: Mapping[Annotated[str, Named("city power")], Candidate] = {}
    WAYS: ClassVar[Ways] = ("{all}", "{each}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            node = node.part(found.end() if (found := _ALL_FOR.match(node.text)) else 0)
            return cls(all=_WORDS[reader.choice(node, *_WORDS)])
        if not isinstance(node, Pairs):
            raise reader.blame(node, "not-votes")
        each: dict[str, str] = {}
        with every_part() as part:
            for voter, candidate in node.pairs:
                with part():
                    if not isinstance(candidate, TextNode):
                        raise reader.blame(candidate, "not-votes")
                    name = reader.name(voter, "city", "power")
                    reader.mark(voter, name)
                    each[name] = _WORDS[reader.choice(candidate, *_WORDS)]
        return cls(each=each)


class ElectionOrders(Order, frozen=True, kw_only=True):
    """A sheet with the votes of a seat."""

    vote: Votes


ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL, ASK = "all", "none", "to neutral", "past neutral", "ask"
GOALS = (ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL, ASK)
ONE_BOX = "1 box"
OFFER = "offer"

_BOXES = late_pattern(
    r"(?:(?:to\s+the\s+)?right\s+(?:by\s+)?)?(?P<number>\S+)(?:\s+box(?:es)?)?(?:\s+(?:to\s+the\s+)?right)?$",
    re.IGNORECASE,
)
_OFFER = late_pattern(
    r"(?P<offer>[^,]+?)\s*(?:,?\s*(?:supply\s+)?train\s+(?:to|in|on)\b\s*(?P<train>.+))?$", re.IGNORECASE
)
_FOR = late_pattern(r"\s+(?:for|with)\s+", re.IGNORECASE)


class SaxonyWish(msgspec.Struct, frozen=True):
    """How far Austria moves Saxony's marker for points that Prussia lost (19.3).

    Written `all`, `none`, `to neutral` (no further than that), `past neutral` (not if it would stop there), or as the
    number of boxes at most.
    """

    to: str = ALL
    boxes: Annotated[int, Least(1)] | None = None
    WAYS: ClassVar[Ways] = ("{boxes}", *((goal, {"to": goal}) for goal in GOALS))

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="saxony")
        if (found := _BOXES.match(node.text)) and reader.is_number(said := node.part(*found.span("number"))):
            return cls(boxes=reader.number(said))
        wish = reader.choice(node, *GOALS, ONE_BOX)
        return cls(boxes=1) if wish == ONE_BOX else cls(wish)


class Cities(msgspec.Struct, frozen=True):
    """Cities in order of preference: `Berlin or Breslau`."""

    cities: tuple[Either, ...]
    WAYS: ClassVar[Ways] = ("{cities}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="cities")
        return cls(tuple(reader.name(part, "city") for part in parts_of(node, reader, " or ", ",")))


class CitiesOrNone(Cities, frozen=True):
    """The same in a standing order, which `none` takes back."""

    WAYS = (*Cities.WAYS, (NONE, {"cities": ()}))

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        dropped = isinstance(node, TextNode) and reader.chooses(node, NONE)
        return cls(()) if dropped else super().read(node, reader)


class PeaceOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Prussia offers peace at the end of its stage: `offer`, or `offer, train to Breslau or Berlin` (19.1)."""

    train: tuple[Either, ...] = ()
    """Where the second supply train is placed, in order of preference."""
    WAYS: ClassVar[Ways] = (OFFER, "offer, train to {train}")

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self | None:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-text", wanted="peace")
        if reader.chooses(node, NONE):
            return None
        found = _OFFER.match(node.text)
        if found is None or not reader.chooses(node.part(*found.span("offer")), OFFER):
            raise reader.blame(node, "not-an-offer", text=node.text)
        if found["train"] is None:
            return cls()
        wanted = node.part(found.start("train"))
        reader.mark(wanted, "train")
        return cls(tuple(reader.name(part, "city") for part in parts_of(wanted, reader, " or ", ",")))


class Comeback(msgspec.Struct, frozen=True):
    """A removed general returns on *city* with the troops that *cards* buy: `Dresden for ♥4 + ♣8` (13, 19.3)."""

    city: CityName
    cards: Cards
    WAYS: ClassVar[Ways] = ("{city} for {cards}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found = _FOR.search(node.text) if isinstance(node, TextNode) else None
        if not isinstance(node, TextNode) or found is None:
            raise reader.blame(node, "not-a-return")
        city = node.part(0, found.start())
        reader.mark(city, "city")
        paid = node.part(found.end())
        reader.mark(paid, "cards")
        cards = names_in(paid, reader, TOGETHER, "card")
        return cls(reader.name(city, "city"), cards)


class SaxonyOrders(Order, frozen=True, kw_only=True):
    """A sheet that says how far Saxony's marker is moved."""

    saxony: SaxonyWish


class WithdrawOrders(Order, frozen=True):
    """A sheet that chooses, among equally near cities, where pieces go that may not stay."""

    withdraw: Mapping[PieceName, Cities] = {}


class PeaceOrders(Order, frozen=True, kw_only=True):
    """Austria's answer to an offer of peace."""

    peace: Literal["accept", "refuse"]


class ComebackOrders(Order, frozen=True):
    """A sheet that brings removed Saxon generals back at once, or none."""

    passes: bool = False
    returns: Mapping[GeneralName, Comeback] = {}


Generals = tuple[Annotated[str, Named("general", " or ", ",")], ...]


class ExpeditionOrders(Order, frozen=True):
    """A sheet that names the general for an off-map box, several in order of preference."""

    expedition: Generals = ()
    pay: Cards = ()
    """The cards that buy the troops of a removed general; default: the cheapest."""


class GiveWayOrders(Order, frozen=True):
    """A sheet that says where pieces go to make room for a returning general."""

    gives_way: Mapping[PieceName, Cities] = {}
    """For each piece the cities to which it makes room, in order of preference."""
