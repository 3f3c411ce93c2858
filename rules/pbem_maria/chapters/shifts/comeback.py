"""Removed generals of a power that return outside winter, each with newly bought troops (13, 19.3)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_maria.chapters.cards.events import Discarded
from pbem_maria.chapters.cards.payment import not_held
from pbem_maria.chapters.pieces.troop_events import TroopsDivided
from pbem_maria.chapters.shifts.orders import ComebackOrders
from pbem_maria.chapters.winter.steps import bring_back
from pbem_maria.chapters.winter.winter import PRICE, return_sites, wrong_return
from pbem_maria.position.cards import find, worth
from pbem_maria.position.state import MAXIMUM, State

RULE = "13"


def possible(state: State, power: str) -> Mapping[str, tuple[str, ...]]:
    """The removed generals of *power* and where each may return; none while the power has no card to pay with."""
    if not len(state.hands[power]):
        return {}
    sites = {general: return_sites(state, power, general) for general in state.removed_of(power)}
    free = {g: tuple(city for city in sites[g] if wrong_return(state, g, city) is None) for g in sites}
    return {general: cities for general, cities in free.items() if cities}


def check(view: State, power: str, order: ComebackOrders) -> Iterator[Problem]:
    """What is wrong with the returns of generals of *power*."""
    hand = view.hands[power].known
    if order.passes and order.returns:
        yield Problem("passes-and-moves", ("passes",), RULE)
    for general, wish in order.returns.items():
        where = ("returns", general)
        if general not in view.theatre.generals or view.power_of(general) != power:
            yield Problem("not-your-general", where, RULE, {"general": general})
        elif not view.is_removed(general):
            yield Problem("general-on-map", where, RULE, {"general": general, "city": view.at.get(general)})
        elif (problem := wrong_return(view, general, wish.city)) is not None:
            yield Problem(problem.code, where, problem.rule, problem.args)
        cards, missing = find(hand, wish.cards)
        for card in missing:
            yield not_held(hand, power, card, where)
        hand = tuple(card for card in hand if card not in cards)
        if not missing and worth(cards) < PRICE:
            paid = {"power": power, "points": PRICE, "paid": worth(cards)}
            yield Problem("paid-too-little", where, RULE, paid)


def carry_out(table: Table[State], power: str, order: ComebackOrders) -> None:
    """Let the generals that *order* names return; none gets more than 8 troops for its cards."""
    for general, wish in order.returns.items():
        state = table.state
        if wrong_return(state, general, wish.city) is not None:
            continue
        cards = find(state.hands[power].known, wish.cards)[0]
        table.emit(Discarded(power=power, cards=cards, why="recruits"))
        bring_back(table, general, wish.city, ())
        number = min(MAXIMUM, worth(cards) // PRICE)
        total = state.totals.get(power, 0) + number
        seat = state.seat_of(power)
        table.emit(TroopsDivided(seat=seat, power=power, total=total, why="recruits", troops={general: number}))
