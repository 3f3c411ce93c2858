"""Steps: the boxes of a rulebook's sequence of play."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic

from pbem.engine.decision import Answers, Decision, SoFar, unambiguous
from pbem.engine.position import Box, O, S
from pbem.engine.problem import Problem
from pbem.engine.table import Table


class Step(Box, Generic[S, O], frozen=True):
    """One box of the sequence of play: data saying where the game stands, and what to do there.

    *S* is the game's state, *O* the type of the orders that answer its questions.
    """

    def ask(self, state: S, so_far: SoFar[O]) -> Iterable[Decision[O]]:
        """The questions this step waits for, all at once; a seat may be asked several, each with a key of its own.

        It is asked again after each answer, with those that came *so far*: a window closes early if fewer questions are
        left, and new ones follow up. That someone answered is then told by what is asked; what was answered is only
        there if the decision is public. Besides that nothing may be learnt from being asked.
        """
        return ()

    def meant(self, view: S, decision: Decision[O]) -> Mapping[str, tuple[str, ...]]:
        """By key of the sheet, whom an order may be for that is there without a name."""
        return {}

    def check(self, view: S, decision: Decision[O], order: O) -> Iterator[Problem]:
        """Everything wrong with *order*, judged by what its seat can see."""
        yield from ()

    def resolve(self, view: S, decision: Decision[O], order: O, so_far: SoFar[O]) -> O:
        """What a conditional *order* comes to after the answers *so_far*; the order says what it depends on."""
        return order

    def run(self, table: Table[S], answers: Answers[O]) -> None:
        """Carry the step out; *answers* are the legal orders by the decisions that they answer.

        They are in the order in which they were taken if all decisions are public; otherwise in that of the questions:
        who answered first is no one's business then.
        """
        table.leave()


def decisions_of(step: Step[S, O], state: S) -> tuple[Decision[O], ...]:
    """The decisions that *step* puts as long as none is answered; raises `AskedTwice`."""
    return unambiguous(step.ask(state, {}))
