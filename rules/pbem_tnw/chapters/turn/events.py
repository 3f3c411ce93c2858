"""What happens in the sequence of play: Turns, Rounds, Impulses, Resources (5.1-5.5, 16)."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import Problem
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import RoundOrders, TurnEndWish
from pbem_tnw.position.impulse import Impulse
from pbem_tnw.position.state import OrdersUnderWay, WarState


class WarTurnBegan(Event[WarState], frozen=True):
    """The Turn marker was moved; what counts for one Turn only is over."""

    turn: int

    def change(self, state: WarState) -> WarState:
        return replace(
            state, turn=self.turn, round=0, last_impulse=False, holds={}, stops=(), not_preempted={}, played_by={},
            bought={},
        )  # fmt: skip


class RoundBegan(Event[WarState], frozen=True):
    """A Round of Impulses began (5.1); the sheets of the last one are used up.

    Where a Round is asked for in parts their lines of preemption go on: a seat may be offered it before it is asked.
    """

    round: int

    def change(self, state: WarState) -> WarState:
        in_parts = state.options.mail_pace != "round"
        left = {seat: RoundOrders(preempt=sheet.preempt) for seat, sheet in state.sheets.items()} if in_parts else {}
        return replace(state, round=self.round, called={}, sheets=left, not_preempted={})


class SheetsCalled(Event[WarState], frozen=True):
    """The sheets for the coming Impulses of nations are asked for, of the *seats* that run them."""

    seats: Mapping[str, str]

    def change(self, state: WarState) -> WarState:
        return replace(state, called={**state.called, **self.seats})


class MarkerMoved(Event[WarState], frozen=True):
    """The Impulse marker went to a box of the Sequence Track, counted from 0; past the last one the Round is over."""

    box: int

    def change(self, state: WarState) -> WarState:
        return replace(state, marker=self.box)


class LeaderMoved(Event[WarState], frozen=True):
    """The Preemption marker went to the nation with the most cards, or away if none has it alone (5.2)."""

    nation: str = ""

    def change(self, state: WarState) -> WarState:
        return replace(state, leader=self.nation)


class PreemptionAsked(SeatSecret[WarState], frozen=True):
    """A seat was asked whether it preempts, once in a Turn (2.5); no other seat learns what its sheet said."""

    def change(self, state: WarState) -> WarState:
        return replace(state, stops=(*state.stops, self.seat))


class ImpulseBegan(Event[WarState], frozen=True):
    """A nation is Active (5.1); *last* says that it alone held cards, so that the Impulses may end with it (5.5).

    Cards that others cannot play do not count, which no seat may learn before the Impulses are over.
    """

    impulse: Impulse
    last: bool = False

    def change(self, state: WarState) -> WarState:
        numbered = self.impulse.number
        return replace(
            state, impulse=self.impulse, active=self.impulse.nation, preempted=self.impulse.preempting,
            numbered=numbered, last_impulse=self.last, cards_had=state.cards_in_turn(self.impulse.nation),
        )  # fmt: skip

    def seen_by(self, seat: str) -> "ImpulseBegan":
        return replace(self, last=False)


class CardChosen(Event[WarState], frozen=True):
    """The card of the Impulse, or what is used besides: a Reserve or `resource` (5.12)."""

    card: str
    how: Literal["event", "cp"]
    plus: bool = False

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(plus=self.card) if self.plus else state.with_impulse(card=self.card, how=self.how)


class NationPassed(Event[WarState], frozen=True):
    """A nation without a card that it could play had no Impulse (5.4)."""

    nation: str


class ImpulseLost(Event[WarState], frozen=True):
    """A nation that had preempted lost its scheduled Impulse, which would have been its second running (5.23)."""

    nation: str

    def change(self, state: WarState) -> WarState:
        return replace(state, active="", preempted=False)


class ImpulseOver(Event[WarState], frozen=True):
    """An Impulse is over: points that are left are lost (6.3)."""

    nation: str

    def change(self, state: WarState) -> WarState:
        return replace(state, impulse=None)


class ImpulsesOver(Event[WarState], frozen=True):
    """The Impulses of the Turn are over (5.5)."""

    kept: Mapping[str, int] = {}
    """The cards that nations still hold, which they keep (14.31)."""

    def change(self, state: WarState) -> WarState:
        return replace(state, last_impulse=False, leader="")


class CardBought(Event[WarState], frozen=True):
    """A Resource bought a nation a card, which by an option does not count for the lead (5.2)."""

    nation: str

    def change(self, state: WarState) -> WarState:
        bought = {**state.bought, self.nation: state.bought.get(self.nation, 0) + 1}
        return replace(state, bought=bought)


class SheetKept(SeatSecret[WarState], frozen=True):
    """The sheet of a seat for the coming Impulses was opened."""

    sheet: RoundOrders

    def change(self, state: WarState) -> WarState:
        return replace(state, sheets={**state.sheets, self.seat: self.sheet})


class WarStandingSet(SeatSecret[WarState], frozen=True):
    """A seat changed its standing orders (2.3)."""

    standing: WarStanding

    def change(self, state: WarState) -> WarState:
        return replace(state, standing={**state.standing, self.seat: self.standing})


class TurnEndSet(SeatSecret[WarState], frozen=True):
    """A seat said what it does at the end of the Turn; nothing once that is over."""

    wish: TurnEndWish | None = None

    def change(self, state: WarState) -> WarState:
        others = {seat: wish for seat, wish in state.turn_ends.items() if seat != self.seat}
        return replace(state, turn_ends={**others, self.seat: self.wish} if self.wish is not None else others)


class OrdersTaken(SeatSecret[WarState], frozen=True):
    """The orders that a seat gave for an Impulse are carried out from now on; none when it is over."""

    orders: OrdersUnderWay | None = None

    def change(self, state: WarState) -> WarState:
        return with_orders(state, self.seat, self.orders)


class LineReached(SeatSecret[WarState], frozen=True):
    """The next line of the orders is carried out."""

    def change(self, state: WarState) -> WarState:
        orders = state.under_way[self.seat]
        line, *after = orders.lines
        return with_orders(
            state, self.seat, replace(orders, current=line, lines=tuple(after), number=orders.number + 1)
        )  # fmt: skip


class PlusReached(SeatSecret[WarState], frozen=True):
    """It is the turn of the Reserve or Resource (5.12)."""

    def change(self, state: WarState) -> WarState:
        return with_orders(state, self.seat, replace(state.under_way[self.seat], plus=None))


class RestReached(SeatSecret[WarState], frozen=True):
    """A use for the points that are left is tried; it comes *again* as often as it can, or as its number says."""

    again: bool = False

    def change(self, state: WarState) -> WarState:
        orders = state.under_way[self.seat]
        first, *after = orders.rest
        if self.again and (first.n is None or first.n > 1):
            after.insert(0, replace(first, n=None if first.n is None else first.n - 1))
        return with_orders(state, self.seat, replace(orders, current=None, rest=tuple(after)))


class LineSkipped(SeatSecret[WarState], frozen=True):
    """A line could not be carried out when its time came; *number* counts the lines from 1, 0 is the rest."""

    nation: str
    number: int
    problem: Problem


class NotPreempted(SeatSecret[WarState], frozen=True):
    """A line of a sheet that was to preempt the Impulse of *nation* did not, because of a *problem* (5.2)."""

    nation: str
    problem: Problem

    def change(self, state: WarState) -> WarState:
        told = (*state.not_preempted.get(self.seat, ()), self.problem.code)
        return replace(state, not_preempted={**state.not_preempted, self.seat: told})


class AlternativeSkipped(SeatSecret[WarState], frozen=True):
    """An alternative could not be played, or its condition did not hold, without a *problem*.

    It is counted from 1; 0 is the only one. *plus* is the Reserve that was to be played besides. *lines* says that no
    other alternative is played, and so none of the lines of this one; *standing* that it is one of standing orders.
    """

    nation: str
    number: int
    problem: Problem | None = None
    plus: str = ""
    lines: bool = False
    standing: bool = False


class OrdersNotReached(SeatSecret[WarState], frozen=True):
    """The Impulses of the Turn were over before those of *nations*, for which the sheet had orders (5.5).

    It was to preempt those that are *ahead*.
    """

    nations: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()


class CardsKept(SeatSecret[WarState], frozen=True):
    """Cards that were planned for a battle, or in answer to a hold, were not played, because of a *problem*.

    *place* is where the battle is, and *after* the round of it whose dice were rolled last.
    """

    nation: str
    cards: tuple[str, ...]
    problem: Problem
    place: str = ""
    after: int = 0


def with_orders(state: WarState, seat: str, orders: OrdersUnderWay | None) -> WarState:
    """*state* with other orders of *seat* under way."""
    others = {other: each for other, each in state.under_way.items() if other != seat}
    return replace(state, under_way={**others, seat: orders} if orders is not None else others)
