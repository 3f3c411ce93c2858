"""Cards, hussars, supply, late conquests: the short phases (7, 8, 9, 12)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import breach, conquest, contracts, hussars, supply, victory, winning
from pbem_maria.chapters.cards import FIRST_CHOICE, Discarded, draw, income
from pbem_maria.chapters.conquest import QuestionLifted
from pbem_maria.chapters.pieces import GeneralRemoved, HussarNotPlaced, HussarPlaced, TurnedDown, TurnedUp, lost_by
from pbem_maria.chapters.standing import forget
from pbem_maria.chapters.supply import HandShown, HandSpent, HussarsPaid, Unsupplied
from pbem_maria.chapters.turn import SubsidySet
from pbem_maria.orders.cards import Subsidy, SubsidyOrders
from pbem_maria.orders.stage import Supply
from pbem_maria.orders.standing import STAY, HussarOrders
from pbem_maria.position.cards import worth
from pbem_maria.position.powers import is_enemy_fortress
from pbem_maria.position.state import State
from pbem_maria.position.theatre import STAGES
from pbem_maria.sequence.tracks import MoveSaxony


class ChooseSubsidy(Step[State, SubsidyOrders], frozen=True):
    """France decides whether it subsidises Bavaria this turn."""

    rule = "8"
    turn: int

    def ask(self, state: State, so_far: SoFar[SubsidyOrders]) -> tuple[Decision[SubsidyOrders], ...]:
        if self.turn < FIRST_CHOICE:
            return ()
        default = SubsidyOrders(subsidy=Subsidy(state.subsidy))
        seat = state.seat_of("france")
        own = (seat,)
        return (
            Decision(
                key=self.key, turn=self.turn, seat=seat, takes=SubsidyOrders, due=STAGES, default=default, concerns=own
            ),
        )

    @property
    def key(self) -> str:
        """The key of the decision."""
        return f"{self.turn}.subsidy"

    def run(self, table: Table[State], answers: Answers[SubsidyOrders]) -> None:
        table.leave()
        seat = table.state.seat_of("france")
        answer = by_seat(answers).get(seat)
        if answer is not None:
            forget(table, seat, "subsidy")
            table.emit(SubsidySet(paid=answer.subsidy.paid))


class DrawCards(Step[State, Order], frozen=True):
    """The powers of an action stage draw their income, one after the other; Saxony only once a turn (19.3)."""

    rule = "8"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        for power in table.state.stage_powers():
            if power not in table.state.drawn:
                cards = income(table.state, power)
                given = contracts.pay(table, power, cards)
                draw(table, power, cards - given, as_income=True)


class RetroactiveConquests(Step[State, Order], frozen=True):
    """Fortresses with a question mark that are no longer protected are conquered after all."""

    rule = "12"

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        for city, question in table.state.questions.items():
            state = table.state
            if conquest.protectors(state, city) or not is_enemy_fortress(state, city, question.power):
                table.emit(QuestionLifted(city=city))
            else:
                conquest.take(table, conquest.conquest_of(state, city, question, retroactive=True))
        winning.settle_introductory(table)


class PlaceHussars(Step[State, HussarOrders], frozen=True):
    """Austria places its hussars."""

    rule = "7"
    turn: int

    @property
    def key(self) -> str:
        """The key of the decision."""
        return f"{self.turn}.hussars"

    def ask(self, state: State, so_far: SoFar[HussarOrders]) -> tuple[Decision[HussarOrders], ...]:
        seat = state.seat_of(hussars.HUSSAR_POWER)
        default, own = HussarOrders(), (seat,)
        return (
            Decision(
                key=self.key, turn=self.turn, seat=seat, takes=HussarOrders, due=STAGES, default=default, concerns=own
            ),
        )

    def check(self, view: State, decision: Decision[HussarOrders], order: HussarOrders) -> Iterator[Problem]:
        yield from hussars.check(view, order.hussars)
        yield from breach.check_hussars(view, decision.seat, order.hussars)

    def run(self, table: Table[State], answers: Answers[HussarOrders]) -> None:
        table.leave()
        seat = table.state.seat_of(hussars.HUSSAR_POWER)
        forget(table, seat, "hussars")
        wishes = by_seat(answers)[seat].hussars
        for number, wish in enumerate(wishes):
            place = hussars.choose(table.state, number, wish)
            tried = wish.places[: wish.places.index(place) if place else None]
            if barred := {city: problem.code for city, problem in hussars.barred(table.state, number, tried)}:
                table.emit(HussarNotPlaced(seat=seat, hussar=number, barred=barred))
            if place is not None and place != STAY and place != table.state.hussars[number]:
                table.emit(HussarPlaced(hussar=number, city=place))


class SupplyPhase(Step[State, Order], frozen=True):
    """The active powers' generals are supplied or lose troops."""

    rule = "9"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        for power in table.state.stage_powers():
            order = table.state.orders.get(table.state.seat_of(power))
            settle_supply(table, power, order.supply if order else Supply())
        if table.state.owed:
            table.enter(MoveSaxony())


def settle_supply(table: Table[State], power: str, order: Supply) -> None:
    """Settle the supply of all generals of *power*."""
    state = table.state
    bills = supply.settle(state, power, order)
    if bills.short and supply.keeps_rest(state):
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
                victory.score_supply(table, power, state.board.cities[city].board)
            elif general in hungry and general not in state.face_down:
                table.emit(TurnedDown(general=general))
