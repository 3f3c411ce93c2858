"""Peace modifiers: who may add one to the roll, and what the orders say (5.8)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.interphase.hand_size import draw_number, minimum_hand
from pbem_tnw.chapters.peace.events import PeaceModified
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.standing import standing_of
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.standing_lines import PeaceLine
from pbem_tnw.position.control import powers_of, seat_of
from pbem_tnw.position.state import WarState


def may_modify(state: WarState, power: str) -> bool:
    """Whether *power* may have a card fewer for a peace modifier: no Subject Neutral, none at the minimum (14.32)."""
    return power not in state.subjects and draw_number(state, power) > minimum_hand(state, power)


def payer(state: WarState, seat: str) -> str:
    """The Power of *seat* that pays, its first on the Track that may: a seat has one modifier only; empty for none."""
    return next((power for power in powers_of(state, seat) if may_modify(state, power)), "")


def modify(table: Table[WarState]) -> int:
    """Let every seat add its modifier, in the order of the Sequence Track, and return their sum."""
    total = 0
    for nation in table.state.board.sequence:
        seat = seat_of(table.state, nation)
        if not seat or payer(table.state, seat) != nation:
            continue
        add = wanted(table.views[seat], seat, nation, total)
        if add:
            total += add
            table.emit(PeaceModified(seat=seat, power=nation, add=add, total=total))
    return total


def wanted(view: WarState, seat: str, power: str, total: int) -> int:
    """What *seat* adds after modifiers of *total*, by its Turn-end sheet, else its standing orders."""
    wish = view.turn_ends.get(seat)
    lines: tuple[PeaceLine, ...] = standing_of(view, seat).peace or ()
    if wish is not None and wish.peace is not None:
        lines = wish.peace
    facts = SeatFacts(view, seat, power, total=total)
    return next((line.add for line in lines if value(line.condition, facts)), 0)
