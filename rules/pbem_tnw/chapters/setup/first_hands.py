"""First hands: the deal (4.4), and what is thrown away of it (4.5)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.dealing import draw_cards, replace_hand, shuffle_deck
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.setup.events import HandKept
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.entry import HandRule
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import WarState


def deal(table: Table[WarState]) -> None:
    """Shuffle the cards, the Reserves apart, and deal to every nation its first hand."""
    edition = table.state.board
    shuffle_deck(table, edition.deck)
    for nation in edition.nations.values():
        draw_cards(table, nation.id, nation.hand, "first-hand")


def throw_away(table: Table[WarState], nation: str, rule: HandRule) -> None:
    """Throw the hand of *nation* away for one of a card fewer until it is to be kept by the *rule*.

    Never more often than it says, and down to the smallest hand that the options allow. A hand that is kept at once
    shows no one that there is a rule for it.
    """
    least = int(table.state.options.mulligan_floor)
    thrown = False
    for _ in range(rule.at_most):
        size = len(table.state.hands[nation])
        if size <= least or _keeps(table, nation, rule):
            break
        replace_hand(table, nation, size - 1)
        thrown = True
    if thrown:
        table.emit(HandKept(nation=nation, cards=len(table.state.hands[nation])))


def _keeps(table: Table[WarState], nation: str, rule: HandRule) -> bool:
    seat = seat_of(table.state, nation)
    view = table.views.get(seat, table.state)
    if set(rule.or_holds) & set(view.hands[nation].known):
        return True
    return value(rule.keep_if, SeatFacts(view, seat, nation))
