"""The board is opened; then all seats answer one sheet, and the hands are dealt (4)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.resources import move_resource
from pbem_tnw.chapters.sequence.standing import keep
from pbem_tnw.chapters.sequence.turn_steps import BeginTurn
from pbem_tnw.chapters.setup.board import lay_out
from pbem_tnw.chapters.setup.entry_check import check_entry
from pbem_tnw.chapters.setup.events import WarBegan
from pbem_tnw.chapters.setup.first_hands import deal, throw_away
from pbem_tnw.chapters.setup.seating import take_seats
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.position.control import nations_of, powers_of
from pbem_tnw.position.questions import ENTRY
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import seats_of


class LayOutBoard(Step[WarState, Order], frozen=True):
    """Pieces, Flags and markers are laid out, for all to see (4.1, 4.2)."""

    rule = "4.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(WarBegan(edition=table.state.edition))
        lay_out(table)


class EntrySheets(Step[WarState, EntryOrders], frozen=True):
    """Every seat says at once what it wishes before the first Turn; then seats are taken and hands dealt.

    Nothing is drawn before: every draw follows from the players' words of chance, too, which come with these sheets.
    """

    rule = "4"

    def ask(self, state: WarState, so_far: SoFar[EntryOrders]) -> tuple[Decision[EntryOrders], ...]:
        return tuple(
            Decision(
                key="0.entry",
                seat=seat,
                takes=EntryOrders,
                due=ENTRY,
                label="entry",
                default=EntryOrders(),
                about={"bids": not state.control and state.players == 2},
            )
            for seat in seats_of(state.players, drawn=not state.control)
        )

    def check(self, view: WarState, decision: Decision[EntryOrders], order: EntryOrders) -> Iterator[Problem]:
        yield from check_entry(view, decision.seat, order)

    def run(self, table: Table[WarState], answers: Answers[EntryOrders]) -> None:
        table.leave()
        entries = by_seat(answers)
        take_seats(table, entries)
        for seat, entry in entries.items():
            move_resource(table, _first_resource(table.state, seat, entry), 1, "start")
            keep(table, seat, entry.standing)
        deal(table)
        for nation in table.state.board.sequence:
            seat = table.state.control.get(nation, "")
            rule = entries[seat].hand.get(nation) if seat else None
            if rule is not None:
                throw_away(table, nation, rule)
        table.enter(BeginTurn(turn=1))


def _first_resource(state: WarState, seat: str, entry: EntryOrders) -> str:
    """The nation of *seat* that begins with a Resource (4.2): by default its first Power on the Track."""
    powers = powers_of(state, seat)
    may = nations_of(state, seat) if state.options.first_resource == "any" else powers
    return entry.resource if entry.resource in may else powers[0]
