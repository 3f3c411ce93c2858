"""Expeditions by sea: troops embark, a Fleet carries them, and they land (13.6, 13.7)."""

from collections.abc import Iterator
from math import prod
from typing import Protocol

from msgspec.structs import replace

from pbem_tnw.chapters.naval.fleets import guns_on
from pbem_tnw.chapters.naval.outlook import SeaRoute, sea_routes
from pbem_tnw.orders.lines.lines import EmbarkLine, ImpulseLine, LandLine, SailLine
from pbem_tnw.orders.lines.pieces import OWN, Strengths
from pbem_tnw.players.bot.plans import MarchingBody, PlannedMarch
from pbem_tnw.players.bot.survey import WarSurvey
from pbem_tnw.position.forces import enemy_squadrons, squadrons_at

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
