"""What players may ask before they order: what a sheet would lead to."""

from pbem.engine.decision import Decision
from pbem.engine.kit.enquiry import Foreseen
from pbem.engine.order import Order
from pbem_tnw.chapters.sequence.events import ImpulseBegan
from pbem_tnw.chapters.sheets.forecast import try_impulses
from pbem_tnw.orders.round_orders import ImpulseSheet, RoundOrders
from pbem_tnw.position.state import WarState


def foresee(view: WarState, decision: Decision, order: Order) -> Foreseen[WarState] | None:
    """What the Impulses of a sheet would lead to as if its seat were alone, up to the first battle, roll or event."""
    if not isinstance(order, RoundOrders | ImpulseSheet):
        return None
    track = view.board.sequence
    impulses = sorted(order.impulses.items(), key=lambda pair: track.index(pair[0]))
    trial = try_impulses(view, decision.seat, impulses)
    seen = (event.seen_by(decision.seat) for event in trial.close("trial").events)
    told = tuple(event for event in seen if event is not None and not isinstance(event, ImpulseBegan))  # no headings
    return Foreseen(told, trial.state)
