"""The step that takes a ruling: each kind of thing has a module that checks it and one that carries it out."""

from collections.abc import Iterator

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.position.state import State
from pbem_maria.rulings import agreements, cards, control, pieces, stage
from pbem_maria.rulings.orders import RulingOrders

KEY = "decree"


class Rule(Step[State, RulingOrders], frozen=True, tag="decree"):
    """Takes a sheet of the moderator; it is never on the flow."""

    def ask(self, state: State, so_far: SoFar[RulingOrders]) -> tuple[Decision[RulingOrders], ...]:
        return (Decision(key=KEY, seat=MODERATOR, takes=RulingOrders),)

    def check(self, view: State, decision: Decision[RulingOrders], order: RulingOrders) -> Iterator[Problem]:
        if order == RulingOrders():
            yield Problem("rules-nothing")
        yield from pieces.check(view, order)
        yield from cards.check(view, order)
        yield from control.check(view, order)
        yield from stage.check(view, order)
        yield from agreements.check(view, order)

    def run(self, table: Table[State], answers: Answers[RulingOrders]) -> None:
        """Who runs a power comes first, as its secrets go along; what adds steps to the flow comes last."""
        (order,) = answers.values()
        control.hand_over(table, order)
        pieces.carry_out(table, order)
        cards.carry_out(table, order)
        control.carry_out(table, order)
        agreements.carry_out(table, order)
        stage.carry_out(table, order)


def rule(state: State) -> Rule | None:
    """The step for a ruling; nothing before the set-up is over or after the end."""
    return Rule() if state.turn and state.result is None else None
