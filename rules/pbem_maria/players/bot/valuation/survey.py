"""What a seat can make of its view: strengths, hands and reach of all sides (6, 8)."""

from functools import cached_property

import msgspec

from pbem_maria.position.cards import is_reserve, suits, value_of
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import AUSTRIA, MAXIMUM, State

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
