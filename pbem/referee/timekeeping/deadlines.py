"""Deadlines as they are now: those that a pause was noted with, as facts have moved them since."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem.store.facts.fact import Fact
from pbem.store.facts.time import DeadlineMoved
from pbem.store.log import OpenQuestion, Pause


def as_moved(pause: Pause, facts: Iterable[Fact]) -> Pause:
    """*pause* with the deadlines that it has after *facts*, the earliest first."""
    for fact in facts:
        if isinstance(fact, DeadlineMoved) and fact.round == pause.round:
            pause = _moved(pause, fact)
    return pause


def _moved(pause: Pause, fact: DeadlineMoved) -> Pause:
    def question(one: OpenQuestion) -> OpenQuestion:
        if fact.seats and one.seat not in fact.seats:
            return one
        return replace(one, rule=one.rule if one.rule or not fact.seats else "moved", due=fact.to)

    waits = tuple(question(one) for one in pause.waits)
    return replace(pause, waits=waits, deadline=pause.deadline if fact.seats else fact.to)
