"""The order desk of Maria: for each kind of question what can be pointed at."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.desk import Desk, DeskChoice, DeskSubject
from pbem.engine.order import Order
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.desk import stage
from pbem_maria.desk.facts import facts
from pbem_maria.position.state import State


class DeskOf(msgspec.Struct, frozen=True, kw_only=True):
    """The desk for one type of order."""

    subjects: Callable[[State, str, Decision, Order | None], Iterable[DeskSubject]]
    choices: Callable[[State, str, Decision, Order | None, str], Iterable[DeskChoice]]
    others: Callable[[State, str, Decision, Order | None], Iterable[DeskChoice]] | None = None


_DESKS: Mapping[Any, DeskOf] = {
    StageOrders: DeskOf(subjects=stage.subjects, choices=stage.choices, others=stage.others),
}


def _subjects(view: State, seat: str, decision: Decision, order: Order | None) -> Iterable[DeskSubject]:
    desk = _DESKS.get(decision.takes)
    return tuple(desk.subjects(view, seat, decision, order)) if desk else ()


def _choices(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskChoice]:
    desk = _DESKS.get(decision.takes)
    return tuple(desk.choices(view, seat, decision, order, subject)) if desk else ()


def _others(view: State, seat: str, decision: Decision, order: Order | None) -> Iterable[DeskChoice]:
    desk = _DESKS.get(decision.takes)
    return tuple(desk.others(view, seat, decision, order)) if desk and desk.others else ()


DESK: Desk[State] = Desk(subjects=_subjects, choices=_choices, others=_others, facts=facts)
