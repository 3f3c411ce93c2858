"""What victory markers are worth in the advanced game: the more, the nearer a pool is to being empty (15, 16, 23)."""

from pbem_maria.chapters.conquest.conquest import marker_for
from pbem_maria.chapters.victory.victory_boxes import SPACES
from pbem_maria.position.powers import enemies, major_of
from pbem_maria.position.state import State

_MARKER = 8.0
_NEARLY_WON = 14.0
_GROUND = 3.0
_ELECTOR = 5.0
_TROOPS = 3
"""So many troops destroyed are a point (16)."""


class Pools:
    """The pools seen by one seat."""

    def __init__(self, state: State, seat: str) -> None:
        self._state, self._seat = state, seat

    def marker(self, major: str) -> float:
        """What it is worth to *major* to place one more of its markers."""
        return _MARKER + _NEARLY_WON / max(1, self._state.pools.get(major, SPACES))

    def conquest(self, city: str, power: str) -> float:
        """What it is worth that *power* conquers the fortress *city*."""
        state = self._state
        major = major_of(state, power)
        if city in state.electors:
            return _ELECTOR
        worth = self.marker(major) if marker_for(state, city, power) else _GROUND
        former = state.markers.get(city)
        if former is None or former == major:
            return worth
        return worth + (self.marker(former) - 2.0 if self._hostile(former, power) else -_GROUND)

    def wins(self, cities: tuple[str, ...], power: str) -> bool:
        """Whether the conquest of *cities* empties the pool of *power* (23)."""
        placed = sum(marker_for(self._state, city, power) is not None for city in cities)
        return 0 < self._state.pools.get(major_of(self._state, power), SPACES) <= placed

    def combat(self, winner: str, loser: str, troops: float) -> float:
        """What it is worth to *winner* that *loser* loses *troops* in one combat, as far as markers move."""
        state = self._state
        one, other = major_of(state, winner), major_of(state, loser)
        points = troops / _TROOPS
        placed = min(points, SPACES - state.battle.get(one, 0))
        back = min(points, state.battle.get(other, 0))
        return placed * self.marker(one) + back * self.marker(other) * 0.7

    def _hostile(self, major: str, power: str) -> bool:
        return enemies(self._state, major, power) and self._state.seat_of(major) != self._seat
