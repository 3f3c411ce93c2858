"""The end of the Turn: Camps, reinforcement and Deployments (14)."""

from collections.abc import Iterator
from decimal import Decimal

from pbem_tnw.bot.purchases import Purchases
from pbem_tnw.bot.survey import ForceSeen, Prospects, WarSurvey, force
from pbem_tnw.chapters.turn.facts import final_points
from pbem_tnw.chapters.turn.reinforcement import MOST_UNITS, allowance, connected, reinforcement_points
from pbem_tnw.orders.choices import BattleCardWish
from pbem_tnw.orders.condition import AllOf, Amount, Asked, Comparing, Comparison, ConditionTest, NotSo, OneOf
from pbem_tnw.orders.condition_parser import BattleCondition, ResponseCondition
from pbem_tnw.orders.lines import ImpulseLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import (
    MOST_LINES,
    YES,
    BattleLine,
    Consents,
    EvadeLine,
    InterceptLine,
    PeaceLine,
    RespondLine,
    WarStanding,
)
from pbem_tnw.orders.turn import DeployLine, TurnEndWish
from pbem_tnw.position.control import camp_of, controller, nations_of, opposite, powers_of
from pbem_tnw.position.state import COALITION, WarState

_BIG = 3
"""Enemy units against which a card is worth it."""


def plan_standing(view: WarState, seat: str) -> WarStanding:
    """All standing orders of *seat*."""
    nations = nations_of(view, seat)
    near, even = _number("need", "<=", "8"), _number("odds", ">=", "1")
    elsewhere = NotSo(OneOf(Asked("where"), _capitals(view, nations)))
    cards = tuple(_battle_cards(view, nations))
    return WarStanding(
        respond=tuple(_responses(view))[:MOST_LINES],
        battle=(BattleLine(cards=cards, first_round_at_most=2, keep_if=_battle_if(">=", "1.8")),),
        intercept=(InterceptLine(condition=BattleCondition(AllOf((near, even)))),),
        evade=(EvadeLine(condition=BattleCondition(AllOf((elsewhere, _number("odds", "<", "0.7"))))),),
        peace=_peace(view, seat),
        consent=Consents(join=dict.fromkeys(view.board.powers, YES)),
    )


def _capitals(view: WarState, nations: tuple[str, ...]) -> tuple[str, ...]:
    """The capitals of the seat, which are defended whatever comes."""
    found = (capital for nation in nations for capital in view.board.nations[nation].capitals)
    return tuple(capital for capital in found if controller(view, capital) in nations) or ("paris",)


def _responses(view: WarState) -> Iterator[RespondLine]:
    """A line for each response card of the deck, held or not: what is not held does nothing (2.4)."""
    for card in view.board.cards.values():
        if card.timing is None:
            continue
        trigger, condition = card.timing.trigger, ResponseCondition()
        if trigger == "step":
            condition = ResponseCondition(_number("units", ">=", str(_BIG if card.cp > 1 else 1)))
        elif trigger == "battle_rolled":
            condition = ResponseCondition(_number("margin", "<=", "0"))
        yield RespondLine(card=card.id, condition=condition)


def _battle_cards(view: WarState, nations: tuple[str, ...]) -> Iterator[BattleCardWish]:
    for nation in nations:
        for card in view.holdings(nation).known:
            printed = view.board.cards[card]
            if printed.kind == "battle" and printed.timing is None:
                yield BattleCardWish(card=card)


def _peace(view: WarState, seat: str) -> tuple[PeaceLine, ...]:
    """For peace while ahead, against it while behind."""
    points = final_points(view)
    rivals = max((number for other, number in points.items() if other != seat), default=0)
    ahead = points.get(seat, 0) - rivals
    if ahead >= 2:
        return (PeaceLine(add=1),)
    return (PeaceLine(add=-1),) if ahead <= -3 else ()


def _number(word: str, sign: Comparing, number: str) -> ConditionTest:
    return Comparison(Amount(of=Asked(word)), sign, Amount(plus=Decimal(number)))


def _battle_if(sign: Comparing, odds: str) -> BattleCondition:
    return BattleCondition(_number("odds", sign, odds))


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
