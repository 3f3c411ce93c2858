"""Even pauses: advance orders of a seat count at the deadline, as if its sheet had come in time.

Otherwise the missing pause would reveal that its standing orders cover the question.
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
    """*source*, the standing orders; if pauses are even, it answers only after the deadline of the letters that asked.

    For a seat played by a bot it answers at once: the game never waits for that, whatever its advance orders.
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
    """Whether the letter that asks a seat must say that its advance orders answer already."""
    if not game.even or not stage.pending or game.settings.seats[stage.seat].bot:
        return False
    return standing_answer(game.ruleset, stage, view) is not None


def over(game: Game, at: datetime) -> Callable[[Decision], bool]:
    """Whether the deadline of the letters that put a decision has passed."""
    pause = game.pause
    questions = [(one, pause.due(one)) for one in pause.waits] if pause else []
    found = {(one.seat, one.key): one.asked for one, due in questions if due is not None and at >= due}

    def is_over(decision: Decision) -> bool:
        told = found.get(decision.name)
        return told is not None and told == asked_after(game.table, decision.key)

    return is_over
