"""The end of the Turn: Camps, reinforcement and Deployments (14)."""

from collections.abc import Iterator

from pbem_tnw.chapters.interphase.deployment import MOST_UNITS, allowance, connected
from pbem_tnw.chapters.interphase.reinforcement import reinforcement_points
from pbem_tnw.chapters.peace.points import final_points
from pbem_tnw.orders.lines.lines import ImpulseLine
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.lines.pieces import OWN, Strengths
from pbem_tnw.orders.turn_end import DeployLine, TurnEndWish
from pbem_tnw.players.bot.prospects import Prospects
from pbem_tnw.players.bot.purchases import Purchases
from pbem_tnw.players.bot.survey import ForceSeen, WarSurvey, force
from pbem_tnw.position.control import camp_of, nations_of, opposite, powers_of
from pbem_tnw.position.state import COALITION, WarState

_LEAST = 0.08
"""What a Deployment must be worth, in victory points."""
_NO_ONE = ForceSeen()


def plan_turn_end(view: WarState, seat: str) -> TurnEndWish:
    """What *seat* does in the Interphase, as far as can be seen now."""
    surveys = {nation: WarSurvey(view, nation) for nation in nations_of(view, seat)}
    prospects = {nation: Prospects(survey) for nation, survey in surveys.items()}
    reinforce = {nation: _reinforced(surveys[nation], prospects[nation]) for nation in surveys}
    return TurnEndWish(
        camp=_camps(view, seat),
        reinforce={nation: lines for nation, lines in reinforce.items() if lines.lines},
        deploy=tuple(line for nation in surveys for line in _deployed(surveys[nation], prospects[nation])),
    )


def _camps(view: WarState, seat: str) -> dict[str, str]:
    """A Power in no Camp joins the one that the leader is not in."""
    points = final_points(view)
    rivals = [other for other in points if other != seat]
    leader = max(rivals, key=lambda other: points[other], default="")
    camps = [camp_of(view, power) for power in powers_of(view, leader)] if leader else []
    wanted = opposite(next((camp for camp in camps if camp), "")) or COALITION
    return {power: wanted for power in powers_of(view, seat) if not camp_of(view, power)}


def _reinforced(survey: WarSurvey, prospects: Prospects) -> OrderLines:
    purchases = Purchases(survey, prospects)
    points, lines = reinforcement_points(survey.view, survey.nation), list[ImpulseLine]()
    while points and (bought := purchases.best(points, interphase=True)) is not None:
        purchases.buy(bought)
        lines.append(bought.line)
        points -= bought.cost
    return OrderLines(tuple(lines))


def _deployed(survey: WarSurvey, prospects: Prospects) -> Iterator[DeployLine]:
    """Forces from where they do little to where they do most, each duchy's once."""
    found = sorted(_deployments(survey, prospects), key=lambda each: -each[0])
    used: set[str] = set()
    for worth, line in found:
        if worth < _LEAST or len(used) >= 2 * allowance(survey.view, survey.nation):
            return
        if not used & {line.origin, line.goal}:
            used |= {line.origin, line.goal}
            yield line


def _deployments(survey: WarSurvey, prospects: Prospects) -> Iterator[tuple[float, DeployLine]]:
    leaders = survey.board.leaders
    for start, there in survey.own.items():
        if not there.own:
            continue
        goals = connected(survey.view, survey.nation, start)
        units = min(MOST_UNITS, there.own)
        for staff in dict.fromkeys((there.generals[:3], ())):
            rest = tuple(one for one in there.generals if one not in staff)
            rating = max((leaders[one].battle for one in rest), default=0)
            left = there.with_own(there.own - units).led_by(rest, rating)
            for goal in sorted(goals):
                at = survey.own.get(goal, _NO_ONE)
                generals = survey.best_first((*staff, *at.generals))
                best = max((leaders[one].battle for one in generals), default=at.rating)
                joined = force(at.own + units, at.others, generals, max(best, at.rating), max(there.bonus, at.bonus))
                worth = prospects.change({start: left, goal: joined})
                yield (
                    worth,
                    DeployLine(
                        origin=start, goal=goal, nation=survey.nation, units=Strengths({OWN: units}), leaders=staff
                    ),
                )
