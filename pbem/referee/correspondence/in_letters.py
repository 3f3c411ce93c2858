"""Which words of people a letter repeats: those said since the last letter, and told in no other way."""

from collections.abc import Iterator

from pbem.engine.event import PUBLIC
from pbem.referee.correspondence import between_players
from pbem.referee.correspondence.people import by_mail
from pbem.referee.game import Game
from pbem.report.context import SaidText
from pbem.store.facts.fact import Fact
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsPassed, WordsTold
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
        if line.seq <= since and not _to_everyone(line.fact):
            continue  # it was said to someone who held the seat before
        if at >= after and line.fact is not None and (text := _heard(game, line.fact, seat)):
            yield _said(game, line.fact, tuple(text.split("\n")))


def _to_everyone(fact: Fact | None) -> bool:
    return isinstance(fact, WordsAnnounced) or (isinstance(fact, WordsPassed) and fact.to_all)


def _said(game: Game, fact: Fact, lines: tuple[str, ...]) -> SaidText:
    if not isinstance(fact, WordsPassed):
        return SaidText(to_all=isinstance(fact, WordsAnnounced), lines=lines)
    writer = "" if fact.anonymous else game.titles.get(fact.sender, "")
    return SaidText(to_all=fact.to_all, lines=lines, by_player=True, writer=writer)


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
    if isinstance(fact, WordsPassed) and (fact.to_all if seat == PUBLIC else seat in fact.to):
        return "" if seat != PUBLIC and by_mail(game, seat) else between_players.text_of(game, fact)
    return ""
