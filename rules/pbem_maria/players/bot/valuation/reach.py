"""Where a piece can go in one move and what it would conquer or destroy (10.1)."""

from collections.abc import Callable, Iterator

import msgspec

from pbem_maria.chapters.conquest.conquest import protectors
from pbem_maria.chapters.movement.orders import FORCE_MARCH, MARCH
from pbem_maria.chapters.movement.paths import CROSSING, GENERAL_MAIN, TRAIN_MAIN, barred, ways
from pbem_maria.position.powers import enemies, is_enemy_fortress
from pbem_maria.position.state import State

ReachPath = tuple[str, ...]


class Option(msgspec.Struct, frozen=True):
    """A move of one piece: where it ends and what it takes with it."""

    city: str
    path: ReachPath = ()
    how: str = MARCH
    conquers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    destroys: tuple[str, ...] = ()


class Ground:
    """The fortresses that a general of one power can take now, and what keeps it from others."""

    def __init__(self, state: State, power: str) -> None:
        self._state = state
        self.power = power
        self.open: frozenset[str] = frozenset()
        self.guarded: dict[str, tuple[str, ...]] = {}
        free = []
        for city in state.board.fortresses:
            if is_enemy_fortress(state, city.id, power):
                guards = protectors(state, city.id)
                if guards:
                    self.guarded[city.id] = guards
                else:
                    free.append(city.id)
        self.open = frozenset(free)

    def options(self, piece: str, worth_of: Callable[[Option], float]) -> dict[str, Option]:
        """For each city that *piece* can reach by a march the best path there; staying is one of them."""
        best = {self._state.at[piece]: Option(self._state.at[piece])}
        value = {self._state.at[piece]: 0.0}
        for path in _paths(self._state, piece):
            option = self._judge(piece, path)
            worth = worth_of(option) - 0.01 * len(path)
            if option.city not in best or worth > value[option.city]:
                best[option.city], value[option.city] = option, worth
        return best

    def force_marches(self, general: str) -> dict[str, Option]:
        """Every city that *general* can reach by a force march."""
        return {path[-1]: Option(path[-1], path, FORCE_MARCH) for path in ways(self._state, general, FORCE_MARCH)}

    def _judge(self, piece: str, path: ReachPath) -> Option:
        state = self._state
        if not state.theatre.is_general(piece):
            return Option(path[-1], path)
        left = (state.at[piece], *path[:-1])
        destroys = tuple(city for city in path if self._enemy_train(city))
        if piece in state.face_down:
            return Option(path[-1], path, destroys=destroys)
        conquers = tuple(city for city in left if city in self.open)
        flags = tuple(city for city in left if city in self.guarded)
        return Option(path[-1], path, MARCH, conquers, flags, destroys)

    def _enemy_train(self, city: str) -> str | None:
        train = self._state.train_at(city)
        if train is not None and enemies(self._state, self._state.power_of(train), self.power):
            return train
        return None


class _Gates:
    """Whether one piece may enter cities, each looked at once."""

    def __init__(self, state: State, piece: str) -> None:
        self._state, self._piece = state, piece
        self._taken = set(state.at.values())
        crosses = state.power_of(piece) in CROSSING
        self._board = None if crosses else state.board.cities[state.at[piece]].board
        self._known: dict[tuple[str, bool], bool] = {}

    def admit(self, city: str, *, last: bool) -> bool:
        if city not in self._taken and not self._state.neutral:
            return self._board in (None, self._state.board.cities[city].board)
        key = city, last
        if key not in self._known:
            self._known[key] = barred(self._state, self._piece, city, MARCH, last=last) is None
        return self._known[key]


def _paths(state: State, piece: str) -> Iterator[ReachPath]:
    """The legal paths of a march of *piece*, without a city twice."""
    board, start = state.board, state.at[piece]
    far = GENERAL_MAIN if state.theatre.is_general(piece) else TRAIN_MAIN
    gates = _Gates(state, piece)

    def further(path: ReachPath, here: str, *, main: bool) -> Iterator[ReachPath]:
        length = len(path) + 1
        for city in board.roads[here]:
            still = main and city in board.main[here]
            if length > far - (not still) or city == start or city in path:
                continue
            longer = (*path, city)
            if gates.admit(city, last=True):
                yield longer
            if length < far and gates.admit(city, last=False):
                yield from further(longer, city, main=still)

    yield from further((), start, main=True)
