"""The end of the Turn by chance: peace, camps, wars, reinforcement, Deployments (14)."""

from pbem_tnw.orders.conditions.condition import PeaceCondition
from pbem_tnw.orders.consent import YES
from pbem_tnw.orders.lines.lines import BuildLine, ImpulseLine, RefitLine, RegroupLine
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.lines.pieces import OWN, Strengths
from pbem_tnw.orders.standing_lines import PeaceLine
from pbem_tnw.orders.turn_end import DeployLine, InterphaseWar, SurrenderOffer, TurnEndWish
from pbem_tnw.players.guess.choices import guess_pieces
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.conditions import guess_condition

CAMPS = ("imperial", "coalition")


def guess_turn_end(company: Company) -> TurnEndWish:
    """Some of what may be wished; what cannot be is left out later."""
    others = [nation for nation in company.nations if nation not in company.own()]
    powers, chance = company.powers(), company.chance
    peace = PeaceLine(condition=guess_condition(company, PeaceCondition), add=chance.below(3) - 1)
    rare = company.one_in(4)
    return TurnEndWish(
        peace=(peace,) if company.one_in(2) else None,
        camp={nation: chance.choice(CAMPS) for nation in company.some(powers, 1)} if rare else {},
        declare=(_war(company, others),) if rare and others else (),
        armistice=dict.fromkeys(company.some(others, 1), YES) if company.one_in(4) else {},
        surrender=(SurrenderOffer(receiver=chance.choice(others)),) if company.one_in(12) and others else (),
        reinforce={nation: _reinforced(company, nation) for nation in company.own() if not company.one_in(3)},
        deploy=tuple(line for nation in company.own() for line in _deployed(company, nation)),
    )


def _war(company: Company, others: list[str]) -> InterphaseWar:
    return InterphaseWar(on=company.chance.choice(others), nation=company.maybe(company.powers()))


def _reinforced(company: Company, nation: str) -> OrderLines:
    lines: list[ImpulseLine] = [BuildLine(pieces=guess_pieces(company, nation))]
    if company.one_in(3):
        lines.append(RegroupLine() if company.one_in(2) else RefitLine())
    return OrderLines(tuple(lines))


def _deployed(company: Company, nation: str) -> tuple[DeployLine, ...]:
    generals, lands = company.generals_of(nation), company.duchies(nation)
    if not lands or company.one_in(2):
        return ()
    ports = [place for place in company.ports(nation) if place in company.board.duchies]
    homes = [place for place in lands if company.board.duchies[place].port]
    if ports and homes and company.one_in(3):
        origin, goal = company.chance.choice(ports), company.chance.choice(homes)
        return (DeployLine(origin=origin, goal=goal, nation=nation, squadrons=1),) if origin != goal else ()
    general = company.chance.choice(generals) if generals else ""
    origin = company.view.generals[general] if general else company.chance.choice(lands)
    goal = company.chance.choice(lands)
    units = Strengths({OWN: 1 + company.chance.below(4)})
    leaders = (general,) if general else ()
    return (
        (DeployLine(origin=origin, goal=goal, nation=nation, units=units, leaders=leaders),) if goal != origin else ()
    )
