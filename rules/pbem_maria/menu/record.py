"""The record by which the host finds the menus."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import Desk, DeskBar, DeskChoice, DeskNote, DeskSubject, FormHints
from pbem.engine.order import Order
from pbem_maria.menu import answers, armies, stage
from pbem_maria.menu.facts import facts
from pbem_maria.menu.offers import offers
from pbem_maria.menu.shapes import SHAPES
from pbem_maria.orders.cards import SubsidyOrders
from pbem_maria.orders.politics import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.stage import PlayOrders, SetUpOrders, StageOrders, Supply, WinterOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.orders.statecraft import (
    ComebackOrders,
    ElectionOrders,
    ExpeditionOrders,
    GiveWayOrders,
    PeaceOrders,
    SaxonyOrders,
    WithdrawOrders,
)
from pbem_maria.position.state import State


class DeskOf(msgspec.Struct, frozen=True, kw_only=True):
    """The desk for one type of order."""

    subjects: Callable[[State, str, Decision, Order | None], Iterable[DeskSubject]] = answers.nothing
    choices: Callable[[State, str, Decision, Order | None, str], Iterable[DeskChoice]] = answers.no_choices
    others: Callable[[State, str, Decision, Order | None], Iterable[DeskChoice]] | None = None
    bars: Callable[[State, str, Decision, Order | None, str], Iterable[DeskBar]] | None = None
    notes: Callable[[State, str, Decision, Order | None, str], Iterable[DeskNote]] | None = None


_DESKS: Mapping[Any, DeskOf] = {
    StageOrders: DeskOf(
        subjects=stage.subjects, choices=stage.choices, others=stage.others, bars=stage.bars, notes=stage.notes
    ),
    HussarOrders: DeskOf(subjects=armies.subjects, choices=armies.choices),
    SetUpOrders: DeskOf(subjects=armies.set_up_subjects, choices=armies.set_up_choices),
    WinterOrders: DeskOf(subjects=armies.winter_subjects, choices=armies.winter_choices, others=armies.winter_others),
    PoliticsOrders: DeskOf(subjects=answers.subjects, choices=answers.choices, others=answers.others),
    TrumpOrders: DeskOf(others=answers.trump_others),
    PlacingOrders: DeskOf(others=answers.placing_others),
    ExpeditionOrders: DeskOf(subjects=answers.expedition_subjects, choices=answers.expedition_choices),
    GiveWayOrders: DeskOf(subjects=answers.away_subjects, choices=answers.away_choices),
    WithdrawOrders: DeskOf(subjects=answers.away_subjects, choices=answers.away_choices),
    ComebackOrders: DeskOf(
        subjects=answers.comeback_subjects, choices=answers.comeback_choices, others=answers.comeback_others
    ),
    ElectionOrders: DeskOf(
        subjects=answers.election_subjects, choices=answers.election_choices, others=answers.election_others
    ),
    SaxonyOrders: DeskOf(others=answers.saxony_others),
    PeaceOrders: DeskOf(others=answers.peace_others),
    PlayOrders: DeskOf(others=answers.play_others),
    SubsidyOrders: DeskOf(others=answers.subsidy_others),
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


def _bars(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskBar]:
    desk = _DESKS.get(decision.takes)
    return tuple(desk.bars(view, seat, decision, order, subject)) if desk and desk.bars else ()


def _notes(view: State, seat: str, decision: Decision, order: Order | None, subject: str) -> Iterable[DeskNote]:
    desk = _DESKS.get(decision.takes)
    return tuple(desk.notes(view, seat, decision, order, subject)) if desk and desk.notes else ()


DESK: Desk[State] = Desk(subjects=_subjects, choices=_choices, others=_others, bars=_bars, notes=_notes, facts=facts)


FORMS: FormHints[State] = FormHints(shapes=SHAPES, by_keys=frozenset({Supply}), offers=offers)
