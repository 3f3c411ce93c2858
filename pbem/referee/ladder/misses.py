"""How often in a row a seat has missed its deadline."""

from pbem.engine.play import SHEET
from pbem.referee.game import Game
from pbem.store.facts.ladder import DeadlineMissed


def in_a_row(game: Game, seat: str) -> int:
    """How many rounds in a row *seat* has had no valid answer of its own, up to now.

    A round counts once, when its deadline is missed, unless the miss is excused. A sheet or a pass ends the row,
    also one that came after the deadline but before something else counted. Standing orders neither end nor lengthen
    it.
    """
    count, last = 0, 0
    for line in game.log.lines:
        fact = line.fact
        if isinstance(fact, DeadlineMissed) and fact.seat == seat and not fact.excused and fact.round != last:
            count, last = count + 1, fact.round
        elif line.entry and not line.cause and any(one.seat == seat and one.by == SHEET for one in line.entry.answers):
            count = 0
    return count
