"""Marches: which Armies go where, what they fight and take on the way (9, 11, 12)."""

import heapq
from collections.abc import Iterator, Mapping
from decimal import Decimal
from math import prod
from typing import Protocol

import msgspec
from msgspec.structs import replace

from pbem_tnw.bot.survey import POINT, UNIT, ForceSeen, Prospects, WarSurvey, force, wins
from pbem_tnw.chapters.land.odds import Besieger, Fortress, UnitKind, assault
from pbem_tnw.chapters.land.sieges import port_open, strength
from pbem_tnw.chapters.sea.fleets import guns_on
from pbem_tnw.chapters.sea.outlook import SeaRoute, sea_routes
from pbem_tnw.orders.lines import AssaultLine, EmbarkLine, FlagLine, FormLine, ImpulseLine, LandLine, MoveLine, SailLine
from pbem_tnw.orders.pieces import OWN, OddsLimit, Strengths
from pbem_tnw.position.forces import MOST_STEPS, enemy_squadrons, squadrons_at


class MarchingBody(msgspec.Struct, frozen=True):
    """Forces of one nation that could march: the commander first."""

    start: str
    generals: tuple[str, ...]
    units: int
    all_units: int
    step: int
    """CPs for a plain step: 1 as an Army, 2 as an Army Group (9.1)."""
    rating: int


class PlannedMarch(msgspec.Struct, frozen=True):
    """What a march is, what it costs at most, what it is worth in victory points, and who stands where after it."""

    body: MarchingBody
    goal: str
    cost: int
    score: float
    lines: tuple[ImpulseLine, ...]
    after: Mapping[str, ForceSeen]
    taken: bool = False


_CARRIES = 2
"""Strength that a Squadron carries."""
_FARE = 2
"""CPs to sail with an Army."""
_LIKELY = 0.6
"""The least chance to get through with which troops are sent."""


class ArrivalJudge(Protocol):
    """What weighs an arrival by land or sea, and knows who has no orders yet."""

    def free(self, place: str) -> tuple[str, ...]: ...

    def arriving(
        self, body: MarchingBody, goal: str, cost: int, points: int, lines: list[ImpulseLine], terrain: int = 0
    ) -> PlannedMarch | None: ...


def voyages(survey: WarSurvey, judge: ArrivalJudge, points: int) -> Iterator[PlannedMarch]:
    """The expeditions that a nation could order for so many points."""
    for port, there in survey.own.items():
        generals = judge.free(port)
        if not (there.own and generals and survey.board.duchies[port].is_port) or port in survey.hostile:
            continue
        for place in (port, *survey.board.duchies[port].port):
            ships = sum(one.sails for one in squadrons_at(survey.view, place, (survey.nation,)))
            cost = _FARE + (place != port)
            if ships and cost <= points and survey.is_friendly(port):
                first: tuple[ImpulseLine, ...] = () if place == port else (SailLine(origin=place, path=(port,)),)
                units = min(_CARRIES * ships, there.own, survey.board.leaders[generals[0]].command)
                rating = survey.board.leaders[generals[0]].battle
                body = MarchingBody(port, generals[:1], units, there.own, 1, rating)
                yield from _landings(survey, judge, body, cost, points, first)


def _landings(
    survey: WarSurvey, judge: ArrivalJudge, body: MarchingBody, cost: int, points: int, first: tuple[ImpulseLine, ...]
) -> Iterator[PlannedMarch]:
    """Landings in every Port that a Fleet from *body*'s reaches, in a zone beside it or in the Port itself."""
    embark = EmbarkLine(at=body.start, generals=body.generals, units=Strengths({OWN: body.units}))
    seen: set[str] = set()
    for route in sea_routes(survey.view, survey.nation, body.start):
        goals = (route.place,) if route.place in survey.board.duchies else survey.board.zones[route.place].ports
        for goal in goals:
            through = _through(route)
            if goal in seen or goal == body.start or through < _LIKELY or not _open(survey, goal, route):
                continue
            seen.add(goal)
            sail = SailLine(origin=body.start, path=route.way)
            batteries = guns_on(survey.view, survey.nation, goal)
            lines: list[ImpulseLine] = [*first, embark, sail, LandLine(at=goal)]
            found = judge.arriving(body, goal, cost, points, lines, batteries)
            if found is not None:
                yield replace(found, score=through * found.score - (1 - through))


def _through(route: SeaRoute) -> float:
    """How likely a Fleet gets to the end of a route unhurt."""
    return prod(1 - meeting.chance for meeting in route.meets) * (0.7 if route.guns else 1.0)


def _open(survey: WarSurvey, goal: str, route: SeaRoute) -> bool:
    """Whether troops may land there: a Friendly Port that is entered, or an enemy's without Squadrons."""
    if survey.is_friendly(goal):
        return route.place == goal and goal not in survey.hostile
    return survey.is_hostile(goal) and route.place != goal and not enemy_squadrons(survey.view, survey.nation, goal)


_TERRAIN = {"plain": 0, "rough": 1, "pass": 2, "marsh": 3, "strait": 3}
_NO_ONE = ForceSeen()
_LEAST = 0.45
"""The least chance with which a battle is sought."""


class Marches:
    """The marches that a nation could order."""

    def __init__(self, survey: WarSurvey, prospects: Prospects) -> None:
        self._survey, self._prospects, self._board = survey, prospects, survey.board
        self._busy: set[str] = set()
        """The generals that have orders already."""

    def best(self, points: int, free: Mapping[str, int] | None = None) -> PlannedMarch | None:
        """The march that is worth most beyond its points; None if none is."""
        found = [march for body in self._bodies() for march in self._from(body, points)]
        found += [*self._sieges(points), *voyages(self._survey, self, points)]
        good = [march for march in found if march.score > POINT * march.cost]
        return max(good, key=lambda march: march.score - POINT * march.cost, default=None)

    def free(self, place: str) -> tuple[str, ...]:
        """The generals at a duchy that have no orders yet, the best first."""
        there = self._survey.own.get(place, _NO_ONE)
        return tuple(one for one in there.generals if one not in self._busy)

    def begin(self, march: PlannedMarch) -> None:
        """Take *march* as ordered: its generals are busy."""
        self._busy |= set(march.body.generals)

    def _bodies(self) -> Iterator[MarchingBody]:
        leaders = self._board.leaders
        for start, there in self._survey.own.items():
            generals = tuple(one for one in there.generals if one not in self._busy)
            if not generals or not there.own:
                continue
            by_command = max(generals, key=lambda one: (leaders[one].command, leaders[one].battle))
            for commander in dict.fromkeys((generals[0], by_command)):
                others = [one for one in generals if one != commander]
                others.sort(key=lambda one: -leaders[one].command)
                for staff in ((commander,), (commander, *others[:1]), (commander, *others[:2])):
                    if len(staff) > 1 and len(staff) > len(others) + 1:
                        continue
                    yield from self._sized(start, there, staff)

    def _sized(self, start: str, there: ForceSeen, staff: tuple[str, ...]) -> Iterator[MarchingBody]:
        leaders = self._board.leaders
        room = sum(leaders[one].command for one in staff)
        if len(staff) > 1 and there.own <= leaders[staff[0]].command:
            return
        most = min(there.own, room)
        rating = leaders[staff[0]].battle
        for units in dict.fromkeys((most, most - 1 if most == there.own else most)):
            if units > 0:
                yield MarchingBody(start, staff, units, there.own, 2 if len(staff) > 1 else 1, rating)

    def _from(self, body: MarchingBody, points: int) -> Iterator[PlannedMarch]:
        for goal, (cost, path) in self._ways(body, points).items():
            march = self._judged(body, goal, cost, path, points)
            if march is not None:
                yield march

    def _ways(self, body: MarchingBody, points: int) -> dict[str, tuple[int, tuple[str, ...]]]:
        """The cheapest way to each duchy in reach; none goes on from enemies or an enemy Fortress (9.4)."""
        survey, links = self._survey, self._board.links
        masked = self._walled(body.start) and body.units == body.all_units
        found: dict[str, tuple[int, tuple[str, ...]]] = {}
        queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (body.start,))]
        while queue:
            cost, steps, path = heapq.heappop(queue)
            here = path[-1]
            if here in found:
                continue
            found[here] = (cost, path[1:])
            stops = len(path) > 1 and (here in survey.hostile or self._walled(here))
            if stops or steps == MOST_STEPS:
                continue
            for to, link in links[here].items():
                friendly = survey.is_friendly(to)
                if not friendly and (not survey.is_hostile(to) or (masked and len(path) == 1)):
                    continue
                due = cost + body.step + (link.kind in ("pass", "marsh"))
                if link.kind != "strait" and due <= points and to not in found:
                    heapq.heappush(queue, (due, steps + 1, (*path, to)))
        del found[body.start]
        return found

    def _walled(self, duchy: str) -> bool:
        return self._board.duchies[duchy].is_fortress and self._survey.is_hostile(duchy)

    def _judged(
        self, body: MarchingBody, goal: str, cost: int, path: tuple[str, ...], points: int
    ) -> PlannedMarch | None:
        before = path[-2] if len(path) > 1 else body.start
        terrain = _TERRAIN[self._board.links[before][goal].kind]
        enemy = self._survey.hostile.get(goal, _NO_ONE)
        move = self._move(path, self._dice(body), enemy.dice + terrain) if enemy.units else MoveLine(path=path)
        return self.arriving(body, goal, cost, points, [self._form(body), move], terrain)

    def arriving(
        self, body: MarchingBody, goal: str, cost: int, points: int, lines: list[ImpulseLine], terrain: int = 0
    ) -> PlannedMarch | None:
        """What comes of *body* that gets to *goal* by *lines* for so many points; *terrain* are dice against it."""
        enemy = self._survey.hostile.get(goal)
        rest = self._left_behind(body)
        if enemy is not None and enemy.units:
            return self._fighting(body, goal, enemy.dice + terrain, cost, points, lines, rest)
        if self._walled(goal):
            return self._besieging(body, goal, cost, points, lines, rest)
        after = {body.start: rest, goal: self._joined(body, goal, body.units)}
        score, taken = self._prospects.change(after), False
        if self._survey.is_hostile(goal):
            worth = self._prospects.worth(goal) * self._prospects.keeps(goal, after[goal])
            taken = cost < points
            cost += taken
            lines = [*lines, FlagLine()] if taken else lines
            score += worth if taken else 0.6 * worth
        return PlannedMarch(body, goal, cost, score, tuple(lines), after, taken)

    def _fighting(
        self, body: MarchingBody, goal: str, defence: int, cost: int, points: int, lines: list[ImpulseLine],
        rest: ForceSeen,
    ) -> PlannedMarch | None:  # fmt: skip
        prospects, own = self._prospects, self._dice(body)
        enemy = self._survey.hostile[goal]
        chance = wins(own, defence)
        if chance < _LEAST:
            return None
        lost, killed = min(body.units - 1, defence / 5.0), min(enemy.units, own / 4.2)
        after = {body.start: rest, goal: self._joined(body, goal, round(body.units - lost * 0.8))}
        back = rest.with_own(rest.own + max(0, round(body.units - lost * 1.3)))
        beaten = {body.start: back.led_by((*body.generals, *rest.generals), body.rating)}
        score = chance * prospects.change(after, goal) + (1 - chance) * prospects.change(beaten)
        score += 1.2 * UNIT * (killed - lost) + 0.15 * (2 * chance - 1)
        paid = False
        worth = prospects.worth(goal) if self._survey.is_hostile(goal) else 0.0
        if worth and not self._walled(goal):
            paid = cost < points
            lines = [*lines, FlagLine()] if paid else lines
            score += chance * (1.0 if paid else 0.6) * worth * prospects.keeps(goal, after[goal], goal)
        return PlannedMarch(body, goal, cost + paid, score, tuple(lines), after, paid)

    def _besieging(
        self, body: MarchingBody, goal: str, cost: int, points: int, lines: list[ImpulseLine], rest: ForceSeen
    ) -> PlannedMarch:
        prospects = self._prospects
        falls, lost = self._assault(goal, body.units, body.generals[0])
        now = cost < points
        after = {body.start: rest, goal: self._joined(body, goal, body.units)}
        keeps = prospects.keeps(goal, after[goal])
        likely = falls if now else 0.6 * falls
        score = prospects.change(after) + likely * prospects.worth(goal) * keeps - UNIT * lost
        score += (1 - likely) * falls * 0.5 * prospects.worth(goal) * keeps
        return PlannedMarch(body, goal, cost + now, score, (*lines, AssaultLine()), after)

    def _sieges(self, points: int) -> Iterator[PlannedMarch]:
        """Assaults where forces stand already: free of charge (12.2)."""
        for place, there in self._survey.own.items():
            generals = tuple(one for one in there.generals if one not in self._busy)
            if not (generals and there.own and self._walled(place)) or place in self._survey.hostile:
                continue
            falls, lost = self._assault(place, there.own, generals[0])
            score = falls * self._prospects.worth(place) * self._prospects.keeps(place, there) - UNIT * lost
            body = MarchingBody(place, generals[:1], there.own, there.own, 1, there.rating)
            if score > 0:
                yield PlannedMarch(body, place, 0, score + 0.2, (AssaultLine(at=place),), {place: there})

    def _assault(self, place: str, units: int, commander: str) -> tuple[float, float]:
        """The chance that a Fortress falls to one assault, and the units that it costs."""
        leader = self._board.leaders[commander]
        kind: UnitKind = (
            "french" if leader.nation == "france" else "minor" if leader.nation in self._board.minors else "other"
        )
        view = self._survey.view
        odds = assault(
            Besieger(
                units=((kind, units),), command=leader.command, rating=leader.battle, zone_held=port_open(view, place)
            ),
            Fortress(strength=strength(view, place)),
        )  # fmt: skip
        return odds.falls, odds.expected_loss

    def _form(self, body: MarchingBody) -> FormLine:
        return FormLine(
            at=body.start, commander=body.generals[0], riders=body.generals[1:], units=Strengths({OWN: body.units})
        )

    def _move(self, path: tuple[str, ...], own: float, enemy: float) -> MoveLine:
        least = max(0.8, min(1.1, 0.8 * own / max(1.0, enemy)))
        return MoveLine(path=path, only_if_odds=OddsLimit(Decimal(f"{least:.1f}")))

    def _dice(self, body: MarchingBody) -> int:
        bonus = self._survey.own[body.start].bonus
        return body.units + body.rating + min(2, len(body.generals) - 1) + bonus

    def _left_behind(self, body: MarchingBody) -> ForceSeen:
        here, leaders = self._survey.own[body.start], self._board.leaders
        generals = tuple(one for one in here.generals if one not in body.generals)
        rating = max((leaders[one].battle for one in generals), default=0)
        return here.with_own(here.own - body.units).led_by(generals, rating)

    def _joined(self, body: MarchingBody, goal: str, units: int) -> ForceSeen:
        there = self._survey.own.get(goal, _NO_ONE)
        bonus = max(there.bonus, self._survey.own[body.start].bonus)
        generals = (*body.generals, *there.generals)
        return force(there.own + units, there.others, generals, max(body.rating, there.rating), bonus)
