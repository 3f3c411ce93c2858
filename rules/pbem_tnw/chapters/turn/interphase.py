"""The Interphase and the sheet that it takes (2.1, 5.9, 14)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar
from pbem.engine.order import Order, Problem, under
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.events import end_temporary
from pbem_tnw.chapters.nation.buying import NOT_ITS_OWN
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved, draw_cards
from pbem_tnw.chapters.politics.peace import last_turn
from pbem_tnw.chapters.politics.track import move_resource
from pbem_tnw.chapters.turn.facts import keep, next_hand
from pbem_tnw.chapters.turn.interphase_politics import (
    ArmisticeTalks,
    CampRequests,
    InterphaseWars,
    Surrenders,
    check_turn_end,
    skip,
)
from pbem_tnw.chapters.turn.reinforcement import (
    BOUGHT,
    Reinforced,
    TurnReset,
    allowance,
    bill,
    carry_out,
    deploy,
    deployments_wished,
    holds,
    line_for,
    lines_by_default,
    players_nations,
    reinforcement_points,
    wish_of,
    wrong_deployment,
)
from pbem_tnw.chapters.turn.sheets import check_standing
from pbem_tnw.edition.board import CAPTURED, FLEETS, REGROUP
from pbem_tnw.orders.lines import RestLine
from pbem_tnw.orders.turn import TurnEndOrders
from pbem_tnw.position.control import is_proxy, nations_of
from pbem_tnw.position.forces import generals_at
from pbem_tnw.position.impulse import Pieces
from pbem_tnw.position.state import TURN_ENDS, WarState


def reinforce(table: Table[WarState], nation: str) -> None:
    """Let *nation* buy what its sheet says, by default Refit markers and units, and deploy."""
    points = reinforcement_points(table.state, nation)
    left = _buy(table, nation, points)
    left -= _deploy(table, nation, left)
    table.emit(Reinforced(nation=nation, points=points, spent=points - left))


def _buy(table: Table[WarState], nation: str, points: int) -> int:
    """Carry out the lines that can be; gives back the CPs that are left."""
    wished = wish_of(table.state, nation).reinforce.get(nation)
    deployments = len(deployments_wished(table.state, nation))
    kept = BOUGHT if deployments > allowance(table.state, nation) else 0
    if wished is None:
        for line in lines_by_default(table.state, nation, points - kept):
            cost = bill(table.state, nation, line, points).cost
            carry_out(table, nation, line, points)
            points -= cost
        return points
    for number, line in enumerate(wished):
        if not holds(table, nation, line.condition):
            continue
        found = bill(table.state, nation, line, points)
        if found.problems:
            skip(table, nation, "reinforce", number, found.problems[0])
        elif not isinstance(line, RestLine):
            carry_out(table, nation, line, points)
            points -= found.cost
    for line in wished:
        if isinstance(line, RestLine) and not bill(table.state, nation, line, points).problems:
            points = kept + _spend(table, nation, line, points - kept) if points > kept else points
    return points


def _spend(table: Table[WarState], nation: str, rest: RestLine, points: int) -> int:
    """Spend what is left of the CPs as a `rest` line says, each use as often as it can; gives back what remains."""
    if not holds(table, nation, rest.condition):
        return points
    for item in rest.items:
        times = 0
        while (item.n is None or times < item.n) and (line := line_for(table.state, nation, item, points)) is not None:
            cost = bill(table.state, nation, line, points).cost
            if not cost:
                break
            carry_out(table, nation, line, points)
            points, times = points - cost, times + 1
    return points


def _deploy(table: Table[WarState], nation: str, points: int) -> int:
    """Make the Deployments of a nation: those that it has, and one for a CP; gives back what that cost."""
    free, paid = allowance(table.state, nation), 0
    for number, line in enumerate(deployments_wished(table.state, nation)):
        if not holds(table, nation, line.condition):
            continue
        problem = next(wrong_deployment(table.state, nation, line), None)
        if problem is None and not free and (paid or points < BOUGHT):
            args = {"nation": nation, "most": allowance(table.state, nation) + paid}
            problem = Problem("deploy-too-often", (), "14.21", args)
        if problem is not None:
            skip(table, nation, "deploy", number, problem)
            continue
        paid += 0 if free else BOUGHT
        free -= 1 if free else 0
        deploy(table, nation, line)
    return paid


def fill_hands(table: Table[WarState]) -> None:
    """Fill every hand up to its number, in the order of the Sequence Track; what was kept counts (14.31, 14.33)."""
    for nation in table.state.board.sequence:
        state = table.state
        draw_cards(table, nation, next_hand(state, nation) - len(state.holdings(nation)), "interphase")


def pay_income(table: Table[WarState]) -> None:
    """By an option every Power gains a Resource (16.3)."""
    if table.state.options.resource_income == "1":
        for power in table.state.board.powers:
            if not is_proxy(table.state, power):
                move_resource(table, power, 1, "income")


def reset(table: Table[WarState]) -> None:
    """End the temporary events, take off the Void Flags, and send the off-map fleets to the Regroup box."""
    end_temporary(table)
    fleets = table.state.squadrons.get(FLEETS, ())
    if fleets:
        table.emit(SquadronsMoved(start=FLEETS, to=REGROUP, squadrons=fleets, cause="turn-over", rule="5.9"))
    table.emit(TurnReset())


class AskTurnEnds(Step[WarState, TurnEndOrders], frozen=True):
    """Asks all seats at once what they do at the end of the Turn; who has said so in advance has answered (2.1)."""

    rules_out = NOT_ITS_OWN
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

    def meant(self, view: WarState, decision: Decision[TurnEndOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"reinforce": nations_of(view, decision.seat)}

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
