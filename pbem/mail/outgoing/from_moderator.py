"""Emails with what the moderator says to players at once, each in the thread of its reader's letters."""

from collections.abc import Mapping

from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.outgoing import notices
from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.correspondence.in_letters import by_mail
from pbem.referee.correspondence.typed import tidied
from pbem.referee.game import Game
from pbem.referee.letters import subjects, wording
from pbem.report.words import Plain
from pbem.store import encryption
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsTold
from pbem.store.log import LogLine

_MOST_QUOTED = 40
"""The most lines of an email that its answer quotes."""


def _hear_announced(game: Game, line: LogLine, fact: WordsAnnounced) -> tuple[str, ...]:
    return tuple(seat for seat in game.titles if fact.now and by_mail(game, seat))


def _hear_told(game: Game, line: LogLine, fact: WordsTold) -> tuple[str, ...]:
    return (fact.seat,) if fact.now and fact.seat in game.titles and by_mail(game, fact.seat) else ()


def _hear_answer(game: Game, line: LogLine, fact: WordsAnswered) -> tuple[str, ...]:
    return (fact.seat,) if fact.seat in game.titles and by_mail(game, fact.seat) else ()


def _announced(game: Game, line: LogLine, fact: WordsAnnounced, seat: str) -> Notice:
    return _notice(game, seat, "all", fact.text)


def _told(game: Game, line: LogLine, fact: WordsTold, seat: str) -> Notice:
    return _notice(game, seat, "you", fact.text)


def _answered(game: Game, line: LogLine, fact: WordsAnswered, seat: str) -> Notice:
    item = game.inbox.numbered(fact.item)
    if item is None:
        return _notice(game, seat, "answer", fact.text)
    words, zone = wording.words_for(game, game.view(seat), seat), game.settings.zone_of(seat).name
    read = item.is_mail and encryption.readable(item.path, game.identity)
    incoming = opened(encryption.read(item.path, game.identity)) if read else None
    theirs = incoming is not None and incoming.sender.casefold() == game.settings.seats[seat].address.casefold()
    quoted = own_words(incoming) if incoming and theirs else []  # not to who holds the seat since then
    time = words.moment(item.arrived, zone)
    return _notice(game, seat, "answer", fact.text, incoming, quoted=quoted, number=fact.item, time=time)


def own_words(incoming: ReceivedMail) -> list[str]:
    """The lines that the writer of an email wrote to people, as many as may be quoted back."""
    lines = tidied(incoming.found.words).split("\n")
    return [*lines[:_MOST_QUOTED], *(["…"] if len(lines) > _MOST_QUOTED else [])] if lines != [""] else []


def _notice(game: Game, seat: str, how: str, text: str, answered: ReceivedMail | None = None, **more: Plain) -> Notice:
    words = wording.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", "became-said")
    says: dict[str, Plain] = {"quoted": [], "number": 0, "time": "", **more}
    return Notice(
        subject=subjects.subject(game, words, game.stages(seat), seat, game.pause, became),
        content=notices.content(game, "said", seat, how=how, lines=text.split("\n"), **says),
        seat=seat,
        answers=answered.message_id if answered else None,
        references=answered.references if answered else (),
    )


TELLINGS: Mapping[type, Telling] = {
    WordsAnnounced: Telling(_hear_announced, _announced),
    WordsTold: Telling(_hear_told, _told),
    WordsAnswered: Telling(_hear_answer, _answered),
}
