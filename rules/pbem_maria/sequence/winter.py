"""Winter (13): recruits and returns, of all powers in the order of the action stages."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import pieces, standing, winning, winter
from pbem_maria.chapters.cards import Discarded
from pbem_maria.chapters.pieces import MoveLeftOut, TroopsDivided
from pbem_maria.chapters.standing import keep
from pbem_maria.chapters.turn import WinterBegan, WinterEnded
from pbem_maria.chapters.winter import bring_back
from pbem_maria.orders.stage import WinterOrders
from pbem_maria.position.state import State
from pbem_maria.position.theatre import WINTER


class Winter(Step[State, Order], frozen=True):
    """Winter begins; all seats send their sheets at once."""

    rule = "13"
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(WinterBegan(after=self.turn))
        if table.state.theatre.is_advanced:
            winning.score_winter(table)
        if self.turn < table.state.theatre.last_turn:
            table.enter(WinterBusiness(turn=self.turn))


class WinterBusiness(Step[State, WinterOrders], frozen=True):
    """Recruits are paid for, generals return, new troops are given out."""

    rule = "13"
    turn: int

    @property
    def key(self) -> str:
        """The key of the decisions."""
        return f"{self.turn}.winter"

    def ask(self, state: State, so_far: SoFar[WinterOrders]) -> tuple[Decision[WinterOrders], ...]:
        default = WinterOrders(passes=True)
        seats = dict.fromkeys(state.seats.values())
        return tuple(
            Decision(key=self.key, turn=self.turn, seat=seat, takes=WinterOrders, due=WINTER, default=default)
            for seat in seats
        )

    def meant(self, view: State, decision: Decision[WinterOrders]) -> Mapping[str, tuple[str, ...]]:
        powers = view.powers_of(decision.seat)
        return {
            "recruits": powers,
            "returns": tuple(g for power in powers for g in view.removed_of(power)),
            "troops": tuple(g for p in powers for g in view.generals_of(p) if pieces.partner(view, g)),
        }

    def check(self, view: State, decision: Decision[WinterOrders], order: WinterOrders) -> Iterator[Problem]:
        yield from pieces.check_exchange(view, decision.seat, order.troops, order.new_troops)
        yield from winter.check(view, decision.seat, order)
        yield from standing.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[WinterOrders]) -> None:
        table.leave()
        said = by_seat(answers)
        for powers in table.state.stages().values():
            for power in powers:
                seat = table.state.seat_of(power)
                _do_business(table, seat, power, said[seat])
        for seat, order in said.items():
            keep(table, seat, order)
        table.emit(WinterEnded(after=self.turn))


def _do_business(table: Table[State], seat: str, power: str, order: WinterOrders) -> None:
    pieces.carry_out(table, seat, {g: n for g, n in order.troops.items() if table.state.power_of(g) == power})
    meant = {g: n for g, n in order.new_troops.items() if table.state.power_of(g) == power}
    cards = winter.paid_cards(table.state, power, order)
    if cards and (not meant or any(_is_there(table.state, general, order) for general in meant)):
        table.emit(Discarded(power=power, cards=cards, why="recruits"))
    for general, city in order.returns.items():
        if table.state.power_of(general) == power:
            _return(table, seat, general, city, order.commands)
    state = table.state
    new = {general: number for general, number in meant.items() if general in state.at}
    if new:
        troops = {general: state.troops.get(general, 0) + number for general, number in new.items()}
        total = state.totals[power] + sum(new.values())
        table.emit(TroopsDivided(seat=seat, power=power, total=total, why="recruits", troops=troops))


def _is_there(state: State, general: str, order: WinterOrders) -> bool:
    """Whether *general* can get new troops: it is on the map, or has a city to return to."""
    wished = order.returns.get(general)
    return general in state.at or (wished is not None and winter.open_site(state, general, wished) is not None)


def _return(table: Table[State], seat: str, general: str, wished: str, commanders: tuple[str, ...]) -> None:
    """Return *general* to *wished*, or elsewhere if another player's general has come there first."""
    city = winter.open_site(table.state, general, wished)
    if city != wished:
        table.emit(MoveLeftOut(piece=general, seat=seat, why="return-beside-ally", goal=wished))
    if city is not None:
        bring_back(table, general, city, commanders)
