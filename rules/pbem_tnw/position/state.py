"""The position: everything that events change.

A seat's view is of the same type, with less in it: hands and piles count the cards that it does not know, `sheets`,
`standing` and `turn_ends` hold only its own.
"""

from collections.abc import Mapping

import msgspec

from pbem_tnw.edition.edition import TnwEdition, known
from pbem_tnw.orders.choices import BattleCardWish, CardUse, PlusUse
from pbem_tnw.orders.lines import ImpulseLine, RestItem
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import RoundOrders, TurnEndWish
from pbem_tnw.position.cards import CardAnswer, CardHand, CardPile, LaidCard, PositionWithHands
from pbem_tnw.position.impulse import Impulse, Squadron
from pbem_tnw.settings import TnwOptions

ENTRY = "entry"
"""Bids, first hands and standing orders before the first Turn."""
ROUNDS = "rounds"
"""The sheets for a Round, or for so much of it as the pace says."""
STOPS = "stops"
"""An Impulse that could not be played as its sheet says."""
HOLDS = "holds"
"""A window in which everyone may respond."""
TURN_ENDS = "turn ends"

_NONE_GOING_ON = Impulse(nation="", number=0)

KINDS = (ENTRY, ROUNDS, STOPS, HOLDS, TURN_ENDS)


class OrdersUnderWay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is left of the orders for the Impulse of *nation*.

    *play* is how its card is played, with the choices of an event; *plus* the Reserve or Resource that is still to come
    (5.12). *current* is the line that is being carried out, the one with the *number* in the sheet, from 1; *lines* are
    those after it. *rest* is what becomes of the CPs that are left then.
    """

    nation: str
    play: CardUse | None = None
    plus: PlusUse | None = None
    lines: tuple[ImpulseLine, ...] = ()
    rest: tuple[RestItem, ...] = ()
    current: ImpulseLine | None = None
    number: int = 0


IMPERIAL, COALITION = "imperial", "coalition"


class Consul(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Proxy's consul on the Diplomatic Track (8.1); *row* is empty in the Unaligned column, which all rows share.

    On its +1 side it belongs to a row in that column, too: to that of the Power that turned it.
    """

    column: str
    row: str = ""
    plus: bool = False


class SubjectNeutral(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Power put out of the war in *turn* (15.5), by conquest, submission or surrender."""

    turn: int
    conqueror: str = ""
    surrendered: bool = False
    camp: str = ""
    """The Camp that it has left, in which its Pact allies stay (15.25)."""


class Armistice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An Armistice of two Powers, made in *turn*: until the Interphase at the end of the next one (17.2)."""

    powers: tuple[str, str]
    turn: int


class LastingCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lasting or temporary event in play (6.11, 6.19), played by *nation* in the Impulse *since*.

    *chosen* is the nation chosen for it, where its card leaves a choice.
    """

    card: str
    nation: str
    since: int
    temporary: bool = False
    chosen: str = ""
    option: int = 1
    """Which of its options was taken, from 1."""


class ForeignWar(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Foreign War of *nation* (6.13); its pieces are in the place `war:<card>`."""

    card: str
    nation: str
    turkish: bool = False


class WarEnd(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the game ended (5.8-5.82): points of seats and of Powers, the winners, and why it ended."""

    winners: tuple[str, ...]
    cause: str
    turn: int
    rule: str
    points: Mapping[str, int] = {}
    by_power: Mapping[str, int] = {}
    dice: tuple[int, ...] = ()


class WarState(PositionWithHands, frozen=True, kw_only=True, omit_defaults=True):
    """The whole position, or what one seat knows of it."""

    edition: str
    options: TnwOptions = TnwOptions()
    players: int = 2
    turn: int = 0
    """The number of the Turn, from 1; its year is on the edition's Turn Track."""
    round: int = 0
    marker: int = 0
    """The box of the Sequence Track on which the Impulse marker stands, from 0."""
    active: str = ""
    """The nation that is Active, or was last: two Impulses running are forbidden (5.2)."""
    numbered: int = 0
    """How many Impulses the game has had."""
    leader: str = ""
    """The nation on whose box the Preemption marker stands (5.2)."""
    cards_had: int = 0
    """The cards that the Active nation had held in this Turn as its Impulse began, those played included (5.51)."""
    last_impulse: bool = False
    """Whether the Impulse going on began with its nation as the only one with cards (5.5)."""
    units: Mapping[str, Mapping[str, int]] = {}
    """By place and nation: the strength of its units. What is not there is in the yard (7.1)."""
    generals: Mapping[str, str] = {}
    """By general: its place."""
    squadrons: Mapping[str, tuple[Squadron, ...]] = {}
    """By place: a Port, a zone or a box."""
    aboard: Mapping[str, str] = {}
    """By zone: the nation with whose Squadrons land forces stay at sea there, until its next Impulse (13.6)."""
    flags: Mapping[str, str] = {}
    """By duchy: the nation whose Flag is there (7.4)."""
    consuls: Mapping[str, Consul] = {}
    camps: Mapping[str, str] = {}
    """By Power: its Camp; a Power in no Camp is missing. Proxies are in the Camp of the Power they are allied to."""
    subjects: Mapping[str, SubjectNeutral] = {}
    armistices: tuple[Armistice, ...] = ()
    resources: Mapping[str, int] = {}
    deck: CardPile = CardPile()
    played: CardPile = CardPile()
    removed: tuple[str, ...] = ()
    """Cards that have left the game (6.13)."""
    lasting: tuple[LastingCard, ...] = ()
    wars: tuple[ForeignWar, ...] = ()
    laid: tuple[LaidCard, ...] = ()
    """Cards on the table that are being played, the one whose effects are due next last (6.1, 6.14)."""
    answers: tuple[CardAnswer, ...] = ()
    """The responses of this Turn (6.14)."""
    used: tuple[str, ...] = ()
    """Reserves used in this Turn (6.2)."""
    keys_at_start: Mapping[str, int] = {}
    keys_at_risk: Mapping[str, tuple[str, ...]] = {}
    """By nation conquered before: the Keys of its colour that it held then, which count from then on (15.1)."""
    fewer_cards: Mapping[str, int] = {}
    """By Power: cards that it draws less for a peace modifier (5.8)."""
    sixth_turn: bool = False
    captor: str = ""
    """The nation that holds Napoleon (17.3)."""
    points_before: int = 0
    """The points of France as the Conquest phase began, kept by an option only (5.82)."""
    bonus: Mapping[str, int] = {}
    """By Power: points beside those of 5.81, such as for a capitulation (17.1)."""
    impulse: Impulse | None = None
    preempted: bool = False
    """Whether the Impulse going on, or the last one, preempted another nation's (5.23)."""
    called: Mapping[str, str] = {}
    """The nations for whose Impulses of this Round the sheets were asked for, each with the seat that ran it then."""
    stops: tuple[str, ...] = ()
    """The seats that were asked whether they preempt in this Turn; hidden (2.5)."""
    not_preempted: Mapping[str, tuple[str, ...]] = {}
    """By seat: why its sheet did not preempt Impulses of this Round, as it was told; hidden (5.2)."""
    played_by: Mapping[str, tuple[str, ...]] = {}
    """By nation: the cards that it has played in this Turn."""
    bought: Mapping[str, int] = {}
    """By nation: the cards that Resources have bought it in this Turn (5.2)."""
    shuffles: int = 0
    """How often the deck was shuffled."""
    sheets: Mapping[str, RoundOrders] = {}
    under_way: Mapping[str, OrdersUnderWay] = {}
    """By seat: what is left of its orders for the Impulse that is going on."""
    standing: Mapping[str, WarStanding] = {}
    turn_ends: Mapping[str, TurnEndWish] = {}
    holds: Mapping[str, int] = {}
    """By seat: how many holds it has used in this Turn; hidden (2.4)."""
    held_up: int = 0
    """How often a hold has stopped the game."""
    hold_answers: Mapping[str, tuple[BattleCardWish, ...]] = {}
    """By seat: the cards that it still has to play in answer to a hold; hidden (2.4)."""
    result: WarEnd | None = None

    @property
    def board(self) -> TnwEdition:
        """The printed data."""
        return known(self.edition)

    @property
    def going_on(self) -> Impulse:
        """The Impulse that is going on; between Impulses one of no nation, in which nothing has happened."""
        return self.impulse if self.impulse is not None else _NONE_GOING_ON

    def with_impulse(self, **fields: object) -> "WarState":
        """This with other *fields* of the Impulse that is going on; as it is between Impulses."""
        if self.impulse is None:
            return self
        changed: Impulse = msgspec.structs.replace(self.impulse, **fields)
        return msgspec.structs.replace(self, impulse=changed)

    @property
    def year(self) -> int:
        """The year on the Turn Track."""
        return self.board.tracks.turn.boxes[max(0, self.turn - 1)]

    def cards_in_turn(self, nation: str) -> int:
        """The cards that *nation* holds, and those of its hand that it has played in this Turn."""
        played = self.played_by.get(nation, ())
        return len(self.holdings(nation)) + sum(not self.board.cards[card].is_reserve for card in played)

    def holdings(self, power: str) -> CardHand:
        return self.hands.get(power, CardHand())


def draw_name(state: WarState, purpose: str) -> str:
    """The name of a draw outside Impulses: `1805, attrition in vienna`."""
    return f"{state.year}, {purpose}"


def roll_name(state: WarState, purpose: str) -> str:
    """The name of the next roll of the Impulse that is going on: `1805, impulse 7 of france, roll 3: battle`."""
    impulse = state.impulse
    if impulse is None:
        return draw_name(state, purpose)
    return f"{state.year}, impulse {impulse.number} of {impulse.nation}, roll {impulse.rolls + 1}: {purpose}"
