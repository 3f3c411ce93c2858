"""The supply phase (9)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.cards.events import Discarded
from pbem_maria.chapters.pieces.events import GeneralRemoved, TurnedDown, TurnedUp
from pbem_maria.chapters.pieces.troop_events import lost_by
from pbem_maria.chapters.shifts.saxony_steps import MoveSaxony
from pbem_maria.chapters.supply import billing, supply
from pbem_maria.chapters.supply.events import HandShown, HandSpent, HussarsPaid, Unsupplied
from pbem_maria.chapters.supply.orders import Supply
from pbem_maria.chapters.victory import victory_boxes
from pbem_maria.position.cards import worth
from pbem_maria.position.state import State


class SupplyPhase(Step[State, Order], frozen=True):
    """The active powers' generals are supplied or lose troops."""

    rule = "9"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        for power in table.state.stage_powers():
            order = table.state.orders.get(table.state.seat_of(power))
            carry_out(table, power, order.supply if order else Supply())
        if table.state.owed:
            table.enter(MoveSaxony())


def carry_out(table: Table[State], power: str, order: Supply) -> None:
    """Settle the supply of all generals of *power*."""
    state = table.state
    bills = billing.settle(state, power, order)
    if bills.short and billing.keeps_rest(state):
        table.emit(HandShown(power=power, owed=bills.owed, cards=state.hands[power].known))
    elif bills.short:
        table.emit(HandSpent(power=power, owed=bills.owed, worth=worth(bills.cards)))
    if bills.cards:
        table.emit(Discarded(power=power, cards=bills.cards, why="supply"))
    for found in bills.lines:
        if found.points:
            table.emit(HussarsPaid(general=found.general, path=found.path, points=found.points))
        if found.general in state.face_down:
            table.emit(TurnedUp(general=found.general))
    _starve(table, power, bills.unsupplied, order.last_troop)


def _starve(table: Table[State], power: str, unsupplied: tuple[str, ...], last: str | None) -> None:
    """Let the unsupplied generals lose troops, stack by stack."""
    for city in dict.fromkeys(table.state.at[general] for general in unsupplied):
        state = table.state
        hungry = tuple(general for general in unsupplied if state.at.get(general) == city)
        for general in hungry:
            table.emit(Unsupplied(general=general, for_hussars=supply.line(state, general) is not None))
        after = supply.losses(state, hungry, last)
        lost = {general: state.troops[general] - number for general, number in after.items()}
        table.emit(lost_by(state, power, lost, "supply"))
        for general, number in after.items():
            if number == 0:
                table.emit(GeneralRemoved(general=general, why="supply"))
                victory_boxes.score_supply(table, power, state.board.cities[city].board)
            elif general in hungry and general not in state.face_down:
                table.emit(TurnedDown(general=general))
