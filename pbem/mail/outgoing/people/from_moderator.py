"""Emails with what the moderator says to players at once, each in the thread of its reader's letters."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.mail.message.received import ReceivedMail, opened
from pbem.mail.outgoing import notices
from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.correspondence.people import by_mail
from pbem.referee.correspondence.typed import tidied
from pbem.referee.correspondence.watchers import watcher_at
from pbem.referee.game import Game
from pbem.referee.letters import subjects, wording
from pbem.report.words import Plain
from pbem.store import encryption
from pbem.store.facts.words import WordsAnnounced, WordsAnswered, WordsTold
from pbem.store.log import LogLine

_WATCHER = "watcher"
_MOST_QUOTED = 40
"""The most lines of an email that its answer quotes."""


def _hear_announced(game: Game, line: LogLine, fact: WordsAnnounced) -> tuple[str, ...]:
    return tuple(seat for seat in game.titles if fact.now and by_mail(game, seat))


def _hear_told(game: Game, line: LogLine, fact: WordsTold) -> tuple[str, ...]:
    return (fact.seat,) if fact.now and fact.seat in game.titles and by_mail(game, fact.seat) else ()


def _hear_answer(game: Game, line: LogLine, fact: WordsAnswered) -> tuple[str, ...]:
    if fact.address and watcher_at(game, fact.address):
        return (_WATCHER,)
    return (fact.seat,) if fact.seat in game.titles and by_mail(game, fact.seat) else ()


def _announced(game: Game, line: LogLine, fact: WordsAnnounced, seat: str) -> Notice:
    return _notice(game, seat, "all", fact.text)


def _told(game: Game, line: LogLine, fact: WordsTold, seat: str) -> Notice:
    return _notice(game, seat, "you", fact.text)


def _answered(game: Game, line: LogLine, fact: WordsAnswered, reader: str) -> Notice:
    """The reply to an email, which quotes it to who wrote it and to no one who holds the seat since then."""
    seat, item = "" if reader == _WATCHER else reader, game.inbox.numbered(fact.item)
    address = game.settings.seats[seat].address if seat else fact.address
    readable = item is not None and item.is_mail and encryption.readable(item.path, game.identity)
    incoming = opened(encryption.read(item.path, game.identity)) if item and readable else None
    theirs = incoming is not None and incoming.sender.casefold() == address.casefold()
    zone = game.settings.zone_of(seat).name
    time = wording.words_for(game, game.view(seat), seat).moment(item.arrived, zone) if item else ""
    quoted = own_words(incoming) if incoming and theirs else []
    said = _notice(game, seat, "answer", fact.text, quoted=quoted, number=fact.item, time=time)
    if incoming and theirs:
        said = replace(said, answers=incoming.message_id, references=incoming.references)
    return said if seat else replace(said, address=fact.address)


def own_words(incoming: ReceivedMail) -> list[str]:
    """The lines that the writer of an email wrote to people, as many as may be quoted back."""
    lines = tidied(incoming.found.words).split("\n")
    return [*lines[:_MOST_QUOTED], *(["…"] if len(lines) > _MOST_QUOTED else [])] if lines != [""] else []


def _notice(game: Game, seat: str, how: str, text: str, **more: Plain) -> Notice:
    words = wording.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", "became-said")
    says: dict[str, Plain] = {"quoted": [], "number": 0, "time": "", **more}
    content = notices.content(game, "said", seat, how=how, lines=text.split("\n"), **says)
    if not seat:
        return Notice(subject=notices.subject(game, "said"), content=content)
    subject = subjects.subject(game, words, game.stages(seat), seat, game.pause, became)
    return Notice(subject=subject, content=content, seat=seat)


TELLINGS: Mapping[type, Telling] = {
    WordsAnnounced: Telling(_hear_announced, _announced),
    WordsTold: Telling(_hear_told, _told),
    WordsAnswered: Telling(_hear_answer, _answered),
}
