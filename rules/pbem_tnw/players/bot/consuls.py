"""What it is worth to a nation where the consul of a Proxy stands (8.1)."""

from pbem_tnw.players.bot.survey import WarSurvey
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import Consul

_BY_COLUMN = {"unaligned": 0.0, "envoy": 0.15, "client": 0.4, "ally": 1.0}


def worth_of_box(survey: WarSurvey, proxy: str, consul: Consul) -> float:
    """The worth in victory points of the box that *consul* is in; less than nothing in an enemy's row."""
    nation = survey.board.nations[proxy]
    alliance = (1.0 if not nation.is_power else 0.0) + 0.12 * sum(each.strength for each in nation.units)
    worth = alliance * _BY_COLUMN[consul.column]
    if consul.row in survey.enemies:
        return -0.8 * worth
    if not consul.row:
        return 0.0
    return worth if seat_of(survey.view, consul.row) == survey.seat else 0.3 * worth
