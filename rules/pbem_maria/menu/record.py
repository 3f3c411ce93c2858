"""The record by which the host finds the menus."""

from pbem.engine.menu import Desk, FormHints, Menu
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

DESK: Desk[State] = Desk(
    menus={
        StageOrders: Menu(subjects=stage.subjects, choices=stage.choices, bars=stage.bars, notes=stage.notes),
        HussarOrders: Menu(subjects=armies.subjects, choices=armies.choices),
        SetUpOrders: Menu(subjects=armies.set_up_subjects, choices=armies.set_up_choices),
        WinterOrders: Menu(subjects=armies.winter_subjects, choices=armies.winter_choices),
        PoliticsOrders: Menu(subjects=answers.subjects, choices=answers.choices),
        TrumpOrders: Menu(choices=answers.trumps),
        PlacingOrders: Menu(choices=answers.placing_choices),
        ExpeditionOrders: Menu(subjects=answers.expedition_subjects, choices=answers.expedition_choices),
        GiveWayOrders: Menu(subjects=answers.away_subjects, choices=answers.away_choices),
        WithdrawOrders: Menu(subjects=answers.away_subjects, choices=answers.away_choices),
        ComebackOrders: Menu(subjects=answers.comeback_subjects, choices=answers.comeback_choices),
        ElectionOrders: Menu(subjects=answers.election_subjects, choices=answers.election_choices),
        SaxonyOrders: Menu(choices=answers.saxony_choices),
        PeaceOrders: Menu(choices=answers.peace_choices),
        PlayOrders: Menu(choices=answers.play_choices),
        SubsidyOrders: Menu(choices=answers.subsidy_choices),
    },
    facts=facts,
)


FORMS: FormHints[State] = FormHints(shapes=SHAPES, by_keys=frozenset({Supply}), offers=offers)
