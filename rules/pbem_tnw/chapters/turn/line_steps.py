"""The lines of an Impulse, one after the other, and its end (2.2, 6.19)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.events import end_lasting
from pbem_tnw.chapters.cards.play_rules import event_possible
from pbem_tnw.chapters.cards.windows import DueRoll, rolling, turn_up_event
from pbem_tnw.chapters.nation.pieces import CardLaid, DiceCleared
from pbem_tnw.chapters.sea.battle import settle_aboard
from pbem_tnw.chapters.turn.card_play import (
    carry_out_line,
    has_card,
    holders,
    line_holds,
    line_problems,
    plus_problems,
    take_plus,
)
from pbem_tnw.chapters.turn.events import (
    ImpulseBegan,
    ImpulseOver,
    LineReached,
    LineSkipped,
    NationPassed,
    OrdersTaken,
    PlusReached,
    RestReached,
)
from pbem_tnw.chapters.turn.facts import standing_of
from pbem_tnw.chapters.turn.taking import line_of, new_impulse
from pbem_tnw.orders.choices import PlusUse
from pbem_tnw.orders.lines import OrderLine
from pbem_tnw.position.control import is_power, seat_of
from pbem_tnw.position.impulse import Impulse
from pbem_tnw.position.state import LastingCard, OrdersUnderWay, WarState, draw_name


class NextLine(Step[WarState, Order], frozen=True):
    """Carry out the next line of the orders, or use the Reserve or Resource if it is its turn (5.12).

    The flow is public: a line that is skipped leaves no trace on it.
    """

    rule = "5.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        nation = impulse_of(table.state).nation
        seat = seat_of(table.state, nation)
        while True:
            orders = _orders(table.state, nation)
            due = _due(table, seat, orders)
            if due is None:
                table.enter(NextRest())
                return
            problem = _problem(table.views[seat], seat, nation, due)
            if problem is None:
                table.enter(NextLine())
                _carry_out(table, nation, due)
                return
            number = 0 if isinstance(due, PlusUse) else orders.number + 1
            table.emit(LineSkipped(seat=seat, nation=nation, number=number, problem=problem))


class NextRest(Step[WarState, Order], frozen=True):
    """Spend the points that are left as the orders say, one use after the other; those that cannot be are dropped."""

    rule = "6.3"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        nation = impulse_of(table.state).nation
        seat = seat_of(table.state, nation)
        while rest := _orders(table.state, nation).rest:
            line = line_of(table.views[seat], nation, rest[0])
            table.emit(RestReached(seat=seat, again=line is not None))
            if line is not None:
                table.enter(NextRest())
                carry_out_line(table, nation, line)
                return


class EndImpulse(Step[WarState, Order], frozen=True):
    """The end of an Impulse: the removal roll for a temporary event (6.19), and what is left is lost (6.3)."""

    rule = "6.19"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse = impulse_of(table.state)
        wearing = _wearing_off(table.state)
        table.enter(CloseImpulse())
        if wearing is not None:
            roll = DueRoll(purpose="wear-off", nation=impulse.nation, dice=1, who=wearing.card)
            table.enter(*rolling(roll), WearOff(card=wearing.card))


class WearOff(Step[WarState, Order], frozen=True):
    """On a 6 the temporary event is over (6.19)."""

    rule = "6.19"
    card: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolled = impulse_of(table.state).rolled
        table.emit(DiceCleared())
        worn = next((one for one in table.state.lasting if one.card == self.card), None)
        if rolled and rolled[0].total >= 6 and worn is not None:
            end_lasting(table, worn, "worn-off")


class CloseImpulse(Step[WarState, Order], frozen=True):
    """The Impulse is over."""

    rule = "5.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for seat in tuple(table.state.under_way):
            table.emit(OrdersTaken(seat=seat))
        settle_aboard(table, impulse_of(table.state).nation)
        table.emit(ImpulseOver(nation=impulse_of(table.state).nation))


def impulse_of(state: WarState) -> Impulse:
    """The Impulse that is going on."""
    if state.impulse is None:
        raise ValueError("no Impulse is going on")
    return state.impulse


def _orders(state: WarState, nation: str) -> OrdersUnderWay:
    return state.under_way.get(seat_of(state, nation), OrdersUnderWay(nation=nation))


def _due(table: Table[WarState], seat: str, orders: OrdersUnderWay) -> OrderLine | PlusUse | None:
    """What comes next: the Reserve or Resource if it is its turn (5.12), else the next line; none if all is done."""
    plus = orders.plus
    if plus is not None and (not orders.lines or _comes_before_next_line(plus, orders.number)):
        table.emit(PlusReached(seat=seat))
        return plus
    if not orders.lines:
        return None
    table.emit(LineReached(seat=seat))
    return orders.lines[0]


def _comes_before_next_line(plus: PlusUse, done: int) -> bool:
    return plus.when.after is not None and done >= plus.when.after


def _problem(view: WarState, seat: str, nation: str, due: OrderLine | PlusUse) -> Problem | None:
    """Why what is due cannot be carried out now, by what its seat sees (2.2)."""
    if isinstance(due, PlusUse):
        found = plus_problems(view, nation, due)
    elif line_holds(view, nation, due):
        found = line_problems(view, nation, due)
    else:
        return Problem("condition-does-not-hold", (), "2.2")
    return next((problem for problem in found if problem.stops), None)


def _carry_out(table: Table[WarState], nation: str, due: OrderLine | PlusUse) -> None:
    if isinstance(due, PlusUse):
        take_plus(table, nation, due)
    else:
        carry_out_line(table, nation, due)


def _wearing_off(state: WarState) -> LastingCard | None:
    """The temporary event that the removal roll is for (6.19): the first that the standing orders name, or the oldest.

    Only after an Impulse of a major power that has played a card, and for an event that was in play before it.
    """
    impulse = impulse_of(state)
    if not impulse.card or not is_power(state, impulse.nation) or not seat_of(state, impulse.nation):
        return None
    there = [one for one in state.lasting if one.temporary and one.since < impulse.number]
    named = standing_of(state, seat_of(state, impulse.nation)).wear_off or ()
    order = {card: at for at, card in enumerate(named)}
    return min(there, key=lambda one: (order.get(one.card, len(order)), one.since), default=None)


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
