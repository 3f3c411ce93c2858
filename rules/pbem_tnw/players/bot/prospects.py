"""What a position promises and threatens: Keys that may be taken or lost, weighed by the forces near them."""

from collections.abc import Container, Iterable, Mapping
from math import erf, sqrt
from typing import Any

import msgspec

from pbem_tnw.chapters.peace.points import scoring
from pbem_tnw.players.bot.survey import ForceSeen, WarSurvey
from pbem_tnw.position.control import seat_of

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
