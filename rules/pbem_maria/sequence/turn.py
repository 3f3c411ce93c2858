"""An action stage (5): its phases, and the sheet that holds the orders for all of them."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import agreements, pieces, standing, supply, winning
from pbem_maria.chapters.election import HELD
from pbem_maria.chapters.standing import keep
from pbem_maria.chapters.turn import Ordered, StageBegan, StageEnded, TurnBegan
from pbem_maria.orders.stage import StageOrders, StandingOrders, Supply
from pbem_maria.position.powers import FRANCE, PRUSSIA
from pbem_maria.position.state import State
from pbem_maria.position.theatre import STAGES, Theatre
from pbem_maria.sequence import stage, tracks, withdrawals
from pbem_maria.sequence.combat import CombatPhase
from pbem_maria.sequence.politics import Election, Politics
from pbem_maria.sequence.supply import ChooseSubsidy, DrawCards, PlaceHussars, RetroactiveConquests, SupplyPhase
from pbem_maria.sequence.tracks import OfferPeace, ReduceObjectives
from pbem_maria.sequence.winter import Winter

KEY = "standing"


class AnyTime(Step[State, StandingOrders], frozen=True):
    """Takes a sheet that answers no question; it is never on the flow."""

    rule = "6"
    seat: str

    def ask(self, state: State, so_far: SoFar[StandingOrders]) -> tuple[Decision[StandingOrders], ...]:
        return (Decision(key=KEY, seat=self.seat, takes=StandingOrders, default=StandingOrders()),)

    def check(self, view: State, decision: Decision[StandingOrders], order: StandingOrders) -> Iterator[Problem]:
        yield from pieces.check_exchange(view, decision.seat, order.troops, {})
        yield from standing.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[StandingOrders]) -> None:
        order = by_seat(answers)[self.seat]
        pieces.carry_out(table, self.seat, order.troops)
        keep(table, self.seat, order)


def anytime(view: State, seat: str) -> Step | None:
    """The step for a sheet out of turn; nothing before the set-up is over or after the end."""
    return AnyTime(seat=seat) if view.turn and view.result is None else None


class MovementPhase(Step[State, Order], frozen=True):
    """The active pieces move, one after the other, as their sheets say."""

    rule = "10"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        stage.carry_out(table)


def phases(stage: str) -> tuple[Step, ...]:
    """The phases of an action stage in their order, with the sheet between the first and the second (5)."""
    return (
        DrawCards(),
        StageSheet(stage=stage),
        SupplyPhase(stage=stage),
        SheetAgain(stage=stage),
        MovementPhase(stage=stage),
        CombatPhase(stage=stage),
        RetroactiveConquests(),
        *_shifts(stage),
        EndStage(stage=stage),
    )


def _shifts(stage: str) -> tuple[Step, ...]:
    """What the leading power of *stage* may do at its end (19.1, 19.2)."""
    if stage == PRUSSIA:
        return (OfferPeace(stage=stage),)
    return (ReduceObjectives(),) if stage == FRANCE else ()


class ActionStage(Step[State, Order], frozen=True, tag="stage"):
    """The powers of a stage act together through its five phases."""

    rule = "5"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        withdrawals.hand_back(table, self.stage)
        table.emit(StageBegan(stage=self.stage, powers=table.state.powers_in(self.stage)))
        tracks.end_neutrality(table, self.stage)
        table.enter(*phases(self.stage))


class StageSheet(Step[State, StageOrders], frozen=True):
    """Asks for the sheet of the stage, when its cards are drawn."""

    rule = "5"
    stage: str

    def ask(self, state: State, so_far: SoFar[StageOrders]) -> tuple[Decision[StageOrders], ...]:
        seats = dict.fromkeys(state.seat_of(power) for power in state.stage_powers())
        key, about = f"{state.turn}.{self.stage}", {"powers": state.stage_powers()}
        return tuple(
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=StageOrders,
                due=STAGES,
                default=self.default(state, seat),
                about=about,
            )
            for seat in seats
        )

    def default(self, state: State, seat: str) -> StageOrders:
        """What *seat* does if it orders nothing."""
        return stage.default(state, seat)

    def meant(self, view: State, decision: Decision[StageOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"pay": supply.payers(view, stage.powers_of(view, decision.seat))}

    def check(self, view: State, decision: Decision[StageOrders], order: StageOrders) -> Iterator[Problem]:
        yield from stage.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[StageOrders]) -> None:
        table.leave()
        for seat, order in by_seat(answers).items():
            table.emit(Ordered(seat=seat, order=order))
            keep(table, seat, order)


class SheetAgain(StageSheet, frozen=True):
    """Asks for new sheets if Saxony has changed sides in the supply phase, as borders have changed."""

    rule = "19.3"

    def ask(self, state: State, so_far: SoFar[StageOrders]) -> tuple[Decision[StageOrders], ...]:
        if not state.overtaken:
            return ()
        return tuple(
            replace(d, key=f"{d.key}.again", about={**d.about, "again": True}) for d in super().ask(state, so_far)
        )

    def default(self, state: State, seat: str) -> StageOrders:
        return stage.default(state, seat, supplied=True)

    def check(self, view: State, decision: Decision[StageOrders], order: StageOrders) -> Iterator[Problem]:
        if order.supply != Supply():
            yield Problem("supply-is-over", ("supply",), "19.3")
        yield from stage.check(view, decision.seat, order, supplied=True)


class EndStage(Step[State, Order], frozen=True):
    """The end of the stage."""

    rule = "5"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(StageEnded(stage=self.stage))
        winning.settle_advanced(table)


class Turn(Step[State, Order], frozen=True):
    """A turn: politics in the advanced game, hussars, the action stages, and winter where one follows."""

    rule = "5"
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(TurnBegan(turn=self.turn))
        agreements.expire(table)
        place: Theatre = table.state.theatre
        steps: list[Step] = [Politics(turn=self.turn)] if place.is_advanced else []
        steps += [PlaceHussars(turn=self.turn), ChooseSubsidy(turn=self.turn)]
        steps += [ActionStage(stage=lead) for lead in place.stages if table.state.powers_in(lead)]
        table.enter(*steps, *after_stages(table.state, self.turn))


def after_stages(state: State, turn: int) -> tuple[Step, ...]:
    """What follows the last action stage of a turn: the election to come, winter where one follows, and the end."""
    place = state.theatre
    steps: list[Step] = [Election(turn=turn)] if place.is_advanced and state.election != HELD else []
    if turn in place.winters and (place.is_advanced or turn < place.last_turn):
        steps.append(Winter(turn=turn))
    return (*steps, EndTurn(turn=turn))


class EndTurn(Step[State, Order], frozen=True):
    """The end of a turn: the next one, or the end of the game."""

    rule = "5"
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        if self.turn < table.state.theatre.last_turn:
            table.enter(Turn(turn=self.turn + 1))
        elif table.state.theatre.is_advanced:
            winning.settle_last_winter(table)
        else:
            winning.settle_last_turn(table)
