"""How often a seat has missed its deadline, in a row and in all."""

from pbem.engine.play import SHEET
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.store.facts.ladder import DeadlineMissed
from pbem.store.facts.seats import SeatTaken
from pbem.store.pause import Pause


def in_a_row(game: Game, seat: str, before: Pause | None = None) -> int:
    """How many rounds in a row *seat* has had no valid answer of its own, up to now or *before* a pause.

    A round counts once, when its deadline is missed, unless the miss is excused. A sheet or a pass ends the row,
    also one that came after the deadline but before something else counted. Standing orders neither end nor lengthen
    it; a new player starts afresh.
    """
    count, last = 0, 0
    for line in game.log.lines:
        fact = line.fact
        if before is not None and line.pause and line.pause.round == before.round:
            break
        if isinstance(fact, SeatTaken) and fact.seat == seat:
            count = 0
        elif isinstance(fact, DeadlineMissed) and fact.seat == seat and not fact.excused and fact.round != last:
            count, last = count + 1, fact.round
        elif line.entry and not line.cause and any(one.seat == seat and one.by == SHEET for one in line.entry.answers):
            count = 0
    return count


def late_answers(game: Game, seat: str) -> int:
    """How many answers of *seat* came late or never; a post written in time is not late for being pasted later."""
    missed = (one for one in game.facts if isinstance(one, DeadlineMissed) and one.seat == seat and not one.excused)
    return len({(one.round, one.keys) for one in missed if not _came_in_time(game, one)})


def _came_in_time(game: Game, missed: DeadlineMissed) -> bool:
    pauses = (line.pause for line in game.log.lines if line.pause and line.pause.round == missed.round)
    asked = {one for pause in pauses for one in pause.waits if one.seat == missed.seat and one.key in missed.keys}
    sheets = [submissions.accepted(game, one.seat, one.key, one.asked) for one in asked]
    return bool(sheets) and all(each and each[-1].received < missed.due for each in sheets)
