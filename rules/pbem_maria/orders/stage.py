"""The sheet of a stage, with combats, shared stacks, supply, set-up, winter.

Karl + George                     they may form a stack, the better rank commands
Karl + George under Karl          if both have the same rank; or: Karl + George, Karl commands
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import (
    ListNode,
    MappingNode,
    Misread,
    Named,
    NameSpeller,
    Node,
    Reader,
    TextNode,
    Ways,
    late_pattern,
    names_in,
    tried,
)
from pbem_maria.orders.cards import TOGETHER, Cards
from pbem_maria.orders.movement import Move
from pbem_maria.orders.names import CityName, GeneralName, PowerName, Route, TroopTotal
from pbem_maria.orders.plan import AGAINST, NONE, PlanBook, PlanItem
from pbem_maria.orders.standing import InAdvance, KeyedPairs, value_is_missing
from pbem_maria.orders.statecraft import PeaceOffer

_FIRST = late_pattern(r"(?:first,?\s+)?(?P<fight>\S.*?)(?:,?\sfirst)?", re.IGNORECASE)
_THEN = late_pattern(r"(?:(?:and\s+)?then|next|finally|last),?\s+(?=\S)", re.IGNORECASE)
"""What says of a fight only that it is where it is named."""


class Attack(msgspec.Struct, frozen=True):
    """One of the fights of a stage, by a general of each side: `Belle-Isle > Khevenhüller`."""

    attacker: GeneralName
    defender: GeneralName
    WAYS: ClassVar[Ways] = ("{attacker} > {defender}",)

    @classmethod
    def apart(cls, node: Node, _reader: Reader) -> Node:
        """*node* without the word that says of the first fight that it is the first."""
        items = node.items if isinstance(node, ListNode) else ()
        items = node.split(",", ";", " and then ") if isinstance(node, TextNode) else items
        first = items[0] if items else None
        found = _FIRST.fullmatch(first.text) if isinstance(first, TextNode) else None
        if found is None or not isinstance(first, TextNode) or found["fight"] == found[0]:
            return node
        return ListNode(node.place, (first.part(*found.span("fight")), *items[1:]))

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Attack":
        then = _THEN.match(node.text) if isinstance(node, TextNode) else None
        parts = node.part(then.end() if then else 0).split(*AGAINST) if isinstance(node, TextNode) else ()
        if len(parts) == 1:
            parts = _two_names(parts[0], reader) or parts
        if len(parts) != 2:
            raise reader.blame(node, "not-an-attack")
        return cls(reader.name(parts[0], "general"), reader.name(parts[1], "general"))


def _two_names(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The names of two generals with a space or `on` between them; nothing if there is not exactly one such reading."""
    found = [(text.part(0, gap.start()), text.part(gap.end())) for gap in re.finditer(r"\s(?:on\s)?", text.text)]
    read = [names for names in found if all(reader.knows(name, "general") for name in names)]
    return read[0] if len(read) == 1 else ()


FlandersOrder = Literal["Austria first", "Pragmatic Army first", "alternate"]
"""The orders in which two players can move in Flanders."""

AUSTRIA_FIRST: Final = "Austria first"
PRAGMATIC_FIRST: Final = "Pragmatic Army first"
ALTERNATE: Final = "alternate"

_COMMANDER = late_pattern(r"\s*,\s*([^,]+?)\s+commands\s*$|\s+under\s+(.+?)\s*$", re.IGNORECASE)


class SharedStack(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two generals of two players that may form a stack in this stage, if both players say so."""

    generals: tuple[str, str]
    commander: str | None = None
    """The general that commands if the ranks are equal; both players must name the same (6)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "SharedStack":
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-company")
        commander = None
        if found := _COMMANDER.search(node.text):
            name = node.part(*found.span(found.lastindex or 0))
            reader.mark(name, "commander")
            commander = reader.name(name, "general")
            node = node.part(0, found.start())
        parts = node.split("+", "&", " and ", " with ")
        if len(parts) != 2:
            raise reader.blame(node, "not-a-company")
        one, other = (tried(part, reader, "general") for part in parts)
        if one is None or other is None:
            raise Misread
        return cls((one, other), commander)

    def spell(self, speller: NameSpeller) -> str:
        pair = " + ".join(speller.name("general", general) for general in self.generals)
        return pair + (f" under {speller.name('general', self.commander)}" if self.commander else "")


ORDERS_MEANT: Final[Mapping[str, str]] = {"said": "passes: yes", "only": "passes: no"}
"""Where a sheet passes and gives orders, only the orders can be meant: `passes: yes` is the form's own line."""


class CombatOrders(InAdvance, frozen=True):
    """A sheet for the combats of another's stage, or for those of one's own that lack a plan."""

    combat: PlanBook = PlanBook()


class PlayOrders(Order, frozen=True, kw_only=True):
    """A sheet for one play of a combat whose plan says `ask`: a card, or `stop`."""

    play: PlanItem | None = None
    stop: bool = False

    @property
    def stops(self) -> bool:
        """Whether no card is played: `stop: yes`, or `play: none`."""
        return self.stop or (self.play is not None and self.play.rule == NONE)


_GIVEN = late_pattern(
    r"(?:and\s+)?(?P<who>[^,;:]{1,40}?)\s+(?:(?:gets?|has|receives?|takes?|with)\s+)?(?P<number>\S+?)(?:\s+troops?)?[.!]?",
    re.IGNORECASE,
)
_GIVE = late_pattern(r"(?:(?:I|we)\s+)?(?:give|assign)\s+(?=\S)", re.IGNORECASE)


class SetUpOrders(InAdvance, frozen=True):
    """A sheet for the set-up: how each power's troops are divided among its generals."""

    @classmethod
    def sentence(cls, key: TextNode, value: Node, pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        mixed = any(value_is_missing(other) for _, other in pairs)
        if mixed and isinstance(value, TextNode) and reader.is_number(value) and reader.knows(key, "general"):
            return (_one("troops", key, value),)
        whole = key.part(found.end() if (found := _GIVE.match(key.text)) else 0)
        parts = whole.split(",", ";", " and ") if value_is_missing(value) else ()
        said = [(part, found) for part in parts if (found := _GIVEN.fullmatch(part.text))]
        named = [(part.part(*found.span("who")), part.part(*found.span("number"))) for part, found in said]
        if not named or len(named) < len(parts) or not all(map(reader.is_number, (number for _, number in named))):
            return super().sentence(key, value, pairs, reader)
        known = all(reader.knows(who, "general") for who, _ in named)
        return tuple(_one("troops", *each) for each in named) if known else ()

    troops: Mapping[GeneralName, TroopTotal] = {}


def _one(key: str, name: TextNode, value: Node) -> tuple[TextNode, Node]:
    """The pair of *key* with one entry."""
    return TextNode(name.place, key), MappingNode(name.place, ((name, value),))


def _texts_in(nodes: Iterable[Node | tuple[Node, ...]]) -> Iterator[str]:
    """All texts in *nodes*."""
    for node in nodes:
        if isinstance(node, TextNode):
            yield node.text
        elif isinstance(node, ListNode):
            yield from _texts_in(node.items)
        else:
            yield from _texts_in(node.pairs if isinstance(node, MappingNode) else node)  # type: ignore[arg-type]


_PAYING = late_pattern(
    r"(?:pays?|paying)?\s*(?:(?:for\s+)?(?:the\s+)?hussars?\s*)?(?:(?:with|by|using)\s+)?(?=\S)", re.IGNORECASE
)
"""What may be before the cards: `pay the hussars with ♦6`."""


_PAYER = late_pattern(r"(?P<who>\S{1,30})\s+pays\s+(?:with\s+)?(?P<cards>\S.*)", re.IGNORECASE)
_PAID = late_pattern(r"\s(?:pays?\s)?(?:for|to)\s(?:the\s)?hussars?$", re.IGNORECASE)


class Supply(msgspec.Struct, frozen=True, omit_defaults=True):
    """How hussars are paid; all of it may be left to the engine."""

    pay: Mapping[Annotated[str, Named("general power")], Cards] = {}
    """Cards by general or power; the bills of a power are paid together."""
    cover: tuple[Annotated[str, Named("general", "+", ",", " and ")], ...] = ()
    """The generals to supply when the hand is worth less than the bills."""
    path: Mapping[GeneralName, Route] = {}
    """The path to use, from the general to the train."""
    last_troop: GeneralName | None = None
    """The general that keeps the last troop of an unsupplied stack of one power; default: the supreme commander (6)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Supply":
        if isinstance(node, TextNode) and (payer := _PAYER.fullmatch(node.text)):
            who, cards = node.part(*payer.span("who")), node.part(*payer.span("cards"))
            cards = cards.part(0, end.start() if (end := _PAID.search(cards.text)) else None)
            if reader.knows(who, "general", "power"):
                bill = MappingNode(node.place, ((who, cards),))
                return reader.fields(MappingNode(node.place, ((TextNode(node.place, "pay"), bill),)), cls)
        if isinstance(node, TextNode) and (found := _PAYING.match(node.text)):
            behind = _PAID.search(node.text)
            cards = node.part(found.end(), behind.start() if behind and behind.start() > found.end() else None)
            node = MappingNode(node.place, ((TextNode(node.place, "pay"), cards),))
        return reader.fields(node, cls)


_RE_ENTERS = late_pattern(r"\bre-?ent|\bback\b|\breturn", re.IGNORECASE)
"""What else cards may pay for in a stage."""


_IN_FLANDERS = late_pattern(
    r"(?:in\s+Flanders,?\s+)?(?P<order>(?:Austria|Pragmatic\s+Army)\s+first|alternate)(?:\s+in\s+Flanders)?",
    re.IGNORECASE,
)


_ALL_STAY = late_pattern(
    r"(?:all\s+)?(?:stay|remain)(?:\s+(?:where\s+they\s+are|put|there|in\s+place))?[.!]?", re.IGNORECASE
)
"""A whole sheet that moves nothing."""


class StageOrders(InAdvance, frozen=True):
    """Everything one seat orders for one action stage."""

    @classmethod
    def sentence(cls, key: TextNode, value: Node, pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        if value_is_missing(value) and (found := _IN_FLANDERS.fullmatch(key.text)):
            return ((TextNode(key.place, "flanders"), key.part(*found.span("order"))),)
        if value_is_missing(value) and len(pairs) == 1 and _ALL_STAY.fullmatch(key.text):
            return ((TextNode(key.place, "moves"), TextNode(key.place, NONE)),)
        payer = _PAYER.fullmatch(key.text) if value_is_missing(value) else None
        if payer is None or not reader.knows(key.part(*payer.span("who")), "power"):
            return super().sentence(key, value, pairs, reader)
        cards = _PAID.sub("", payer["cards"])
        sure = cards != payer["cards"] or not _RE_ENTERS.search(" ".join(_texts_in(pairs)))
        able = reader.attempt(partial(names_in, TextNode(key.place, cards), reader, TOGETHER, "card"))
        return ((TextNode(key.place, "supply"), key),) if sure and able else ()

    passes: bool = False
    supply: Supply = Supply()
    moves: tuple[Move, ...] = ()
    stacks: tuple[SharedStack, ...] = ()
    """Which generals of the other player may stack with which of one's own in this stage (10.1)."""
    flanders: FlandersOrder | None = None
    """In what order the two players move in Flanders; by default alternately; both must say the same (10.1)."""
    troops: Mapping[GeneralName, TroopTotal] = {}
    """Exchange inside stacks, before the moves and whenever a stack forms (6)."""
    attacks: tuple[Attack, ...] = ()
    """The order in which the fights are fought; those not named come last."""
    combat: PlanBook = PlanBook()
    peace: PeaceOffer | None = None
    """Prussia: peace is offered at the end of the stage if Prussia controls all of Silesia then (19.1)."""
    reduce: bool = False
    """France: its objectives are reduced at the end of the stage, if that is allowed then (19.2)."""


Commanders = tuple[Annotated[str, Named("general", "+", ",", " and ")], ...]


_BUY = r"(?:recruits?|buys?|pays?|raises?|discards?)"
_BUYER = r"(?:(?:I|we)\s+(?:will\s+)?|(?P<who>[^\s,;:]+(?:\s[^\s,;:]+)?)\s+)?"
_BUYS = tuple(
    late_pattern(said, re.IGNORECASE)
    for said in (
        (
            rf"{_BUYER}{_BUY}\s+(?:(?P<number>\S+)\s+(?:new\s+)?troops?,?\s+)?"
            r"(?:(?:with|using|paying|for|by\s+(?:paying|discarding))\s+)?(?P<cards>\S.{0,80}?)"
            r"(?:(?:,?\s+(?:and\s+|to\s+)?buys?|\s+for)\s+(?P<count>\S+)\s+(?:new\s+)?troops?)?(?:,?\s+(?:(?:all|both)\s+)?(?:for|to)\s+(?P<whom>[^,;:]{1,40}))?"
        ),
        (
            rf"{_BUYER}{_BUY}\s+(?P<number>\S+)(?:\s+(?:new\s+)?troops?)?\s+(?:for|to)\s+"
            r"(?P<whom>[^,;:]{1,40}?),?\s+(?:(?:with|using|paying|for|paid\s+with)\s+|(?=\())\(?(?P<cards>[^()]{1,80})\)?"
        ),
        (
            r"(?P<whom>[^,;:]{1,40}?)\s+(?:gets?|receives?)\s+(?P<number>\S+)\s+(?:new\s+)?troops?,?\s+"
            r"(?:with|paying|for|(?:bought|paid(?:\s+for)?)\s+(?:with|by))\s+(?P<cards>\S.{0,80})"
        ),
    )
)
"""Which cards buy troops, and for whom: `Prussia recruits 2 troops with ♠9: 1 for Friedrich, 1 for Schwerin`."""
_WE_PAY = late_pattern(rf"(?:(?:I|we)\s+(?:will\s+)?)?{_BUY}\s+(?:with\s+)?", re.IGNORECASE)
_BUYS_NOTHING = late_pattern(
    rf"(?:the\s+)?(?P<who>[^,;:]{{1,40}}?)\s+{_BUY}\s+(?:nothing|no(?:\s+new)?\s+troops)[.!]?", re.IGNORECASE
)
_RETURNS = late_pattern(
    r"(?P<who>[^,;:]{1,40}?)\s+(?:returns?|comes?\s+back|re-?enters?)\s+(?:in|to|at|on)\s+(?P<city>[^,;:]{1,40}?)"
    r"(?:,?\s+with\s+(?P<number>\S+)\s+(?:new\s+)?troops?|,?\s+(?:and\s+)?(?P<also>[^,;:]{1,40}?)\s+(?:too|also|as\s+well))?[.!]?",
    re.IGNORECASE,
)
"""Where a general returns: `Broglie returns in München with 2 troops`."""


def _numbers_in(node: Node, reader: Reader) -> Iterator[int]:
    """The numbers in the texts of *node*, in figures or words."""
    words = (TextNode(node.place, word) for text in _texts_in((node,)) for word in re.findall(r"\w{1,20}", text))
    return (reader.number(word) for word in words if reader.is_number(word))


def _bought(key: TextNode, value: Node, pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
    """The keys of a sentence on what is bought, *value* being who gets it; none for another or an unclear one."""
    nothing = _BUYS_NOTHING.fullmatch(key.text) if value_is_missing(value) else None
    if nothing and reader.knows(who := key.part(*nothing.span("who")), "power"):
        return (_one("recruits", who, ListNode(key.place, ())),)
    ways = (found for way in _BUYS if (found := way.fullmatch(key.text)))
    return next((said for found in ways if (said := _bought_by(key, found, value, reader, alone=len(pairs) == 1))), ())


def _bought_by(key: TextNode, found: re.Match[str], value: Node, reader: Reader, *, alone: bool) -> KeyedPairs:
    """The keys of what was *found* in a sentence, perhaps *alone* in its sheet; none if it is not clear."""
    named = {name: key.part(*found.span(name)) for name, said in found.groupdict().items() if said}
    given = TextNode(key.place, "") if value_is_missing(value) else value
    numbers = {
        reader.number(named[each]) for each in ("number", "count") if each in named and reader.is_number(named[each])
    }
    who, whom, cards = named.get("who"), named.get("whom"), named["cards"]
    wrong = (who and not reader.knows(who, "power"), whom and not reader.knows(whom, "general"))
    unsure = any(wrong) or not reader.attempt(partial(names_in, cards, reader, TOGETHER, "card")) or len(numbers) > 1
    if unsure or len(numbers) < ("number" in named) or (whom and (not numbers or given is value)):
        return ()
    if numbers and not whom and given is not value and alone:
        return ()  # troops that no one gets
    if given is value and numbers and sum(_numbers_in(value, reader)) not in numbers:
        return ()
    paid = _one("recruits", who, cards) if who else (TextNode(key.place, "recruits"), cards)
    if whom:
        return paid, _one("new troops", whom, TextNode(whom.place, str(next(iter(numbers)))))
    return (paid, (TextNode(value.place, "new troops"), value)) if given is value else (paid,)


def _returned(key: TextNode, value: Node, reader: Reader) -> KeyedPairs:
    """The keys of a sentence on where a general returns; none for another."""
    found = _RETURNS.fullmatch(key.text) if value_is_missing(value) else None
    if found is None or not reader.knows(who := key.part(*found.span("who")), "general"):
        return ()
    back = _one("returns", who, city := key.part(*found.span("city")))
    if found["also"]:
        return back, _one("returns", key.part(*found.span("also")), city)
    return (back, _one("new troops", who, key.part(*found.span("number")))) if found["number"] else (back,)


class WinterOrders(InAdvance, frozen=True):
    """A sheet for winter: the cards that pay for recruits, which generals return where, which get the new troops."""

    @classmethod
    def sentence(cls, key: TextNode, value: Node, pairs: KeyedPairs, reader: Reader) -> KeyedPairs:
        said = super().sentence(key, value, pairs, reader)
        if key.text.casefold() in ("recruits", "recruit") and isinstance(value, TextNode):
            paid = _WE_PAY.match(value.text)
            return ((key, value.part(paid.end())),) if paid else ()
        return said or _bought(key, value, pairs, reader) or _returned(key, value, reader)

    passes: bool = False
    recruits: Mapping[PowerName, Cards] = {}
    """The cards that each power pays; 4 points buy a troop."""
    returns: Mapping[GeneralName, CityName] = {}
    commands: Commanders = ()
    """The general that commands a stack formed by a return, if the ranks are equal (6)."""
    new_troops: Mapping[GeneralName, int] = {}
    troops: Mapping[GeneralName, TroopTotal] = {}
    """An exchange inside stacks, before the recruits arrive."""


class StandingOrders(InAdvance, frozen=True):
    """A sheet that may be sent at any time: standing orders, advance orders, troop exchange."""

    troops: Mapping[GeneralName, TroopTotal] = {}
