"""The sheets of a Round, and what a seat may send at any time (2.1)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem, under
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.interphase.turn_end_check import check_turn_end
from pbem_tnw.chapters.sequence.counting import has_card, may_lead_later
from pbem_tnw.chapters.sequence.events import SheetsCalled
from pbem_tnw.chapters.sequence.order_events import SheetKept
from pbem_tnw.chapters.sequence.preemption import preemption_begun
from pbem_tnw.chapters.sequence.standing import keep
from pbem_tnw.chapters.sheets.check import check_sheet, check_standing
from pbem_tnw.orders.round_orders import RoundOrders, StandingSheet
from pbem_tnw.position.control import camp_of, seat_of
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.questions import ROUNDS
from pbem_tnw.position.state import WarState


class RoundSheets(Step[WarState, RoundOrders], frozen=True):
    """Every seat that has something to do orders the coming Impulses of its *nations*, all at once.

    Those that run *leaders* are asked as well, though their boxes are past: they may be offered preemption (5.21). Who
    is silent plays its lowest cards, and keeps its standing orders (2.6).
    """

    rule = "2.1"
    nations: tuple[str, ...]
    leaders: tuple[str, ...] = ()

    def ask(self, state: WarState, so_far: SoFar[RoundOrders]) -> tuple[Decision[RoundOrders], ...]:
        seats = {seat_of(state, nation) for nation in self.nations if acts(state, nation)}
        seats |= {seat_of(state, nation) for nation in self.leaders}
        part = "" if state.options.mail_pace == "round" else f".{self.nations[0]}"
        return tuple(
            Decision(
                key=f"{state.turn}.{state.round}{part}",
                seat=seat,
                takes=RoundOrders,
                turn=state.turn,
                due=ROUNDS,
                label="round",
                default=RoundOrders(),
                silence=RoundOrders(),
                about={
                    "round": state.round,
                    "nations": self.nations_of(state, seat),
                    "leaders": tuple(nation for nation in self.leaders if seat_of(state, nation) == seat),
                },
            )
            for seat in dict.fromkeys(state.control.values())
            if seat in seats
        )

    def nations_of(self, state: WarState, seat: str) -> tuple[str, ...]:
        """Whose Impulses *seat* orders."""
        return tuple(nation for nation in self.nations if seat_of(state, nation) == seat)

    def check(self, view: WarState, decision: Decision[RoundOrders], order: RoundOrders) -> Iterator[Problem]:
        yield from check_sheet(view, decision.seat, self.nations_of(view, decision.seat), order)

    def run(self, table: Table[WarState], answers: Answers[RoundOrders]) -> None:
        table.leave()
        for seat, order in by_seat(answers).items():
            keep(table, seat, order.standing, order.turn_end)
            before = table.state.sheets.get(seat)
            sheet = replace(order, standing=None, turn_end=None)
            if before is not None:  # the earlier part of a Round that is asked for in parts
                impulses = {**before.impulses, **order.impulses}
                sheet = replace(sheet, impulses=impulses, preempt=order.preempt or before.preempt)
            table.emit(SheetKept(seat=seat, sheet=sheet))


class AnyTimeSheet(Step[WarState, StandingSheet], frozen=True):
    """Takes standing orders from a seat that is asked nothing; it is never on the flow."""

    rule = "2.3"
    seat: str

    def ask(self, state: WarState, so_far: SoFar[StandingSheet]) -> tuple[Decision[StandingSheet], ...]:
        return (Decision(key="standing", seat=self.seat, takes=StandingSheet, default=StandingSheet()),)

    def check(self, view: WarState, decision: Decision[StandingSheet], order: StandingSheet) -> Iterator[Problem]:
        yield from (under(each, "standing") for each in check_standing(view, decision.seat, order.standing))
        yield from (under(each, "turn_end") for each in check_turn_end(view, decision.seat, order.turn_end))

    def run(self, table: Table[WarState], answers: Answers[StandingSheet]) -> None:
        order = by_seat(answers)[self.seat]
        keep(table, self.seat, order.standing, order.turn_end)


def anytime(view: WarState, seat: str) -> AnyTimeSheet | None:
    """The step for a sheet out of turn; nothing before the first Turn or after the end."""
    return AnyTimeSheet(seat=seat) if view.turn and view.result is None else None


def call_sheets(table: Table[WarState]) -> None:
    """Ask for the sheets of the coming Impulses, of as many as the pace says (2.1)."""
    nations, leaders = _stretch(table.state), past_leaders(table.state)
    table.emit(SheetsCalled(seats={nation: seat_of(table.state, nation) for nation in nations}))
    table.enter(RoundSheets(nations=nations, leaders=leaders))


def past_leaders(state: WarState) -> tuple[str, ...]:
    """The nations that may preempt in the first Round of a Turn though it begins after their boxes (5.2, 5.9)."""
    if state.called or state.round > 1 or not preemption_begun(state):
        return ()
    past, to_come = state.board.sequence[: state.marker], state.board.sequence[state.marker :]
    able = (nation for nation in past if seat_of(state, nation) and has_card(state, nation))
    return tuple(nation for nation in able if may_lead_later(state, nation, to_come))


def _stretch(state: WarState) -> tuple[str, ...]:
    """The nations whose Impulses are ordered now: a whole Round, those up to the other Camp, or those of one seat."""
    to_come, pace = state.board.sequence[state.marker :], state.options.mail_pace
    if pace == "round":
        return to_come
    found: list[str] = []
    whose = ""
    for nation in to_come:
        mark = camp_of(state, nation) if pace == "camp" else seat_of(state, nation)
        if mark and whose and mark != whose:
            break
        whose = whose or mark
        found.append(nation)
    return tuple(found)


def acts(state: WarState, nation: str) -> bool:
    """Whether *nation* has anything that it could do in an Impulse, as everyone knows: cards, a Resource, a siege."""
    if not seat_of(state, nation):
        return False
    unused = any(reserve not in state.used for reserve in state.board.reserves[nation])
    bought = unused or state.resources.get(nation, 0) > 0
    return bought or bool(state.hands.get(nation)) or bool(besieging(state, nation))
