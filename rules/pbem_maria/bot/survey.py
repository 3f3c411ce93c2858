"""What a seat can make of its view: strengths, hands and reach of all sides (6, 8)."""

from collections.abc import Callable
from functools import cached_property

import msgspec

from pbem_maria.chapters.conquest import protectors
from pbem_maria.chapters.paths import ways
from pbem_maria.orders.movement import FORCE_MARCH, MARCH
from pbem_maria.position.cards import is_reserve, suits, value_of
from pbem_maria.position.powers import enemies, is_enemy_fortress
from pbem_maria.position.state import AUSTRIA, MAXIMUM, State

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


RESERVE_COUNTS = 6.0
"""What a Reserve adds to a combat on an average."""
CARD_COUNTS = 1.9
"""What a card of an unknown hand adds to a combat on an average: mostly its suit does not fit."""
FRESH = 3
"""A known strength is trusted for this many turns."""


class Stack(msgspec.Struct, frozen=True):
    """Generals in one stack, the commander first, with their estimated strength."""

    generals: tuple[str, ...]
    city: str
    power: str
    """The commander's power: it plays the cards."""
    troops: float


class Survey:
    """A view seen with the eyes of one seat."""

    def __init__(self, view: State, seat: str) -> None:
        self.state = view
        self.seat = seat
        self.own = view.powers_of(seat)
        self.turns_left = view.theatre.last_turn - view.turn

    @cached_property
    def caution(self) -> float:
        """How much it weighs what enemies may do: little for Austria, which loses most by giving way."""
        return 0.2 if AUSTRIA in self.own else 0.6

    @cached_property
    def strength(self) -> dict[str, float]:
        """The troops of every general on the map: known, otherwise estimated from totals and known strengths."""
        found: dict[str, float] = {g: float(n) for g, n in self.state.troops.items()}
        for power, total in self.state.totals.items():
            hidden = [g for g in self.state.generals_of(power) if g not in found]
            if hidden:
                found.update(self._estimate(hidden, float(total)))
        return found

    def _estimate(self, hidden: list[str], total: float) -> dict[str, float]:
        """Share out *total*; what was lately seen of a stack is trusted."""
        found: dict[str, float] = {}
        for sighting in reversed(self.state.sightings):
            seen = [g for g in sighting.generals if g in hidden and g not in found]
            if not seen or len(seen) < len(sighting.generals) or self.state.turn - sighting.turn > FRESH:
                continue
            troops = min(float(sighting.troops), total - sum(found.values()))
            found.update(dict.fromkeys(seen, max(1.0, troops / len(seen))))
        rest = [g for g in hidden if g not in found]
        left = max(0.0, total - sum(found.values()))
        for general in rest:
            found[general] = min(float(MAXIMUM), max(1.0, left / len(rest)))
        return found

    def stack_at(self, city: str) -> Stack | None:
        """The generals in *city*."""
        generals = self.state.generals_at(city)
        return self.stack(generals, city) if generals else None

    def stack(self, generals: tuple[str, ...], city: str) -> Stack:
        """*generals*, as if they formed a stack in *city*."""
        ranks = self.state.theatre.generals
        ordered = tuple(sorted(generals, key=lambda g: (ranks[g].rank, g)))
        troops = sum(self.strength.get(g, 1.0) for g in ordered)
        return Stack(ordered, city, self.state.power_of(ordered[0]), troops)

    @cached_property
    def stacks(self) -> dict[str, Stack]:
        """Every stack on the map by its city."""
        cities: dict[str, list[str]] = {}
        for piece, city in self.state.at.items():
            if self.state.theatre.is_general(piece):
                cities.setdefault(city, []).append(piece)
        return {city: self.stack(tuple(generals), city) for city, generals in cities.items()}

    def foes(self, power: str) -> list[Stack]:
        """The stacks that *power* may have to fight."""
        state = self.state
        if power in state.neutral:
            return []
        return [s for s in self.stacks.values() if enemies(state, s.power, power) and s.power not in state.neutral]

    def cards(self, power: str, city: str) -> float:
        """What the hand of *power* is worth in a combat of its general in *city*."""
        hand = self.state.hands[power]
        suit = self.state.board.cities[city].suit
        known = sum(self._counts(card, suit) for card in hand.known)
        return known + CARD_COUNTS * hand.hidden

    @staticmethod
    def _counts(card: str, suit: str) -> float:
        if is_reserve(card):
            return RESERVE_COUNTS
        return float(value_of(card)) if suits(card, suit) else 0.0
