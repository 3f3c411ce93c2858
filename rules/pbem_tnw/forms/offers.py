"""What can be chosen now, to be shown before all else that a sheet may say; from the seat's view alone."""

from collections.abc import Iterable, Iterator

from pbem.engine.decision import Decision
from pbem.engine.forms.hints import FormOffer
from pbem.engine.order import Order
from pbem_tnw.letter_tools import answers_held, hand_of, playable_now, reserves_left
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.position.control import nations_of, powers_of
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import WarState

_IMPULSES = ("impulses/*/value", "preempt/*/with", "standing/extra/*/value")
_RESTS = ("regroup", "refit", "unit", "flag")


def offers(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterator[FormOffer]:
    """What *seat* can choose for *decision*."""
    del order
    own = nations_of(view, seat)
    asked = tuple(decision.about.get("nations", own))
    for key in ("seat", "round"):
        yield FormOffer(at=key, only=True)
    yield FormOffer(at="impulses/*/name", values=asked)
    held = tuple(card.id for nation in own for card in hand_of(view, nation))
    reserves = tuple(card.id for nation in own for card in reserves_left(view, nation))
    yield from _impulses(view, own, held, reserves)
    yield FormOffer(at="preempt/*/nation", values=own)
    answers = tuple(card.id for card in answers_held(view, seat))
    yield FormOffer(at="standing/respond/*/card", values=answers)
    yield FormOffer(at="standing/battle/*/cards/*/card", values=answers)
    yield FormOffer(at="hand/*/name/nation", values=own)
    yield FormOffer(at="resource", values=powers_of(view, seat))
    for key in ("camp", "armistice", "reinforce"):
        yield FormOffer(at=f"turn end/{key}/*/name", values=powers_of(view, seat) if key != "armistice" else ())
    if issubclass(decision.takes, HoldAnswer):
        yield FormOffer(at="play/*/card", values=tuple(card.id for card in playable_now(view, decision)))
    if not decision.about.get("bids", True):
        yield from (FormOffer(at=key, only=True) for key in ("bid", "camp", "give up"))


def _impulses(
    view: WarState, own: tuple[str, ...], held: Iterable[str], reserves: Iterable[str]
) -> Iterator[FormOffer]:
    """The cards and generals of an Impulse, wherever a sheet may have one."""
    known = view.board.leaders
    generals = tuple(one for one, place in view.generals.items() if place != REGROUP and known[one].nation in own)
    for impulse in _IMPULSES:
        yield FormOffer(at=f"{impulse}/try/*/play/card", values=(*held, *reserves))
        yield FormOffer(at=f"{impulse}/try/*/plus/card", values=tuple(reserves))
        yield FormOffer(at=f"{impulse}/try/*/do/*/march/name/*", values=generals)
        yield FormOffer(at=f"{impulse}/try/*/do/*/rest/value", values=_RESTS)
