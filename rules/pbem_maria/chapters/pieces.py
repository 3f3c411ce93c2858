"""Events of pieces on the map: placed, moved, turned, removed, re-entered (4, 6, 7, 9, 10)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import Problem
from pbem.engine.table import Table
from pbem_maria.orders.stage import SharedStack, StageOrders
from pbem_maria.position.powers import cooperating
from pbem_maria.position.state import MAXIMUM, State


def without(state: State, piece: str) -> State:
    """The state with *piece* off the map, and its troops gone."""
    at = {p: city for p, city in state.at.items() if p != piece}
    troops = {g: n for g, n in state.troops.items() if g != piece}
    left = (replace(s, generals=tuple(g for g in s.generals if g != piece)) for s in state.sightings)
    return replace(
        state,
        at=at,
        troops=troops,
        face_down=state.face_down - {piece},
        commanders=_commanders(state, at),
        sightings=tuple(sighting for sighting in left if sighting.generals),
    )


def _commanders(state: State, at: Mapping[str, str]) -> dict[str, str]:
    """Chosen commanders of the stacks that are still where they were."""
    return {city: general for city, general in state.commanders.items() if at.get(general) == city}


def put(state: State, piece: str, city: str) -> State:
    """The state with *piece*, which is on the map, in *city*."""
    at = {**state.at, piece: city}
    return replace(state, at=at, commanders=_commanders(state, at))


class Placed(Event[State], frozen=True):
    """A piece was put on the map: at the set-up, or returning."""

    piece: str
    city: str
    returning: bool = False

    def change(self, state: State) -> State:
        return replace(state, at={**state.at, self.piece: self.city})


class PlacedOffMap(Event[State], frozen=True):
    """A general is in an off-map box from the set-up on: out of play, with its troops (3)."""

    general: str
    box: str

    def change(self, state: State) -> State:
        return replace(state, off_map={**state.off_map, self.general: self.box})


class Moved(Event[State], frozen=True):
    """A piece went along *path* (the city it left is not in it).

    *how* is `march`, `force-march` or `retreat`.
    """

    piece: str
    start: str
    path: tuple[str, ...]
    how: str = "march"

    def change(self, state: State) -> State:
        state = put(state, self.piece, self.path[-1])
        if self.how == "retreat":
            return replace(state, retreated=state.retreated | {self.piece})
        return replace(state, moved=state.moved | {self.piece})


class MoveLeftOut(SeatSecret[State], frozen=True):
    """A move that was ordered was no longer legal when its turn came, and was not made; only its owner is told.

    *why* is the code of the problem; the *goal*, its destination, may be unknown if a general was to be joined.
    """

    piece: str
    why: str
    goal: str | None = None


class TakenAsGone(Event[State], frozen=True):
    """For the check of a sheet, never in a game: another player's piece is taken to have left its city (10.1)."""

    piece: str

    def change(self, state: State) -> State:
        at = {piece: city for piece, city in state.at.items() if piece != self.piece}
        return replace(state, at=at, commanders=_commanders(state, at))


class TakenAsMoved(Event[State], frozen=True):
    """For the check of a sheet, never in a game: a move that is refused is taken as made, to judge what follows it."""

    piece: str
    city: str

    def change(self, state: State) -> State:
        at = {**state.at, self.piece: self.city}
        return replace(state, at=at, moved=state.moved | {self.piece}, commanders=_commanders(state, at))


class StackFormed(Event[State], frozen=True):
    """Two generals are in one city, *commander* on top; if one has come by its move, neither moves again (10.1)."""

    city: str
    commander: str
    generals: tuple[str, ...]
    chosen: bool = False
    """Whether the commander was chosen: the ranks are equal (6)."""

    def change(self, state: State) -> State:
        commanders = {**state.commanders, self.city: self.commander} if self.chosen else state.commanders
        done = set(self.generals) if state.moved & set(self.generals) else set()
        return replace(state, moved=state.moved | done, commanders=commanders)


class TrainLost(Event[State], frozen=True):
    """A supply train was destroyed by a general that entered its city (10.1, 13)."""

    train: str
    city: str
    by: str

    def change(self, state: State) -> State:
        return without(state, self.train)


class TrainReEntered(Event[State], frozen=True):
    """A supply train re-entered on a major fortress (10.2); it does not move this phase."""

    train: str
    city: str
    picked_up: str | None = None
    """The city where it was until then, if it was on the map."""

    def change(self, state: State) -> State:
        return replace(
            state,
            at={**state.at, self.train: self.city},
            moved=state.moved | {self.train},
        )


class GeneralRemoved(Event[State], frozen=True):
    """A general without troops was removed; *why* is `supply`, `combat` or `retreat`."""

    general: str
    why: str

    def change(self, state: State) -> State:
        return without(state, self.general)


class TurnedDown(Event[State], frozen=True):
    """An unsupplied general was turned face down; it cannot conquer (9)."""

    general: str

    def change(self, state: State) -> State:
        return replace(state, face_down=state.face_down | {self.general})


class TurnedUp(Event[State], frozen=True):
    """A supplied general was turned face up again (9)."""

    general: str

    def change(self, state: State) -> State:
        return replace(state, face_down=state.face_down - {self.general})


class HussarDriven(Event[State], frozen=True):
    """A piece came upon a hussar, which is off the board until the next hussar stage (7)."""

    hussar: int
    city: str
    by: str

    def change(self, state: State) -> State:
        places = list(state.hussars)
        places[self.hussar] = None
        return replace(state, hussars=tuple(places))


class HussarNotPlaced(SeatSecret[State], frozen=True):
    """Cities that were ordered for a hussar were not open to it when it was placed; only its owner is told (7)."""

    hussar: int
    barred: Mapping[str, str]
    """The code of what was wrong with each city."""


class HussarPlaced(Event[State], frozen=True):
    """Austria put a hussar on a city, or left it off the board (7); *hussar* counts from 0."""

    hussar: int
    city: str | None

    def change(self, state: State) -> State:
        places = list(state.hussars)
        places[self.hussar] = self.city
        return replace(state, hussars=tuple(places))


def divide(
    state: State, generals: tuple[str, ...], loss: int, *, first: str | None = None, last: str | None = None
) -> dict[str, int]:
    """The troops that each of *generals*, the supreme commander first, loses of *loss* in all.

    In a mixed stack the other power's general loses first. In a stack of one power *first*, by default the
    subordinate, loses down to its last troop, then its partner down to its last; so both are saved if two troops are
    left. The very last troop of both stays with *last*, by default with the commander.
    """
    troops = {general: state.troops[general] for general in generals}
    left = max(0, sum(troops.values()) - loss)
    if len(generals) == 1:
        return {generals[0]: troops[generals[0]] - left}
    commander, other = generals
    if state.power_of(commander) != state.power_of(other):
        kept = min(left, troops[commander])
        return {commander: troops[commander] - kept, other: troops[other] - (left - kept)}
    if left < 2:
        keeper = last if last in generals else commander
        return {general: troops[general] - (left if general == keeper else 0) for general in generals}
    loser, partner = (commander, other) if first == commander else (other, commander)
    kept = max(1, left - troops[partner])
    return {loser: troops[loser] - kept, partner: troops[partner] - (left - kept)}


STACK_RULE = "10.1"


def of_two_players(state: State, one: str, other: str) -> bool:
    """Whether two generals are run by different players."""
    return state.seat_of(state.power_of(one)) != state.seat_of(state.power_of(other))


def no_stack(state: State, general: str, other: str) -> Problem | None:
    """Why two players' generals form no stack, as far as their sheets are known in *state*; nothing if they may.

    A view knows its own seat's sheet alone: then that one decides, until the sheets are combined.
    """
    if not of_two_players(state, general, other):
        return None
    pair = {general, other}
    under = commander_said(state, general, other)
    args = {"piece": general, "other": other, "city": state.at.get(other), "under": under}
    found = [_company(sheet, pair) for sheet in _sheets(state, pair)]
    if not found or None in found:
        return Problem("stack-not-agreed", rule=STACK_RULE, args=args)
    commanders = {each.commander for each in found if each}
    if _equal_ranks(state, pair) and (len(commanders) > 1 or None in commanders):
        return Problem("commander-not-agreed", rule="6", args=args)
    return None


def commander(state: State, stack: tuple[str, ...]) -> str | None:
    """The general that both sheets name to command a stack of two players whose generals have equal ranks."""
    found = (_company(sheet, set(stack)) for sheet in _sheets(state, set(stack)))
    return next((each.commander for each in found if each), None)


def _sheets(state: State, pair: set[str]) -> tuple[StageOrders, ...]:
    """The sheets for the present stage of the seats that run the generals of *pair*, as far as they are known."""
    seats = {state.seat_of(state.power_of(general)) for general in pair}
    found = (state.orders.get(seat) for seat in sorted(seats))
    return tuple(sheet for sheet in found if sheet)


def _company(sheet: StageOrders, pair: set[str]) -> SharedStack | None:
    return next((each for each in sheet.stacks if set(each.generals) == pair), None)


def commander_said(state: State, general: str, other: str) -> str:
    """Which of two players' generals a sheet may name to command them; empty if the better rank does (6)."""
    return other if _equal_ranks(state, {general, other}) else ""


def _equal_ranks(state: State, pair: set[str]) -> bool:
    return len({state.theatre.edition.generals[general].rank for general in pair}) == 1


def shared(state: State) -> bool:
    """Whether two players act together in the present stage (5)."""
    return len({state.seat_of(power) for power in state.stage_powers()}) > 1


def check_stack(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with what a sheet says of a stage that two players share."""
    if order.flanders is not None and not shared(view):
        yield Problem("stage-not-shared", ("flanders",), STACK_RULE)
    for number, company in enumerate(order.stacks):
        problem = _wrong_company(view, seat, company)
        if problem is not None:
            yield Problem(problem.code, ("stacks", number), problem.rule, problem.args)


def _wrong_company(view: State, seat: str, company: SharedStack) -> Problem | None:
    generals = company.generals
    args = {"generals": generals}
    one, other = (view.power_of(general) for general in generals)
    seats = {view.seat_of(one), view.seat_of(other)}
    may_meet = {one, other} <= set(view.stage_powers()) and cooperating(view, one, other)
    if not may_meet or seat not in seats or len(seats) < 2:
        return Problem("no-company", rule=STACK_RULE, args=args)
    equal = _equal_ranks(view, set(generals))
    if equal and company.commander is None:
        return Problem("commander-missing", rule="6", args=args)
    if company.commander is None:
        return None
    told = {**args, "general": company.commander}
    if company.commander not in generals:
        return Problem("commander-of-neither", rule="6", args=told)
    first = min(generals, key=lambda general: view.theatre.edition.generals[general].rank)
    if not equal and company.commander != first:
        return Problem("better-rank-commands", rule="6", args={**told, "first": first})
    return None


def _changed(state: State, change: Mapping[str, int]) -> dict[str, int]:
    """Troops after *change*; a general whose troops the viewer does not know stays unknown."""
    troops = dict(state.troops)
    for general, number in change.items():
        if general in troops:
            troops[general] += number
    return troops


class TroopsDivided(Event[State], frozen=True):
    """A seat divided troops of a power among generals: each one's number is its secret.

    *total* is what the power then has on the map. *why* is `set-up`, `exchange` or `recruits`.
    """

    seat: str
    power: str
    total: int
    why: str
    troops: Mapping[str, int] | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        if seat == self.seat:
            return self
        return None if self.why == "exchange" else replace(self, troops=None)

    def change(self, state: State) -> State:
        totals = {**state.totals, self.power: self.total}
        return replace(state, totals=totals, troops={**state.troops, **(self.troops or {})})


def lost_by(state: State, power: str, losses: Mapping[str, int], why: str) -> "TroopsLost":
    """That *power* lost these troops of its generals."""
    seat, number = state.seat_of(power), sum(losses.values())
    return TroopsLost(seat=seat, power=power, number=number, why=why, generals=tuple(losses), losses=losses)


class TroopsLost(Event[State], frozen=True):
    """A power lost troops; *losses* by general is secret unless it is plain (one general).

    *why* is `supply`, `combat` or, for those that cannot retreat, `retreat`.
    """

    seat: str
    power: str
    number: int
    why: str
    generals: tuple[str, ...]
    losses: Mapping[str, int] | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat or len(self.generals) == 1 else replace(self, losses=None)

    def change(self, state: State) -> State:
        totals = {**state.totals, self.power: state.totals[self.power] - self.number}
        change = {general: -number for general, number in (self.losses or {}).items()}
        told = tuple(
            replace(s, troops=s.troops - self.number) if set(self.generals) <= set(s.generals) else s
            for s in state.sightings
        )
        return replace(state, totals=totals, troops=_changed(state, change), sightings=told)


EXCHANGE_RULE = "6"
UNREAD = (("troops", ""),)


def partner(state: State, general: str) -> str | None:
    """The general of the same power in the same city, if there is one."""
    if general not in state.at:
        return None
    stack = state.generals_at(state.at[general])
    return next((g for g in stack if g != general and state.power_of(g) == state.power_of(general)), None)


def ready(state: State, seat: str, troops: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The stacks, both generals named in *troops*, whose exchange can be carried out now."""
    own = state.powers_of(seat)
    for general, number in troops.items():
        other = partner(state, general)
        if other is None or other not in troops or general > other or state.power_of(general) not in own:
            continue
        both = state.troops.get(general, 0) + state.troops.get(other, 0)
        if number + troops[other] == both and all(1 <= troops[g] <= MAXIMUM for g in (general, other)):
            yield general, other


def carry_out(table: Table[State], seat: str, troops: Mapping[str, int]) -> set[str]:
    """Exchange troops in every stack that is complete; return the generals that took part."""
    done: set[str] = set()
    for pair in tuple(ready(table.state, seat, troops)):
        done.update(pair)
        state = table.state
        divided = {general: troops[general] for general in pair}
        if any(state.troops[general] != number for general, number in divided.items()):
            power = state.power_of(pair[0])
            total = state.totals[power]
            table.emit(TroopsDivided(seat=seat, power=power, total=total, why="exchange", troops=divided))
    return done


def no_exchange(view: State, seat: str, general: str, troops: Mapping[str, int]) -> Problem:
    """Why the troops of *general* cannot be exchanged as *troops* says."""
    where = ("troops", general)
    args = {"general": general, "number": troops[general]}
    if general not in view.theatre.generals or view.power_of(general) not in view.powers_of(seat):
        return Problem("not-your-general", where, EXCHANGE_RULE, args)
    if general not in view.at:
        return Problem("general-off-map", where, EXCHANGE_RULE, args)
    other = partner(view, general)
    if other is None:
        return Problem("no-stack-to-exchange", where, EXCHANGE_RULE, {**args, "troops": view.troops.get(general, 0)})
    if other not in troops:
        return Problem("exchange-names-both", where, EXCHANGE_RULE, {**args, "other": other}, rests_on=UNREAD)
    if not 1 <= troops[general] <= MAXIMUM:
        return Problem("troops-out-of-range", where, EXCHANGE_RULE, {**args, "minimum": 1, "maximum": MAXIMUM})
    given, total = troops[general] + troops[other], view.troops.get(general, 0) + view.troops.get(other, 0)
    return Problem(
        "exchange-total",
        where,
        EXCHANGE_RULE,
        {**args, "other": other, "given": given, "total": total},
        rests_on=UNREAD,
    )


def check_exchange(view: State, seat: str, troops: Mapping[str, int], new: Mapping[str, int]) -> Iterator[Problem]:
    """What is wrong with an exchange to be carried out now, before *new* troops come."""
    told = {general for pair in ready(view, seat, troops) for general in pair}
    for general in (each for each in troops if each not in told):
        problem = no_exchange(view, seat, general, troops)
        if problem.code == "exchange-total":  # one sum of two numbers is one fault
            pair = (general, problem.args["other"])
            if pair[1] in told:
                continue
            told.add(general)
            before = {each: troops[each] - new.get(each, 0) for each in pair}
            fits = sum(before.values()) == problem.args["total"] and min(before.values()) > 0
            problem = replace(problem, args={**problem.args, "before": before if fits else {}})
        yield problem
