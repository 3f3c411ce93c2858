"""The moves of the generals in an action stage: one unit after the other, always the one that gains most."""

from itertools import combinations

import msgspec

from pbem.engine.table import Scratch
from pbem_maria.chapters.movement import movement
from pbem_maria.chapters.movement.orders import Move
from pbem_maria.chapters.pieces import shared_stacks
from pbem_maria.players.bot.valuation.judge import Judge
from pbem_maria.players.bot.valuation.reach import Ground, Option
from pbem_maria.players.bot.valuation.survey import Survey
from pbem_maria.players.bot.valuation.worth import Worth
from pbem_maria.position.powers import cooperating
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
        if not cooperating(state, *powers) or shared_stacks.of_two_players(state, one, other):
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
