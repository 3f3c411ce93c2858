"""Rulings on tactical cards: from hand to hand, to the draw pile or set aside, and back."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Scratch, Table
from pbem_maria.position.cards import find
from pbem_maria.position.state import State
from pbem_maria.rulings.events import CardsGiven, CardsTaken, DrawPileRuled, SetAsideRuled
from pbem_maria.rulings.orders import DRAW_PILE, USED, CardRuled, RulingOrders


def check(state: State, order: RulingOrders) -> Iterator[Problem]:
    """Whether each card of *order* is where it is to be taken from, after those before it."""
    trial: Scratch[State] = Scratch(state)
    for number, ruled in enumerate(order.cards):
        args = {"card": ruled.card, "place": ruled.start}
        if ruled.start == ruled.end:
            yield Problem("card-stays", ("cards", number), "8", args)
        elif _found(trial.state, ruled) is None:
            yield Problem("card-not-there", ("cards", number), "8", args)
        else:
            _move(trial, ruled)


def carry_out(table: Table[State], order: RulingOrders) -> None:
    """Move the cards of *order*; whose hand is concerned is public, which card it is only its player reads."""
    for ruled in order.cards:
        _move(table, ruled)


def _found(state: State, ruled: CardRuled) -> str | None:
    """The card with the face that is ruled on, with its deck."""
    if ruled.start == DRAW_PILE:
        there = state.draw.known
    elif ruled.start == USED:
        there = tuple(card for cards in state.used.values() for card in cards)
    else:
        there = state.hands[ruled.start].known if ruled.start in state.hands else ()
    found, _ = find(there, (ruled.card,))
    return next(iter(found), None)


def _move(table: Table[State], ruled: CardRuled) -> None:
    card = _found(table.state, ruled)
    if card is None:
        return
    _take(table, ruled.start, (card,))
    _give(table, ruled.end, (card,))


def _take(table: Table[State], place: str, cards: tuple[str, ...]) -> None:
    if place == DRAW_PILE:
        table.emit(DrawPileRuled(cards=cards, gone=True))
    elif place == USED:
        table.emit(SetAsideRuled(cards=cards, gone=True))
    else:
        table.emit(CardsTaken(power=place, seat=table.state.seat_of(place), cards=cards))


def _give(table: Table[State], place: str, cards: tuple[str, ...]) -> None:
    if place == DRAW_PILE:
        table.emit(DrawPileRuled(cards=cards))
    elif place == USED:
        table.emit(SetAsideRuled(cards=cards))
    else:
        table.emit(CardsGiven(power=place, seat=table.state.seat_of(place), cards=cards))
