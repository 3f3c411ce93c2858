"""What the orders for an Impulse would lead to, as far as no die and no one else decides (2.2)."""

from collections.abc import Iterable

from pbem_tnw.chapters.battle.outlook import BattleOutlook, outlook_here
from pbem_tnw.chapters.battle.steps import Battle
from pbem_tnw.chapters.dice.rolls import RollDice
from pbem_tnw.chapters.interception.evasion import TryEvasion
from pbem_tnw.chapters.naval.battle import SeaFight
from pbem_tnw.chapters.naval.encounters import AttackAtSea, NextSeaInterceptor
from pbem_tnw.chapters.naval.outlook import SeaMeeting, SeaOutlook, sea_meetings, sea_outlook
from pbem_tnw.chapters.sequence.card_play import lay_card
from pbem_tnw.chapters.sequence.events import ImpulseBegan, ImpulseOver
from pbem_tnw.chapters.sequence.line_steps import NextLine
from pbem_tnw.chapters.sequence.order_events import OrdersTaken
from pbem_tnw.chapters.sequence.taking import new_impulse, taking, under_way
from pbem_tnw.chapters.sheets.chances import chances_ahead
from pbem_tnw.chapters.sheets.trial import OrdersTrial
from pbem_tnw.chapters.transport.landing import FireOnLanding
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import WarState

MOST_BOXES = 200
"""No Impulse needs so many boxes without a die."""


def try_impulses(view: WarState, seat: str, impulses: Iterable[tuple[str, ImpulseOrders]]) -> OrdersTrial:
    """Try the Impulses of *seat* one after the other, as if no one else acted, up to the first that is not certain.

    Where a battle or a roll comes next, its box is on top of the flow of the trial; after an event nothing is certain.
    """
    trial = OrdersTrial(view)
    for nation, orders in impulses:
        chosen = taking(trial.state, seat, nation, orders).chosen
        if chosen is None or chosen.ask:
            continue
        if not _played(trial, nation, chosen):
            break
    return trial


def battle_ahead(view: WarState) -> BattleOutlook | None:
    """The battle that comes next on the flow of a trial; none if something else does."""
    impulse = view.impulse
    if impulse is None or impulse.formation is None or not view.flow or not isinstance(view.flow[-1], Battle):
        return None
    return outlook_here(view, impulse.nation, view.flow[-1].place)


def sea_battle_ahead(view: WarState) -> SeaOutlook | None:
    """The naval battle that comes next on the flow of a trial, if no one evades; none if something else does."""
    top = view.flow[-1] if view.flow else None
    if isinstance(top, SeaFight):
        return sea_outlook(view, top.nation, top.place, evasion_failed=top.evasion_failed)
    return sea_outlook(view, top.nation, top.zone) if isinstance(top, AttackAtSea) else None


def meetings_ahead(view: WarState) -> tuple[SeaMeeting, ...]:
    """The enemy Fleets that may stop the one that comes next on the flow of a trial, where that has just sailed to."""
    top = view.flow[-1] if view.flow else None
    if not isinstance(top, NextSeaInterceptor):
        return ()
    return tuple(sea_meetings(view, top.mover, top.zone, from_port=top.from_port))


def battle_if_stopped(view: WarState) -> SeaOutlook | None:
    """The naval battle if the Fleet that comes next on the flow of a trial is stopped."""
    top = view.flow[-1] if view.flow else None
    return sea_outlook(view, top.mover, top.zone) if isinstance(top, NextSeaInterceptor) else None


def _others_decide(view: WarState) -> bool:
    """Whether a battle comes next, or others may stop a Fleet."""
    return bool(battle_ahead(view) is not None or sea_battle_ahead(view) is not None or meetings_ahead(view))


def _depends_on_a_draw(view: WarState, nation: str) -> bool:
    """Whether the Impulse goes on by a card that *nation* has drawn unseen (5.22)."""
    return bool(view.holdings(nation).unknown and view.impulse is not None and not view.impulse.card)


def _played(trial: OrdersTrial, nation: str, chosen: Alternative) -> bool:
    """Play an alternative as far as it is certain; whether that is to its end."""
    trial.emit(ImpulseBegan(impulse=new_impulse(trial.state, nation)))
    trial.emit(OrdersTaken(seat=seat_of(trial.state, nation), orders=under_way(nation, chosen)))
    below = len(trial.state.flow)
    trial.enter(NextLine())
    if chosen.play is not None:
        lay_card(trial, nation, chosen.play)
        if chosen.play.use == "event":
            return False
    for _ in range(MOST_BOXES):
        if _depends_on_a_draw(trial.state, nation):
            return False
        if len(trial.state.flow) <= below:
            trial.emit(ImpulseOver(nation=nation))
            return True
        for each in chances_ahead(trial.state):
            trial.emit(each)
        top = trial.state.flow[-1]
        if isinstance(top, RollDice) or (isinstance(top, FireOnLanding) and top.guns) or _others_decide(trial.state):
            return False
        if isinstance(top, TryEvasion):  # no one knows whether they do
            trial.leave()
        else:
            trial.step()
    return False
