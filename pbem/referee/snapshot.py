"""Snapshots: the state of a game when a turn last found nothing to do, so that the next turn is quick.

A snapshot is trusted as long as nothing has changed: no file of the game, of what it is played with or of its incoming
mail, and nothing has become due. It is only a copy: deleting it loses nothing.
"""

import os
import sys
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import pbem
from pbem.engine.edition import base_folder
from pbem.referee import keys
from pbem.referee.deadlines.agenda import agenda
from pbem.referee.status import SOON, Status
from pbem.settings.mail import path_of
from pbem.store import files
from pbem.store.editions import stamp, stamp_of_program

if TYPE_CHECKING:
    from pbem.engine.ruleset import Ruleset
    from pbem.referee.game import Game
    from pbem.settings.game import GameSettings

NAME = ".snapshot.json"
LONGEST = timedelta(days=1)
"""How long a snapshot is trusted at most."""


class Basis(msgspec.Struct, frozen=True):
    """What a snapshot depends on: the folders outside the game's own, those of the program, and the stamps of all."""

    outside: tuple[str, ...]
    program: tuple[str, ...]
    stamps: tuple[str, str]


class Snapshot(msgspec.Struct, frozen=True):
    """Where a game stood *at* a time, and will stand *until* another if nothing changes.

    Mail that is queued is sent when it is *due*; of a game with *servers* mail must still be fetched from them.
    """

    basis: Basis
    at: datetime
    until: datetime
    servers: bool
    due: datetime | None
    status: Status


def basis(folder: Path, settings: "GameSettings", ruleset: "Ruleset") -> Basis | None:
    """What a snapshot of the game in *folder* would depend on now; None if none can be made."""
    if _may_unseal() or settings.mail.sealed is not None:
        return None
    intake = settings.mail.intake
    own = [path_of(folder, name) for name in (intake.folder, intake.maildir) if name]
    edition = ruleset.edition_files(settings.settings) if ruleset.edition_files else ()
    outside = (*(path for path in own if not path.is_relative_to(folder)), *(path.parent for path in edition))
    package = sys.modules[ruleset.start.__module__.partition(".")[0]].__file__ or ""
    program = (Path(pbem.__file__).parent, base_folder(), Path(package).parent, *ruleset.words)
    return _now(folder, _names(outside), _names(program))


def trusted(folder: Path, at: datetime) -> Snapshot | None:
    """The snapshot of the game in *folder*, if it is still valid."""
    if _may_unseal():
        return None
    try:
        found = msgspec.json.decode((folder / NAME).read_bytes(), type=Snapshot)
    except (OSError, ValueError):
        return None
    if not found.at <= at < found.until:
        return None
    return found if _now(folder, found.basis.outside, found.basis.program) == found.basis else None


def keep(game: "Game", found: Status, rests_on: Basis, at: datetime, due: datetime | None) -> None:
    """Store the state of *game*, for the holder of its lock; *rests_on* is from before it was read."""
    servers = game.settings.mail.intake.imap is not None or bool(game.settings.forum.user)
    until = min(_changes(game, found, at, due), default=at)
    one = Snapshot(rests_on, at, until, servers, due, found)
    files.write(game.folder / NAME, msgspec.json.encode(one) + b"\n", durable=False)


def _changes(game: "Game", found: Status, at: datetime, due: datetime | None) -> list[datetime]:
    """The times from *at* on at which *game* may change though no mail comes."""
    zone = game.settings.deadlines.zone.info
    midnight = datetime.combine(at.astimezone(zone).date() + timedelta(days=1), time(), zone)
    away = any(seat.absent for seat in found.seats)
    dues = game.pause.dues() if game.pause else ()
    coming = (one.at for one in agenda(game, at))
    held = (one - SOON for one in dues if game.outbox.listed("post"))
    times = (at + LONGEST, due, found.deadline, *dues, *coming, *held, midnight if away else None)
    return [one for one in times if one is not None and one >= at]


def _now(folder: Path, outside: tuple[str, ...], program: tuple[str, ...]) -> Basis | None:
    place = str(folder.absolute())
    own = stamp((place, *outside), besides=f"{place}{os.sep}{NAME}")
    return Basis(outside, program, (own, stamp_of_program(program))) if own else None


def _names(paths: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(path.absolute()) for path in paths))


def _may_unseal() -> bool:
    """Whether a key of sealed sheets is available, so there is more to do."""
    return bool(os.environ.get(keys.ENVIRONMENT))
