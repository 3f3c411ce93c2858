"""What fortresses, troops and trains are worth to a seat; a fortress that counts is worth 10."""

from functools import cached_property

from pbem_maria.bot.survey import Survey
from pbem_maria.chapters import winning as victory
from pbem_maria.chapters.conquest import marker_for
from pbem_maria.chapters.victory import SPACES
from pbem_maria.position.powers import controller, enemies, in_area, is_enemy_fortress, major_of
from pbem_maria.position.state import State
from pbem_maria.settings import INTRODUCTORY

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


TROOP = 3.0
FORTRESS = 10.0
POINT = 0.45
"""A TC point in the hand."""
WON = 1000.0
_MINOR_CAPITAL = 7.0
_CAPITAL = 3.0
_ELSEWHERE = 2.5


class Worth:
    """The objectives of a seat, as numbers."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._state = survey.state
        self._pools = Pools(survey.state, survey.seat)
        self._gains: dict[tuple[str, str], float] = {}

    @cached_property
    def _progress(self) -> dict[str, int]:
        """The fortresses that each aggressor still lacks (14)."""
        state = self._state
        if state.scenario != INTRODUCTORY:
            return {}
        return {
            p: max(0, victory.needed(state, p) - len(victory.conquests(state, p))) for p in victory.aggressors(state)
        }

    def gain(self, city: str, power: str) -> float:
        """What it is worth that *power* conquers the fortress *city*; nothing if it cannot be conquered."""
        key = city, power
        if key not in self._gains:
            able = is_enemy_fortress(self._state, city, power) and not self._is_mine(city)
            self._gains[key] = self._gain(city, power) if able else 0.0
        return self._gains[key]

    def _is_mine(self, city: str) -> bool:
        """Whether *city* is held by the same seat, whose powers may be enemies: Prussia and the Pragmatic Army."""
        return controller(self._state, city) in self._survey.own

    def combat(self, winner: str, loser: str, troops: float) -> float:
        """What it is worth to *winner* that *loser* loses *troops* in one combat, troops and markers."""
        value = TROOP * troops
        if self._state.scenario != INTRODUCTORY:
            value += self._pools.combat(winner, loser, troops)
        return value

    def _gain(self, city: str, power: str) -> float:
        if self._state.scenario == INTRODUCTORY:
            return self._introductory(city, power)
        return self._pools.conquest(city, power) + (_CAPITAL if self._cuts_off(city) else 0.0)

    def _introductory(self, city: str, power: str) -> float:
        player = self._state.theatre.powers[power].player
        worth = _ELSEWHERE
        if player in self._progress:
            if self.counts(city, player):
                worth = self._towards_aim(player)
        else:
            owner = controller(self._state, city)
            rival = self._state.theatre.powers[owner].player if owner in self._state.theatre.powers else ""
            if rival in self._progress and self.counts(city, rival):
                worth = FORTRESS + 16.0 / (1 + self._progress[rival])
        if self._cuts_off(city):
            worth = max(worth, _MINOR_CAPITAL)
        return worth

    def _towards_aim(self, player: str) -> float:
        """What one more fortress is worth to an aggressor; with two players both conditions count at once (24)."""
        if self._state.two_players and not self._progress[player]:
            return _ELSEWHERE
        return FORTRESS + 12.0 / (1 + self._progress[player])

    def counts(self, city: str, player: str) -> bool:
        """Whether *city* counts for the victory condition of *player* (14)."""
        aim = self._state.theatre.edition.armies.introductory.victory.get(player)
        return aim is not None and any(in_area(self._state, city, area) for area in aim.where)

    def _cuts_off(self, city: str) -> bool:
        return any(p.main_fortress == city for p in self._state.theatre.powers.values())

    def loss(self, city: str, power: str) -> float:
        """What it is worth to *power* that the fortress *city*, which it controls, is not lost."""
        state = self._state
        return max(
            (self._rival_gain(city, foe) for foe in state.theatre.powers if enemies(state, foe, power)), default=0.0
        )

    def _rival_gain(self, city: str, foe: str) -> float:
        key = city, f"rival {foe}"
        if key not in self._gains:
            able = is_enemy_fortress(self._state, city, foe)
            self._gains[key] = self._gain(city, foe) if able else 0.0
        return self._gains[key]

    def train(self, train: str) -> float:
        """What it is worth to destroy an enemy *train*: the more, the more generals live of it."""
        state = self._state
        power = state.power_of(train)
        abroad = [g for g in state.generals_of(power) if state.board.cities[state.at[g]].home != power]
        return 4.0 + 3.0 * len(abroad) / max(1, len(state.trains_of(power)))

    def victory(self, cities: tuple[str, ...], power: str) -> float:
        """The game itself, if the conquest of *cities* by *power* wins it (14, 23)."""
        if self._state.scenario != INTRODUCTORY:
            return WON if self._pools.wins(cities, power) else 0.0
        player = self._state.theatre.powers[power].player
        if player not in self._progress or self._state.two_players:
            return 0.0
        counted = sum(self.counts(city, player) for city in cities)
        return WON if counted and counted >= self._progress[player] else 0.0
