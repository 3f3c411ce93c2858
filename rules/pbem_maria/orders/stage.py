"""The sheet of a stage, with combats, supply, set-up, winter."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import MappingNode, Named, NameSpeller, Node, Reader, Speller, TextNode
from pbem_maria.orders.cards import Cards
from pbem_maria.orders.movement import FlandersOrder, Move, SharedStack
from pbem_maria.orders.names import CityName, GeneralName, PowerName, Route
from pbem_maria.orders.plan import AGAINST, NONE, PlanBook, PlanItem
from pbem_maria.orders.standing import InAdvance
from pbem_maria.orders.statecraft import PeaceOffer


class Attack(msgspec.Struct, frozen=True):
    """One of the fights of a stage, by a general of each side: `Belle-Isle > Khevenhüller`."""

    attacker: str
    defender: str

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Attack":
        parts = node.split(*AGAINST) if isinstance(node, TextNode) else ()
        if len(parts) == 1:
            parts = _two_names(parts[0], reader) or parts
        if len(parts) != 2:
            raise reader.blame(node, "not-an-attack")
        return cls(reader.name(parts[0], "general"), reader.name(parts[1], "general"))

    def spell(self, speller: NameSpeller) -> str:
        return f"{speller.name('general', self.attacker)} > {speller.name('general', self.defender)}"


def _two_names(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The names of two generals with only a space between them; nothing if there is not exactly one such reading."""
    spaces = [at for at, sign in enumerate(text.text) if sign == " "]
    found = [(text.part(0, at), text.part(at)) for at in spaces]
    read = [names for names in found if all(reader.knows(name, "general") for name in names)]
    return read[0] if len(read) == 1 else ()


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


class SetUpOrders(InAdvance, frozen=True):
    """A sheet for the set-up: how each power's troops are divided among its generals."""

    troops: Mapping[GeneralName, int] = {}


_PAYING = re.compile(
    r"(?:pays?|paying)?\s*(?:(?:for\s+)?(?:the\s+)?hussars?\s*)?(?:(?:with|by|using)\s+)?(?=\S)", re.IGNORECASE
)
"""What may be before the cards: `pay the hussars with ♦6`."""


_PAYER = re.compile(r"(?P<who>\S{1,30})\s+pays\s+(?:with\s+)?(?P<cards>\S.*)", re.IGNORECASE)
_PAID = re.compile(r"\s(?:pays?\s)?(?:for|to)\s(?:the\s)?hussars?$", re.IGNORECASE)


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
            if reader.knows(who, "general", "power"):
                bill = MappingNode(node.place, ((who, cards),))
                return reader.fields(MappingNode(node.place, ((TextNode(node.place, "pay"), bill),)), cls)
        if isinstance(node, TextNode) and (found := _PAYING.match(node.text)):
            behind = _PAID.search(node.text)
            cards = node.part(found.end(), behind.start() if behind and behind.start() > found.end() else None)
            node = MappingNode(node.place, ((TextNode(node.place, "pay"), cards),))
        return reader.fields(node, cls)

    def spell(self, speller: Speller) -> Any:
        return speller.fields(self)


class StageOrders(InAdvance, frozen=True):
    """Everything one seat orders for one action stage."""

    passes: bool = False
    supply: Supply = Supply()
    moves: tuple[Move, ...] = ()
    stacks: tuple[SharedStack, ...] = ()
    """Which generals of the other player may stack with which of one's own in this stage (10.1)."""
    flanders: FlandersOrder | None = None
    """In what order the two players move in Flanders; by default alternately; both must say the same (10.1)."""
    troops: Mapping[GeneralName, int] = {}
    """Exchange inside stacks, before the moves and whenever a stack forms (6)."""
    attacks: tuple[Attack, ...] = ()
    """The order in which the fights are fought; those not named come last."""
    combat: PlanBook = PlanBook()
    peace: PeaceOffer | None = None
    """Prussia: peace is offered at the end of the stage if Prussia controls all of Silesia then (19.1)."""
    reduce: bool = False
    """France: its objectives are reduced at the end of the stage, if that is allowed then (19.2)."""


Commanders = tuple[Annotated[str, Named("general", "+", ",", " and ")], ...]


class WinterOrders(InAdvance, frozen=True):
    """A sheet for winter: the cards that pay for recruits, which generals return where, which get the new troops."""

    passes: bool = False
    recruits: Mapping[PowerName, Cards] = {}
    """The cards that each power pays; 4 points buy a troop."""
    returns: Mapping[GeneralName, CityName] = {}
    commands: Commanders = ()
    """The general that commands a stack formed by a return, if the ranks are equal (6)."""
    new_troops: Mapping[GeneralName, int] = {}
    troops: Mapping[GeneralName, int] = {}
    """An exchange inside stacks, before the recruits arrive."""


class StandingOrders(InAdvance, frozen=True):
    """A sheet that may be sent at any time: standing orders, advance orders, troop exchange."""

    troops: Mapping[GeneralName, int] = {}
