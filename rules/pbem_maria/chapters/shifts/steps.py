"""What follows when a country closes its borders or changes sides: pieces withdraw, Saxons return (19.1, 19.3)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.pieces.events import StackFormed
from pbem_maria.chapters.shifts import comeback
from pbem_maria.chapters.shifts.displaced import Displacement, DisplacementWishes, ways
from pbem_maria.chapters.shifts.events import Withdrew
from pbem_maria.chapters.shifts.orders import Cities, ComebackOrders, WithdrawOrders
from pbem_maria.position.questions import POLITICS
from pbem_maria.position.state import SAXONY, State

RULE = "19.3"


class Withdraw(Step[State, WithdrawOrders], frozen=True):
    """Pieces that may not stay go to the nearest city where they may; the owner chooses among equals."""

    rule = RULE
    saxons_home: bool = False
    """Whether all Saxon pieces return to their set-up cities."""

    def ask(self, state: State, so_far: SoFar[WithdrawOrders]) -> tuple[Decision[WithdrawOrders], ...]:
        choices: dict[str, dict[str, tuple[str, ...]]] = {}
        for way in ways(state, saxons_home=self.saxons_home):
            if len(way.options) > 1:
                choices.setdefault(state.seat_of(state.power_of(way.piece)), {})[way.piece] = way.options
        asked = tuple(choices)
        return tuple(replace(self._decision(state, seat, found), concerns=asked) for seat, found in choices.items())

    def _decision(self, state: State, seat: str, choices: dict[str, tuple[str, ...]]) -> Decision[WithdrawOrders]:
        default = WithdrawOrders(withdraw={piece: Cities(options[:1]) for piece, options in choices.items()})
        key = f"{state.turn}.{state.stage or 'politics'}.withdraw"
        about = {"choices": choices, "saxons_home": self.saxons_home}
        return Decision(
            key=key, turn=state.turn, seat=seat, takes=WithdrawOrders, due=POLITICS, default=default, about=about
        )

    def meant(self, view: State, decision: Decision[WithdrawOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"withdraw": tuple(decision.about["choices"])}

    def check(self, view: State, decision: Decision[WithdrawOrders], order: WithdrawOrders) -> Iterator[Problem]:
        left = dict(order.withdraw)
        for way in self._ways(view, {decision.seat: order}):
            wish = left.pop(way.piece, None)
            if view.seat_of(view.power_of(way.piece)) != decision.seat:
                continue
            args = {"piece": way.piece, "city": view.at[way.piece], "options": way.options}
            if wish is not None and not set(wish.cities) & set(way.options):
                goal = {**args, "goal": wish.cities[0]}
                yield Problem("not-the-nearest", ("withdraw", way.piece), RULE, goal)
            elif len(way.options) > 1 and not way.wished:
                yield Problem("withdrawal-open", ("withdraw",), RULE, args)
        for piece in left:
            yield Problem("stays-put", ("withdraw", piece), RULE, {"piece": piece, "city": view.at.get(piece)})

    def run(self, table: Table[State], answers: Answers[WithdrawOrders]) -> None:
        table.leave()
        for way in self._ways(table.state, by_seat(answers)):
            start = table.state.at[way.piece]
            table.emit(Withdrew(piece=way.piece, start=start, city=way.city))
            hussars.drive_off(table, way.piece, (way.city,))
            stack_up(table, way)

    def _ways(self, state: State, orders: Mapping[str, WithdrawOrders]) -> Iterator[Displacement]:
        return ways(state, _wishes(state, orders), saxons_home=self.saxons_home)


def _wishes(state: State, orders: Mapping[str, WithdrawOrders]) -> DisplacementWishes:
    """What each seat has answered for a piece, otherwise its standing orders."""

    def wish(piece: str, seat: str) -> tuple[str, ...]:
        answer, kept = orders.get(seat), state.standing.get(seat)
        found = answer.withdraw.get(piece) if answer is not None else None
        found = found or (kept.withdraw if kept else None)
        return found.cities if found else ()

    return wish


def stack_up(table: Table[State], way: Displacement) -> None:
    """Let the general that was there command a stack of equal ranks that *way* has formed."""
    state = table.state
    stack = state.generals_at(way.city)
    ranks = {state.theatre.generals[general].rank for general in stack}
    if len(stack) == 2 and len(ranks) == 1:
        first = next(general for general in stack if general != way.piece)
        table.emit(StackFormed(city=way.city, commander=first, generals=stack, chosen=True))


class ReturnSaxons(Step[State, ComebackOrders], frozen=True):
    """A removed Saxon general may return at once, with newly bought troops, when Saxony joins Austria."""

    rule = RULE

    def ask(self, state: State, so_far: SoFar[ComebackOrders]) -> tuple[Decision[ComebackOrders], ...]:
        generals = comeback.possible(state, SAXONY)
        if not generals:
            return ()
        key = f"{state.turn}.{state.stage or 'politics'}.return"
        seat, about = state.seat_of(SAXONY), {"generals": generals}
        default = ComebackOrders(passes=True)
        return (
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=ComebackOrders,
                due=POLITICS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def meant(self, view: State, decision: Decision[ComebackOrders]) -> Mapping[str, tuple[str, ...]]:
        return {"returns": tuple(comeback.possible(view, SAXONY))}

    def check(self, view: State, decision: Decision[ComebackOrders], order: ComebackOrders) -> Iterator[Problem]:
        yield from comeback.check(view, SAXONY, order)

    def run(self, table: Table[State], answers: Answers[ComebackOrders]) -> None:
        table.leave()
        for answer in answers.values():
            comeback.carry_out(table, SAXONY, answer)
