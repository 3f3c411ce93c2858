"""The public reports, with what everyone may see alone: once in the forum, and once to every watcher by email."""

from collections.abc import Container, Iterator
from hashlib import sha256

from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.engine.picture import Picture
from pbem.engine.table import seen_events
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import TOKEN_AT_END, Notice, id_of, shortened
from pbem.referee import letter, pictures
from pbem.referee.game import Clock, Game
from pbem.referee.letter import occasion, written
from pbem.referee.people.words import Watcher, end, watchers, word_for
from pbem.referee.private_messages import open_question
from pbem.report.tree import Content, PictureBlock, parse
from pbem.store.log import LogLine, Pause
from pbem.store.outbox import MessageId

_THREAD = "thread"
"""In the id of a report in the forum, where those to watchers have an address."""


def queue_reports(game: Game, clock: Clock) -> list[str]:
    """Queue the reports that are not queued yet; return their ids. Who cannot be reached watches no more."""
    found = watchers(game) if game.settings.mail.sender else ()
    in_forum = game.settings.channel == "forum"
    if not found and not in_forum:
        return []
    there = frozenset(game.outbox.idents())
    refused = frozenset(game.outbox.idents("refused"))
    queued = list(_queue_to_thread(game, there)) if in_forum else []
    for watcher in found:
        mine = [_ident(pause, watcher) for pause in game.log.pauses if not pause.to and pause.round >= watcher.round]
        if refused.intersection(mine[-1:]):
            end(game, watcher.address, clock, by="bounce")
            continue
        queued += _queue_to(game, watcher, there)
    return queued


def _queue_to(game: Game, watcher: Watcher, there: Container[str]) -> Iterator[str]:
    lines = [line for line in game.log.noted if line.pause and not line.pause.to and line.pause.round >= watcher.round]
    for line in lines:
        if line.pause is not None and _ident(line.pause, watcher) not in there:
            yield _queue(game, watcher, line, line.pause)


def _queue_to_thread(game: Game, there: Container[str]) -> Iterator[str]:
    """Post every report; of a game that came into the forum later those from the newest on."""
    lines = [line for line in game.log.lines if line.pause and not line.pause.to]
    idents = [str(MessageId("report", line.pause.round, _THREAD)) for line in lines if line.pause]
    known = [at for at, ident in enumerate(idents) if ident in there]
    first = known[0] if known else max(0, len(lines) - 1)
    for line, ident in [*zip(lines, idents, strict=True)][first:]:
        if line.pause is not None and ident not in there:
            report = _report(game, line.pause)
            said = (*report.content, *open_question(game, line.pause))
            titled = replace(report, subject=f"{TOKEN_AT_END.sub('', report.subject)} {line.pause.round}", content=said)
            yield writing.queue_post(game, ident, titled, line.at)


def _ident(pause: Pause, watcher: Watcher) -> str:
    """The id of the report of *pause* to *watcher*: one that begins again gets no report twice."""
    address = sha256(watcher.address.casefold().encode()).hexdigest()[:10]
    return str(MessageId("report", pause.round, address))


def _report(game: Game, pause: Pause) -> Notice:
    """The report of *pause* with its pictures, to no one in particular."""
    view = game.view(PUBLIC, pause.entry)
    words = letter.words_for(game, view, PUBLIC)
    subject = letter.subject(game, words, (), PUBLIC, pause, words.phrase("labels", "became-report"))
    shown = pictures.made(game, view, PUBLIC, _pictures(game, pause))
    blocks: Content = tuple(PictureBlock(name=each.name, alt=each.alt) for each in shown)
    return Notice(subject, (*written(game, pause, PUBLIC)[1], *blocks), pictures=shown)


def _queue(game: Game, watcher: Watcher, line: LogLine, pause: Pause) -> str:
    words, report = letter.words_for(game, game.view(PUBLIC, pause.entry), PUBLIC), _report(game, pause)
    before = [_ident(one, watcher) for one in game.log.pauses if not one.to and one.round < pause.round]
    thread = [id_of(game.outbox.read(one)[1]) for one in before if game.outbox.place(one)]
    notice = replace(
        report,
        content=(*report.content, *parse(words.say("labels", "report-foot"))),
        address=watcher.address,
        name=watcher.name,
        references=shortened(thread),
        unsubscribe=f"unwatch {word_for(game, watcher.address)}",
    )
    return writing.queue(game, _ident(pause, watcher), notice, line.at)


def _pictures(game: Game, pause: Pause) -> tuple[Picture, ...]:
    _, about = occasion(game, pause, PUBLIC)
    seen = [event for entry in about.entries for event in seen_events(entry, PUBLIC)]
    asked = [about.decision] if about.decision and about.asked else []
    return pictures.wanted(game, about.view, PUBLIC, seen, asked)
