"""Preemption: the nation with the most cards may play before another, by lines of its sheet (5.2-5.23, 2.5)."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem_tnw.chapters.sequence.counting import first_in_cards, has_card, leading
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.taking import taking
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.round_orders import PreemptLine, RoundOrders
from pbem_tnw.position.control import nations_of, seat_of
from pbem_tnw.position.hands import CardHand
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
        orders = ordered(sheet, line, leader) if sheet is not None else None
        found = taking(view, seat, leader, orders) if orders is not None else None
        if found is not None and found.chosen is not None and not found.ask:
            return Offer(found.chosen)
    return Offer()


def ordered(sheet: RoundOrders, line: PreemptLine, leader: str) -> ImpulseOrders | None:
    """The Impulse that a line plays: its own, else that of the sheet; it is not worth the loss of a first line."""
    orders = line.play or sheet.impulses.get(leader)
    return replace(orders, otherwise=orders.otherwise or "lowest") if orders is not None else None


def not_preempted(state: WarState, views: Mapping[str, WarState], nation: str) -> Iterator[tuple[str, Problem]]:
    """Each seat whose sheet would preempt the Impulse of *nation*, which is due, and why it does not (5.2).

    What others hold counts only as far as everyone is about to learn it: *nation* passes, or it plays a card.
    """
    if preemption_begun(state):
        for seat in sorted(state.sheets):
            problem = _why_not(state, views[seat], seat, nation)
            if problem is not None:
                yield seat, problem


def _why_not(state: WarState, view: WarState, seat: str, nation: str) -> Problem | None:
    """Why no line of *seat* preempts *nation*; None if none of them is about it, or still has a card to play.

    A line that names no nation is about each of them, so that each kind of reason is told once in a Round.
    """
    own, sheet = nations_of(view, seat), view.sheets[seat]
    if nation in own or (state.preempted and state.active in own):
        return None
    lines = [line for line in sheet.preempt if _about(view, seat, sheet, line, nation)]
    found = _reason(state, view, seat, nation, lines[0]) if lines else None
    told = found is not None and found.code in view.not_preempted.get(seat, ())
    return None if told and not any(line.before for line in lines) else found


def _reason(state: WarState, view: WarState, seat: str, nation: str, line: PreemptLine) -> Problem | None:
    """Why *line*, the first that is about *nation*, does not preempt it."""
    leader = leading(view)
    barred = _barred(state, nations_of(view, seat), nation)
    return barred if barred is not None else _line_fails(view, seat, leader, nation, line)


def _barred(state: WarState, own: tuple[str, ...], nation: str) -> Problem | None:
    """Why none of the nations *own* may preempt *nation* now (5.2)."""
    leader = leading(state)
    if leader not in own:
        first, most = first_in_cards(state)
        return Problem("preempt-not-leading", ("preempt",), "5.2", {"nations": first, "cards": most})
    if leader == state.active:
        return Problem("preempt-running", ("preempt",), "5.2", {"nation": leader})
    if not has_card(state, nation):
        return Problem("preempt-no-card", ("preempt",), "5.2", {"nation": nation})
    return None


def barred_ahead(view: WarState, seat: str, line: PreemptLine) -> tuple[str, Problem] | None:
    """The first nation that *line* could preempt in this Round, and why it may not, if it may preempt none.

    That is foreseen as things stand: in its Impulse each nation plays one card, and no other hand changes.
    """
    own = (line.nation,) if line.nation is not None else nations_of(view, seat)
    first: tuple[str, Problem] | None = None
    for nation in view.board.sequence[view.marker :]:
        if nation not in own and (not line.before or nation in line.before):
            problem = _barred(view, own, nation)
            if problem is None:
                return None
            first = first or (nation, problem)
        cards = len(view.holdings(nation))
        if cards:
            hands = {**view.hands, nation: CardHand(unknown=cards - 1)}
            view = replace(view, hands=hands, active=nation)
    return first


def _about(view: WarState, seat: str, sheet: RoundOrders, line: PreemptLine, nation: str) -> bool:
    """Whether a line is about the Impulse of *nation* in this Round, and can still do what it says."""
    if (line.before and nation not in line.before) or line.round not in (None, view.round):
        return False
    if line.ask:
        return seat not in view.stops
    nations = (line.nation,) if line.nation is not None else nations_of(view, seat)
    played = ((one, each.play) for one in nations for each in _alternatives(sheet, line, one))
    return any(use is None or use.card in view.holdings(one).known for one, use in played)


def _alternatives(sheet: RoundOrders, line: PreemptLine, nation: str) -> tuple[Alternative, ...]:
    orders = ordered(sheet, line, nation)
    return orders.alternatives if orders is not None else ()


def _line_fails(view: WarState, seat: str, leader: str, nation: str, line: PreemptLine) -> Problem | None:
    """Why the first line that is about *nation* does not preempt it though *leader* may."""
    if line.nation not in (None, leader):
        return Problem("preempt-other-leads", ("preempt",), "5.2", {"nation": line.nation, "leader": leader})
    if not _holds(view, seat, leader, nation, line):
        return Problem("condition-does-not-hold", ("preempt",), "2.5")
    orders = ordered(view.sheets[seat], line, leader)
    skipped = taking(view, seat, leader, orders).skipped if orders is not None else ()
    return next((each.problem for each in skipped if each.problem is not None), None) or Problem(
        "condition-does-not-hold", ("preempt",), "2.5"
    )


def _holds(view: WarState, seat: str, leader: str, nation: str, line: PreemptLine) -> bool:
    return (
        (not line.before or nation in line.before)
        and line.nation in (None, leader)
        and line.round in (None, view.round)
        and value(line.condition, SeatFacts(view, seat, leader))
    )
