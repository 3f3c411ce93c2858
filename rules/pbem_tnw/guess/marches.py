"""Marches by chance: here and there a walk anywhere."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from pbem_tnw.guess.choices import Company, guess_battle_cards, guess_condition
from pbem_tnw.orders.choices import BattleWish
from pbem_tnw.orders.condition_parser import BattleCondition
from pbem_tnw.orders.lines import (
    AssaultLine,
    AttackLine,
    DropLine,
    EmbarkLine,
    FlagLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    SailLine,
    TakeLine,
)
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import OWN, OddsLimit, PieceNames, Strengths
from pbem_tnw.position.control import at_war, hostile, may_enter
from pbem_tnw.position.forces import besieging, enemies_at, enemy_squadrons, squadrons_at

_INTERCEPTED: tuple[Literal["fight", "halt"], ...] = ("fight", "halt")
_MOST_STEPS = 4
_FAR = 8
"""Steps; a campaign does not go for an enemy farther away."""


def guess_march(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Formation and its way, with what it does where it comes to."""
    sieges = besieging(company.view, nation)
    if sieges and not company.one_in(3):
        yield AssaultLine(at=company.chance.choice(sieges))
    if company.one_in(3) or not company.generals_of(nation):
        yield from _walk(company, nation)
    else:
        yield from _campaign(company, nation)


def guess_battle(company: Company, nation: str) -> BattleWish:
    """How to fight, most often as standing orders say."""
    if company.one_in(2):
        return BattleWish()
    keep = guess_condition(company, BattleCondition, one_in=1) if company.one_in(4) else None
    return BattleWish(
        cards=guess_battle_cards(company, nation) or None,
        first_round_at_most=company.maybe((1, 2)),
        keep_if=keep,
        losses=company.some(company.own(), 2) or None,
        generals=_losable(company, nation) if company.one_in(3) else None,
        retreat_to=company.some(company.duchies(nation), 2) or None,
    )


def _losable(company: Company, nation: str) -> PieceNames:
    names = company.some(company.generals_of(nation), 2, 1)
    if names and company.one_in(3):
        return PieceNames("named", names)
    return PieceNames("last") if company.one_in(2) else PieceNames("never")


def _campaign(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """The strongest army, with all that its generals may lead, goes for the nearest enemies or enemy land."""
    units, generals = company.view.units, company.generals_of(nation)
    strength = {one: units.get(company.view.generals[one], {}).get(nation, 0) for one in generals}
    best = sorted(company.chance.shuffled(generals), key=lambda one: -strength[one])
    general = company.chance.choice(best[:2])
    here = company.view.generals[general]
    beside = [one for one in generals if one != general and company.view.generals[one] == here]
    path = _way_to_enemies(company, nation, here, far=company.one_in(3))
    if path:
        riders = company.some(beside, 2, 1) if beside and not company.one_in(3) else ()
        battle = guess_battle(company, nation)
        yield MoveLine(commander=general, riders=riders, path=path[:_MOST_STEPS], battle=battle)
    goal = path[-1] if path else here
    if company.board.duchies[goal].is_fortress and hostile(company.view, nation, goal):
        yield AssaultLine()
    elif hostile(company.view, nation, goal):
        yield FlagLine()


def _way_to_enemies(company: Company, nation: str, start: str, *, far: bool) -> tuple[str, ...]:
    """The duchies on a shortest way to one that an enemy controls or stands in; of as near ones chance takes one.

    If it may be *far*, only a capital that an enemy controls will do.
    """
    view, links = company.view, company.board.links
    ways: dict[str, tuple[str, ...]] = {start: ()}
    ring = [start]
    capitals = {one for each in company.board.nations.values() for one in each.capitals}
    for _ in range(_FAR):
        there: list[str] = []
        for duchy in ring:
            for other in links.get(duchy, {}):
                if other not in ways and may_enter(view, nation, other):
                    ways[other] = (*ways[duchy], other)
                    there.append(other)
        goals = [one for one in there if hostile(view, nation, one) or enemies_at(view, nation, one).strength]
        if goals := [one for one in goals if not far or one in capitals]:
            return ways[company.chance.choice(goals)]
        ring = there
    return ()


def _walk(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Formation of any kind goes anywhere, possible or not."""
    generals, chance = company.generals_of(nation), company.chance
    held = [place for place in company.board.duchies if company.view.units.get(place, {}).get(nation)]
    if not generals and not held:
        return
    general = chance.choice(generals) if generals and not company.one_in(5) else None
    here = company.view.generals[general] if general else chance.choice(held or (company.view.generals[generals[0]],))
    beside = [one for one in generals if one != general and company.view.generals[one] == here]
    if general is None or company.one_in(2):
        yield _formed(company, nation, general, beside, here)
        general = None
    way = _way(company, nation, here)
    limit = OddsLimit(Decimal(chance.choice(("0.5", "0.8", "1", "1.3")))) if company.one_in(3) else None
    if way:
        yield MoveLine(
            commander=general, path=way, if_intercepted=chance.choice(_INTERCEPTED), only_if_odds=limit,
            battle=guess_battle(company, nation),
        )  # fmt: skip
    if company.one_in(5):
        yield TakeLine() if company.one_in(2) else DropLine(units=Strengths({OWN: 1}))
    yield FlagLine() if company.one_in(3) else AssaultLine(rounds=company.maybe((1, 2)) if company.one_in(2) else None)


def _formed(company: Company, nation: str, general: str | None, beside: list[str], here: str) -> FormLine:
    there = company.view.units.get(here, {}).get(nation, 0)
    if general is None:
        riders = company.some(beside, 2) if company.one_in(2) else ()
        return FormLine(at=here, riders=riders, units=Strengths() if riders else Strengths({OWN: min(2, there or 1)}))
    riders = company.some(beside, 2)
    units = (Strengths(), Strengths(every=True), Strengths({OWN: 1 + company.chance.below(max(1, there))}))
    return FormLine(at=company.maybe((here,)), commander=general, riders=riders, units=company.chance.choice(units))


def _way(company: Company, nation: str, here: str) -> tuple[str, ...]:
    """A way of up to four steps, over duchies of enemies rather than of others."""
    path: list[str] = []
    for _ in range(1 + company.chance.below(_MOST_STEPS)):
        near = tuple(other for other in company.board.links.get(here, {}) if other not in path)
        enemy = [one for one in near if at_war(company.view, nation, _host(company, one))]
        if not near:
            break
        here = company.chance.choice(enemy if enemy and not company.one_in(3) else near)
        path.append(here)
    return tuple(path)


def _host(company: Company, duchy: str) -> str:
    return company.view.flags.get(duchy) or company.board.duchies[duchy].nation


_MET: tuple[Literal["pass", "stay", "attack"], ...] = ("pass", "stay", "attack")
_MOST_SEA_STEPS = 3
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
    if path := _way_by_sea(company, origin, empty):
        yield SailLine(origin=origin, path=path, squadrons=Strengths({OWN: 1}), if_met="stay")


def _raid(company: Company, nation: str) -> Iterator[ImpulseLine]:
    """A Fleet sails for the nearest enemies, in a zone or in a Port, and attacks."""
    origin = company.chance.choice(company.ports(nation))
    if enemy_squadrons(company.view, nation, origin):
        yield AttackLine()
        return
    enemies = [place for place in company.places() if enemy_squadrons(company.view, nation, place)]
    path = _way_by_sea(company, origin, enemies)
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
        if path := _way_by_sea(company, origin, troops):
            yield SailLine(origin=origin, path=path)
        return
    generals = [one for one in company.generals_of(nation) if view.generals[one] == origin]
    commanders = company.some(generals, 1, int(not company.one_in(4)))
    if origin in duchies:
        room = 2 * max(1, len(squadrons_at(view, origin, (nation,))))
        units = Strengths() if company.one_in(2) else Strengths({OWN: 1 + company.chance.below(room)})
        yield EmbarkLine(at=origin, units=units, generals=commanders, stay_aboard=company.one_in(3))
    ports = [port for port, duchy in duchies.items() if duchy.is_port and hostile(view, nation, port)]
    path = _way_by_sea(company, origin, company.some(ports, 9, 1) if company.one_in(2) else ports)
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
    for _ in range(1 + company.chance.below(_MOST_SEA_STEPS)):
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


def _way_by_sea(company: Company, start: str, goals: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """A shortest way by sea to one of *goals*; nothing if it takes more steps than a sailing has."""
    ways: dict[str, tuple[str, ...]] = {start: ()}
    ring = [start]
    for _ in range(_MOST_SEA_STEPS + 1):
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
