"""Resignations: a player who wants to leave is sent a word, and leaves by sending it back."""

from pbem.referee.game import Clock, Game
from pbem.store.facts.seats import ResignationAsked, SeatVacated, StandInEnded
from pbem.store.log import LogLine


def ask(game: Game, seat: str, item: int, clock: Clock) -> str:
    """The word that confirms the resignation of who holds *seat*, written in *item* of the inbox."""
    fact = ResignationAsked(seat=seat, item=item)
    if fact not in game.facts:
        game.note(fact, clock())
    return _word(game, fact)


def with_word(game: Game, seat: str, word: str) -> LogLine | None:
    """The line of the log with which who holds *seat* now was sent *word*."""
    return _asked(game, seat, word, since=game.tenure(seat).line)


def carried_out(game: Game, seat: str, word: str) -> bool:
    """Whether someone left *seat* by this *word*."""
    asked = _asked(game, seat, word, since=0)
    if asked is None:
        return False
    left = (line.fact for line in game.log.lines[asked.seq :])
    return any(isinstance(one, SeatVacated | StandInEnded) and (one.seat, one.by) == (seat, "player") for one in left)


def _asked(game: Game, seat: str, word: str, since: int) -> LogLine | None:
    for line in game.log.lines[since:]:
        if isinstance(line.fact, ResignationAsked) and line.fact.seat == seat and _word(game, line.fact) == word:
            return line
    return None


def _word(game: Game, fact: ResignationAsked) -> str:
    return game.token("resignation", fact.seat, fact.item)
