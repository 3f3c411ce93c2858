"""Deadlines that are set anew by the rules of time in game.yaml, after a time in which nothing could be due."""

from datetime import datetime

from pbem.engine.decision import NEVER, USUAL
from pbem.engine.play import asked
from pbem.referee.game import Game
from pbem.store.pause import OpenQuestion


def rule_of(game: Game, question: OpenQuestion) -> str:
    """The name of the rule of time of an open *question*."""
    put = (one.due for one in asked(game.table.state) if one.name == (question.seat, question.key))
    return next(put, USUAL)


def anew(
    game: Game, at: datetime, kind: str = USUAL, *, due: datetime | None = None, stood: datetime | None = None
) -> datetime | None:
    """When a question of a *kind* is due if time runs again *at* a moment (`TimeRule.anew`); None if never."""
    return None if kind == NEVER else game.settings.deadlines.rule_for(kind).anew(at, due=due, stood=stood)
