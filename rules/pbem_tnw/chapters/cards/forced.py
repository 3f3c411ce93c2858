"""Pieces that an event takes and that are not there: they are built at once, and lost (6.12)."""

from collections.abc import Iterator
from typing import Literal

from pbem.engine.table import Table
from pbem_tnw.chapters.cards.events import PiecesForced, SurrenderForced
from pbem_tnw.chapters.cards.given import squadrons_in_yard, units_in_yard
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.conquest.results import submit
from pbem_tnw.chapters.diplomacy.removals import standing_of
from pbem_tnw.chapters.diplomacy.resources import move_resource
from pbem_tnw.chapters.pieces.card_events import CardLaid
from pbem_tnw.chapters.pieces.dealing import draw_cards
from pbem_tnw.orders.standing_lists import LOWEST_CARDS, RESERVES, RESOURCES, Sacrifices
from pbem_tnw.position.control import is_power, seat_of
from pbem_tnw.position.state import WarState

ForcedKind = Literal["unit", "squadron"]
COST: dict[ForcedKind, int] = {"unit": 2, "squadron": 4}
"""CPs for a piece (7.1, 7.3)."""


class ForcedPoints:
    """The CPs that *nation* must spend on pieces that the card *by* takes; one card may pay for several (6.3, 6.12).

    What it spends is as its standing orders say, else Reserves, then cards from the lowest CP, then Resources. What is
    left in the end is lost.
    """

    def __init__(self, table: Table[WarState], nation: str, by: str) -> None:
        self._table, self._nation, self._by = table, nation, by
        self._left = 0

    def pay(self, points: int) -> bool:
        """Pay CPs that the event asks for; whether the nation could."""
        while self._left < points:
            gained = _spend_one(self._table, self._nation)
            if not gained:
                return False
            self._left += gained
        self._left -= points
        return True

    def build(self, kind: ForcedKind, n: int) -> int:
        """Build up to *n* pieces; gives back how many: they are in the yard, from where the event takes them."""
        state = self._table.state
        yard = units_in_yard(state, self._nation) if kind == "unit" else squadrons_in_yard(state, self._nation)
        built = 0
        while built < min(n, yard) and self.pay(COST[kind]):
            built += 1
        if built:
            self._table.emit(PiecesForced(nation=self._nation, kind=kind, n=built, by=self._by))
        return built


def must_surrender(table: Table[WarState], nation: str, by: str) -> None:
    """Let *nation* surrender that cannot give what an event takes: it submits (6.12, 15.3)."""
    table.emit(SurrenderForced(nation=nation, by=by))
    submit(table, nation)


def _spend_one(table: Table[WarState], nation: str) -> int:
    """Spend what comes next in the order of sacrifice; gives back its CPs, 0 if there is nothing left."""
    state = table.state
    card = next(_cards(state, nation), "")
    if card == RESOURCES:
        move_resource(table, nation, -1, "used")
        before = state.holdings(nation).known
        draw_cards(table, nation, 1, "resource")
        drawn = [one for one in table.state.holdings(nation).known if one not in before]
        card = drawn[0] if drawn else ""
    if not card:
        return 0
    printed = state.board.cards[card]
    to: Literal["reserve", "pile"] = "reserve" if printed.is_reserve else "pile"
    table.emit(CardLaid(nation=nation, card=card, how="sacrificed", to=to, points=printed.cp))
    return printed.cp


def _cards(state: WarState, nation: str) -> Iterator[str]:
    """What may be spent, in order: cards, and the word for a Resource; no Reserves of a neutral Proxy (6.2)."""
    board = state.board
    hand = [card for card in state.holdings(nation).known if not board.cards[card].has("must_be_event")]
    lowest = sorted(hand, key=lambda card: (board.cards[card].cp, board.cards[card].number))
    unused = [card for card in board.reserves[nation] if card not in state.used]
    reserves = unused if seat_of(state, nation) and not forbidden(state, "reserve", nation) else []
    wish = standing_of(state, nation).sacrifice or Sacrifices()
    default = (item for item in Sacrifices().items if item not in wish.items)
    for item in (*wish.items, *default):
        if item == RESERVES:
            yield from reserves
        elif item == LOWEST_CARDS:
            yield from lowest
        elif item != RESOURCES:
            yield from (card for card in (*hand, *reserves) if card == item)
        elif is_power(state, nation) and state.resources.get(nation) and not forbidden(state, "resource", nation):
            yield RESOURCES
