"""The hussar stage (7)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.agreements import agreement_check
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.hussars.orders import STAY, HussarOrders
from pbem_maria.chapters.pieces.events import HussarNotPlaced, HussarPlaced
from pbem_maria.chapters.turn.standing import forget
from pbem_maria.position.questions import STAGES
from pbem_maria.position.state import State


class PlaceHussars(Step[State, HussarOrders], frozen=True):
    """Austria places its hussars."""

    rule = "7"
    turn: int

    @property
    def key(self) -> str:
        """The key of the decision."""
        return f"{self.turn}.hussars"

    def ask(self, state: State, so_far: SoFar[HussarOrders]) -> tuple[Decision[HussarOrders], ...]:
        seat = state.seat_of(hussars.OWNER)
        default, own = HussarOrders(), (seat,)
        return (
            Decision(
                key=self.key, turn=self.turn, seat=seat, takes=HussarOrders, due=STAGES, default=default, concerns=own
            ),
        )

    def check(self, view: State, decision: Decision[HussarOrders], order: HussarOrders) -> Iterator[Problem]:
        yield from hussars.check(view, order.hussars)
        yield from agreement_check.check_hussars(view, decision.seat, order.hussars)

    def run(self, table: Table[State], answers: Answers[HussarOrders]) -> None:
        table.leave()
        seat = table.state.seat_of(hussars.OWNER)
        forget(table, seat, "hussars")
        wishes = by_seat(answers)[seat].hussars
        for number, wish in enumerate(wishes):
            place = hussars.choose(table.state, number, wish)
            tried = wish.places[: wish.places.index(place) if place else None]
            if barred := {city: problem.code for city, problem in hussars.barred(table.state, number, tried)}:
                table.emit(HussarNotPlaced(seat=seat, hussar=number, barred=barred))
            if place is not None and place != STAY and place != table.state.hussars[number]:
                table.emit(HussarPlaced(hussar=number, city=place))
