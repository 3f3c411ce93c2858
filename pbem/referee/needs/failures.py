"""Failures of the program at play: noted in the log once, until a turn is complete again."""

import traceback
from datetime import datetime

from pbem.referee.game import Game
from pbem.store.facts.moderator import PlayFailed, PlayWorks
from pbem.store.log import LogLine


def unresolved(game: Game) -> LogLine | None:
    """The line of the log that says how play failed, if no turn has been complete since."""
    found = (line for line in reversed(game.log.lines) if isinstance(line.fact, PlayFailed | PlayWorks))
    last = next(found, None)
    return last if last is not None and isinstance(last.fact, PlayFailed) else None


def note(game: Game, fault: Exception, at: datetime) -> None:
    """Note that play failed, unless the same is noted already; without a word of what was played."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    fact, last = PlayFailed(why=type(fault).__name__, where=where), unresolved(game)
    if last is None or last.fact != fact:
        game.note(fact, at)


def over(game: Game, at: datetime) -> None:
    """Note that a turn was complete, if the last one failed."""
    if unresolved(game) is not None:
        game.note(PlayWorks(), at)
