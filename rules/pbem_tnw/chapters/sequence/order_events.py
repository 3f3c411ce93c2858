"""What happens to orders; only the seat that gave them knows."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.problem import Problem
from pbem_tnw.orders.round_orders import RoundOrders
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn_end import TurnEndWish
from pbem_tnw.position.state import WarState
from pbem_tnw.position.under_way import OrdersUnderWay


class SeatSecret(Event[WarState], frozen=True):
    """What only *seat* learns."""

    seat: str

    def seen_by(self, seat: str) -> "Event[WarState] | None":
        return self if seat == self.seat else None


class SheetKept(SeatSecret, frozen=True):
    """The sheet of a seat for the coming Impulses was opened."""

    sheet: RoundOrders

    def change(self, state: WarState) -> WarState:
        return replace(state, sheets={**state.sheets, self.seat: self.sheet})


class WarStandingSet(SeatSecret, frozen=True):
    """A seat changed its standing orders (2.3)."""

    standing: WarStanding

    def change(self, state: WarState) -> WarState:
        return replace(state, standing={**state.standing, self.seat: self.standing})


class TurnEndSet(SeatSecret, frozen=True):
    """A seat said what it does at the end of the Turn; nothing once that is over."""

    wish: TurnEndWish | None = None

    def change(self, state: WarState) -> WarState:
        others = {seat: wish for seat, wish in state.turn_ends.items() if seat != self.seat}
        return replace(state, turn_ends={**others, self.seat: self.wish} if self.wish is not None else others)


class OrdersTaken(SeatSecret, frozen=True):
    """The orders that a seat gave for an Impulse are carried out from now on; none when it is over."""

    orders: OrdersUnderWay | None = None

    def change(self, state: WarState) -> WarState:
        return with_orders(state, self.seat, self.orders)


class LineReached(SeatSecret, frozen=True):
    """The next line of the orders is carried out."""

    def change(self, state: WarState) -> WarState:
        orders = state.under_way[self.seat]
        line, *after = orders.lines
        return with_orders(
            state, self.seat, replace(orders, current=line, lines=tuple(after), number=orders.number + 1)
        )  # fmt: skip


class PlusReached(SeatSecret, frozen=True):
    """It is the turn of the Reserve or Resource (5.12)."""

    def change(self, state: WarState) -> WarState:
        return with_orders(state, self.seat, replace(state.under_way[self.seat], plus=None))


class RestReached(SeatSecret, frozen=True):
    """A use for the points that are left is tried; it comes *again* as often as it can, or as its number says."""

    again: bool = False

    def change(self, state: WarState) -> WarState:
        orders = state.under_way[self.seat]
        first, *after = orders.rest
        if self.again and (first.n is None or first.n > 1):
            after.insert(0, replace(first, n=None if first.n is None else first.n - 1))
        return with_orders(state, self.seat, replace(orders, current=None, rest=tuple(after)))


class LineSkipped(SeatSecret, frozen=True):
    """A line could not be carried out when its time came; *number* counts the lines from 1, 0 is the rest."""

    nation: str
    number: int
    problem: Problem


class NotPreempted(SeatSecret, frozen=True):
    """A line of a sheet that was to preempt the Impulse of *nation* did not, because of a *problem* (5.2)."""

    nation: str
    problem: Problem

    def change(self, state: WarState) -> WarState:
        told = (*state.not_preempted.get(self.seat, ()), self.problem.code)
        return replace(state, not_preempted={**state.not_preempted, self.seat: told})


class AlternativeSkipped(SeatSecret, frozen=True):
    """An alternative, counted from 1, could not be played, or its condition did not hold, without a *problem*."""

    nation: str
    number: int
    problem: Problem | None = None


class CardsKept(SeatSecret, frozen=True):
    """Cards that were planned for a battle, or in answer to a hold, were not played, because of a *problem*."""

    nation: str
    cards: tuple[str, ...]
    problem: Problem


def with_orders(state: WarState, seat: str, orders: OrdersUnderWay | None) -> WarState:
    """*state* with other orders of *seat* under way."""
    others = {other: each for other, each in state.under_way.items() if other != seat}
    return replace(state, under_way={**others, seat: orders} if orders is not None else others)
