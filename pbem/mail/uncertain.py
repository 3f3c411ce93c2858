"""Messages of which no one knows whether they arrived: they go again, some minutes later and a few times at most.

A letter that comes twice does no harm, for it has one Message-ID; one that never comes stops a game. Where game.yaml
says `uncertain: ask` they wait for the moderator.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from pbem.referee.game import Game
from pbem.store.outbox import QueuedReply

WAIT = timedelta(minutes=10)
"""How long the server has to bring a message to its reader before it is sent again."""
MOST = 3
"""So often a message is sent again; then it waits for the moderator."""
_STOPPED = "pbem was stopped while it was being sent"


def take_up(game: Game, now: datetime, *, at_once: bool = False) -> None:
    """Put uncertain messages back in line whose time has come, or all that may go again *at_once*.

    One whose sending was killed has to wait first. The note is written before the message moves, so that a kill in
    between only makes it wait again.
    """
    for ident in game.outbox.listed("trying"):
        known = game.outbox.reply(ident)
        if known is None or not known.unsure or (known.due is None and known.unsure <= MOST and _goes_again(game)):
            known = reply(game, known, _STOPPED, now)
            game.outbox.note(ident, known)
        if known.due and _goes_again(game) and (at_once or known.due <= now or known.at > now):
            game.outbox.note(ident, msgspec.structs.replace(known, due=None))
            game.outbox.shift(ident, "trying", "queued")


def reply(game: Game, before: QueuedReply | None, said: str, now: datetime) -> QueuedReply:
    """What to keep of a try of which no one knows whether it brought a message there."""
    unsure = before.unsure + 1 if before else 1
    tries = before.tries + 1 if before else 1
    since = before.since if before and before.since else now
    due = now + WAIT if _goes_again(game) and unsure <= MOST else None
    return QueuedReply(now, said, tries, since, due, unsure)


def _goes_again(game: Game) -> bool:
    server = game.settings.mail.delivery.smtp
    return server is not None and server.uncertain == "again"


def dues(game: Game) -> Iterator[datetime]:
    """When uncertain messages are to go again."""
    replies = (game.outbox.reply(ident) for ident in game.outbox.listed("trying"))
    return (one.due for one in replies if one and one.due)
