"""Positions in which a card can be played, and how it is played in tests."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem_tnw.chapters.cards.windows import play_event
from pbem_tnw.orders.choices import EventChoices
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable, active, at_start


def holding(state: WarState, **hands: Iterable[str]) -> WarState:
    """*state* with these hands; all other cards of the deck lie in the draw deck, unless they are somewhere else."""
    held = {nation: CardHand(known=tuple(cards)) for nation, cards in hands.items()}
    gone = {card for hand in held.values() for card in hand.known} | {each.card for each in state.lasting}
    gone |= {each.card for each in state.wars} | set(state.removed) | set(state.played.cards)
    deck = tuple(card for card in state.board.deck if card not in gone)
    return replace(state, hands={**state.hands, **held}, deck=CardPile(cards=deck))


def in_impulse(nation: str, turn: int = 2, players: int = 5, **changes: object) -> WarState:
    """The set-up, in a later Turn, in an Impulse of *nation* without points; the deck is full."""
    state = at_start(players, turn=turn, round=2, **changes)
    return holding(active(state, nation, points=0))


def played(
    state: WarState, nation: str, card: str, faces: Iterable[int] = (), choices: EventChoices | None = None
) -> DiceTable:
    """The table after *nation* has played *card* as an event, with all that follows."""
    hand = () if state.board.cards[card].is_reserve else (card, *state.holdings(nation).known)
    hands = {other: each.known for other, each in state.hands.items()}
    table = DiceTable(holding(state, **{**hands, nation: hand}), faces)
    play_event(table, nation, card, choices)
    table.play()
    return table
