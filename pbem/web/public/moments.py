"""The moments of a game that everyone may see: one for each public report."""

import hashlib
from datetime import datetime

import msgspec

from pbem.engine.event import PUBLIC
from pbem.referee.game import Game
from pbem.referee.letters import wording
from pbem.report.story import undone_entries
from pbem.store.pause import Pause


class PublicMoment(msgspec.Struct, frozen=True, kw_only=True):
    """When the public report of *pause* was written: *at* a time, in a *turn* as it is called, after entry *since*.

    It is *undone* if the game was set back to before it. The *mark* is a digest of the log so far; it is secret.
    """

    pause: Pause
    at: datetime
    since: int
    turn: str
    undone: bool
    mark: str

    @property
    def round(self) -> int:
        """Its number, which no other has."""
        return self.pause.round

    @property
    def name(self) -> str:
        """The stem of the names of its files."""
        return name_of(self.round)


def name_of(number: int) -> str:
    """The stem of the names of the files of the moment with a *number*."""
    return f"r{number:04d}"


def moments(game: Game) -> tuple[PublicMoment, ...]:
    """All moments of *game*, the first one first."""
    undone = undone_entries(game.table.entries)
    found: list[PublicMoment] = []
    for line in game.log.lines:
        if line.pause is None or not line.pause.tells(PUBLIC):
            continue
        entry = line.pause.entry
        found.append(
            PublicMoment(
                pause=line.pause,
                at=line.at,
                since=found[-1].pause.entry if found else 0,
                turn=game.ruleset.turn_named(game.turn(entry)) or (found[-1].turn if found else ""),
                undone=entry in undone,
                mark=hashlib.sha256(f"{line.prev} {line.pause.round}".encode()).hexdigest(),
            )
        )
    return tuple(found)


def everything_is_public(game: Game) -> bool:
    """Whether nothing of *game* is secret any more: it is over, and its last letters are written."""
    last = game.last_letter(PUBLIC)
    return game.outcome is not None and last is not None and last.entry == len(game.log.entries)


def known_as(game: Game) -> tuple[str, ...]:
    """What pages of *game* say besides what the log and the view of a moment hold, for `kept`."""
    said = (str(game.versions), game.versions.templates, game.name, wording.title(game))
    return (*said, *game.titles, *game.titles.values(), game.settings.deadlines.zone.name)
