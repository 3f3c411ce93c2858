"""What the orders for an Impulse would lead to, as far as no die and no one else decides (2.2)."""

from collections.abc import Iterable

from pbem_tnw.chapters.battle.outlook import BattleOutlook, outlook_here
from pbem_tnw.chapters.battle.steps import Battle
from pbem_tnw.chapters.dice.rolls import RollDice
from pbem_tnw.chapters.sequence.card_play import lay_card
from pbem_tnw.chapters.sequence.events import ImpulseBegan, ImpulseOver
from pbem_tnw.chapters.sequence.line_steps import NextLine
from pbem_tnw.chapters.sequence.order_events import OrdersTaken
from pbem_tnw.chapters.sequence.taking import new_impulse, taking, under_way
from pbem_tnw.chapters.sheets.trial import OrdersTrial
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
        if len(trial.state.flow) <= below:
            trial.emit(ImpulseOver(nation=nation))
            return True
        if battle_ahead(trial.state) is not None or isinstance(trial.state.flow[-1], RollDice):
            return False
        trial.step()
    return False
