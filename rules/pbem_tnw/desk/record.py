"""The order desk of The Napoleonic Wars: for the sheets of Rounds and Impulses, and for holds."""

from collections.abc import Iterable

from pbem.engine.decision import Decision
from pbem.engine.desk import Desk, DeskChoice, DeskNote, DeskSubject
from pbem.engine.order import Order
from pbem_tnw.desk import choosing
from pbem_tnw.desk.facts import facts
from pbem_tnw.desk.holds import hold_others
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.orders.round_orders import ImpulseSheet, RoundOrders
from pbem_tnw.position.state import WarState

_ASKED = (RoundOrders, ImpulseSheet)


def _subjects(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterable[DeskSubject]:
    return tuple(choosing.subjects(view, seat, decision, order)) if decision.takes in _ASKED else ()


def _choices(view: WarState, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskChoice]:
    return tuple(choosing.choices(view, seat, decision, order, subject)) if decision.takes in _ASKED else ()


def _others(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterable[DeskChoice]:
    if decision.takes is HoldAnswer:
        return tuple(hold_others(view, seat, decision, order))
    return tuple(choosing.others(view, seat, decision, order)) if decision.takes in _ASKED else ()


def _notes(view: WarState, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskNote]:
    return tuple(choosing.notes(view, seat, decision, order, subject)) if decision.takes in _ASKED else ()


DESK: Desk[WarState] = Desk(subjects=_subjects, choices=_choices, others=_others, notes=_notes, facts=facts)
