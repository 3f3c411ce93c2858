"""Paying the hussars (9): the bills of a power are paid together."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec

from pbem.engine.event import Event
from pbem.engine.order import OrderPath, Problem, Weight
from pbem_maria.chapters.cards import cheapest, not_held, wrong_with_payment
from pbem_maria.chapters.hussars import HUSSAR_POWER
from pbem_maria.orders.stage import Supply
from pbem_maria.position.cards import find, worth
from pbem_maria.position.powers import cities_with_enemies, enemies, enemy_pieces_at, home_of, in_neutral_country
from pbem_maria.position.state import State


class HussarsPaid(Event[State], frozen=True):
    """A general's supply passed a hussar, and was paid for."""

    general: str
    path: tuple[str, ...]
    points: int


class HandSpent(Event[State], frozen=True):
    """A hand was worth less than the bills of the hussars, and was discarded whole."""

    power: str
    owed: int
    worth: int


class HandShown(Event[State], frozen=True):
    """A power's hand is worth less than its bills; it shows its *cards* and keeps those that it does not pay."""

    power: str
    owed: int
    cards: tuple[str, ...]


class Unsupplied(Event[State], frozen=True):
    """A general was unsupplied."""

    general: str
    for_hussars: bool = False
    """There was a path, but its hussars were not paid."""


REACH = 6
"""A train supplies generals at most this many cities away."""
LOSS, LOSS_FACE_DOWN = 1, 2
"""The troops that an unsupplied general loses."""

SupplyPath = tuple[str, ...]


class SupplyLine(msgspec.Struct, frozen=True):
    """How a general is supplied: at home, or by a path to a train; *points* are what hussars take."""

    general: str
    path: SupplyPath = ()
    points: int = 0


def at_home(state: State, general: str) -> bool:
    """Whether the general is where it is always supplied: in its home country (9), or as 22 says."""
    city = state.at[general]
    if home_of(state, city) == state.power_of(general):
        return True
    return state.board.cities[city].region in state.theatre.edition.generals[general].supplied_in


def sources(state: State, general: str) -> tuple[str, ...]:
    """The cities of the trains that can supply the general: its own power's (9), or as 22 says."""
    powers = (state.power_of(general), *state.theatre.edition.generals[general].supplied_by)
    return tuple(state.at[train] for power in powers for train in state.trains_of(power))


def hindered(state: State, general: str) -> bool:
    """Whether the general has to pay for hussars: its power is hostile to Austria."""
    return enemies(state, state.power_of(general), HUSSAR_POWER)


def shortest(state: State, general: str, *, past_hussars: bool) -> SupplyPath | None:
    """The shortest path of at most 6 cities to a train that can supply the general, if there is one.

    It does not lead through enemy pieces, and past a hussar only if *past_hussars*. The general's
    own city does not count, the train's does.
    """
    power = state.power_of(general)
    ends = set(sources(state, general))
    if not ends:
        return None
    roads, hussars, neutral = state.board.roads, state.hussars, bool(state.neutral)
    closed = cities_with_enemies(state, power)
    before: dict[str, str] = {}
    distance = {state.at[general]: 0}
    queue = [state.at[general]]
    for here in queue:
        if distance[here] == REACH:
            break
        for city in roads[here]:
            if city in distance or city in closed or (neutral and barred_to_supply(state, city, power)):
                continue
            if not past_hussars and city in hussars:
                continue
            before[city], distance[city] = here, distance[here] + 1
            if city in ends:
                return _walk_back(before, city)
            queue.append(city)
    return None


def barred_to_supply(state: State, city: str, power: str) -> bool:
    """Whether *city* is in a foreign neutral country: no path may lead there (19.4)."""
    return in_neutral_country(state, city) and home_of(state, city) != power


def _walk_back(before: Mapping[str, str], city: str) -> SupplyPath:
    path = [city]
    while path[-1] in before:
        path.append(before[path[-1]])
    return tuple(reversed(path[:-1]))


def line(state: State, general: str) -> SupplyLine | None:
    """How *general* can be supplied now; None if it cannot."""
    if at_home(state, general):
        return SupplyLine(general)
    free = shortest(state, general, past_hussars=not hindered(state, general))
    if free is not None:
        return SupplyLine(general, free)
    held_up = shortest(state, general, past_hussars=True)
    return None if held_up is None else SupplyLine(general, held_up, len(held_up))


def is_supplied(state: State, general: str) -> bool:
    """Whether *general* can be supplied now, be it past hussars."""
    return at_home(state, general) or shortest(state, general, past_hussars=True) is not None


def line_along(state: State, general: str, path: SupplyPath) -> SupplyLine:
    """How *general* is supplied by *path*, which must be legal."""
    held_up = hindered(state, general) and any(city in state.hussars for city in path)
    return SupplyLine(general, path, len(path) if held_up else 0)


def nearest_train(state: State, general: str) -> int | None:
    """The distance by road to the nearest train that could supply the general, if there is any."""
    here = state.at[general]
    return min((state.board.distance(here, city) for city in sources(state, general)), default=None)


def losses(state: State, unsupplied: tuple[str, ...], last: str | None = None) -> dict[str, int]:
    """Troops that every general of one stack and power has after its supply losses (9, 6).

    A face-up general loses 1, a face-down one 2. A general that would be left without troops gets one from its
    partner in the stack, which must give it while it has two; a supplied one never gives its last. The last troop
    stays with *last*, by default with the supreme commander.
    """
    city = state.at[unsupplied[0]]
    power = state.power_of(unsupplied[0])
    stack = [general for general in state.generals_at(city) if state.power_of(general) == power]
    after = {general: state.troops[general] for general in stack}
    for general in unsupplied:
        after[general] -= LOSS_FACE_DOWN if general in state.face_down else LOSS
    if len(stack) == 1:
        return {general: max(0, number) for general, number in after.items()}
    fed = [general for general in stack if general not in unsupplied]
    total = max(len(fed), sum(after.values()))
    one, other = stack
    if total < 2:
        keeper = fed[0] if fed else last if last in stack else one
        return {general: total if general == keeper else 0 for general in stack}
    first = min(max(after[one], 1), total - 1)
    return {one: first, other: total - first}


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
        cards = named if worth(named) >= due else cheapest(hand, due) or ()
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
            yield from wrong_with_payment(view, power, faces, owed, RULE, where, PATHS)
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
        yield from wrong_with_payment(view, power, faces, due, RULE, where, PATHS)


def _wrong_part(
    view: State, power: str, faces: tuple[str, ...], where: OrderPath, money: Mapping[str, object]
) -> Iterator[Problem]:
    """Why a hand that is discarded whole cannot be paid in part."""
    hand = view.hands[power].known
    cards, missing = find(hand, faces)
    for card in missing[:1]:
        yield not_held(hand, power, card, where)
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
