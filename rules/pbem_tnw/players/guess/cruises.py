"""Fleets by chance: they spread over the seas, look for a fight, carry troops to land, or sail anywhere."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from pbem_tnw.orders.lines.lines import AttackLine, EmbarkLine, ImpulseLine, LandLine, SailLine
from pbem_tnw.orders.lines.pieces import OWN, OddsLimit, Strengths
from pbem_tnw.orders.names import HERE
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.marches import guess_battle
from pbem_tnw.position.control import hostile
from pbem_tnw.position.forces import enemy_squadrons, squadrons_at

_MET: tuple[Literal["pass", "stay", "attack"], ...] = ("pass", "stay", "attack")
_MOST_STEPS = 3
_MANY = 5
"""Places with Squadrons of a nation that rules the seas."""


def guess_cruise(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """What a Fleet does, and what follows on it; nothing if *nation* has neither Squadrons nor Ports."""
    ports = company.ports(nation)
    if ports:
        kinds = (_spread, _raid, _landing, _wander) if len(ports) < _MANY else (_spread, _spread, _raid, _landing)
        yield from company.chance.choice(kinds)(company, nation)


def _spread(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Squadron leaves others for a zone without any."""
    zones = company.board.zones
    there = {place: len(squadrons_at(company.view, place, (nation,))) for place in company.ports(nation)}
    origin = company.chance.choice([one for one, number in there.items() if one not in zones or number > 1] or [*there])
    empty = [zone for zone in zones if not squadrons_at(company.view, zone)]
    if path := _way(company, origin, empty):
        yield SailLine(origin=origin, path=path, squadrons=Strengths({OWN: 1}), if_met="stay")


def _raid(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Fleet sails for the nearest enemies, in a zone or in a Port, and attacks."""
    origin = company.chance.choice(company.ports(nation))
    if enemy_squadrons(company.view, nation, origin):
        yield AttackLine()
        return
    enemies = [place for place in company.places() if enemy_squadrons(company.view, nation, place)]
    path = _way(company, origin, enemies)
    if not path:
        return
    if path[-1] in company.board.zones or company.one_in(2):
        yield SailLine(origin=origin, path=path, if_met="attack", battle=guess_battle(company, nation))
    elif path[:-1]:
        yield SailLine(origin=origin, path=path[:-1], if_met=company.chance.choice(_MET))
        yield AttackLine(at=path[-1])


def _landing(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """Troops of a Port with a Fleet are carried to a zone beside an enemy Port, and land there.

    Without a Fleet where troops are, one sails to them.
    """
    view, duchies = company.view, company.board.duchies
    fleets = company.ports(nation)
    troops = [port for port, duchy in duchies.items() if duchy.is_port and view.units.get(port, {}).get(nation)]
    full = [port for port in troops if port in fleets]
    origin = company.chance.choice(full or fleets)
    if not full and company.one_in(2):
        if path := _way(company, origin, troops):
            yield SailLine(origin=origin, path=path)
        return
    generals = [one for one in company.generals_of(nation) if view.generals[one] == origin]
    commanders = company.some(generals, 1, int(not company.one_in(4)))
    if origin in duchies:
        room = 2 * max(1, len(squadrons_at(view, origin, (nation,))))
        units = Strengths() if company.one_in(2) else Strengths({OWN: 1 + company.chance.below(room)})
        yield EmbarkLine(at=origin, units=units, generals=commanders, stay_aboard=company.one_in(3))
    ports = [port for port, duchy in duchies.items() if duchy.is_port and hostile(view, nation, port)]
    path = _way(company, origin, company.some(ports, 9, 1) if company.one_in(2) else ports)
    if len(path) > 1:
        yield SailLine(origin=origin, path=path[:-1])
    if path:
        odds = OddsLimit(Decimal("0.5")) if company.one_in(4) else None
        at = HERE if company.one_in(6) else path[-1]
        yield LandLine(at=at, only_if_odds=odds, battle=guess_battle(company, nation))


def _wander(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Fleet sails anywhere, and may attack where it comes to."""
    origin = here = company.chance.choice(company.ports(nation))
    path: list[str] = []
    for _ in range(1 + company.chance.below(_MOST_STEPS)):
        if not (near := _beside(company, here)):
            break
        here = company.chance.choice(near)
        path.append(here)
    if path:
        yield SailLine(
            origin=origin, path=tuple(path), if_met=company.chance.choice(_MET),
            squadrons=Strengths({OWN: 1 + company.chance.below(3)}) if company.one_in(3) else Strengths(),
            only_if_odds=OddsLimit(Decimal("0.8")) if company.one_in(3) else None,
        )  # fmt: skip
    if company.one_in(3):
        yield AttackLine(at=company.chance.choice(_beside(company, here)) if company.one_in(2) else HERE)


def _beside(company: Company, place: str) -> tuple[str, ...]:
    """Where a step from a zone or a Port may go."""
    zones, duchies = company.board.zones, company.board.duchies
    if place in zones:
        return (*zones[place].adjacent, *zones[place].ports)
    return tuple(duchies[place].port) if place in duchies else ()


def _way(company: Company, start: str, goals: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """A shortest way by sea to one of *goals*; nothing if it takes more steps than a sailing has."""
    ways: dict[str, tuple[str, ...]] = {start: ()}
    ring = [start]
    for _ in range(_MOST_STEPS + 1):
        there = []
        for place in ring:
            for other in _beside(company, place) if place == start or place in company.board.zones else ():
                if other not in ways:
                    ways[other] = (*ways[place], other)
                    there.append(other)
        if found := [place for place in there if place in goals]:
            return ways[company.chance.choice(found)]
        ring = there
    return ()
