"""The moves of the generals in an action stage: one unit after the other."""

from itertools import combinations

import msgspec

from pbem.engine.table import Scratch
from pbem_maria.bot.judge import Judge
from pbem_maria.bot.survey import Ground, Option, Survey
from pbem_maria.bot.worth import Worth
from pbem_maria.chapters import movement, pieces
from pbem_maria.chapters.supply import REACH
from pbem_maria.orders.movement import RE_ENTER, Move
from pbem_maria.position.cards import worth
from pbem_maria.position.powers import cooperating, enemies, home_of
from pbem_maria.position.state import State

_FLAG = 0.12
"""The chance that the protector of a fortress just passed retreats in this stage."""
_CALM = 6
"""No enemy within so many cities: a force march may be thought of."""
_LEAST = 0.05


class MoveStep(msgspec.Struct, frozen=True):
    """A move of one general, or of two that end in one city, and what it gains over staying."""

    gain: float
    units: tuple[tuple[str, Option], ...]


class Planner:
    """Finds the moves of the generals of *powers*, trying them out on a scratch table."""

    def __init__(self, table: Scratch[State], seat: str, powers: tuple[str, ...]) -> None:
        self._table, self._seat, self._powers = table, seat, powers
        self.moves: list[Move] = []

    @property
    def _state(self) -> State:
        return self._table.state

    def plan(self) -> None:
        """Move general after general until no move gains anything."""
        done: set[str] = set()
        while self._state.result is None:
            step = self._best(done)
            if step is None or step.gain < _LEAST:
                return
            for general, option in step.units:
                done.add(general)
                if option.path and not self._go(general, option):
                    break

    def _go(self, general: str, option: Option) -> bool:
        move = Move(pieces=(general,), how=option.how, path=option.path)
        if general in self._state.moved:
            return False
        problems = [p for p in movement.carry_out(self._table, self._powers, move) if p.stops]
        if not problems:
            self.moves.append(move)
        return not problems

    def _best(self, done: set[str]) -> MoveStep | None:
        view = PlannedPosition(self._state, self._seat)
        free = [g for power in self._powers for g in self._state.generals_of(power)]
        free = [g for g in free if g not in done and g not in self._state.moved]
        steps = [step for general in free if (step := view.alone(general)) is not None]
        steps += [step for one, other in combinations(free, 2) if (step := view.together(one, other)) is not None]
        return max(steps, key=lambda step: step.gain, default=None)


class PlannedPosition:
    """A position of the movement phase, in which the next step is looked for."""

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self.survey = Survey(state, seat)
        self.worth = Worth(self.survey)
        self._judges: dict[str, Judge] = {}
        self._grounds: dict[str, Ground] = {}
        self._options: dict[str, dict[str, Option]] = {}
        self._others: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._values: dict[str, dict[str, float]] = {}

    def judge(self, power: str) -> Judge:
        if power not in self._judges:
            self._judges[power] = Judge(self.survey, self.worth, power)
        return self._judges[power]

    def options(self, general: str) -> dict[str, Option]:
        """The best path of *general* to every city in its reach."""
        if general not in self._options:
            power = self._state.power_of(general)
            ground = self._grounds.setdefault(power, Ground(self._state, power))
            found = ground.options(general, lambda option: self.booty(option, power))
            judge = self.judge(power)
            here = self._state.at[general]
            if all(self._state.board.distance(foe.city, here) > _CALM for foe in judge.foes):
                found = {**ground.force_marches(general), **found}
            self._options[general] = found
        return self._options[general]

    def booty(self, option: Option, power: str) -> float:
        """What a move conquers or destroys."""
        taken = sum(self.worth.gain(city, power) for city in option.conquers)
        taken += self.worth.victory(option.conquers, power)
        taken += _FLAG * sum(self.worth.gain(city, power) for city in option.flags)
        trains = [self._state.train_at(city) for city in option.destroys]
        return taken + sum(self.worth.train(train) for train in trains if train)

    def alone(self, general: str) -> MoveStep | None:
        """The best move of *general* by itself, against staying."""
        here = self._state.at[general]
        values = self._alone(general)
        city = max(values, key=lambda c: values[c])
        return (
            None if city == here else MoveStep(values[city] - values[here], ((general, self.options(general)[city]),))
        )

    def _alone(self, general: str) -> dict[str, float]:
        if general not in self._values:
            self._values[general] = {
                city: self._value((general,), (option,)) for city, option in self.options(general).items()
            }
        return self._values[general]

    def together(self, one: str, other: str) -> MoveStep | None:
        """The best move by which two generals end in one city, against both staying."""
        state = self._state
        powers = state.power_of(one), state.power_of(other)
        if not cooperating(state, *powers) or pieces.of_two_players(state, one, other):
            return None
        if state.board.distance(state.at[one], state.at[other]) > 8:
            return None
        first, second = self.options(one), self.options(other)
        now = self._alone(one)[state.at[one]] + self._alone(other)[state.at[other]]
        best: MoveStep | None = None
        for city in first.keys() & second.keys():
            if any(g not in (one, other) for g in state.generals_at(city)):
                continue
            ways = (first[city], second[city])
            value = self._value((one, other), ways)
            if best is None or value - now > best.gain:
                best = MoveStep(value - now, ((one, ways[0]), (other, ways[1])))
        return best

    def _value(self, generals: tuple[str, ...], ways: tuple[Option, ...]) -> float:
        """What it is worth if *generals* take *ways*, which end in one city."""
        state = self._state
        city = ways[0].city
        mates = [g for g in state.generals_at(city) if g not in generals]
        stack = self.survey.stack((*generals, *mates), city)
        judge = self.judge(stack.power)
        seen: set[str] = set()
        value = 0.0
        for general, option in zip(generals, ways, strict=True):
            fresh = Option(
                option.city,
                option.path,
                option.how,
                tuple(c for c in option.conquers if c not in seen),
                tuple(c for c in option.flags if c not in seen),
                tuple(c for c in option.destroys if c not in seen),
            )
            seen.update((*option.conquers, *option.flags, *option.destroys))
            value += self.booty(fresh, state.power_of(general))
            value += self.judge(state.power_of(general)).supply((general,), city)
        others = self._mates(generals)
        value += judge.attacks(stack)
        value += judge.danger(stack)
        value += judge.prospects(city, seen, others)
        value += judge.shelter(city, others)
        return value

    def _mates(self, generals: tuple[str, ...]) -> tuple[str, ...]:
        """The cities of the other generals that cooperate with *generals*."""
        if generals not in self._others:
            state = self._state
            power = state.power_of(generals[0])
            self._others[generals] = tuple(
                city
                for other, city in state.at.items()
                if other not in generals
                and state.theatre.is_general(other)
                and cooperating(state, state.power_of(other), power)
            )
        return self._others[generals]


_NEAR = 3
_LOST = 14.0
_FAR = 30


def move_trains(table: Scratch[State], seat: str, powers: tuple[str, ...]) -> list[Move]:
    """Legal moves of the trains of *powers*, carried out on *table*."""
    done: list[Move] = []
    for power in powers:
        for train in table.state.theatre.trains.values():
            if train.power != power or train.id in table.state.moved or table.state.result is not None:
                continue
            move = _move(table.state, seat, train.id) if train.id in table.state.at else _return(table.state, train.id)
            if move is not None and not [p for p in movement.carry_out(table, powers, move) if p.stops]:
                done.append(move)
    return done


def _move(state: State, seat: str, train: str) -> Move | None:
    """The step that serves the generals best at the least risk."""
    power = state.power_of(train)
    foes = [foe.city for foe in Survey(state, seat).foes(power)]
    held = frozenset(city for piece, city in state.at.items() if enemies(state, state.power_of(piece), power))
    options = Ground(state, power).options(train, lambda _: 0.0)
    prices = {
        city: _service(state, train, city, held) + _risk(state, train, city, foes) + 0.01 * len(option.path)
        for city, option in options.items()
    }
    best = min(prices, key=lambda city: (prices[city], city))
    path = options[best].path
    return Move(pieces=(train,), path=path) if path else None


def _service(state: State, train: str, city: str, held: frozenset[str]) -> float:
    """What it costs to have *train* in *city*: the generals it cannot serve, past the cities *held* by enemies."""
    power = state.power_of(train)
    others = [state.at[t] for t in state.trains_of(power) if t != train]
    steps = state.board.reach(city, held.__contains__, REACH + 4)
    price = 0.0
    for general in state.generals_of(power):
        here = state.at[general]
        far = steps.get(here, REACH + 5 + state.board.distance(city, here) // 3)
        served = any(state.board.distance(other, here) <= REACH - 2 for other in others)
        weight = 0.3 if served or home_of(state, here) == power else 1.0
        price += weight * (6.0 * max(0, far - REACH) + 1.0 * max(0, far - _NEAR))
    return price


def _risk(state: State, train: str, city: str, foes: list[str]) -> float:
    """The risk for *train* in *city* that an enemy general out of *foes*, the cities where they are, comes there."""
    pieces = {where for piece, where in state.at.items() if piece != train} - {city}
    steps = state.board.reach(city, pieces.__contains__, 4)
    risk = 0.0
    for foe in foes:
        near = min((steps[c] for c in state.board.roads[foe] if c in steps), default=_FAR) + 1
        if near <= 3 or state.board.adjacent(city, foe):
            risk += _LOST
        elif near == 4:
            risk += _LOST / 3
    return risk


def _return(state: State, train: str) -> Move | None:
    """Bring a lost train back if the hand pays for it, to the site nearest to the generals abroad."""
    power = state.power_of(train)
    place = state.theatre.trains[train]
    if place.box and not state.annexed:
        return None
    if worth(state.hands[power].known) < movement.PRICE:
        return None
    free = [city for city in movement.sites(state, power) if not state.pieces_at(city)]
    generals = [state.at[g] for g in state.generals_of(power)]
    abroad = [city for city in generals if home_of(state, city) != power]
    if not free or not generals or (not abroad and state.trains_of(power)):
        return None
    near = min(free, key=lambda city: (sum(state.board.distance(city, g) for g in abroad or generals), city))
    return Move(pieces=(train,), how=RE_ENTER, path=(near,))
