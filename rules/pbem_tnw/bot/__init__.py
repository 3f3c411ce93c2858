"""A plain but sensible player for any seat, which sees no more than the seat does."""

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.table import Chance
from pbem_tnw.bot.impulses import plan_impulses
from pbem_tnw.bot.standing import plan_standing, plan_turn_end
from pbem_tnw.guess import mended
from pbem_tnw.orders.turn import EntryOrders, ImpulseSheet, RoundOrders, TurnEndOrders
from pbem_tnw.position.state import WarState


def play(view: WarState, decision: Decision, chance: Chance) -> Order:
    """A legal and sensible answer to *decision*: what the bot likes best, in which chance has no part."""
    order = mended(view, decision, _played(view, decision))
    return order if order is not None else decision.takes()


def _played(view: WarState, decision: Decision) -> Order:
    if decision.takes is RoundOrders:
        nations = tuple(decision.about["nations"])
        return RoundOrders(impulses=plan_impulses(view, nations), standing=plan_standing(view, decision.seat))
    if decision.takes is ImpulseSheet:
        return ImpulseSheet(impulses=plan_impulses(view, (decision.about["nation"],)))
    if decision.takes is TurnEndOrders:
        return TurnEndOrders(turn_end=plan_turn_end(view, decision.seat))
    if decision.takes is EntryOrders:
        return EntryOrders(standing=plan_standing(view, decision.seat))
    order: Order = decision.takes()
    return order
