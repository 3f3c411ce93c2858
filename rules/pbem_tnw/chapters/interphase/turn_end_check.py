"""What is wrong with the sheet of the end of the Turn, as far as its seat can see (14)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem, Weight, standing_apart, under
from pbem_tnw.chapters.conquest.surrender import wrong_surrender
from pbem_tnw.chapters.diplomacy.armistices import wrong_armistice
from pbem_tnw.chapters.diplomacy.camps import joiners, never_joins
from pbem_tnw.chapters.diplomacy.wars import declaration
from pbem_tnw.chapters.interphase.deployment import allowance, wrong_deployment
from pbem_tnw.chapters.interphase.reinforcement import bill, reinforcement_points
from pbem_tnw.chapters.interphase.wishes import lead_power, owner_of
from pbem_tnw.orders.conditions.expressions import Truth
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.turn_end import TurnEndWish
from pbem_tnw.position.control import at_war, nations_of
from pbem_tnw.position.state import WarState

FOR_GOOD = frozenset({
    "not-your-nation", "camp-never", "camp-two-players", "camp-all-or-none", "war-on-own", "war-by-proxy",
    "reinforce-not-that", "surrender-no-power", "armistice-no-power",
})  # fmt: skip
"""What no change of the position until then can fix; the rest are warnings."""
_NEVER = frozenset({"not-your-nation", "war-on-own", "surrender-no-power", "armistice-no-power"})
"""Of these what is wrong with a line that no other line can depend on."""


def check_turn_end(view: WarState, seat: str, wish: TurnEndWish | None) -> Iterator[Problem]:
    """Every problem of what a seat wishes at the end of the Turn; what may be right by then is a warning."""
    if wish is None:
        return
    for part in (_camps, _wars, _armistices, _surrenders, _reinforcement, _deployments):
        for problem in part(view, seat, wish):
            may_become_yours = problem.args.get("nation") in view.consuls and problem.code == "not-your-nation"
            sure = problem.code in FOR_GOOD and not may_become_yours
            if sure and problem.code in _NEVER:
                yield standing_apart(problem, *problem.path[:2])
                continue
            yield problem if sure else replace(problem, weight=Weight.unwise)


def _camps(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for nation, camp in wish.camp.items():
        path = ("camp", nation)
        if nation not in nations_of(view, seat):
            yield _not_yours(path, nation)
            continue
        left = [other for other in joiners(view, nation, camp) if other != nation and wish.camp.get(other) != camp]
        if left:
            yield Problem("camp-all-or-none", path, "8.3", {"nation": nation, "other": left[0], "camp": camp})
        elif (problem := never_joins(view, nation, camp, interphase=True)) is not None:
            yield replace(problem, path=path)


def _wars(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for number, line in enumerate(wish.declare):
        nation = line.nation or lead_power(view, seat)
        if nation not in nations_of(view, seat):
            yield _not_yours(("declare", number, "nation"), nation)
            continue
        found = declaration(view, nation, line.on, line.camp or "", interphase=True)
        if isinstance(found, Problem):
            yield under(found, "declare", number)


def _armistices(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    own = [power for power in nations_of(view, seat) if power in view.board.powers]
    for nation in wish.armistice:
        mine = next((power for power in own if at_war(view, power, nation)), next(iter(own), ""))
        problem = next(wrong_armistice(view, mine, nation), None) if mine else None
        if problem is not None:
            yield replace(problem, path=("armistice", nation))


def _surrenders(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for number, offer in enumerate(wish.surrender):
        nation = offer.nation or lead_power(view, seat)
        if nation not in nations_of(view, seat):
            yield _not_yours(("surrender", number, "nation"), nation)
        else:
            yield from (under(each, "surrender", number) for each in wrong_surrender(view, nation, offer.receiver))


def _reinforcement(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    for nation, lines in wish.reinforce.items():
        if nation not in nations_of(view, seat):
            yield _not_yours(("reinforce", nation), nation)
        else:
            yield from (under(each, "reinforce", nation) for each in _bought(view, nation, lines))


def _bought(view: WarState, nation: str, lines: OrderLines) -> Iterator[Problem]:
    """The problems of each line by itself, and of the sum of those that are carried out in any case."""
    points = reinforcement_points(view, nation)
    spent, sums = 0, dict[str, int]()
    for number, line in enumerate(lines):
        found = bill(view, nation, line, points)
        yield from (under(each, number) for each in found.problems)
        if line.condition.test == Truth(yes=True):
            spent += found.cost
            sums[found.use] = sums.get(found.use, 0) + found.cost
    if spent > points and not any(cost > points for cost in sums.values()):
        args = {"nation": nation, "points": spent, "left": points, "costs": tuple(sums.items())}
        yield Problem("points-short", (), "14.2", args)


def _deployments(view: WarState, seat: str, wish: TurnEndWish) -> Iterator[Problem]:
    made: dict[str, int] = {}
    for number, line in enumerate(wish.deploy):
        nation = line.nation or owner_of(view, seat, line)
        if nation not in nations_of(view, seat):
            yield _not_yours(("deploy", number, "nation"), nation)
            continue
        yield from (under(each, "deploy", number) for each in wrong_deployment(view, nation, line))
        made[nation] = made.get(nation, 0) + 1
        if made[nation] > allowance(view, nation) + 1:
            args = {"nation": nation, "most": allowance(view, nation)}
            yield Problem("deploy-too-often", ("deploy", number), "14.21", args)


def _not_yours(path: tuple[str | int, ...], nation: str) -> Problem:
    return Problem("not-your-nation", path, "14", {"nation": nation})
