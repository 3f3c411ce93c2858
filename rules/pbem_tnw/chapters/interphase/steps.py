"""The Interphase and the sheet that it takes (2.1, 5.9, 14)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.order import Order
from pbem.engine.problem import Problem, under
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.interphase.arrivals import reinforce
from pbem_tnw.chapters.interphase.hands import fill_hands, pay_income, reset
from pbem_tnw.chapters.interphase.politics import ArmisticeTalks, CampRequests, InterphaseWars, Surrenders
from pbem_tnw.chapters.interphase.turn_end_check import check_turn_end
from pbem_tnw.chapters.interphase.wishes import players_nations
from pbem_tnw.chapters.peace.ending import last_turn
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.chapters.sequence.standing import keep
from pbem_tnw.chapters.sheets.check import check_standing
from pbem_tnw.orders.turn_end import TurnEndOrders
from pbem_tnw.position.forces import generals_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import CAPTURED, REGROUP
from pbem_tnw.position.questions import TURN_ENDS
from pbem_tnw.position.state import WarState


class AskTurnEnds(Step[WarState, TurnEndOrders], frozen=True):
    """Asks all seats at once what they do at the end of the Turn; who has said so in advance has answered (2.1)."""

    rule = "14"

    def ask(self, state: WarState, so_far: SoFar[TurnEndOrders]) -> tuple[Decision[TurnEndOrders], ...]:
        if state.turn >= last_turn(state):
            return ()
        return tuple(
            Decision(
                key=f"{state.turn}.end",
                seat=seat,
                takes=TurnEndOrders,
                turn=state.turn,
                due=TURN_ENDS,
                label="turn-end",
                default=TurnEndOrders(),
                silence=TurnEndOrders(),
            )
            for seat in dict.fromkeys(state.control.values())
            if seat
        )

    def check(self, view: WarState, decision: Decision[TurnEndOrders], order: TurnEndOrders) -> Iterator[Problem]:
        """What was said in advance counts as far as it can be carried out, whatever has changed since."""
        yield from (under(each, "standing") for each in check_standing(view, decision.seat, order.standing))
        if order.turn_end != view.turn_ends.get(decision.seat):
            yield from (under(each, "turn_end") for each in check_turn_end(view, decision.seat, order.turn_end))

    def run(self, table: Table[WarState], answers: Answers[TurnEndOrders]) -> None:
        table.leave()
        for decision, order in answers.items():
            keep(table, decision.seat, order.standing, order.turn_end)


class TurnEndInAdvance:
    """What a seat said in advance of the end of the Turn answers for it (2.1)."""

    def answer(self, view: WarState, decision: Decision) -> Order | None:
        wish = view.turn_ends.get(decision.seat)
        return TurnEndOrders(turn_end=wish) if wish is not None and decision.takes is TurnEndOrders else None


class Interphase(Step[WarState, Order], frozen=True):
    """Camps and war, reinforcement, hands; each part in the order of the Sequence Track (14)."""

    rule = "14"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.enter(
            CaptiveReturns(),
            ArmisticeTalks(),
            Surrenders(),
            CampRequests(),
            InterphaseWars(),
            Reinforcements(),
            DrawHands(),
        )


class CaptiveReturns(Step[WarState, Order], frozen=True):
    """A captive Napoleon is set free and goes to the Regroup box (17.3)."""

    rule = "17.3"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        captives = generals_at(table.state, CAPTURED)
        if captives:
            pieces = Pieces(generals=captives)
            table.emit(PiecesMoved(start=CAPTURED, to=REGROUP, pieces=pieces, cause="set-free", rule="17.3"))


class Reinforcements(Step[WarState, Order], frozen=True):
    """Each nation that a player runs spends its CPs and deploys, in the order of the Sequence Track (14.2)."""

    rule = "14.2"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for nation in players_nations(table.state):
            reinforce(table, nation)


class DrawHands(Step[WarState, Order], frozen=True):
    """The hands of the next Turn are drawn, and what lasted for this one is over (14.3)."""

    rule = "14.3"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        fill_hands(table)
        pay_income(table)
        reset(table)
