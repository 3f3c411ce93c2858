"""A nation spends its CPs of the Interphase and makes its Deployments (14.2, 14.21)."""

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.interphase.deployment import BOUGHT, allowance, deploy, wrong_deployment
from pbem_tnw.chapters.interphase.events import Reinforced
from pbem_tnw.chapters.interphase.politics import skip
from pbem_tnw.chapters.interphase.reinforcement import bill, carry_out, line_for, lines_by_default, reinforcement_points
from pbem_tnw.chapters.interphase.wishes import deployments_wished, holds, wish_of
from pbem_tnw.orders.lines.lines import RestLine
from pbem_tnw.position.state import WarState


def reinforce(table: Table[WarState], nation: str) -> None:
    """Let *nation* buy what its sheet says, by default Refit markers and units, and deploy."""
    points = reinforcement_points(table.state, nation)
    left = _buy(table, nation, points)
    left -= _deploy(table, nation, left)
    table.emit(Reinforced(nation=nation, points=points, spent=points - left))


def _buy(table: Table[WarState], nation: str, points: int) -> int:
    """Carry out the lines that can be; gives back the CPs that are left."""
    wished = wish_of(table.state, nation).reinforce.get(nation)
    deployments = len(deployments_wished(table.state, nation))
    kept = BOUGHT if deployments > allowance(table.state, nation) else 0
    if wished is None:
        for line in lines_by_default(table.state, nation, points - kept):
            cost = bill(table.state, nation, line, points).cost
            carry_out(table, nation, line, points)
            points -= cost
        return points
    for number, line in enumerate(wished):
        if not holds(table, nation, line.condition):
            continue
        found = bill(table.state, nation, line, points)
        if found.problems:
            skip(table, nation, "reinforce", number, found.problems[0])
        elif not isinstance(line, RestLine):
            carry_out(table, nation, line, points)
            points -= found.cost
    for line in wished:
        if isinstance(line, RestLine) and not bill(table.state, nation, line, points).problems:
            points = kept + _spend(table, nation, line, points - kept) if points > kept else points
    return points


def _spend(table: Table[WarState], nation: str, rest: RestLine, points: int) -> int:
    """Spend what is left of the CPs as a `rest` line says, each use as often as it can; gives back what remains."""
    if not holds(table, nation, rest.condition):
        return points
    for item in rest.items:
        times = 0
        while (item.n is None or times < item.n) and (line := line_for(table.state, nation, item, points)) is not None:
            cost = bill(table.state, nation, line, points).cost
            if not cost:
                break
            carry_out(table, nation, line, points)
            points, times = points - cost, times + 1
    return points


def _deploy(table: Table[WarState], nation: str, points: int) -> int:
    """Make the Deployments of a nation: those that it has, and one for a CP; gives back what that cost."""
    free, paid = allowance(table.state, nation), 0
    for number, line in enumerate(deployments_wished(table.state, nation)):
        if not holds(table, nation, line.condition):
            continue
        problem = next(wrong_deployment(table.state, nation, line), None)
        if problem is None and not free and (paid or points < BOUGHT):
            args = {"nation": nation, "most": allowance(table.state, nation) + paid}
            problem = Problem("deploy-too-often", (), "14.21", args)
        if problem is not None:
            skip(table, nation, "deploy", number, problem)
            continue
        paid += 0 if free else BOUGHT
        free -= 1 if free else 0
        deploy(table, nation, line)
    return paid
