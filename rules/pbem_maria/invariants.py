"""What must be true of every position: cards, troops and pieces are conserved (3, 6)."""

from collections import Counter
from collections.abc import Iterator

from pbem_maria.cards import deck, deck_of
from pbem_maria.powers import cooperating
from pbem_maria.state import MAXIMUM, State


def broken(state: State) -> Iterator[str]:
    """Every invariant that *state* breaks, in words for the developer."""
    yield from _cards(state)
    yield from _troops(state)
    yield from _places(state)


def _cards(state: State) -> Iterator[str]:
    decks = state.theatre.edition.tactical_cards["decks"]
    held = [card for pile in state.hands.values() for card in pile.known]
    used = [card for cards in state.used.values() for card in cards]
    waiting = [card for number in state.waiting_decks for card in deck(number)]
    there = Counter([*held, *used, *waiting, *state.draw.known])
    if state.turn and there != Counter(card for number in decks for card in deck(number)):
        yield f"cards are not conserved: {sum(there.values())} are there"
    if any(pile.hidden for pile in (*state.hands.values(), state.draw)):
        yield "the full state hides a card from itself"
    if any(deck_of(card) != number for number, cards in state.used.items() for card in cards):
        yield "a card was set aside by the wrong deck"


def _troops(state: State) -> Iterator[str]:
    if not state.turn:
        return
    generals = {piece for piece in state.at if state.theatre.is_general(piece)}
    if set(state.troops) != generals:
        yield f"troops without a general, or a general without troops: {set(state.troops) ^ generals}"
    for general, number in state.troops.items():
        if not 1 <= number <= MAXIMUM:
            yield f"{general} has {number} troops"
    for power in state.theatre.powers:
        told = state.totals.get(power, 0)
        real = sum(n for g, n in state.troops.items() if state.power_of(g) == power)
        if told != real:
            yield f"{power} has {real} troops and tells {told}"


def _places(state: State) -> Iterator[str]:
    for city, number in Counter(state.at.values()).items():
        pieces = state.pieces_at(city)
        generals = state.generals_at(city)
        if city not in state.board.cities:
            yield f"{pieces} stand in {city}, which is not on the map"
        if number > 1 and (number > 2 or len(generals) != number):
            yield f"{pieces} cannot stand together in {city}"
        elif number == 2 and not cooperating(state, *map(state.power_of, pieces)):
            yield f"{pieces} stand together in {city} and do not cooperate"
        if city in state.hussars:
            yield f"a hussar shares {city} with {pieces}"
    if not state.face_down <= set(state.at):
        yield f"generals off the map lie face down: {state.face_down - set(state.at)}"
    if not state.stage and (state.questions or state.fight is not None):
        yield "question marks or a combat are left over between the stages"
