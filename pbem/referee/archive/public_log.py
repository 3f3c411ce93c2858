"""The log of an archive: the entries and pauses of the game's own, and of its facts only what was said to everyone.

Facts hold addresses, and what people wrote to each other; so the lines are numbered and chained anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.referee.archive.addresses import plain_without
from pbem.referee.game import Game
from pbem.store import editions
from pbem.store.facts.fact import Fact
from pbem.store.facts.words import WordsAnnounced, WordsPassed
from pbem.store.log import LogLine, Opening, chained
from pbem.store.versions import SHOWN

EDITION = "settings.edition"
_SALT = "-"
"""What stands for a salt: only that there is one tells where the next key begins."""


def log_of(game: Game) -> bytes:
    """The log that the archive of *game* has."""
    return b"".join(line + b"\n" for line in chained(map(_plain, _lines(game))))


def own_edition(game: Game) -> str:
    """Where the archive of *game* has the edition that the game began with; empty if the board is not data."""
    begun = ""
    for line in game.log.lines:
        if line.entry:
            break
        begun = line.versions.edition if line.versions else begun
    if not begun:
        return ""
    names = sorted(path.name for path in (game.folder / editions.FOLDER / begun[:SHOWN]).glob("*") if path.is_dir())
    return str(Path(editions.FOLDER, begun[:SHOWN], *names[:1]))


def _lines(game: Game) -> Iterator[LogLine]:
    for line in game.log.lines:
        fact = _said_to_all(line.fact)
        if line.fact is not None and fact is None:
            continue
        opening = _opening(game, line.opening) if line.opening else None
        yield replace(line, fact=fact, opening=opening, cause="", times=None, salt=_SALT if line.salt else "")


def _said_to_all(fact: Fact | None) -> WordsAnnounced | WordsPassed | None:
    """*fact* with nothing but what was said to everyone, and by whom if that was told."""
    if isinstance(fact, WordsAnnounced):
        return WordsAnnounced(text=fact.text)
    if isinstance(fact, WordsPassed) and fact.to_all:
        sender = "" if fact.anonymous else fact.sender
        return WordsPassed(sender=sender, to=(), item=0, part=0, text=fact.text, anonymous=fact.anonymous, to_all=True)
    return None


def _opening(game: Game, opening: Opening) -> Opening:
    """*opening* without the name of a folder of the machine that the game ran on."""
    if EDITION not in opening.choices:
        return opening
    return replace(opening, choices={**opening.choices, EDITION: edition_named(game, str(opening.choices[EDITION]))})


def edition_named(game: Game, name: str) -> str:
    """What the archive of *game* calls the edition *name*: by its name, or by the place of its copy."""
    return own_edition(game) if "/" in name or "\\" in name else name


def _plain(line: LogLine) -> dict[str, Any]:
    made: dict[str, Any] = plain_without(msgspec.to_builtins(line))
    return made
