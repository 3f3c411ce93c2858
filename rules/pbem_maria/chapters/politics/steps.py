"""The stage of politics at the beginning of an advanced turn (17, 25)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.politics import carry_out, politics, politics_check
from pbem_maria.chapters.politics.events import PoliticsEnded
from pbem_maria.chapters.politics.orders import PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.chapters.politics.track_steps import MoveMarkers
from pbem_maria.chapters.turn import in_advance
from pbem_maria.chapters.turn.standing import keep, kept
from pbem_maria.chapters.victory import advanced
from pbem_maria.position.cards import SUITS
from pbem_maria.position.questions import POLITICS, SINGLE_PLAYS
from pbem_maria.position.state import State

IN_ORDER = "in-order"


class Politics(Step[State, Order], frozen=True):
    """Two political cards are revealed, and trump where no player is to name it now."""

    rule = politics.RULE
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        carry_out.return_face_down(table)
        carry_out.reveal(table)
        state = table.state
        if not state.political:
            table.enter(EndPolitics())
            return
        carry_out.find_trump(table)
        if state.options.politics_placement != IN_ORDER:
            table.enter(PoliticsSheets(turn=self.turn))
            return
        places = [PlaceInOrder(turn=self.turn, power=power) for power in state.theatre.majors]
        table.enter(NameTrump(turn=self.turn), *places, PoliticsSheets(turn=self.turn, placed=True))


class PoliticsSheets(Step[State, PoliticsOrders], frozen=True):
    """All seats with major powers say at once what they place, and what they take of the cards left for them."""

    rule = politics.RULE
    turn: int
    placed: bool = False
    """Whether the powers have placed their TCs already, one after the other."""

    @property
    def key(self) -> str:
        """The key of the decisions."""
        return f"{self.turn}.politics"

    def ask(self, state: State, so_far: SoFar[PoliticsOrders]) -> tuple[Decision[PoliticsOrders], ...]:
        if politics.nothing_lies(state) and (self.placed or politics.nothing_held(state)):
            return ()
        return tuple(self._decision(state, seat) for seat in politics.seats(state))

    def _decision(self, state: State, seat: str) -> Decision[PoliticsOrders]:
        names = politics.names_trump(state, seat)
        trump = _usual_trump(state, seat) if names else None
        default = PoliticsOrders(passes=True, trump=trump)
        about = {"powers": politics.own_majors(state, seat), "names_trump": names, "placed": self.placed}
        return Decision(
            key=self.key, turn=self.turn, seat=seat, takes=PoliticsOrders, due=POLITICS, default=default, about=about
        )

    def meant(self, view: State, decision: Decision[PoliticsOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"give up": politics.own_majors(view, decision.seat)}

    def check(self, view: State, decision: Decision[PoliticsOrders], order: PoliticsOrders) -> Iterator[Problem]:
        yield from politics_check.check(view, decision.seat, order, placed=self.placed)
        yield from in_advance.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[PoliticsOrders]) -> None:
        table.leave()
        sheets = by_seat(answers)
        for seat, order in sheets.items():
            carry_out.name_trump(table, seat, order.trump)
        for power in table.state.theatre.majors if not self.placed else ():
            seat = table.state.seat_of(power)
            placing = sheets[seat].place if seat in sheets else None
            if placing is not None:
                faces = politics.by_power(table.state, seat, placing.each).get(power, ())
                carry_out.place(table, power, faces)
        carry_out.show(table)
        carry_out.choose(table, sheets)
        for seat, order in sheets.items():
            keep(table, seat, order)
        table.enter(MoveMarkers(steps=table.state.shifts), EndPolitics())


class NameTrump(Step[State, TrumpOrders], frozen=True):
    """The player who won the latest combat names trump before the powers place their TCs one after the other."""

    rule = politics.RULE
    turn: int

    def ask(self, state: State, so_far: SoFar[TrumpOrders]) -> tuple[Decision[TrumpOrders], ...]:
        seat = state.victor
        idle = politics.nothing_lies(state) and politics.nothing_held(state)
        if idle or not politics.names_trump(state, seat):
            return ()
        default = TrumpOrders(trump=_usual_trump(state, seat))
        key, own = f"{self.turn}.trump", (seat,)
        return (
            Decision(
                key=key, turn=self.turn, seat=seat, takes=TrumpOrders, due=POLITICS, default=default, concerns=own
            ),
        )

    def run(self, table: Table[State], answers: Answers[TrumpOrders]) -> None:
        table.leave()
        for seat, order in by_seat(answers).items():
            carry_out.name_trump(table, seat, order.trump)


class PlaceInOrder(Step[State, PlacingOrders], frozen=True):
    """One power places a TC, knowing which powers before it have placed one."""

    rule = politics.RULE
    turn: int
    power: str

    def ask(self, state: State, so_far: SoFar[PlacingOrders]) -> tuple[Decision[PlacingOrders], ...]:
        key, about = f"{self.turn}.placing.{self.power}", {"power": self.power}
        seat, default = state.seat_of(self.power), PlacingOrders(passes=True)
        if not len(state.hands[self.power]):
            return ()
        return (
            Decision(
                key=key,
                turn=self.turn,
                seat=seat,
                takes=PlacingOrders,
                due=SINGLE_PLAYS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def check(self, view: State, decision: Decision[PlacingOrders], order: PlacingOrders) -> Iterator[Problem]:
        yield from politics_check.check_one_placing(view, self.power, order)

    def run(self, table: Table[State], answers: Answers[PlacingOrders]) -> None:
        table.leave()
        for order in answers.values():
            if order.place is not None:
                carry_out.place(table, self.power, (order.place,))


class EndPolitics(Step[State, Order], frozen=True):
    """The end of the stage, when all effects of the tracks are settled: a power may have won (23)."""

    rule = politics.RULE

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(PoliticsEnded())
        advanced.settle(table)


def _usual_trump(state: State, seat: str) -> str:
    """The suit that *seat* names unless it says otherwise."""
    return kept(state, seat).trump or next(iter(SUITS.values()))
