"""Drawing cards from the deck (4.4, 14.33)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.card_events import DeckLaid, HandReplaced, WarCardsDrawn
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.state import WarState


def shuffle_deck(table: Table[WarState], cards: tuple[str, ...], *, pile_used: bool = False) -> None:
    """Lay *cards* out as the draw deck in an order of chance; with *pile_used* they were the played pile."""
    order = table.shuffle(f"deck {table.state.shuffles + 1}", cards)
    table.emit(DeckLaid(cards=order, pile_used=pile_used))


def draw_cards(table: Table[WarState], nation: str, number: int, cause: str = "") -> None:
    """Let *nation* draw cards; an empty deck is made of the played pile, and with both empty nothing more is drawn.

    In a trial on a view, which knows only how many cards there are, unknown ones are drawn.
    """
    while number > 0:
        state = table.state
        if not len(state.deck):
            if not len(state.played):
                return
            shuffle_deck(table, state.played.cards, pile_used=True)
            continue
        cards = state.deck.cards[:number]
        unknown = 0 if cards else min(number, state.deck.unknown)
        drawn = WarCardsDrawn(nation=nation, seat=seat_of(state, nation), cards=cards, unknown=unknown, cause=cause)
        table.emit(drawn)
        number -= len(cards) + unknown


def replace_hand(table: Table[WarState], nation: str, number: int) -> None:
    """Throw the hand of *nation* away and deal it *number* new cards (4.5, 8.21)."""
    state = table.state
    thrown = state.hands.get(nation, CardHand()).known
    cards = state.deck.cards[:number]
    table.emit(HandReplaced(nation=nation, seat=seat_of(state, nation), thrown=thrown, cards=cards))
    draw_cards(table, nation, number - len(cards))
