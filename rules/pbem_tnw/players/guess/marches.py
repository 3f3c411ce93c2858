"""Marches by chance: here and there a walk anywhere, most often a campaign against the nearest enemy."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from pbem_tnw.orders.conditions.condition import BattleCondition
from pbem_tnw.orders.lines.battle_wish import BattleWish
from pbem_tnw.orders.lines.lines import AssaultLine, DropLine, FlagLine, FormLine, ImpulseLine, MoveLine, TakeLine
from pbem_tnw.orders.lines.pieces import OWN, OddsLimit, PieceNames, Strengths
from pbem_tnw.players.guess.choices import guess_battle_cards
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.conditions import guess_condition
from pbem_tnw.position.control import at_war, hostile, may_enter
from pbem_tnw.position.forces import besieging, enemies_at

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
