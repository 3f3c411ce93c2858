"""How a game stands, as far as what the moderator was asked rests on it."""

import hashlib
from datetime import datetime

import msgspec

from pbem.referee.game import Game
from pbem.settings import game_settings


def stamp(game: Game, at: datetime) -> str:
    """What changes with all that a button of the page may rest on: the log, emails, messages that wait, what is due."""
    waits = game.pause.waits if game.pause else ()
    due = [game.pause.due(one) for one in waits] if game.pause else []
    rests_on = (
        len(game.log.lines),
        [item.name for item in game.inbox.waiting()],
        [(one.item, one.state, one.beside) for one in game.inbox.verdicts()],
        [game.outbox.listed("trying"), game.outbox.listed("refused")],
        [one is not None and one <= at for one in due],
        (game.folder / game_settings.NAME).read_bytes(),
    )
    return hashlib.sha256(msgspec.json.encode(rests_on)).hexdigest()[:32]
