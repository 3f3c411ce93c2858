"""Even pauses: what a seat has answered in advance counts when the deadline comes, as if its sheet had come in time.

Else the missing pause would tell everybody that its standing orders cover the question.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.play import Source, faults, policies
from pbem.engine.table import Answer
from pbem.referee.stage import SeatStage, asked_after

if TYPE_CHECKING:
    from pbem.referee.game import Game

EVEN = "even"


def evenly(game: "Game", source: Source, at: datetime) -> Source:
    """*source*, the standing orders, if pauses are even never asked before the deadline of the letters that asked.

    For a seat that the program plays it is: nobody ever waits for that, whatever it has answered in advance.
    """
    if game.settings.pauses != EVEN:
        return source
    over = _over(game, at)

    def answer(decision: Decision, view: Any) -> Answer | None:
        if game.settings.seats[decision.seat].bot:
            return source(decision, view)
        told = any(key == decision.key for key, _ in over)
        return (
            source(decision, view) if told and (decision.key, asked_after(game.table, decision.key)) in over else None
        )

    return answer


def filled(game: "Game", stage: SeatStage, view: Any) -> SeatStage:
    """*stage* with what its seat has answered in advance as the plain answer, if pauses are even: for its form."""
    if game.settings.pauses != EVEN or not stage.pending:
        return stage
    given = _given(game, stage, view)
    if given is None:
        return stage
    return msgspec.structs.replace(stage, decision=msgspec.structs.replace(stage.decision, default=given.order))


def in_advance(game: "Game", stage: SeatStage, view: Any) -> bool:
    """Whether the letter that asks a seat has to say that it has answered in advance, though it is asked."""
    if game.settings.pauses != EVEN or not stage.pending or game.settings.seats[stage.seat].bot:
        return False
    return _given(game, stage, view) is not None


def _given(game: "Game", stage: SeatStage, view: Any) -> Answer | None:
    """What the standing orders of a seat answer in a stage, if it is legal."""
    given = policies(game.ruleset.policies)(stage.decision, view)
    return None if given is None or faults(stage.step, view, stage.decision, given.order) else given


def _over(game: "Game", at: datetime) -> frozenset[tuple[str, int]]:
    """The keys and asking entries of the questions whose deadline has come."""
    pause = game.pause
    if pause is None or pause.deadline is None or at < pause.deadline:
        return frozenset()
    return frozenset((question.key, question.asked) for question in pause.waits)
