"""Even pauses: what a seat has answered in advance counts when the deadline comes, as if its sheet had come in time.

Else the missing pause would tell everyone that its standing orders cover the question.
"""

from collections.abc import Callable
from datetime import datetime

from pbem.engine.decision import Decision
from pbem.engine.play import Source
from pbem.engine.position import Position
from pbem.engine.table import Answer
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after, standing_answer


def evenly(game: Game, source: Source, at: datetime) -> Source:
    """*source*, the standing orders, if pauses are even never asked before the deadline of the letters that asked.

    For a seat that the program plays it is: no one ever waits for that, whatever it has answered in advance.
    """
    if not game.even:
        return source
    due = over(game, at)

    def answer(decision: Decision, view: Position) -> Answer | None:
        if game.settings.seats[decision.seat].bot:
            return source(decision, view)
        return source(decision, view) if due(decision) else None

    return answer


def in_advance(game: Game, stage: SeatStage, view: Position) -> bool:
    """Whether the letter that asks a seat has to say that it has answered in advance, though it is asked."""
    if not game.even or not stage.pending or game.settings.seats[stage.seat].bot:
        return False
    return standing_answer(game.ruleset, stage, view) is not None


def over(game: Game, at: datetime) -> Callable[[Decision], bool]:
    """Whether the deadline of the letters that put a decision has come."""
    pause = game.pause
    questions = [(one, pause.due(one)) for one in pause.waits] if pause else []
    found = {(one.seat, one.key): one.asked for one, due in questions if due is not None and at >= due}

    def is_over(decision: Decision) -> bool:
        told = found.get(decision.name)
        return told is not None and told == asked_after(game.table, decision.key)

    return is_over
