"""The end of the Turn: reinforcement and Deployments (14)."""

from pbem_tnw.chapters.interphase.reinforcement import reinforcement_points
from pbem_tnw.orders.lines.lines import ImpulseLine
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.turn_end import TurnEndWish
from pbem_tnw.players.bot.prospects import Prospects
from pbem_tnw.players.bot.purchases import Purchases
from pbem_tnw.players.bot.survey import WarSurvey
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import WarState


def plan_turn_end(view: WarState, seat: str) -> TurnEndWish:
    """What *seat* does in the Interphase, as far as can be seen now."""
    nations = nations_of(view, seat)
    return TurnEndWish(reinforce={nation: lines for nation in nations if (lines := _reinforced(view, nation)).lines})


def _reinforced(view: WarState, nation: str) -> OrderLines:
    survey = WarSurvey(view, nation)
    purchases = Purchases(survey, Prospects(survey))
    points, lines = reinforcement_points(view, nation), list[ImpulseLine]()
    while points and (bought := purchases.best(points, interphase=True)) is not None:
        purchases.buy(bought)
        lines.append(bought.line)
        points -= bought.cost
    return OrderLines(tuple(lines))
