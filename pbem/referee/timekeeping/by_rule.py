"""Deadlines that are set anew by the rules of time in game.yaml, after a time in which nothing could be due."""

from datetime import datetime, timedelta

from pbem.engine.decision import NEVER, USUAL
from pbem.engine.play import asked
from pbem.referee.game import Game
from pbem.store.pause import OpenQuestion

LEAST = timedelta(days=1)
"""What everyone has at least after a deadline was set anew, unless the rule itself gives less."""


def rule_of(game: Game, question: OpenQuestion) -> str:
    """The name of the rule of time of an open *question*."""
    put = (one.due for one in asked(game.table.state) if one.name == (question.seat, question.key))
    return next(put, USUAL)


def anew(game: Game, at: datetime, left: timedelta, kind: str = USUAL) -> datetime | None:
    """The first time of the rule for *kind* that gives at least what was *left*, and a day or what the rule gives."""
    if kind == NEVER:
        return None
    rule = game.settings.deadlines.rule_for(kind)
    from_then = rule.days.later(at, max(left, min(LEAST, (rule.after or rule.notice).length)))
    return rule.next_time(from_then) or from_then
