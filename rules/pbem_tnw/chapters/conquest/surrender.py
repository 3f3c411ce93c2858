"""A Power surrenders: in its own Impulse, at its start, or in the Interphase (15.4, 14.14)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.conquest.events import SurrenderRefused
from pbem_tnw.chapters.conquest.results import put_out
from pbem_tnw.chapters.diplomacy.camps import agrees, consent_of
from pbem_tnw.chapters.line_rules import LineRules
from pbem_tnw.chapters.sequence.order_events import OrdersTaken
from pbem_tnw.orders.lines.lines import SurrenderLine
from pbem_tnw.position.control import at_war, controller, homes, is_power, is_proxy, seat_of
from pbem_tnw.position.state import WarState
from pbem_tnw.position.under_way import OrdersUnderWay

RULE = "15.4"


def wrong_surrender(state: WarState, nation: str, receiver: str) -> Iterator[Problem]:
    """Why a Power cannot offer its surrender to another; whether that accepts is its secret."""
    for each in (nation, receiver):
        if not is_power(state, each) or is_proxy(state, each):
            yield Problem("surrender-no-power", ("to",), RULE, {"nation": each})
            return
    if not at_war(state, nation, receiver):
        yield Problem("surrender-no-war", ("to",), RULE, {"nation": nation, "receiver": receiver})
        return
    keys = tuple(home for home in homes(state, nation) if state.board.duchies[home].key)
    if not any(controller(state, key) == receiver for key in keys):
        holders = tuple(dict.fromkeys(controller(state, key) for key in keys if controller(state, key) != nation))
        args = {"nation": nation, "receiver": receiver, "holders": holders}
        yield Problem("surrender-no-key", ("to",), RULE, args)


def surrender(table: Table[WarState], nation: str, receiver: str) -> bool:
    """Let *nation* surrender if the seat of *receiver* accepts it; whether it did. Silence is no (2.3, row 14)."""
    seat = seat_of(table.state, receiver)
    if not agrees(table, seat, consent_of(table.state, seat).surrender_of.get(nation)):
        own = seat_of(table.state, nation)
        table.emit(SurrenderRefused(seat=own, nation=nation, receiver=receiver))
        return False
    put_out(table, nation, receiver, "surrender")
    return True


def surrender_problems(view: WarState, nation: str, line: SurrenderLine) -> Iterator[Problem]:
    """Why *nation* cannot surrender by a line of its Impulse: only its first line does (15.4)."""
    orders = view.under_way.get(seat_of(view, nation))
    if orders is not None and orders.number > 1:
        yield Problem("surrender-too-late", (), RULE, {"nation": nation})
    yield from wrong_surrender(view, nation, line.to)


def surrender_by_line(table: Table[WarState], nation: str, line: SurrenderLine) -> None:
    """Offer the surrender of a legal line; if it is accepted the Impulse ends."""
    if surrender(table, nation, line.to):
        table.emit(OrdersTaken(seat=seat_of(table.state, nation), orders=OrdersUnderWay(nation=nation)))


CONQUEST_LINES: Mapping[type, LineRules] = {SurrenderLine: LineRules(surrender_problems, surrender_by_line)}
"""The lines of this chapter."""
