"""Paying the hussars (9): the bills of a power are paid together."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem_maria.chapters.cards import payment
from pbem_maria.chapters.supply.orders import Supply
from pbem_maria.chapters.supply.supply import REACH, SupplyLine, at_home, barred_to_supply, line, line_along, sources
from pbem_maria.position.cards import find, worth
from pbem_maria.position.powers import enemy_pieces_at
from pbem_maria.position.state import State

RULE = "9"
PATHS: tuple[OrderPath, ...] = (("supply", ""), ("supply", "path"))
"""What the sum of the bills rests on in a sheet."""


class Bills(msgspec.Struct, frozen=True):
    """What one power settles in its supply phase."""

    power: str
    lines: tuple[SupplyLine, ...]
    """The generals that are supplied, free or paid for."""
    cards: tuple[str, ...]
    unsupplied: tuple[str, ...]
    owed: int = 0
    short: bool = False
    """The hand was worth less than the bills."""


def settle(state: State, power: str, order: Supply) -> Bills:
    """The bills of *power* and how they are paid: as ordered, otherwise in the cheapest way."""
    lines = {general: _line(state, general, order) for general in state.generals_of(power)}
    open_bills = {g: found.points for g, found in lines.items() if found is not None and found.points}
    hand = state.hands[power].known
    owed = sum(open_bills.values())
    covered = set(open_bills)
    cards: tuple[str, ...] = ()
    short = worth(hand) < owed
    if short:
        covered = set(_covered(state, open_bills, worth(hand), order))
    if short and not keeps_rest(state):
        cards = hand
    elif owed:
        due = sum(open_bills[general] for general in covered)
        named = find(hand, _faces(state, power, order))[0]
        cards = named if worth(named) >= due else payment.cheapest(hand, due) or ()
    supplied = tuple(
        found for general, found in lines.items() if found is not None and (not found.points or general in covered)
    )
    fed = {found.general for found in supplied}
    return Bills(power, supplied, cards, tuple(g for g in lines if g not in fed), owed, short)


def keeps_rest(state: State) -> bool:
    """Whether a hand that falls short is shown and pays only for those covered (option `hussar_shortfall`)."""
    return state.options.hussar_shortfall == "keep"


def _line(state: State, general: str, order: Supply) -> SupplyLine | None:
    """How the general is supplied: by the path that its owner names, otherwise by the cheapest."""
    route = order.path.get(general)
    if route is None or at_home(state, general) or any(_wrong_path(state, general, route.cities)):
        return line(state, general)
    return line_along(state, general, _steps(state, general, route.cities))


def _steps(state: State, general: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without the general's own city, if it is named first."""
    return path[1:] if path and path[0] == state.at[general] else path


def _faces(state: State, power: str, order: Supply) -> tuple[str, ...]:
    """The faces ordered for *power*, by its own name or by its generals'."""
    generals = state.generals_of(power)
    return tuple(face for who, faces in order.pay.items() if who == power or who in generals for face in faces)


def _covered(state: State, bills: dict[str, int], hand: int, order: Supply) -> tuple[str, ...]:
    """The generals that a short hand covers: those named, otherwise as many as possible, most troops first."""
    named = tuple(general for general in order.cover if general in bills)
    if named and sum(bills[general] for general in named) <= hand:
        return named
    choices = [c for n in range(len(bills) + 1) for c in combinations(bills, n) if sum(bills[g] for g in c) <= hand]
    return max(choices, key=lambda c: (len(c), sum(state.troops[g] for g in c), c))


def payers(view: State, powers: tuple[str, ...]) -> tuple[str, ...]:
    """Those of *powers* that have bills; all, if none has any."""
    owing = tuple(power for power in powers if settle(view, power, Supply()).owed)
    return owing or powers


def check(view: State, powers: tuple[str, ...], order: Supply) -> Iterator[Problem]:
    """What is wrong with the supply part of a sheet, before anything is settled."""
    known = {g for power in powers for g in view.generals_of(power)}
    for who in order.pay:
        if who not in powers and who not in known:
            yield Problem("not-your-bill", ("supply", "pay", who), RULE, {"who": who})
    for number, general in enumerate(order.cover):
        if general not in known:
            yield Problem("not-your-general", ("supply", "cover", number), RULE, {"general": general})
    if order.last_troop is not None and order.last_troop not in known:
        yield Problem("not-your-general", ("supply", "last_troop"), "6", {"general": order.last_troop})
    for general, route in order.path.items():
        if general in known:
            yield from _wrong_path(view, general, route.cities)
        else:
            yield Problem("not-your-general", ("supply", "path", general), RULE, {"general": general})
    for power in powers:
        yield from _check_payment(view, power, order)


def _check_payment(view: State, power: str, order: Supply) -> Iterator[Problem]:
    lines = [_line(view, general, order) for general in view.generals_of(power)]
    bills = {found.general: found.points for found in lines if found is not None and found.points}
    hand, owed = worth(view.hands[power].known), sum(bills.values())
    where: OrderPath = ("supply", "pay")
    faces = _faces(view, power, order)
    if faces:
        where = (*where, _payer(view, power, order))
    if not bills:
        if faces:
            yield Problem("nothing-to-pay", ("supply", "pay"), RULE, {"power": power}, Weight.unwise)
        return
    if hand >= owed:
        if faces:
            yield from payment.wrong_with_payment(view, power, faces, owed, RULE, where, PATHS)
        if order.cover and set(order.cover) & set(bills):
            money = {"power": power, "points": owed, "hand": hand}
            yield Problem("must-pay-all", ("supply", "cover"), RULE, money, rests_on=PATHS)
        return
    named = [general for general in order.cover if general in bills]
    cost = sum(bills[general] for general in named)
    money = {"power": power, "points": owed, "hand": hand, "cost": cost, "keep": keeps_rest(view)}
    if faces and not keeps_rest(view):
        yield from _wrong_part(view, power, faces, where, money)
    if cost > hand:
        yield Problem("cover-too-dear", ("supply", "cover"), RULE, money, rests_on=PATHS)
        return
    if not named:
        yield Problem("hand-falls-short", ("supply",), RULE, money, Weight.unwise)
    if faces and keeps_rest(view):
        due = sum(bills[general] for general in _covered(view, bills, hand, order))
        yield from payment.wrong_with_payment(view, power, faces, due, RULE, where, PATHS)


def _wrong_part(
    view: State, power: str, faces: tuple[str, ...], where: OrderPath, money: Mapping[str, object]
) -> Iterator[Problem]:
    """Why a hand that is discarded whole cannot be paid in part."""
    hand = view.hands[power].known
    cards, missing = find(hand, faces)
    for card in missing[:1]:
        yield payment.not_held(hand, power, card, where)
    if not missing and len(cards) < len(hand):
        yield Problem("whole-hand-goes", where, RULE, money, rests_on=PATHS)


def _payer(view: State, power: str, order: Supply) -> str:
    """The name under which the sheet pays the bills of *power* first: its own, or one of its generals'."""
    return next(who for who in order.pay if who == power or who in view.generals_of(power))


def _wrong_path(view: State, general: str, path: tuple[str, ...]) -> Iterator[Problem]:
    where = ("supply", "path", general)
    args = {"general": general}
    here = view.at[general]
    steps = _steps(view, general, path)
    for city in steps:
        if not view.board.adjacent(here, city):
            between = {"distance": view.board.distance(here, city), "route": view.board.route(here, city)}
            yield Problem("not-adjacent", where, RULE, {"start": here, "city": city, **between})
            return
        if enemy_pieces_at(view, city, view.power_of(general)):
            yield Problem("path-through-enemy", where, RULE, {**args, "city": city})
        if barred_to_supply(view, city, view.power_of(general)):
            yield Problem("path-through-neutral", where, "19.4", {**args, "city": city})
        here = city
    if len(steps) > REACH:
        yield Problem("path-too-long", where, RULE, {**args, "length": len(steps), "limit": REACH})
    if not steps or here not in sources(view, general):
        yield Problem("path-without-train", where, RULE, {**args, "city": here})
