"""Drafts: what a player has written on the desk and not sent, one for each seat and stage.

    drafts/SEAT-GENERATION.json    for its owner only

Only the newest of a seat is kept. Where sheets are sealed nothing is: the browser keeps it.
"""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.referee.game import Game
from pbem.store import files
from pbem.store.stamp import DRAFTS

MOST = 64 * 1024
"""Characters of a draft that are kept."""


class SheetDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was written for a *stage*, and when; an *unread* one costs too much to be read by itself."""

    stage: str
    text: str
    at: datetime
    unread: bool = False


def kept(game: Game, seat: str) -> SheetDraft | None:
    """The newest draft of *seat*; None if there is none, or if it cannot be read."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(_path(game, seat).read_bytes(), type=SheetDraft)
    return None


def keep(game: Game, seat: str, draft: SheetDraft) -> bool:
    """Keep a draft in the place of the one before, unless sheets are sealed; whether it is kept."""
    if game.settings.mail.sealed is not None or len(draft.text) > MOST:
        return False
    before = kept(game, seat)
    if before is None or (before.stage, before.text, before.unread) != (draft.stage, draft.text, draft.unread):
        with suppress(OSError):
            files.write(_path(game, seat), msgspec.json.encode(draft) + b"\n", durable=False)
            return True
        return False
    return True


def forget(game: Game, seat: str) -> None:
    """Throw away what *seat* has written and not sent."""
    with suppress(OSError):
        _path(game, seat).unlink(missing_ok=True)


def _path(game: Game, seat: str) -> Path:
    return game.folder / DRAFTS / f"{seat}-{game.tenure(seat).generation}.json"
