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
from pbem_tnw.position.control import is_power
from pbem_tnw.position.state import WarState

ForcedKind = Literal["unit", "squadron"]
COST: dict[ForcedKind, int] = {"unit": 2, "squadron": 4}
"""CPs for a piece (7.1, 7.3)."""


def build_forced(table: Table[WarState], nation: str, kind: ForcedKind, n: int, by: str) -> int:
    """Let *nation* build up to *n* pieces that an event takes, with any of its cards, Reserves and Resources (6.12).

    What it spends is as its standing orders say, else Reserves, then cards from the lowest CP, then Resources; what is
    left of a card is lost. Gives back how many it could pay for: they are in the yard, where the event takes them.
    """
    yard = units_in_yard(table.state, nation) if kind == "unit" else squadrons_in_yard(table.state, nation)
    wanted = min(n, yard)
    built = _paid(table, nation, wanted * COST[kind]) // COST[kind]
    if built:
        table.emit(PiecesForced(nation=nation, kind=kind, n=built, by=by))
    return built


def pay_forced(table: Table[WarState], nation: str, points: int, by: str) -> bool:
    """Let *nation* pay CPs that an event asks of it, in the same way; whether it could."""
    return _paid(table, nation, points) >= points


def must_surrender(table: Table[WarState], nation: str, by: str) -> None:
    """Let *nation* surrender that cannot give what an event takes: it submits (6.12, 15.3)."""
    table.emit(SurrenderForced(nation=nation, by=by))
    submit(table, nation)


def _paid(table: Table[WarState], nation: str, points: int) -> int:
    """How many of *points* a nation pays; what is left of its last card is lost."""
    paid = 0
    while paid < points:
        gained = _spend_one(table, nation)
        if not gained:
            break
        paid += gained
    return min(paid, points)


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
    """What may be spent, in order: cards, and the word for a Resource."""
    board = state.board
    hand = [card for card in state.holdings(nation).known if not board.cards[card].has("must_be_event")]
    lowest = sorted(hand, key=lambda card: (board.cards[card].cp, board.cards[card].number))
    unused = [card for card in board.reserves[nation] if card not in state.used]
    reserves = [] if forbidden(state, "reserve", nation) else unused
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
