"""The order desk of Maria: for each kind of question what can be pointed at."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.desk import Desk, DeskBar, DeskChoice, DeskNote, DeskSubject
from pbem.engine.order import Order
from pbem_maria.chapters.cards.orders import SubsidyOrders
from pbem_maria.chapters.combat.orders import PlayOrders
from pbem_maria.chapters.election.orders import ElectionOrders
from pbem_maria.chapters.hussars.orders import HussarOrders
from pbem_maria.chapters.politics.expedition_orders import ExpeditionOrders, GiveWayOrders
from pbem_maria.chapters.politics.orders import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.chapters.setup.orders import SetUpOrders
from pbem_maria.chapters.shifts.orders import ComebackOrders, PeaceOrders, SaxonyOrders, WithdrawOrders
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.winter.orders import WinterOrders
from pbem_maria.desk import answers, armies, hussar_desk, politics_desk, stage
from pbem_maria.desk.facts import facts
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
    HussarOrders: DeskOf(subjects=hussar_desk.subjects, choices=hussar_desk.choices),
    SetUpOrders: DeskOf(subjects=armies.set_up_subjects, choices=armies.set_up_choices),
    WinterOrders: DeskOf(subjects=armies.winter_subjects, choices=armies.winter_choices, others=armies.winter_others),
    PoliticsOrders: DeskOf(subjects=politics_desk.subjects, choices=politics_desk.choices, others=politics_desk.others),
    TrumpOrders: DeskOf(others=politics_desk.trump_others),
    PlacingOrders: DeskOf(others=politics_desk.placing_others),
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
