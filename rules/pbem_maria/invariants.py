"""What must be true of every position: cards, troops and pieces are conserved (3, 6)."""

from collections import Counter
from collections.abc import Iterator

from pbem_maria.chapters.shifts.steps import Withdraw
from pbem_maria.chapters.victory.victory_boxes import SPACES
from pbem_maria.position.cards import deck, deck_of
from pbem_maria.position.powers import closed_to, cooperating
from pbem_maria.position.state import MAXIMUM, State


def broken(state: State) -> Iterator[str]:
    """Every invariant that *state* breaks, in words for the developer."""
    yield from _cards(state)
    yield from _troops(state)
    yield from _places(state)
    yield from _markers(state)


def _cards(state: State) -> Iterator[str]:
    decks = state.theatre.edition.tactical_cards.decks
    held = [card for pile in state.hands.values() for card in pile.known]
    held += [card for pile in state.placed.values() for card in pile.known]
    held += [card for cards in state.influence.values() for card in cards]
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
    generals = {piece for piece in state.at if state.theatre.is_general(piece)} | set(state.off_map)
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
    leaving = any(isinstance(step, Withdraw) for step in state.flow)
    for city, number in Counter(state.at.values()).items():
        pieces = state.pieces_at(city)
        generals = state.generals_at(city)
        if city not in state.board.cities:
            yield f"{pieces} stand in {city}, which is not on the map"
        if number > 1 and (number > 2 or len(generals) != number):
            yield f"{pieces} cannot stack in {city}"
        elif number == 2 and not leaving and not cooperating(state, *map(state.power_of, pieces)):
            yield f"{pieces} stand together in {city} and do not cooperate"
        if city in state.hussars:
            yield f"a hussar shares {city} with {pieces}"
        if not leaving and any(closed_to(state, city, state.power_of(piece)) for piece in pieces):
            yield f"{pieces} stand in {city} against neutrality"
    if set(state.off_map) & set(state.at):
        yield f"on the map and off it: {set(state.off_map) & set(state.at)}"
    if not state.face_down <= set(state.at):
        yield f"generals off the map are face down: {state.face_down - set(state.at)}"
    if not state.stage and (state.questions or state.fight is not None):
        yield "question marks or a combat remain between the stages"


def total(state: State, power: str) -> int:
    """How many victory markers a major power has; by an option those laid in Silesia come on top (4, 15)."""
    laid = state.theatre.edition.armies.start.silesian(power)
    return state.theatre.powers[power].pool + (len(laid) if state.options.silesia_markers == "extra" else 0)


def _markers(state: State) -> Iterator[str]:
    """Every major power's victory markers are in its pool, on the map, in a box or set aside (15)."""
    if not state.pools:
        return
    for power, left in state.pools.items():
        there = left + state.battle.get(power, 0) + state.aside.get(power, 0)
        there += sum(owner == power for owner in (*state.markers.values(), *state.boxes.values()))
        there += sum(question.marker == power for question in state.questions.values())
        if there != total(state, power):
            yield f"{power} has {there} victory markers of {total(state, power)}"
        if not 0 <= state.battle.get(power, 0) <= SPACES:
            yield f"{power} has {state.battle[power]} markers in its battle boxes"
    if set(state.electors) & set(state.markers):
        yield "a victory marker is on an elector fortress"
