"""The hands of neutral Proxies (17.5)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.cards.play_rules import event_possible
from pbem_tnw.chapters.cards.windows import turn_up_event
from pbem_tnw.chapters.pieces.card_events import CardLaid
from pbem_tnw.chapters.sequence.counting import has_card, holders
from pbem_tnw.chapters.sequence.events import ImpulseBegan, NationPassed
from pbem_tnw.chapters.sequence.line_steps import EndImpulse
from pbem_tnw.chapters.sequence.taking import new_impulse
from pbem_tnw.position.draws import draw_name
from pbem_tnw.position.state import WarState


def turn_up(table: Table[WarState], nation: str) -> None:
    """At its Impulse a neutral Proxy turns up a card of its hand at random; by an option it keeps its cards."""
    state = table.state
    if not has_card(state, nation) or state.options.neutral_hands == "keep":
        table.emit(NationPassed(nation=nation))
        return
    number = state.numbered + 1
    table.emit(ImpulseBegan(impulse=new_impulse(state, nation), last=holders(state) == (nation,)))
    card = table.pick(draw_name(state, f"impulse {number}: the card of {nation}"), state.hands[nation].known)
    table.enter(EndImpulse())
    if _happens(table.state, nation, card):
        turn_up_event(table, nation, card)
    else:
        table.emit(CardLaid(nation=nation, card=card, how="turned-up"))


def _happens(state: WarState, nation: str, card: str) -> bool:
    """Whether the event of the card that is turned up happens: a red one that is possible (17.5)."""
    red = state.options.neutral_hands == "red" and state.board.cards[card].has("red")
    return red and event_possible(state, nation, card)
