"""Paying TC points with cards (8): no change is given."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem_maria.position.cards import face, find, is_reserve, order_of, value_of, worth
from pbem_maria.position.state import State


def cheapest(hand: Sequence[str], points: int) -> tuple[str, ...] | None:
    """The cards that pay *points* with the least waste, then the fewest Reserves, then the fewest cards.

    None if the whole hand is worth less.
    """
    best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
    for card in sorted(hand, key=order_of):
        for total, (reserves, count, cards) in list(best.items()):
            if total >= points:
                continue
            offer = (reserves + is_reserve(card), count + 1, (*cards, card))
            reached = total + value_of(card)
            if reached not in best or offer[:2] < best[reached][:2]:
                best[reached] = offer
    enough = [total for total in best if total >= points]
    return best[min(enough)][2] if enough else None


def not_held(hand: Iterable[str], power: str, wanted: str, path: OrderPath) -> Problem:
    """Says that no card in the *hand* of *power* shows *wanted*, and which there are."""
    held = tuple(face(card) for card in sorted(hand, key=order_of))
    return Problem("card-not-held", path, "8", {"card": wanted, "power": power, "hand": held})


def wrong_with_payment(
    state: State,
    power: str,
    faces: Sequence[str],
    points: int,
    rule: str,
    path: OrderPath,
    rests_on: tuple[OrderPath, ...] = (),
) -> Iterator[Problem]:
    """What is wrong with paying *points*, which *rest on* other parts of the order, by the cards that show *faces*."""
    hand = state.hands[power].known
    cards, missing = find(hand, faces)
    if missing:
        yield not_held(hand, power, missing[0], path)
        return
    money = {"power": power, "points": points, "paid": worth(cards)}
    if worth(cards) < points:
        yield Problem("paid-too-little", path, rule, money, rests_on=rests_on)
    elif any(worth(cards) - value_of(card) >= points for card in cards):
        yield Problem("paid-too-much", path, rule, money, Weight.unwise, rests_on)
