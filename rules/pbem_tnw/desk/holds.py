"""The desk of a hold: the cards that can be played now (house rules, 2.4)."""

from collections.abc import Iterator

from pbem.engine.decision import Decision
from pbem.engine.desk import DeskChoice, Edit, Said
from pbem.engine.order import Order
from pbem_tnw.letter_tools import playable_now
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.hold import HoldAnswer
from pbem_tnw.position.state import WarState


def hold_others(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterator[DeskChoice]:
    """A card to play, nothing, or nothing for the rest of the Impulse."""
    names, group = lexicon(view, seat), Said("hold")
    no_play, no_silence = Edit(path=("play",), how="remove"), Edit(path=("no_more",), how="remove")
    for card in playable_now(view, decision):
        edits = (no_silence, Edit(path=("play",), text=f"[{names.name('card', card.id)}]"))
        yield DeskChoice(said=Said("play-now", {"card": card.id}), edits=edits, group=group)
    plays = isinstance(order, HoldAnswer) and (order.play != HoldAnswer().play or order.no_more)
    if plays:
        edits = (no_play, Edit(path=("no_more",), text="no"))
        yield DeskChoice(said=Said("play-nothing"), edits=edits, group=group)
    silent = (no_play, Edit(path=("no_more",), text="yes"))
    yield DeskChoice(said=Said("no-more"), edits=silent, group=group)
