"""Some legal answer to a decision: the fuzzer's player."""

from collections.abc import Iterator

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_tnw.chapters.sequence.card_play import card_problems
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.orders.impulse import Alternative, CardUse, ImpulseOrders
from pbem_tnw.orders.round_orders import ImpulseSheet, RoundOrders
from pbem_tnw.orders.turn_end import TurnEndOrders
from pbem_tnw.position.state import WarState

_SILENT: tuple[Order, ...] = (EntryOrders(), TurnEndOrders(), HoldAnswer())


def guess(view: WarState, decision: Decision, chance: Chance) -> Order:
    """A legal answer by chance."""
    if decision.takes is RoundOrders:
        return RoundOrders(impulses=dict(_impulses(view, decision.about["nations"], chance)))
    if decision.takes is ImpulseSheet:
        return ImpulseSheet(impulses=dict(_impulses(view, (decision.about["nation"],), chance)))
    return next(order for order in _SILENT if type(order) is decision.takes)


def _impulses(view: WarState, nations: tuple[str, ...], chance: Chance) -> Iterator[tuple[str, ImpulseOrders]]:
    for nation in nations:
        uses = [CardUse(card=card, use=use) for card in view.holdings(nation).known for use in ("event", "cp")]
        legal = [use for use in uses if not any(card_problems(view, nation, use))]
        if legal and chance.below(4):
            yield nation, ImpulseOrders(alternatives=(Alternative(play=chance.choice(legal)),))
