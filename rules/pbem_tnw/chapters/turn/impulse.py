"""Impulses along the Sequence Track: whose it is, and with which orders it is played (5.1-5.5)."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.order import Order, Problem, under
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.nation.attrition import AttritionPhase
from pbem_tnw.chapters.politics.conquest import ConquestPhase
from pbem_tnw.chapters.politics.peace import AutomaticPeace, Capitulation, PeacePhase
from pbem_tnw.chapters.turn.card_play import has_card, holders, impulses_over, lay_card, leading
from pbem_tnw.chapters.turn.events import (
    AlternativeSkipped,
    ImpulseBegan,
    ImpulseLost,
    ImpulsesOver,
    LeaderMoved,
    MarkerMoved,
    NationPassed,
    NotPreempted,
    OrdersNotReached,
    OrdersTaken,
    PreemptionAsked,
    RoundBegan,
    WarTurnBegan,
)
from pbem_tnw.chapters.turn.facts import keep, lapse, standing_of
from pbem_tnw.chapters.turn.interphase import AskTurnEnds, Interphase
from pbem_tnw.chapters.turn.line_steps import EndImpulse, NextLine, turn_up
from pbem_tnw.chapters.turn.sheets import call_sheets, check_impulses, check_standing
from pbem_tnw.chapters.turn.taking import (
    ImpulseChoice,
    lowest,
    never_offered,
    new_impulse,
    not_preempted,
    offer,
    preemption_begun,
    preemptor,
    taking,
    under_way,
)
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.turn import ImpulseSheet
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import STOPS, WarState


class BeginRound(Step[WarState, Order], frozen=True):
    """A Round: from the box on which the Impulse marker stands to the end of the Sequence Track (5.1, 5.9)."""

    rule = "5.5"
    round: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(RoundBegan(round=self.round))
        table.enter(NextImpulse())


class NextImpulse(Step[WarState, Order], frozen=True):
    """The Impulse that is due: the offer to preempt it comes first (5.21)."""

    rule = "5.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        sequence = state.board.sequence
        if impulses_over(state):
            left = {nation: len(state.hands[nation]) for nation in holders(state)}
            table.emit(ImpulsesOver(kept=left))
            _tell_not_reached(table)
        elif state.marker >= len(sequence):
            lapse(table, ("round",))
            table.emit(MarkerMoved(box=0))
            table.enter(BeginRound(round=state.round + 1))
        elif sequence[state.marker] not in state.called:
            table.enter(NextImpulse())
            call_sheets(table)
        else:
            _offer(table, sequence[state.marker])


def _tell_not_reached(table: Table[WarState]) -> None:
    """Tell each seat which Impulses to come its sheet had orders for, or was to preempt, now that the Turn is over."""
    state = table.state
    to_come = tuple(nation for nation in state.board.sequence[state.marker :] if nation != state.active)
    for seat in sorted(state.sheets):
        ordered = {nation for nation, each in state.sheets[seat].impulses.items() if each.alternatives}
        missed = tuple(nation for nation in to_come if nation in ordered and seat_of(state, nation) == seat)
        ahead = never_offered(table.views[seat], seat, to_come)
        if missed or ahead:
            table.emit(OrdersNotReached(seat=seat, nations=missed, ahead=ahead))


class TakeImpulse(Step[WarState, Order], frozen=True):
    """The scheduled Impulse of a nation, by its sheet (2.2)."""

    rule = "5.1"
    nation: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state, nation = table.state, self.nation
        table.enter(NextBox())
        if state.active == nation and state.preempted:
            table.emit(ImpulseLost(nation=nation))
        elif not seat_of(state, nation):
            turn_up(table, nation)
        else:
            _by_sheet(table, nation)


class NextBox(Step[WarState, Order], frozen=True):
    """The Impulse marker goes to the next box."""

    rule = "5.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(MarkerMoved(box=table.state.marker + 1))
        table.enter(NextImpulse())


class AskImpulse(Step[WarState, ImpulseSheet], frozen=True):
    """The game stops and asks a seat for one Impulse as its sheet says (2.1), or for one *before* another's (2.5)."""

    rule = "5.1"
    nation: str
    before: str = ""

    def ask(self, state: WarState, so_far: SoFar[ImpulseSheet]) -> tuple[Decision[ImpulseSheet], ...]:
        seat, kind = seat_of(state, self.nation), f"before-{self.before}" if self.before else "impulse"
        return (
            Decision(
                key=f"{state.turn}.{state.round}.{kind}.{self.nation}",
                seat=seat,
                power=self.nation,
                takes=ImpulseSheet,
                turn=state.turn,
                due=STOPS,
                label="preemption" if self.before else "impulse",
                default=ImpulseSheet(),
                silence=ImpulseSheet(),
                about={"nation": self.nation, "before": self.before, "round": state.round},
                concerns=(seat,),
            ),
        )

    def meant(self, view: WarState, decision: Decision[ImpulseSheet]) -> Mapping[str, tuple[str, ...]]:
        return {"impulses": (self.nation,)}

    def check(self, view: WarState, decision: Decision[ImpulseSheet], order: ImpulseSheet) -> Iterator[Problem]:
        yield from check_impulses(view, decision.seat, order.impulses, only=self.nation)
        yield from (under(each, "standing") for each in check_standing(view, decision.seat, order.standing))

    def run(self, table: Table[WarState], answers: Answers[ImpulseSheet]) -> None:
        table.leave()
        for decision, order in answers.items():
            keep(table, decision.seat, order.standing)
            said = order.impulses.get(self.nation, ImpulseOrders())
            plain = tuple(one for one in said.alternatives if not one.ask)  # it was asked
            found = _settle(table, self.nation, ImpulseOrders(alternatives=plain)).chosen
            if self.before:
                if found is not None:
                    begin_impulse(table, self.nation, found, preempting=True)
            else:
                begin_or_pass(table, self.nation, found)


def _offer(table: Table[WarState], nation: str) -> None:
    """Offer the Impulse of *nation* to the leader, whose sheet says what it does (2.5)."""
    leader = leading(table.state) if preemption_begun(table.state) else ""
    if leader != table.state.leader:
        table.emit(LeaderMoved(nation=leader))
    first = preemptor(table.state, nation)
    seat = seat_of(table.state, first)
    said = offer(table.views[seat], seat, first, nation) if first else None
    if said is None or (said.chosen is None and not said.ask):
        for other, problem in not_preempted(table.state, table.views, nation):
            table.emit(NotPreempted(seat=other, nation=nation, problem=problem))
        table.enter(TakeImpulse(nation=nation))
    elif said.chosen is not None:
        table.enter(NextImpulse())
        begin_impulse(table, first, said.chosen, preempting=True)
    else:
        table.emit(PreemptionAsked(seat=seat))
        table.enter(AskImpulse(nation=first, before=nation), NextImpulse())


def _by_sheet(table: Table[WarState], nation: str) -> None:
    """Play the scheduled Impulse of *nation* by its sheet, else as it said for a card that comes unforeseen (5.51).

    A seat that runs it only since the sheets were asked for is asked for it (2.3, row 13).
    """
    seat = seat_of(table.state, nation)
    if table.state.called.get(nation) != seat and has_card(table.state, nation):
        table.enter(AskImpulse(nation=nation))
        return
    sheet = table.state.sheets.get(seat)
    orders = sheet.impulses.get(nation) if sheet is not None else None
    extra = None
    if orders is None or not orders.alternatives:
        extra = (standing_of(table.state, seat).extra or {}).get(nation)
    found = _settle(table, nation, extra or orders or ImpulseOrders(), standing=extra is not None)
    if found.ask and (has_card(table.state, nation) or found.chosen is not None):
        table.enter(AskImpulse(nation=nation))
    else:
        begin_or_pass(table, nation, found.chosen)


def _settle(table: Table[WarState], nation: str, orders: ImpulseOrders, *, standing: bool = False) -> ImpulseChoice:
    """What *orders* come to; their seat alone learns which alternatives could not be played."""
    seat = seat_of(table.state, nation)
    found = taking(table.views[seat], seat, nation, orders)
    for each in found.skipped:
        number = each.number if len(orders.alternatives) > 1 else 0
        way, falls = orders.alternatives[each.number - 1], found.chosen is None and not found.ask
        table.emit(
            AlternativeSkipped(
                seat=seat,
                nation=nation,
                number=number,
                problem=each.problem,
                plus=way.plus.card or "" if way.plus is not None and falls else "",
                lines=falls and bool(way.do.lines),
                standing=standing,
            )
        )
    return found


def begin_or_pass(table: Table[WarState], nation: str, chosen: Alternative | None) -> None:
    """Play the Impulse with *chosen*, else with the card of fewest CPs (2.6); without a card *nation* passes (5.4)."""
    found = chosen or lowest(table.state, nation)
    if found is None:
        table.emit(NationPassed(nation=nation))
    else:
        begin_impulse(table, nation, found)


def begin_impulse(table: Table[WarState], nation: str, orders: Alternative, *, preempting: bool = False) -> None:
    """Begin an Impulse: its card is laid, and the lines follow."""
    state, seat = table.state, seat_of(table.state, nation)
    impulse = new_impulse(state, nation, preempting=preempting)
    table.emit(ImpulseBegan(impulse=impulse, last=holders(state) == (nation,)))
    table.emit(OrdersTaken(seat=seat, orders=under_way(state, nation, orders)))
    table.enter(NextLine(), EndImpulse())
    if orders.play is not None:
        lay_card(table, nation, orders.play)


class BeginTurn(Step[WarState, Order], frozen=True):
    """A Turn: Rounds of Impulses and what follows them; the Interphase leads to the next one (5)."""

    rule = "5"
    turn: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(WarTurnBegan(turn=self.turn))
        table.enter(BeginRound(round=1), *after_rounds())


class MoveTurnMarker(Step[WarState, Order], frozen=True):
    """The Turn marker moves on (5.9)."""

    rule = "5.9"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        lapse(table, ("round", "turn"))
        past = state.marker >= len(state.board.sequence) or state.options.turn_begins == "france"
        if past and state.marker:
            table.emit(MarkerMoved(box=0))
        table.enter(BeginTurn(turn=state.turn + 1))


def after_rounds() -> tuple[Step[WarState, Any], ...]:
    """What follows the Rounds of a Turn, to the beginning of the next one (5.6-5.9)."""
    return (
        AttritionPhase(),
        Capitulation(),
        ConquestPhase(),
        AutomaticPeace(),
        AskTurnEnds(),
        PeacePhase(),
        Interphase(),
        MoveTurnMarker(),
    )
