"""Rulings on the tracks: Resources, points, consuls and Camps (5.81, 8, 16)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.alliances import gain_ally
from pbem_tnw.chapters.diplomacy.camps import HEADS
from pbem_tnw.chapters.diplomacy.events import ConsulMoved, ResourceMoved
from pbem_tnw.chapters.diplomacy.lost import lose_ally
from pbem_tnw.chapters.diplomacy.war_brings import after_change
from pbem_tnw.chapters.peace.events import BonusGiven
from pbem_tnw.position.control import ALLY, camp_of, is_power, is_proxy, members, patron
from pbem_tnw.position.state import Consul, WarState
from pbem_tnw.rulings.events import CampSet
from pbem_tnw.rulings.orders import ConsulRuled, WarRuling


def check(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """What is wrong with what *order* says of tracks; whether a marker is on its track is for the invariants."""
    for key in ("resources", "points", "camps"):
        for nation in getattr(order, key):
            if is_proxy(state, nation) or not is_power(state, nation):
                yield Problem("not-a-power-ruled", (key, nation), "4.3", {"nation": nation})
    for proxy, ruled in order.consuls.items():
        path = ("consuls", proxy)
        if proxy not in state.consuls:
            yield Problem("no-consul-of-its-own", path, "8.1", {"nation": proxy})
        elif bool(ruled.row) == (_shared(state, ruled.column) and not ruled.plus):
            yield Problem("consul-box-row", path, "8.1", {"column": ruled.column, "row": ruled.row})
        elif ruled.row and (is_proxy(state, ruled.row) or not is_power(state, ruled.row)):
            yield Problem("not-a-power-ruled", path, "8.1", {"nation": ruled.row})
    for power, camp in order.camps.items():
        if camp.camp and HEADS.get(power, camp.camp) != camp.camp:
            yield Problem("camp-never", ("camps", power), "8.22", {"nation": power, "camp": camp.camp})


def carry_out(table: Table[WarState], order: WarRuling) -> None:
    """Do what *order* says of tracks; consuls and Camps come last, as more may follow from them."""
    for nation, number in order.resources.items():
        start = table.state.resources.get(nation, 0)
        if start != number:
            table.emit(ResourceMoved(nation=nation, start=start, to=number, cause="ruling"))
    for power, number in order.points.items():
        more = number - table.state.bonus.get(power, 0)
        if more:
            table.emit(BonusGiven(power=power, points=more, rule=""))
    for proxy, ruled in order.consuls.items():
        _consul(table, proxy, ruled)
    for power, camp in order.camps.items():
        if camp_of(table.state, power) != camp.camp:
            before = table.state
            table.emit(CampSet(nation=power, camp=camp.camp))
            declaring = members(table.state, camp.camp) if camp.camp else (power,)
            after_change(table, before, power, [one for one in declaring if patron(table.state, one) == power])


def _consul(table: Table[WarState], proxy: str, ruled: ConsulRuled) -> None:
    start = table.state.consuls[proxy]
    to = Consul(column=ruled.column, row=ruled.row, plus=ruled.plus)
    if to == start:
        return
    table.emit(ConsulMoved(proxy=proxy, start=start, to=to, cause="ruling"))
    if start.column == ALLY and (to.column, to.row) != (start.column, start.row):
        lose_ally(table, proxy, start.row)
    if to.column == ALLY and (to.column, to.row) != (start.column, start.row):
        gain_ally(table, proxy, proxy)


def _shared(state: WarState, column: str) -> bool:
    """Whether all rows share the box of a column (8.1)."""
    return any(each.id == column and each.shared for each in state.board.tracks.diplomatic.columns)
