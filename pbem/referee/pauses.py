"""Pauses: whom they concern, and even ones.

With even pauses advance orders of a seat count at the deadline, as if its sheet had come in time. Otherwise the missing
pause would reveal that its standing orders cover the question.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from pbem.engine.decision import RULING, Decision
from pbem.engine.event import Rewound
from pbem.engine.play import Source, asked
from pbem.engine.position import Position
from pbem.engine.table import Answer
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after, standing_answer
from pbem.referee.timekeeping import heartbeat


def concerned(game: Game, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The seats that a pause for *decisions* concerns, in their order; none named means everyone.

    It concerns everyone if one of its questions does, or if something happened that everyone is to read of at once:
    since the last letters to all an answer was given to a question that concerns everyone, or the moderator acted.
    """
    if not decisions or not all(one.concerns for one in decisions) or _news_for_all(game):
        return ()
    seats = {seat for one in decisions for seat in (one.seat, *one.concerns)}
    return tuple(seat for seat in game.titles if seat in seats)


def _news_for_all(game: Game) -> bool:
    """Whether something was played since the last letters to all that is news for everyone; before the first it is."""
    for line in reversed(game.log.lines):
        if line.pause and not line.pause.to:
            return False
        if line.entry is None or line.cause:
            continue
        acted = any(isinstance(event, Rewound) for event in line.entry.events)
        if acted or any(answer.by == RULING for answer in line.entry.answers):
            return True
        if line.entry.answers and not all(one.concerns for one in asked(game.table.at(line.entry.number - 1)[0])):
            return True
    return True


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


def in_time(game: Game, source: Source, at: datetime) -> Source:
    """*source* without answers to questions of the last letters that may not be played yet, by the rules of time."""
    pause = game.pause
    shut = {(one.seat, one.key): one.asked for one in pause.waits if pause.shuts_out(one, at)} if pause else {}
    if not shut:
        return source

    def answer(decision: Decision, view: Position) -> Answer | None:
        told = shut.get(decision.name)
        is_shut = told is not None and told == asked_after(game.table, decision.key)
        return None if is_shut else source(decision, view)

    return answer


def over(game: Game, at: datetime) -> Callable[[Decision], bool]:
    """Whether the deadline of the letters that put a decision has passed, and the grace after it.

    It has not for what players cannot know of: where mail cannot be fetched, it is as late as when it last could.
    """
    at = min(at, heartbeat.known_until(game.folder) or at)
    pause = game.pause
    questions = [(one, pause.closes(one)) for one in pause.waits] if pause else []
    found = {(one.seat, one.key): one.asked for one, due in questions if due is not None and at >= due}

    def is_over(decision: Decision) -> bool:
        told = found.get(decision.name)
        return told is not None and told == asked_after(game.table, decision.key)

    return is_over
