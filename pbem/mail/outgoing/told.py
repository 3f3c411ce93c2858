"""Emails that tell people of facts: each follows from its line of the log, so it goes once to everyone concerned."""

from collections.abc import Container, Iterable, Iterator, Mapping
from hashlib import sha256

import msgspec

from pbem.engine.event import PUBLIC
from pbem.mail.outgoing import about_seats, about_time, about_words, letters, to_moderator, writing
from pbem.mail.outgoing.writing import Telling
from pbem.referee import calendar
from pbem.referee.deadlines.reminders import wants
from pbem.referee.game import Game
from pbem.store.facts import Fact, Reminded
from pbem.store.log import LogLine
from pbem.store.outbox import MessageId


def tellings() -> Mapping[type[Fact], Telling]:
    """How each type of facts is told; a type that is not here is told to no one by email."""
    return {
        **about_time.TELLINGS,
        **about_words.APPEALS,
        **about_words.SHEETS,
        **about_words.PLAYERS_WORDS,
        **about_words.MODERATORS_WORDS,
        **about_seats.TELLINGS,
        **about_words.WATCHERS,
        **to_moderator.TELLINGS,
        Reminded: letters.TELLING,
    }


def tell_facts(game: Game) -> list[str]:
    """Queue what is not queued yet of the emails that facts lead to; return the ids of the new ones."""
    there = frozenset(game.outbox.idents())
    known = tellings()
    return [
        ident
        for line in game.log.facts
        if line.fact is not None and type(line.fact) in known
        for ident in _tell(game, line, known[type(line.fact)], there)
    ]


def readers_of(told: Iterable[str]) -> str:
    """Who is told by the messages with these ids: seats, or whom a `Telling` names, and all in the thread."""
    readers = [MessageId.parse(ident).reader for ident in told]
    mailed = ", ".join(one for one in readers if one != _THREAD)
    said = [f"Told by email: {mailed}."] if mailed else []
    return " ".join([*said, *(["Written for the thread."] if _THREAD in readers else [])])


def ident_of(line: LogLine, reader: str) -> str:
    """The id of the email that tells *reader* of the fact in *line*.

    Besides its number it has what tells it from another with that: after a backup was restored there may be one.
    """
    mark = sha256(msgspec.json.encode((line.at, line.fact))).hexdigest()[:8]
    return str(MessageId("fact", line.seq, reader, mark))


_THREAD = "thread"
"""In the id of what is told to all in the forum."""


def _readers(game: Game, telling: Telling, line: LogLine) -> tuple[str, ...]:
    """Who is told of the fact in *line*: of one for all those in the forum together, as `PUBLIC`."""
    readers, for_all = telling.to(game, line, line.fact), telling.for_all(line.fact)
    there = {one for one in readers if for_all and one in game.titles and game.settings.in_forum(one)}
    return (*((PUBLIC,) if there else ()), *(one for one in readers if one not in there))


def _tell(game: Game, line: LogLine, telling: Telling, there: Container[str]) -> Iterator[str]:
    for reader in _readers(game, telling, line):
        ident = ident_of(line, reader or _THREAD)
        if ident in there:
            continue
        notice = telling.notice(game, line, line.fact, reader)
        if notice is not None and reader == PUBLIC:
            yield writing.queue_post(game, ident, notice, line.at)
            continue
        if notice is None or (notice.seat and line.seq < game.tenure(notice.seat).line):
            continue  # what was before its holder's time is not for this one
        if notice.seat and wants(game, notice.seat, "calendar", line):
            entries = calendar.beside_notice(game, line, notice.seat)
            notice = msgspec.structs.replace(notice, attachments=writing.attached(game, notice.seat, entries))
        if queued := writing.queue(game, ident, notice, line.at):
            yield queued
