"""Re-entry of supply trains (10.2)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_maria.chapters.cards import payment
from pbem_maria.chapters.cards.events import Discarded
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.movement import departures
from pbem_maria.chapters.movement.orders import Move
from pbem_maria.chapters.pieces.events import TrainReEntered
from pbem_maria.position.cards import find, worth
from pbem_maria.position.powers import closed_to, cooperating, home_of, is_friendly
from pbem_maria.position.state import State

RULE = "10.2"
PRICE = 4
"""TC points for the re-entry of a train."""


def sites(state: State, power: str) -> tuple[str, ...]:
    """The major fortresses on which a train of *power* could re-enter, if they were empty."""
    powers = state.theatre.powers
    homes = {power, *(p for p in powers if not powers[p].is_major and cooperating(state, power, p))}
    return tuple(
        city.id
        for city in state.board.fortresses
        if city.is_major_fortress
        and home_of(state, city.id) in homes
        and is_friendly(state, city.id, power)
        and not closed_to(state, city.id, power)
    )


def re_enter(table: Table[State], train: str, move: Move) -> Iterator[Problem]:
    """Re-enter *train*, or pick it up and re-enter it, if that is legal."""
    state = table.state
    power = state.power_of(train)
    city = move.path[0]
    leavers = departures.may_leave(state, train, city)
    site = departures.without(state, leavers)
    problems = [*wrong_with_site(site, train, city), *_wrong_with_cards(state, power, move)]
    yield from problems
    if any(problem.stops for problem in problems):
        return
    yield from (departures.warning(state, train, other, ("path", 0)) for other in leavers)
    departures.take_as_gone(table, train, city)
    hand = state.hands[power].known
    cards = find(hand, move.cards)[0] if move.cards else payment.cheapest(hand, PRICE) or ()
    table.emit(Discarded(power=power, cards=cards, why="re-entry"))
    table.emit(TrainReEntered(train=train, city=city, picked_up=state.at.get(train)))
    hussars.drive_off(table, train, (city,))


def wrong_with_site(state: State, train: str, city: str) -> Iterator[Problem]:
    """Why *train* cannot re-enter on *city*, whatever it costs."""
    args = {"piece": train, "city": city}
    if state.theatre.is_general(train):
        yield Problem("general-re-enters", ("pieces",), RULE, args)
        return
    if state.theatre.trains[train].box and not state.annexed:
        yield Problem("train-in-box", ("pieces",), RULE, args)
        return
    if train in state.moved:
        yield Problem("train-moved-already", ("pieces",), RULE, args)
    possible = sites(state, state.power_of(train))
    if city not in possible:
        yield Problem("no-re-entry-there", ("path", 0), RULE, {**args, "sites": possible})
    elif others := tuple(p for p in state.pieces_at(city) if p != train):
        yield Problem("re-entry-occupied", ("path", 0), RULE, {**args, "other": others[0]})


def _wrong_with_cards(state: State, power: str, move: Move) -> Iterator[Problem]:
    if move.cards:
        yield from payment.wrong_with_payment(state, power, move.cards, PRICE, RULE, ("cards",))
    elif worth(state.hands[power].known) < PRICE:
        args = {"power": power, "points": PRICE, "paid": worth(state.hands[power].known)}
        yield Problem("paid-too-little", ("path",), RULE, args)
