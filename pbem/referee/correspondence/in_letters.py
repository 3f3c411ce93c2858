"""Which of the moderator's words a letter repeats: those said since the last letter, and told in no other way."""

from collections.abc import Iterator

from pbem.engine.event import PUBLIC
from pbem.referee.game import Game
from pbem.report.context import SaidText
from pbem.store.facts.fact import Fact
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsTold
from pbem.store.pause import Pause


def said_before(game: Game, pause: Pause, seat: str) -> tuple[SaidText, ...]:
    """What the letter of *pause* to *seat* (the public report, if that is `PUBLIC`) repeats, in its order."""
    earlier = game.last_letter(seat, pause)
    return tuple(_between(game, earlier.round if earlier else 0, pause.round, seat))


def _between(game: Game, after: int, until: int, seat: str) -> Iterator[SaidText]:
    """What was said to *seat* between the pauses of two rounds."""
    at, since = 0, game.tenure(seat).line
    for line in game.log.lines:
        at = line.pause.round if line.pause else at
        if at >= until:
            return
        if line.seq <= since and not isinstance(line.fact, WordsAnnounced):
            continue  # it was said to someone who held the seat before
        if at >= after and line.fact is not None and (text := _heard(game, line.fact, seat)):
            yield SaidText(to_all=isinstance(line.fact, WordsAnnounced), lines=tuple(text.split("\n")))


def _heard(game: Game, fact: Fact, seat: str) -> str:
    """The words of *fact*, if a letter or the report has to tell them to *seat*."""
    if isinstance(fact, WordsAnnounced) and seat == PUBLIC:
        return fact.text
    if isinstance(fact, WordsAnnounced):
        return "" if fact.now and by_mail(game, seat) else fact.text
    if isinstance(fact, WordsTold) and fact.seat == seat:
        return "" if fact.now and by_mail(game, seat) else fact.text
    if isinstance(fact, WordsAnswered) and fact.seat == seat and seat != PUBLIC:
        return "" if by_mail(game, seat) else fact.text
    return ""


def by_mail(game: Game, seat: str) -> bool:
    """Whether email can go to *seat*; otherwise all that it is told is in its letters, which are files."""
    return bool(game.settings.seats[seat].address and game.settings.mail.sender)
