"""Whether a game is behind its own letters, as when its folder was restored from a backup.

An email shows it by the Message-ID of a letter not written yet, which no one can invent.
"""

import msgspec

from pbem.referee.game import Game
from pbem.store.inbox import InboxItem

_KIND = "shown"


class ShownProgress(msgspec.Struct, frozen=True):
    """The newest round whose letter an email names."""

    round: int


def keep_shown(game: Game, item: InboxItem, newest: int) -> None:
    """Record that *item* names the letter of round *newest*."""
    game.inbox.keep_beside(item, _KIND, msgspec.json.encode(ShownProgress(newest)))


def shown_by(game: Game, item: InboxItem) -> int:
    """The newest round later than the present one that *item* shows was reached; 0 if none."""
    note = game.inbox.beside(item, _KIND, ShownProgress, "the mail is read again")
    return note.round if note and note.round > present(game) else 0


def waiting_behind(game: Game) -> list[InboxItem]:
    """The emails that wait because they show a later round, in their order; none once the game is over."""
    if not game.table.state.flow:
        return []
    return [item for item in game.inbox.waiting() if game.inbox.verdict(item) is None and shown_by(game, item)]


def behind(game: Game) -> int:
    """The newest round that waiting emails show was reached; 0 if the game is not behind."""
    return max((shown_by(game, item) for item in waiting_behind(game)), default=0)


def present(game: Game) -> int:
    """The round of the last letters."""
    return game.pause.round if game.pause else 0
