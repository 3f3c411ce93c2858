"""Play a table on until a decision lacks an answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.decision import Decision, unambiguous
from pbem.engine.order import Order, Policy
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Answer, Entry, Table

Source = Callable[[Decision, Any], Answer | None]
"""Looks for an answer to a decision, given the view of the seat that is asked."""

MOST_RUNS = 10_000
"""A step that neither asks nor leaves would run for ever; no stage needs this many runs."""


class Stuck(RuntimeError):
    """A ruleset's flow came back to the same place too often."""


def faults(step: Step, view: Any, decision: Decision, order: Order) -> list[Problem]:
    """The problems that keep *order* from answering *decision*."""
    return [problem for problem in step.check(view, decision, order) if problem.stops]


def waiting(table: Table) -> tuple[Decision, ...]:
    """The decisions that the step on top of the flow asks for, answered or not."""
    return asked(table.state)


def asked(state: Any) -> tuple[Decision, ...]:
    """The decisions that the step on top of the flow of *state* asks for; none if the game is over."""
    return unambiguous(state.flow[-1].ask(state)) if state.flow else ()


def play(
    table: Table, sources: Iterable[Source], keep: Callable[[Entry], None] = lambda _: None
) -> tuple[Decision, ...]:
    """Run steps until a decision lacks a legal answer; return the decisions that do.

    Sources are asked in their order. The words of chance of the first answers that all seats give at once are settled
    before anything follows from them. *keep* is handed each entry before the next step runs,
    so that what was played is stored even if the program dies.
    """
    sources = tuple(sources)
    for _ in range(MOST_RUNS):
        if not table.state.flow:
            return ()
        step: Step = table.state.flow[-1]
        answers, open_ones = _answers(table, step, sources)
        if open_ones:
            return open_ones
        if table.words is None and {decision.seat for decision in answers} >= set(table.seats):
            keep(table.settle_words(_words(table.seats, answers)))
        keep(table.run(step, answers))
    raise Stuck(f"{MOST_RUNS} runs without a question, at {table.state.flow[-1]!r}")


def lacking(table: Table, sources: Iterable[Source]) -> tuple[Decision, ...]:
    """The decisions for which *sources* have no legal answer now: with none `play` goes on."""
    return _answers(table, table.state.flow[-1], tuple(sources))[1] if table.state.flow else ()


def _words(seats: Iterable[str], answers: Mapping[Decision, Answer]) -> dict[str, str]:
    """The words of chance of each seat: the first that it gave with one of its answers."""
    said = {seat: [answer.words for decision, answer in answers.items() if decision.seat == seat] for seat in seats}
    return {seat: next(filter(None, words), "") for seat, words in said.items()}


def _answers(
    table: Table, step: Step, sources: tuple[Source, ...]
) -> tuple[dict[Decision, Answer], tuple[Decision, ...]]:
    """The answers of *sources* to what *step* asks, and the decisions that lack one."""
    answers: dict[Decision, Answer] = {}
    open_ones: list[Decision] = []
    for decision in unambiguous(step.ask(table.state)):
        answer = _answer(table, step, decision, sources)
        if answer is None:
            open_ones.append(decision)
        else:
            answers[decision] = answer
    return answers, tuple(open_ones)


def _answer(table: Table, step: Step, decision: Decision, sources: tuple[Source, ...]) -> Answer | None:
    view = table.views[decision.seat]
    for source in sources:
        answer = source(decision, view)
        if answer is not None and not faults(step, view, decision, answer.order):
            return answer
    return None


def policies(of: Callable[[Any, str], Iterable[Policy]]) -> Source:
    """A source that asks a seat's standing orders; *of* finds them in its view."""

    def source(decision: Decision, view: Any) -> Answer | None:
        for policy in of(view, decision.seat):
            order = policy.answer(view, decision)
            if order is not None:
                return Answer(order, "policy")
        return None

    return source
