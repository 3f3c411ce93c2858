"""What must be true of every position of the toy game."""

from collections import Counter
from collections.abc import Iterator

from pbem.engine.ruleset import BrokenInvariant
from tests.toy.state import HAND, Toy


def broken(state: Toy) -> Iterator[BrokenInvariant]:
    for seat, hand in state.hands.items():
        if hand.size > HAND:
            yield BrokenInvariant("hands", "hand-too-big", {"seat": seat, "count": hand.size})
    there = Counter(card for hand in state.hands.values() for card in hand.known)
    for card, number in there.items():
        if number > 1:
            yield BrokenInvariant("cards", "card-twice", {"card": card})
