"""An action stage (5): its phases, and the sheet that holds the orders for all of them."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.cards.steps import DrawCards
from pbem_maria.chapters.combat.steps import CombatPhase
from pbem_maria.chapters.conquest.steps import RetroactiveConquests
from pbem_maria.chapters.shifts import saxony, silesia_peace
from pbem_maria.chapters.shifts.reduction_steps import ReduceObjectives
from pbem_maria.chapters.shifts.silesia_peace_steps import OfferPeace
from pbem_maria.chapters.supply import billing
from pbem_maria.chapters.supply.orders import Supply
from pbem_maria.chapters.supply.steps import SupplyPhase
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.events import Ordered, StageBegan, StageEnded
from pbem_maria.chapters.turn.movement_phase import MovementPhase
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing import keep
from pbem_maria.chapters.victory import advanced
from pbem_maria.position.powers import FRANCE, PRUSSIA
from pbem_maria.position.questions import STAGES
from pbem_maria.position.state import State


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
        saxony.hand_back(table, self.stage)
        table.emit(StageBegan(stage=self.stage, powers=table.state.powers_in(self.stage)))
        silesia_peace.end_neutrality(table, self.stage)
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
        return stage_check.default(state, seat)

    def meant(self, view: State, decision: Decision[StageOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"pay": billing.payers(view, stage_check.powers_of(view, decision.seat))}

    def check(self, view: State, decision: Decision[StageOrders], order: StageOrders) -> Iterator[Problem]:
        yield from stage_check.check(view, decision.seat, order)

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
        return stage_check.default(state, seat, supplied=True)

    def check(self, view: State, decision: Decision[StageOrders], order: StageOrders) -> Iterator[Problem]:
        if order.supply != Supply():
            yield Problem("supply-is-over", ("supply",), "19.3")
        yield from stage_check.check(view, decision.seat, order, supplied=True)


class EndStage(Step[State, Order], frozen=True):
    """The end of the stage."""

    rule = "5"
    stage: str

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(StageEnded(stage=self.stage))
        advanced.settle(table)
