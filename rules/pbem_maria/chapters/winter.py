"""Recruits, returns (13), troops from political cards (17.5)."""

from collections.abc import Generator, Iterator, Mapping
from typing import Protocol

from pbem.engine.order import Problem, Weight
from pbem.engine.table import Table
from pbem_maria.chapters import hussars, pieces
from pbem_maria.chapters.cards import not_held
from pbem_maria.chapters.movement import form_stack
from pbem_maria.chapters.pieces import Placed, TrainLost, TroopsDivided
from pbem_maria.orders.stage import ORDERS_MEANT, WinterOrders
from pbem_maria.position.cards import find, worth
from pbem_maria.position.powers import cooperating, enemies, home_of, is_friendly
from pbem_maria.position.state import MAXIMUM, State


def bring_back(table: Table[State], general: str, city: str, commanders: tuple[str, ...]) -> None:
    """Put a removed *general* on *city*; an enemy train there is destroyed; of equal ranks the chosen one commands."""
    train = table.state.train_at(city)
    if train is not None:
        table.emit(TrainLost(train=train, city=city, by=general))
    table.emit(Placed(piece=general, city=city, returning=True))
    hussars.drive_off(table, general, (city,))
    stack = table.state.generals_at(city)
    if len(stack) > 1:
        chosen = next((g for g in commanders if g in stack), None)
        table.emit(form_stack(table.state, general, city, chosen))


PRICE = 4
"""TC points for one new troop."""


def return_homes(state: State, power: str, general: str | None = None) -> tuple[str, ...]:
    """Every major fortress at home for the return of a general of *power*, or this one, whoever holds it (13, 22)."""
    always = state.options.munich_reentry == "always"
    extra = power == "france" and (always or not state.theatre.is_advanced)
    homes = {power, "bavaria"} if extra else {power}
    regions = state.theatre.edition.generals[general].returns_in if general else ()
    only = state.options.arenberg_returns == "netherlands"
    return tuple(
        city.id
        for city in state.board.fortresses
        if city.is_major_fortress
        and ((home_of(state, city.id) in homes and not (only and regions)) or city.region in regions)
    )


def return_sites(state: State, power: str, general: str | None = None) -> tuple[str, ...]:
    """Every major fortress on which a general of *power*, or this one, could return, occupied or not (13, 22)."""
    return tuple(city for city in return_homes(state, power, general) if is_friendly(state, city, power))


def wrong_return(state: State, general: str, city: str) -> Problem | None:
    """Why *general* may not return on *city*; nothing if it may."""
    power = state.power_of(general)
    sites = return_sites(state, power, general)
    if city not in sites:
        return Problem("no-return-there", rule="13", args={"general": general, "city": city, "sites": sites})
    train = state.train_at(city)
    if train is not None and not enemies(state, power, state.power_of(train)):
        return Problem("train-bars-return", rule="13", args={"general": general, "city": city, "train": train})
    there = state.generals_at(city)
    args = {"general": general, "city": city, "generals": there}
    if len(there) > 1 or any(not cooperating(state, power, state.power_of(other)) for other in there):
        return Problem("return-occupied", rule="13", args=args)
    if there and pieces.of_two_players(state, general, there[0]):
        return Problem("return-beside-ally", rule="10.1", args=args)
    return None


def open_site(state: State, general: str, wished: str) -> str | None:
    """Where *general* returns: on *wished*, or on the first other site if another player's general is there."""
    sites = (wished, *return_sites(state, state.power_of(general), general))
    return next((city for city in sites if wrong_return(state, general, city) is None), None)


def check(view: State, seat: str, order: WinterOrders) -> Iterator[Problem]:
    """What is wrong with a winter sheet; returns are checked one after the other, as they are carried out."""
    own = view.powers_of(seat)
    if order.passes and (order.recruits or order.returns or order.new_troops):
        yield Problem("passes-and-moves", ("passes",), "13", ORDERS_MEANT)
    yield from _check_recruits(view, own, order)
    arriving = yield from check_returns(view, own, order)
    yield from check_commanders(view, order, arriving)
    yield from check_shares(view, own, order, arriving)
    yield from _check_money(view, own, order)


def paid_cards(view: State, power: str, order: WinterOrders) -> tuple[str, ...]:
    """The cards with which *power* pays for its recruits."""
    return find(view.hands[power].known, order.recruits.get(power, ()))[0]


def bought(view: State, power: str, order: WinterOrders) -> int:
    """The troops that the cards of *power* buy at most."""
    return worth(paid_cards(view, power, order)) // PRICE


def _check_recruits(view: State, own: tuple[str, ...], order: WinterOrders) -> Iterator[Problem]:
    for power, faces in order.recruits.items():
        if power not in own:
            yield Problem("not-your-power", ("recruits", power), "13", {"power": power})
            continue
        hand = view.hands[power].known
        for missing in find(hand, faces)[1]:
            yield not_held(hand, power, missing, ("recruits", power, faces.index(missing)))


def check_returns(view: State, own: tuple[str, ...], order: WinterOrders) -> Generator[Problem, None, dict[str, str]]:
    """What is wrong with the returns; gives back the city of each general that arrives."""
    arriving: dict[str, str] = {}
    for general, city in order.returns.items():
        where = ("returns", general)
        if general not in view.theatre.generals:
            yield Problem("general-absent", where, "14", {"general": general})
        elif view.power_of(general) not in own:
            yield Problem("not-your-general", where, "13", {"general": general})
        elif general in view.at:
            yield Problem("general-on-map", where, "13", {"general": general, "city": view.at[general]})
        elif general in view.off_map:
            yield Problem("general-off-map", where, "13", {"general": general})
        elif (problem := wrong_return(view, general, city)) is not None:
            yield Problem(problem.code, where, problem.rule, problem.args)
        elif sum(c == city for c in arriving.values()) + len(view.generals_at(city)) > 1:
            there = (*view.generals_at(city), *(g for g, c in arriving.items() if c == city))
            yield Problem("return-occupied", where, "13", {"general": general, "city": city, "generals": there})
        else:
            arriving[general] = city
            if order.new_troops.get(general, 0) < 1:
                on = (("new_troops", general),)
                yield Problem("returns-without-troops", where, "13", {"general": general}, rests_on=on)
    return arriving


def check_commanders(view: State, order: WinterOrders, arriving: dict[str, str]) -> Iterator[Problem]:
    """What is wrong with the choice of commanders; it is free among equal ranks, when a return forms the stack (6)."""
    for number, general in enumerate(order.commands):
        where = ("commands", number)
        city = arriving.get(general) or view.at.get(general)
        if city is None:
            on = (("returns", general),)
            yield Problem("general-off-map", where, "6", {"general": general}, rests_on=on)
            continue
        arrived = tuple(g for g, c in arriving.items() if c == city)
        stack = (*view.generals_at(city), *arrived)
        args = {"general": general, "city": city, "generals": stack}
        ranks = {g: view.theatre.generals[g].rank for g in stack}
        first = min(stack, key=lambda g: ranks[g])
        if not arrived or len(stack) < 2:
            yield Problem("commander-not-there", where, "6", args, rests_on=(("returns",),))
        elif ranks[general] > ranks[first]:
            yield Problem("rank-commands", where, "6", {**args, "first": first})


def check_shares(view: State, own: tuple[str, ...], order: WinterOrders, arriving: dict[str, str]) -> Iterator[Problem]:
    """What is wrong with the new troops: they go to generals on the map or *arriving*, at most 8 troops each."""
    for general, number in order.new_troops.items():
        where = ("new_troops", general)
        if general not in view.theatre.generals or view.power_of(general) not in own:
            yield Problem("not-your-general", where, "13", {"general": general})
            continue
        if general not in view.at and general not in arriving:
            on = (("returns", general),)
            yield Problem("recruits-off-map", where, "13", {"general": general}, rests_on=on)
        if number < 1:
            yield Problem("too-few-troops", where, "13", {"general": general, "number": number})
        before = order.troops.get(general, view.troops.get(general, 0))
        if before + number > MAXIMUM:
            limits = {"general": general, "number": before + number, "maximum": MAXIMUM}
            yield Problem("too-many-troops", where, "6", limits, rests_on=(("troops", general),))


def _check_money(view: State, own: tuple[str, ...], order: WinterOrders) -> Iterator[Problem]:
    for power in own:
        given = sum(n for g, n in order.new_troops.items() if view.power_of(g) == power)
        can = bought(view, power, order)
        paid = worth(paid_cards(view, power, order))
        money = {"power": power, "points": paid, "troops": can, "given": given, "price": PRICE * given}
        if given > can:
            yield Problem("recruits-unpaid", ("new_troops",), "13", money, rests_on=(("recruits", power),))
        elif given < can:
            on = (("recruits", power), ("returns",))
            yield Problem("recruits-unclaimed", ("new_troops",), "13", money, Weight.unwise, on)


class TroopWishes(Protocol):
    """What a sheet says of new troops."""

    @property
    def new_troops(self) -> Mapping[str, int]: ...

    @property
    def returns(self) -> Mapping[str, str]: ...

    @property
    def commands(self) -> tuple[str, ...]: ...


def give(table: Table[State], power: str, number: int, said: TroopWishes, given: Mapping[str, int]) -> dict[str, int]:
    """Give *number* new troops to the generals of *power* as *said*; return how many each has got in this stage.

    *given* is what they have already got. What is not said goes to the weakest generals on the map, then to removed
    ones that return; what no general can take is lost.
    """
    state = table.state
    wanted = {g: n - given.get(g, 0) for g, n in said.new_troops.items() if state.power_of(g) == power}
    shares: dict[str, int] = {}
    for general, wish in wanted.items():
        if general in state.at or _return(table, general, said.returns.get(general), said.commands, number):
            number -= _add(table.state, shares, general, min(number, wish))
    number -= _spread(table.state, shares, power, number)
    for general in table.state.removed_of(power):
        if _return(table, general, said.returns.get(general), said.commands, number):
            number -= _add(table.state, shares, general, number)
    if shares:
        _tell(table, power, shares)
    return {general: given.get(general, 0) + shares.get(general, 0) for general in {**given, **shares}}


def _return(table: Table[State], general: str, wished: str | None, commanders: tuple[str, ...], number: int) -> bool:
    """Let a removed *general* return if a troop is left for it; say whether it is there."""
    state = table.state
    if number < 1 or not state.is_removed(general):
        return False
    sites = (wished,) if wished else return_sites(state, state.power_of(general), general)
    city = next((found for site in sites if (found := open_site(state, general, site))), None)
    if city is None:
        return False
    bring_back(table, general, city, commanders)
    return True


def _add(state: State, shares: dict[str, int], general: str, number: int) -> int:
    """Put up to *number* troops to the shares of *general*; return how many."""
    room = MAXIMUM - state.troops.get(general, 0) - shares.get(general, 0)
    added = max(0, min(number, room))
    if added:
        shares[general] = shares.get(general, 0) + added
    return added


def _spread(state: State, shares: dict[str, int], power: str, number: int) -> int:
    """Give *number* troops one by one to the weakest general of *power* on the map; return how many were given."""
    added = 0
    for _ in range(number):
        strength = {g: state.troops.get(g, 0) + shares.get(g, 0) for g in state.generals_of(power)}
        weak = [general for general in strength if strength[general] < MAXIMUM]
        if not weak:
            break
        added += _add(state, shares, min(weak, key=lambda g: strength[g]), 1)
    return added


def _tell(table: Table[State], power: str, shares: Mapping[str, int]) -> None:
    state = table.state
    troops = {general: state.troops.get(general, 0) + number for general, number in shares.items()}
    total = state.totals.get(power, 0) + sum(shares.values())
    table.emit(TroopsDivided(seat=state.seat_of(power), power=power, total=total, why="politics", troops=troops))
