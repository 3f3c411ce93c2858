"""The Impulse of a nation: which card, as an event or for its CPs, and what is done with them (2.2)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import asdict, replace

from pbem_tnw.chapters.sequence.card_play import playable
from pbem_tnw.orders.impulse import Alternative, CardUse, ImpulseOrders, PlusUse
from pbem_tnw.orders.lines.lines import ImpulseLine, RestItem, RestLine
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.players.bot.events import Events
from pbem_tnw.players.bot.marches import Marches
from pbem_tnw.players.bot.prospects import POINT, Prospects
from pbem_tnw.players.bot.purchases import Purchases
from pbem_tnw.players.bot.survey import WarSurvey
from pbem_tnw.position.state import WarState

_KEPT = 0.3
"""What a response or battle card is worth in the hand."""
_MOST = 8
"""The most lines of a plan."""


class ImpulsePlan(msgspec.Struct, frozen=True):
    """Lines for some CPs, and what they are worth in victory points."""

    lines: tuple[ImpulseLine, ...]
    score: float


def plan_impulses(view: WarState, nations: tuple[str, ...]) -> dict[str, ImpulseOrders]:
    """The orders for the coming Impulse of each of *nations*."""
    found = {nation: plan_impulse(view, nation) for nation in nations}
    return {nation: orders for nation, orders in found.items() if orders.alternatives}


def plan_impulse(view: WarState, nation: str) -> ImpulseOrders:
    """The Impulse of *nation*, as far as it can be seen now."""
    survey = WarSurvey(view, nation)
    prospects = Prospects(survey)
    hand = [card for card in view.holdings(nation).known if playable(view, nation, card)]
    uses = sorted(_uses(survey, prospects, hand), key=lambda each: -each[0])
    plus = _reserve(survey, prospects)
    alternatives = [_alternative(survey, prospects, use, points, plus) for _, use, points in uses[:1]]
    spare = next((use for _, use, _ in uses[1:] if use.use == "cp"), None)
    if uses:
        again = uses[0][1] if uses[0][1].use == "cp" else spare or CardUse(card=uses[0][1].card, use="cp")
        alternatives.append(Alternative(play=again, plus=plus, do=OrderLines((_rest(),))))
    elif plus is not None:
        alternatives.append(Alternative(plus=plus))
    return ImpulseOrders(alternatives=tuple(alternatives))


def _uses(survey: WarSurvey, prospects: Prospects, hand: list[str]) -> Iterator[tuple[float, CardUse, int]]:
    """Every way to play a card of the hand: its worth, and the CPs that there are for lines."""
    cards, events = survey.board.cards, Events(survey, prospects)
    plans = {points: _planned(survey, prospects, points) for points in {cards[card].cp for card in hand}}
    for card in hand:
        printed = cards[card]
        kept = _KEPT if printed.timing is not None or printed.kind == "battle" else 0.0
        if not printed.has("must_be_event"):
            yield plans[printed.cp].score - kept - 0.02 * printed.cp, CardUse(card=card, use="cp"), printed.cp
        judged = events.judged(card)
        if judged is not None:
            score = judged.score
            if judged.points:
                score += _planned(survey, prospects, judged.points).score if judged.marches else judged.points * POINT
            use = replace(CardUse(card=card, use="event"), **asdict(judged.choices))
            yield score - 0.02 * printed.cp, use, judged.points


def _planned(survey: WarSurvey, prospects: Prospects, points: int) -> ImpulsePlan:
    """Marches and purchases for so many CPs, the best first."""
    marches, purchases = Marches(survey, prospects), Purchases(survey, prospects)
    lines: list[ImpulseLine] = []
    later: list[ImpulseLine] = []
    score = 0.0
    while len(lines) + len(later) < _MOST:
        march, bought = marches.best(points), purchases.best(points)
        if march is None and bought is None:
            break
        a = march.score / max(0.7, march.cost) if march is not None else 0.0
        b = bought.score / max(0.7, bought.cost) if bought is not None else 0.0
        if march is not None and a >= b:
            marches.begin(march)
            lines += march.lines
            score, points = score + march.score, points - march.cost
        elif bought is not None and b > 0:
            purchases.buy(bought)
            later.append(bought.line)
            score, points = score + bought.score, points - bought.cost
        else:
            break
    return ImpulsePlan((*lines, *later), score)


def _alternative(
    survey: WarSurvey, prospects: Prospects, use: CardUse, points: int, plus: PlusUse | None
) -> Alternative:
    lines = _planned(survey, prospects, points).lines if points else ()
    return Alternative(play=use, plus=plus, do=OrderLines((*lines, _rest())))


def _rest() -> RestLine:
    """What to do with CPs that are left."""
    return RestLine(items=(RestItem(use="flag"), RestItem(use="refit"), RestItem(use="regroup"), RestItem(use="unit")))


def _reserve(survey: WarSurvey, prospects: Prospects) -> PlusUse | None:
    """A Reserve of the nation whose event is worth more than its CPs now."""
    view, events = survey.view, Events(survey, prospects)
    for card in survey.board.reserves[survey.nation]:
        if card in view.used:
            continue
        judged = events.judged(card)
        if judged is not None and judged.score >= POINT * 2:
            return replace(PlusUse(card=card, use="event"), **asdict(judged.choices))
    return None
