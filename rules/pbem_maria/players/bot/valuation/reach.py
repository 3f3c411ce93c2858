"""Where a piece can go in one move and what it would conquer or destroy (10.1)."""

from collections.abc import Callable

import msgspec

from pbem_maria.chapters.conquest.conquest import protectors
from pbem_maria.chapters.movement.orders import FORCE_MARCH, MARCH
from pbem_maria.chapters.movement.paths import ways
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
        for path in ways(self._state, piece, MARCH):
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
