"""Emails that tell watchers that they watch, or no longer do."""

from collections.abc import Mapping

from pbem.mail.outgoing import notices
from pbem.mail.outgoing.telling import Notice, Telling
from pbem.referee.correspondence.watchers import watcher_at
from pbem.referee.game import Game
from pbem.store.facts.watchers import WatchBegun, WatchEnded
from pbem.store.log import LogLine

_WATCHER = "watcher"


def _begun_to(game: Game, line: LogLine, fact: WatchBegun) -> tuple[str, ...]:
    watcher = watcher_at(game, fact.address)
    return (_WATCHER,) if watcher and watcher.line == line.seq else ()


def _ended_to(game: Game, line: LogLine, fact: WatchEnded) -> tuple[str, ...]:
    return (_WATCHER,) if fact.by != "bounce" else ()


def _begun(game: Game, line: LogLine, fact: WatchBegun, _reader: str) -> Notice:
    return _notice(game, "watch-begun", fact.address, fact.name, by=fact.by)


def _ended(game: Game, line: LogLine, fact: WatchEnded, _reader: str) -> Notice:
    return _notice(game, "watch-ended", fact.address, "", by=fact.by)


def _notice(game: Game, name: str, address: str, called: str, *, by: str) -> Notice:
    content = notices.content(game, "watching", how=name, by=by)
    return Notice(subject=notices.subject(game, name), content=content, address=address, name=called)


TELLINGS: Mapping[type, Telling] = {
    WatchBegun: Telling(_begun_to, _begun),
    WatchEnded: Telling(_ended_to, _ended),
}
