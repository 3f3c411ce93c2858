"""Marches by chance, with interception, evasion and battle: whatever happens, the position stays sound (9, 10)."""

import random
from collections.abc import Iterable

import pytest

from pbem.engine.event import ChanceDrawn
from pbem_tnw.chapters.land.events import EvasionTried, InterceptionTried
from pbem_tnw.chapters.land.movement import problems
from pbem_tnw.edition.board import on_map
from pbem_tnw.orders.standing import EvadeLine, InterceptLine
from pbem_tnw.position.control import at_war
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable, move
from tests.tnw.movement.scattering import scattered
from tests.tnw.positions import with_standing


class ChanceTable(MarchTable):
    """A table on which the dice are rolled."""

    def __init__(self, state: WarState, faces: Iterable[int] = (), seed: int = 0) -> None:
        super().__init__(state, faces)
        self.chance = random.Random(seed)

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        rolled = tuple(self.chance.randint(1, sides) for _ in range(dice))
        self.emit(ChanceDrawn(draw=name, kind="dice", of=sides, result=[*rolled], public=True))
        return rolled


def broken(state: WarState) -> list[str]:
    """What is wrong with the forces of a position."""
    found = []
    for place, there in state.units.items():
        found += [f"{n} of {nation} in {place}" for nation, n in there.items() if n <= 0]
        if on_map(place):
            found += [f"{one} and {other} in {place}" for one in there for other in there if at_war(state, one, other)]
    found += [f"{name} alone among enemies" for name, place in state.generals.items() if _alone(state, name, place)]
    return found


def _alone(state: WarState, name: str, place: str) -> bool:
    nation, there = state.board.leaders[name].nation, state.units.get(place, {})
    return on_map(place) and any(at_war(state, nation, other) for other in there)


def strengths(state: WarState) -> int:
    return sum(n for there in state.units.values() for n in there.values())


@pytest.mark.parametrize("number", range(40))
def test_9_10_whatever_happens_the_position_stays_sound(number: int) -> None:
    state = scattered(number)
    for seat in ("austria", "russia"):
        state = with_standing(state, seat, intercept=(InterceptLine(),), evade=(EvadeLine(),))
    wrong = broken(state)
    table = ChanceTable(state, seed=number)
    chance = random.Random(number)
    for name in ("napoleon", "lannes", "ney", "davout"):
        near = list(state.board.links.get(table.where(name), {}))
        if not near:
            continue
        line = move(chance.choice(near), chance.choice(near), commander=name)
        view = table.views["france"]
        if not any(problem.stops for problem in problems(view, "france", line)):
            before = strengths(table.state)
            table.order(line)
            assert table.state.flow == ()
            assert strengths(table.state) <= before
            assert set(broken(table.state)) <= set(wrong)
            assert table.state.impulse is not None
            assert table.state.impulse.contact is None
            assert table.state.impulse.battle is None


def test_9_10_such_marches_are_intercepted_and_evaded() -> None:
    tables = []
    for number in range(30):
        state = with_standing(scattered(number), "austria", intercept=(InterceptLine(),), evade=(EvadeLine(),))
        table = ChanceTable(state, seed=number)
        for name in ("napoleon", "lannes", "ney", "davout"):
            for near in state.board.links.get(table.where(name), {}):
                line = move(near, commander=name)
                if not any(problem.stops for problem in problems(table.views["france"], "france", line)):
                    table.order(line)
        tables.append(table)
    assert sum(len(table.told(InterceptionTried)) for table in tables) > 2
    assert sum(len(table.told(EvasionTried)) for table in tables) > 2
