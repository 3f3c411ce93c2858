"""What a position promises and threatens: Keys that may be taken or lost."""

import heapq
from collections.abc import Container, Iterable, Mapping
from functools import cached_property, lru_cache
from math import erf, sqrt
from typing import Any

import msgspec

from pbem_tnw.chapters.turn.facts import scoring
from pbem_tnw.edition.edition import known
from pbem_tnw.position.control import allied, at_war, controller, seat_of
from pbem_tnw.position.state import WarState

_FAR = 7
"""CPs beyond which an Army does not count."""
_FADES = 0.78
"""What is left of the pressure of a force for each CP between."""
HARD = ("pass", "marsh")


class ForceSeen(msgspec.Struct, frozen=True):
    """Land forces of a Camp in a duchy: *own* units of the nation that looks on, and *others*.

    *generals* are those of the nation that looks on, of an enemy all, the best first.
    """

    own: int = 0
    others: int = 0
    generals: tuple[str, ...] = ()
    rating: int = 0
    """Of the best general of any nation there."""
    bonus: int = 1
    """The dice of nationality (11.2)."""

    dice: int = 0
    """About the dice that it rolls in a battle."""

    @property
    def units(self) -> int:
        return self.own + self.others

    @property
    def marches(self) -> int:
        """Its dice if it can march, which needs a general."""
        return self.dice if self.rating else 0

    def with_own(self, own: int) -> "ForceSeen":
        """The same force with so many units of the nation that looks on."""
        return force(own, self.others, self.generals, self.rating, self.bonus)

    def led_by(self, generals: tuple[str, ...], rating: int) -> "ForceSeen":
        """The same force with other generals."""
        return force(self.own, self.others, generals, rating, self.bonus)


def force(own: int, others: int, generals: tuple[str, ...], rating: int, bonus: int) -> ForceSeen:
    """Forces with their dice counted (11.2)."""
    units = own + others
    dice = units + rating + min(2, max(0, len(generals) - 1)) + bonus if units else 0
    return ForceSeen(own, others, generals, rating, bonus, dice)


class WarSurvey:
    """The war as *nation* sees it in *view*."""

    def __init__(self, view: WarState, nation: str) -> None:
        self.view, self.nation, self.board, self.seat = view, nation, view.board, seat_of(view, nation)
        nations = self.board.sequence
        self.friends = frozenset(other for other in nations if allied(view, nation, other))
        self.enemies = frozenset(other for other in nations if at_war(view, nation, other))
        self.control = {duchy: controller(view, duchy) for duchy in self.board.duchies}

    @cached_property
    def own(self) -> Mapping[str, ForceSeen]:
        """The forces of the Camp of *nation* by duchy."""
        return self._forces(self.friends)

    @cached_property
    def hostile(self) -> Mapping[str, ForceSeen]:
        """The enemy forces by duchy."""
        return self._forces(self.enemies)

    @cached_property
    def _all_reaches(self) -> Mapping[str, Mapping[str, float]]:
        return _reaches(self.board.key, frozenset(
            duchy for duchy, who in self.control.items() if who not in self.friends and who not in self.enemies
        ))  # fmt: skip

    def reaches(self, start: str) -> Mapping[str, float]:
        """How much of a force at *start* presses on each duchy, over those of friends and enemies: 1 or less."""
        return self._all_reaches[start]

    def is_friendly(self, duchy: str) -> bool:
        return self.control[duchy] in self.friends

    def is_hostile(self, duchy: str) -> bool:
        return self.control[duchy] in self.enemies

    def best_first(self, generals: tuple[str, ...]) -> tuple[str, ...]:
        """Generals by Rating, then Command."""
        leaders = self.board.leaders
        return tuple(sorted(generals, key=lambda one: (-leaders[one].battle, -leaders[one].command, one)))

    def _forces(self, nations: frozenset[str]) -> dict[str, ForceSeen]:
        leaders, found = self.board.leaders, dict[str, ForceSeen]()
        at: dict[str, list[str]] = {}
        for one, place in self.view.generals.items():
            if leaders[one].nation in nations and place in self.board.duchies:
                at.setdefault(place, []).append(one)
        for place in self.board.duchies:
            there = {n: s for n, s in self.view.units.get(place, {}).items() if n in nations and s}
            here = at.get(place, ())
            if not there and not here:
                continue
            own = there.get(self.nation, 0)
            mine = tuple(one for one in here if self.nation not in nations or leaders[one].nation == self.nation)
            rating = max((leaders[one].battle for one in here), default=0)
            found[place] = force(own, sum(there.values()) - own, self.best_first(mine), rating, self._bonus(there))
        return found

    def _bonus(self, units: Mapping[str, int]) -> int:
        total = sum(units.values())
        if 2 * units.get("france", 0) > total:
            return 2
        return 0 if 2 * sum(units.get(minor, 0) for minor in self.board.minors) >= total else 1


@lru_cache(maxsize=64)
def _reaches(edition: str, closed: frozenset[str]) -> dict[str, dict[str, float]]:
    return {start: _from(edition, closed, start) for start in known(edition).duchies}


def _from(edition: str, closed: frozenset[str], start: str) -> dict[str, float]:
    links, found = known(edition).links, dict[str, float]()
    queue = [(0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = _FADES**cost
        for to, link in links[here].items():
            due = cost + (2 if link.kind in HARD else 1)
            if to not in found and to not in closed and link.kind != "strait" and due <= _FAR:
                heapq.heappush(queue, (due, to))
    return found


UNIT = 0.25
"""What a unit is worth, in victory points."""
POINT = 0.12
"""What a Command Point is worth."""
_WATCHED = 0.25
"""The least worth of a duchy whose prospects are weighed."""
_CAPITAL = 2.5
"""What the capital is worth besides as a Key: without it a nation may be conquered (15.1)."""
_SUPPORT = 0.4
"""How much of a force near a duchy helps to defend it."""
_NO_ONE = ForceSeen()
Reaches = tuple[tuple[float, str], ...]
"""How hard forces press on a duchy, and where each is, the hardest first."""


class _Watched(msgspec.Struct):
    """A duchy that could be taken: what it is worth, how hard it is to take, and who presses on it."""

    worth: float
    guard: float
    pressed: Reaches
    threats: Reaches
    falls: float = 0.0


class Prospects:
    """Weighs changes of the forces of the Camp of a nation."""

    def __init__(self, survey: WarSurvey) -> None:
        self.survey = survey
        self._scores = frozenset(scoring(survey.view))
        self._targets, self._held = dict[str, _Watched](), dict[str, _Watched]()
        self._changes: dict[Any, float] = {}
        for at in survey.board.duchies:
            if survey.is_hostile(at) and (worth := self.worth(at)) >= _WATCHED:
                guard = 1.0 + survey.hostile.get(at, _NO_ONE).dice + self._walls(at)
                seen = _Watched(worth, guard, self._pressing(survey.own, at), ())
                seen.falls = _falls(_hardest(seen.pressed), guard)
                self._targets[at] = seen
            elif survey.is_friendly(at) and (worth := self.cost_of_loss(at)) >= _WATCHED:
                pressed, threats = self._pressing(survey.own, at), self._pressing(survey.hostile, at)
                guard = 1.0 + survey.own.get(at, _NO_ONE).dice + self._walls(at)
                seen = _Watched(worth, guard, pressed, threats)
                seen.falls = _falls(_hardest(threats), guard + _SUPPORT * _hardest(pressed))
                self._held[at] = seen
        self._targets_in_order = tuple(self._targets)
        self._threatened = tuple(at for at, seen in self._held.items() if seen.threats)
        self._nearby: dict[tuple[str, bool], tuple[str, ...]] = {}

    def worth(self, duchy: str) -> float:
        """What a duchy of the enemy is worth to the nation, in victory points."""
        survey, printed = self.survey, self.survey.board.duchies[duchy]
        worth = 1.0 if printed.key else 0.3 if printed.is_fortress else 0.12
        if printed.capital:
            worth += _CAPITAL if printed.nation in survey.friends else 1.0
        if printed.nation in survey.friends and printed.nation != survey.nation:
            return worth * (1.0 if seat_of(survey.view, printed.nation) == survey.seat else 0.6)
        return worth if survey.nation in self._scores else 0.6 * worth

    def cost_of_loss(self, duchy: str) -> float:
        """What a duchy of the Camp is worth to the seat, in victory points."""
        survey, printed = self.survey, self.survey.board.duchies[duchy]
        worth = 1.0 if printed.key else 0.25 if printed.is_fortress else 0.05
        worth += _CAPITAL if printed.capital else 0.0
        return worth * (1.0 if seat_of(survey.view, survey.control[duchy]) == survey.seat else 0.35)

    def change(self, forces: Mapping[str, ForceSeen], beaten: str = "") -> float:
        """What it is worth if the own *forces* at some duchies become these, and enemies are *beaten* off one."""
        key = (tuple(forces.items()), beaten)
        if key not in self._changes:
            self._changes[key] = 0.7 * (self._gained(forces, beaten) + self._saved(forces, beaten))
        return self._changes[key]

    def keeps(self, duchy: str, force: ForceSeen, beaten: str = "") -> float:
        """How likely a duchy that is taken will be kept by *force*."""
        threat = _hardest(self._pressing(self.survey.hostile, duchy), (beaten,))
        return 1 - 0.7 * _falls(threat, force.dice + 1 + self._walls(duchy))

    def _gained(self, forces: Mapping[str, ForceSeen], beaten: str) -> float:
        marching = [(force.marches, self.survey.reaches(at)) for at, force in forces.items()]
        found = 0.0
        for duchy in self._near(self._targets_in_order, forces):
            seen = self._targets[duchy]
            now = _hardest(seen.pressed, forces)
            for dice, reaches in marching:
                now = max(now, dice * reaches.get(duchy, 0.0))
            found += seen.worth * (_falls(now, 2.0 if duchy == beaten else seen.guard) - seen.falls)
        return found

    def _saved(self, forces: Mapping[str, ForceSeen], beaten: str) -> float:
        marching = [(force.marches, self.survey.reaches(at)) for at, force in forces.items()]
        found = 0.0
        for duchy in self._near(self._threatened, forces):
            seen = self._held[duchy]
            support = _hardest(seen.pressed, forces)
            for dice, reaches in marching:
                support = max(support, dice * reaches.get(duchy, 0.0))
            force = forces.get(duchy)
            guard = seen.guard if force is None else 1.0 + force.dice + self._walls(duchy)
            threat = seen.threats[0][0]
            if seen.threats[0][1] == beaten:
                threat = max(_hardest(seen.threats, (beaten,)), 0.5 * threat)
            found += seen.worth * (seen.falls - _falls(threat, guard + _SUPPORT * support))
        return found

    def _near(self, watched: tuple[str, ...], places: Iterable[str]) -> Iterable[str]:
        """Those of the duchies *watched* that forces at *places* press on."""
        found: dict[str, None] = {}
        for place in places:
            key = (place, watched is self._targets_in_order)
            if key not in self._nearby:
                reaches = self.survey.reaches(place)
                self._nearby[key] = tuple(duchy for duchy in watched if duchy in reaches)
            found.update(dict.fromkeys(self._nearby[key]))
        return found

    def _pressing(self, forces: Mapping[str, ForceSeen], goal: str) -> Reaches:
        reaches = self.survey.reaches(goal)
        found = [(force.marches * reaches[at], at) for at, force in forces.items() if at in reaches]
        return tuple(sorted((each for each in found if each[0]), reverse=True)[:4])

    def _walls(self, duchy: str) -> float:
        return 1.5 * self.survey.board.duchies[duchy].strength


def _hardest(reaches: Reaches, without: Container[str] = ()) -> float:
    for reach, at in reaches:
        if at not in without:
            return reach
    return 0.0


def _falls(attack: float, defence: float) -> float:
    """How likely a duchy falls sooner or later."""
    return attack**2 / (attack**2 + (1.2 * defence) ** 2 + 4.0)


def wins(own: float, enemy: float) -> float:
    """About how likely the attacker wins a battle of so many dice."""
    spread = sqrt(max(1.0, (own + enemy) * 2 / 9))
    return 0.5 * (1 + erf(((own - enemy) / 3 - 0.15) / spread / sqrt(2)))
