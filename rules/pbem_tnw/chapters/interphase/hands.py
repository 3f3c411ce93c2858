"""The hands of the next Turn (14.3), and what else an Interphase resets (5.9, 6.2, 6.19)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.cards.done import end_temporary
from pbem_tnw.chapters.diplomacy.resources import move_resource
from pbem_tnw.chapters.interphase.events import TurnReset
from pbem_tnw.chapters.interphase.hand_size import next_hand
from pbem_tnw.chapters.pieces.dealing import draw_cards
from pbem_tnw.chapters.pieces.events import SquadronsMoved
from pbem_tnw.position.control import is_proxy
from pbem_tnw.position.places import FLEETS, REGROUP
from pbem_tnw.position.state import WarState


def fill_hands(table: Table[WarState]) -> None:
    """Fill every hand up to its number, in the order of the Sequence Track; what was kept counts (14.31, 14.33)."""
    for nation in table.state.board.sequence:
        state = table.state
        draw_cards(table, nation, next_hand(state, nation) - len(state.holdings(nation)), "interphase")


def pay_income(table: Table[WarState]) -> None:
    """By an option every Power gains a Resource (16.3)."""
    if table.state.options.resource_income == "1":
        for power in table.state.board.powers:
            if not is_proxy(table.state, power):
                move_resource(table, power, 1, "income")


def reset(table: Table[WarState]) -> None:
    """End the temporary events, take off the Void Flags, and send the off-map fleets to the Regroup box."""
    end_temporary(table)
    fleets = table.state.squadrons.get(FLEETS, ())
    if fleets:
        table.emit(SquadronsMoved(start=FLEETS, to=REGROUP, squadrons=fleets, cause="turn-over", rule="5.9"))
    table.emit(TurnReset())
