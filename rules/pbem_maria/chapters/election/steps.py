"""The imperial election at the end of a turn (18)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.agreements import agreement_check
from pbem_maria.chapters.election import election
from pbem_maria.chapters.election.events import ElectionHeld, Voted
from pbem_maria.chapters.election.orders import FRANCIS, ElectionOrders, Votes
from pbem_maria.chapters.victory import advanced, victory_boxes
from pbem_maria.position.questions import POLITICS
from pbem_maria.position.state import State


class Election(Step[State, ElectionOrders], frozen=True):
    """Nine votes elect the emperor, if the card of the election is on the deck."""

    rule = election.RULE
    turn: int

    @property
    def key(self) -> str:
        """The key of the decisions."""
        return f"{self.turn}.election"

    def ask(self, state: State, so_far: SoFar[ElectionOrders]) -> tuple[Decision[ElectionOrders], ...]:
        if state.election != election.PENDING:
            return ()
        free = [vote for vote in election.votes(state) if not vote.bound]
        return tuple(self._decision(state, seat) for seat in dict.fromkeys(vote.seat for vote in free))

    def _decision(self, state: State, seat: str) -> Decision[ElectionOrders]:
        free = election.free_votes(state, seat)
        default = ElectionOrders(vote=election.in_short({vote.city: _usual(state, vote) for vote in free}))
        about = {"votes": {vote.city: vote.power for vote in free}}
        return Decision(
            key=self.key, turn=self.turn, seat=seat, takes=ElectionOrders, due=POLITICS, default=default, about=about
        )

    def check(self, view: State, decision: Decision[ElectionOrders], order: ElectionOrders) -> Iterator[Problem]:
        yield from election.check(view, decision.seat, order.vote)
        yield from agreement_check.check_votes(view, decision.seat, order.vote)

    def run(self, table: Table[State], answers: Answers[ElectionOrders]) -> None:
        table.leave()
        if table.state.election != election.PENDING:
            return
        cast: dict[str, str] = {}
        said_by = by_seat(answers)
        for vote in election.votes(table.state):
            answer = said_by.get(vote.seat)
            said = answer.vote if answer is not None and not vote.bound else Votes(all=FRANCIS)
            candidate = election.cast(vote, said) or FRANCIS
            cast[vote.city] = candidate
            table.emit(Voted(city=vote.city, power=vote.power, candidate=candidate, bound=vote.bound))
        winner, number = election.result(cast)
        table.emit(ElectionHeld(winner=winner, votes=number))
        victory_boxes.put(table, victory_boxes.EMPEROR, election.BOX_OF[winner])
        advanced.settle(table)


def _usual(state: State, vote: election.Vote) -> str:
    """The candidate of a vote by default: as was agreed (21), otherwise that of its power's friends."""
    promise = agreement_check.promised_vote(state, vote)
    return promise[1] if promise is not None else election.usual(state, vote.power)
