"""Pieces of another seat come along only with its consent, given by standing order (9.1, 2.3)."""

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.movement.formations import lenders
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.order_events import LineSkipped
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.under_way import OrdersUnderWay


def lends(view: WarState, lender: str, nation: str, pieces: Pieces) -> bool:
    """Whether the seat *lender*, whose *view* it is, lets its *pieces* go along with a Formation of *nation*.

    With generals named only those, each with units that it may lead.
    """
    orders = view.standing.get(lender)
    answer = orders.consent.lend.get(nation) if orders is not None and orders.consent is not None else None
    if answer is None or not value(answer.condition, SeatFacts(view, lender, nation)):
        return False
    if answer.units is not None and pieces.strength > answer.units:
        return False
    if not answer.generals:
        return True
    return all(one in answer.generals for one in pieces.generals) and bool(pieces.generals)


def unlent(table: Table[WarState], nation: str, pieces: Pieces) -> str:
    """The first seat, along the Sequence Track, that does not lend its part of *pieces*; empty if all do."""
    found = lenders(table.state, nation, pieces)
    return next((seat for seat, part in found.items() if not lends(table.views[seat], seat, nation, part)), "")


def refuse_unlent(table: Table[WarState], nation: str, pieces: Pieces) -> bool:
    """Tell the Active seat that pieces are not lent to it: whether the line cannot be carried out."""
    lender = unlent(table, nation, pieces)
    if not lender:
        return False
    seat = seat_of(table.state, nation)
    orders = table.state.under_way.get(seat, OrdersUnderWay(nation=nation))
    problem = Problem("not-lent", ("units",), "9.1", {"lender": lender, "nation": nation})
    table.emit(LineSkipped(seat=seat, nation=nation, number=orders.number, problem=problem))
    return True
