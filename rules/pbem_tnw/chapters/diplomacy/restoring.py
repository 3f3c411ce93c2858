"""Restoring an alliance that an event has just broken, by standing orders: by an event or by CPs (8.21)."""

from collections.abc import Iterator
from itertools import combinations

import msgspec

from pbem_tnw.chapters.cards.conditions import fulfilled
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.diplomacy.removals import standing_of
from pbem_tnw.chapters.diplomacy.track import columns, is_open, moves_by_event, steps_by_points
from pbem_tnw.edition.card_words import ConsulEffect, OneOfEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.position.control import ALLY, is_power, is_proxy, seat_of
from pbem_tnw.position.state import WarState


class Restoring(msgspec.Struct, frozen=True):
    """The cards that restore an alliance: one played as an event, or some for so many *points*."""

    cards: tuple[str, ...]
    points: int = 0


def restoring(state: WarState, nation: str, proxy: str, power: str) -> Restoring | None:
    """What the seat of *nation* plays out of that nation's hand to bring *proxy* back to the Ally box of *power*.

    Only what restores the alliance is an answer, and only if the seat's standing orders name it (8.21; 2.3, row 11).
    """
    wish = (standing_of(state, nation).restore or {}).get(proxy)
    if wish is None or not seat_of(state, nation) or nation == proxy or not is_open(state):
        return None
    hand = state.holdings(nation).known
    for card in wish.cards:
        held = card in hand or (card in state.board.reserves.get(nation, ()) and card not in state.used)
        if held and restores(state, nation, state.board.cards[card], proxy, power):
            return Restoring((card,))
    cost = points_to_restore(state, proxy, power)
    if nation != power or is_proxy(state, nation) or not is_power(state, nation) or cost > wish.cp_at_most:
        return None
    paid = cheapest(state, hand, cost)
    return Restoring(paid, cost) if paid else None


def restores(state: WarState, nation: str, card: WarCard, proxy: str, power: str) -> bool:
    """Whether *card*, played as an event, takes the consul of *proxy* to the Ally box of *power* at once."""
    played = Playing(nation=nation, card=card, effects=card.effects)
    early = card.has("not_1805") and state.turn == 1
    if early or not all(fulfilled(condition, state, played) for condition in card.conditions):
        return False
    for effect in _consul_effects(card):
        if effect.who in (proxy, "any"):
            rows = () if effect.rows == "any" else effect.rows
            reached = moves_by_event(state, proxy, effect.steps, effect.way, rows, to_ally=effect.to_ally)
            if any(box.column == ALLY and box.row == power for box in reached):
                return True
    return False


def points_to_restore(state: WarState, proxy: str, power: str) -> int:
    """The CPs with which *power* takes the consul of *proxy* back to its Ally box, step by step (8.1)."""
    steps = steps_by_points(state, power, proxy, "right", len(columns(state)), power)
    return sum(step.cost for step in steps)


def cheapest(state: WarState, hand: tuple[str, ...], cost: int) -> tuple[str, ...]:
    """The cards of *hand* that are worth *cost* CPs with least to spare, then the fewest; none if it has too few."""
    cards = [card for card in hand if not state.board.cards[card].has("must_be_event")]
    found = [
        (sum(state.board.cards[card].cp for card in some), number, some)
        for number in range(1, len(cards) + 1)
        for some in combinations(cards, number)
        if sum(state.board.cards[card].cp for card in some) >= cost
    ]
    return min(found)[2] if found else ()


def _consul_effects(card: WarCard) -> Iterator[ConsulEffect]:
    for effect in card.effects:
        options = effect.options if isinstance(effect, OneOfEffect) else ((effect,),)
        yield from (each for option in options for each in option if isinstance(each, ConsulEffect))
