"""Which Squadrons sail together, what that costs and whose consent it needs (13.1, 13.2)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem.engine.table import Table
from pbem_tnw.chapters.naval.fleets import able_to_sail, moored, sailing
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.order_events import LineSkipped
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.lines.pieces import Strengths
from pbem_tnw.position.control import allied, seat_of
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import WarState
from pbem_tnw.position.under_way import OrdersUnderWay

RULE = "13.2"
DrawnFleet = tuple[tuple[Squadron, ...], tuple[Problem, ...]]
"""Squadrons that sail together, and what is wrong with them."""


def drawn_up(state: WarState, nation: str, place: str, wanted: Strengths) -> DrawnFleet:
    """The Squadrons at a place that *nation* sails with: as said, those that it sails with already, or all its own."""
    numbers = _numbers(state, nation, place, wanted)
    state = moored(state)
    ships: list[Squadron] = []
    problems = list(_wrong(state, nation, place, numbers))
    for each, number in numbers.items():
        ready = [one for one in squadrons_at(state, place, (each,)) if one.sails]
        ships += ready[: min(number, able_to_sail(state, each, place))]
    lending = lenders(state, nation, ships)
    if not problems:
        args = {"nation": nation}
        problems += [
            Problem("lent-pieces", ("squadrons",), "13.1", {**args, "lender": seat}, Weight.unwise) for seat in lending
        ]
    return tuple(sorted(ships)), tuple(problems)


def is_armada(ships: Iterable[Squadron]) -> bool:
    """Whether Squadrons are of several nations."""
    return len({one.nation for one in ships}) > 1


def fare(ships: Iterable[Squadron]) -> int:
    """What a Fleet or an Armada pays to sail or to attack (13.2, 13.4)."""
    return 2 if is_armada(ships) else 1


def lenders(state: WarState, nation: str, ships: Iterable[Squadron]) -> Mapping[str, int]:
    """By seat: the number of Squadrons of other seats, which come along only with consent (13.1)."""
    own = seat_of(state, nation)
    found = Counter(seat_of(state, one.nation) for one in ships)
    return {seat: found[seat] for seat in dict.fromkeys(state.control.values()) if found[seat] and seat != own}


def refuse_unlent(table: Table[WarState], nation: str, ships: Iterable[Squadron]) -> bool:
    """Tell the Active seat that Squadrons are not lent to it: whether the line cannot be carried out."""
    asked = lenders(table.state, nation, ships)
    lender = next((seat for seat, n in asked.items() if not _lends(table.views[seat], seat, nation, n)), "")
    if not lender:
        return False
    seat = seat_of(table.state, nation)
    number = table.state.under_way.get(seat, OrdersUnderWay(nation=nation)).number
    problem = Problem("not-lent", ("squadrons",), "13.1", {"lender": lender, "nation": nation})
    table.emit(LineSkipped(seat=seat, nation=nation, number=number, problem=problem))
    return True


def _lends(view: WarState, lender: str, nation: str, number: int) -> bool:
    """Whether the seat *lender*, whose *view* it is, lets so many of its Squadrons go with a Fleet of *nation*."""
    orders = view.standing.get(lender)
    answer = orders.consent.lend.get(nation) if orders is not None and orders.consent is not None else None
    if answer is None or answer.generals or (answer.units is not None and number > answer.units):
        return False
    return value(answer.condition, SeatFacts(view, lender, nation))


def _numbers(state: WarState, nation: str, place: str, wanted: Strengths) -> dict[str, int]:
    """By nation how many Squadrons are meant."""
    voyage = sailing(state)
    beside = moored(state)
    if wanted.numbers:
        return {each: n for each in dict.fromkeys((nation, *state.board.sequence)) if (n := wanted.of(each, nation))}
    if wanted.every:
        mates = [each for each in state.board.sequence if seat_of(state, each) == seat_of(state, nation)]
        able = {each: able_to_sail(beside, each, place) for each in mates if allied(state, nation, each)}
        return {each: n for each, n in able.items() if n or each == nation}
    if voyage is not None and voyage.place == place and voyage.squadrons:
        return dict(Counter(one.nation for one in voyage.squadrons))
    return {nation: able_to_sail(beside, nation, place)}


def _wrong(state: WarState, nation: str, place: str, numbers: Mapping[str, int]) -> Iterator[Problem]:
    path: OrderPath = ("squadrons",)
    for each, wanted in numbers.items():
        there = squadrons_at(state, place, (each,))
        ready = sum(one.sails for one in there)
        args = {"nation": each, "place": place, "wanted": wanted, "there": len(there), "marked": len(there) - ready}
        able = able_to_sail(state, each, place)
        if not allied(state, nation, each):
            yield Problem("fleet-not-ally", path, "13.1", {"other": each, "nation": nation})
        elif not able or wanted > able:
            yield Problem("too-few-squadrons", path, RULE, {**args, "able": able})
    if nation not in numbers:
        yield Problem("fleet-without-own", path, "8.2", {"nation": nation, "place": place})
