"""Preemption: the nation with the most cards may play before another, by lines of its sheet (5.2-5.23, 2.5)."""

import msgspec
from msgspec.structs import replace

from pbem_tnw.chapters.sequence.counting import has_card, leading
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.taking import taking
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.round_orders import PreemptLine
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import WarState


class Offer(msgspec.Struct, frozen=True):
    """What the leader does with the offer to preempt: its Impulse, or the seat is to be asked; else nothing."""

    chosen: Alternative | None = None
    ask: bool = False


def preemption_begun(state: WarState) -> bool:
    """Whether anyone may preempt: not in the first Round of 1805 (5.2)."""
    return (state.turn, state.round) != (1, 1)


def may_be_preempted(state: WarState, nation: str) -> bool:
    """Whether the scheduled Impulse of *nation* may be preempted (5.2): never a pass."""
    return preemption_begun(state) and has_card(state, nation)


def preemptor(state: WarState, nation: str) -> str:
    """The nation to whom the Impulse of *nation* is offered: the leader, unless it had the last one; empty for none."""
    leader = leading(state)
    if not leader or leader in (nation, state.active) or not seat_of(state, leader):
        return ""
    return leader if may_be_preempted(state, nation) and has_card(state, leader) else ""


def offer(view: WarState, seat: str, leader: str, nation: str) -> Offer:
    """What the sheet of *seat* says to the offer: the first of its `preempt` lines that holds."""
    sheet = view.sheets.get(seat)
    for line in () if sheet is None else sheet.preempt:
        if not _holds(view, seat, leader, nation, line):
            continue
        if line.ask:
            if seat not in view.stops:
                return Offer(ask=True)
            continue
        orders = line.play or sheet.impulses.get(leader) if sheet is not None else line.play
        whole = replace(orders, otherwise=orders.otherwise or "lowest") if orders is not None else None
        found = taking(view, seat, leader, whole) if whole is not None else None  # it is not worth a first line lost
        if found is not None and found.chosen is not None and not found.ask:
            return Offer(found.chosen)
    return Offer()


def _holds(view: WarState, seat: str, leader: str, nation: str, line: PreemptLine) -> bool:
    return (
        (not line.before or nation in line.before)
        and line.nation in (None, leader)
        and line.round in (None, view.round)
        and value(line.condition, SeatFacts(view, seat, leader))
    )
