"""Where a game stands, with what is to be said besides: one account for whoever asks."""

from pathlib import Path

import msgspec

from pbem.referee import opening, snapshot
from pbem.referee.deadlines.agenda import agenda
from pbem.referee.game import Clock, Game, Rulesets
from pbem.referee.needs import whole_status
from pbem.referee.status import Status, notes


class Overview(msgspec.Struct, frozen=True):
    """Where a game stands, *notes* on what it is played with, and what lies *astray* where its mail comes in.

    Files there are *left alone* if their names are of neither an email nor a seat's sheet.
    """

    status: Status
    notes: tuple[str, ...] = ()
    astray: tuple[Path, ...] = ()
    left_alone: tuple[Path, ...] = ()


def overview(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> Overview:
    """Where the game in *folder* stands; it is not read if nothing has changed since a turn that had nothing to do."""
    known = snapshot.trusted(folder, clock())
    if known is not None:
        return Overview(known.status)
    game = opening.look(folder, rulesets)
    return overview_of(game, stands(game, clock))


def stands(game: Game, clock: Clock) -> Status:
    """Where *game* stands now, with all that waits for its moderator, and what will happen by itself."""
    return msgspec.structs.replace(whole_status(game, clock), coming=agenda(game, clock()))


def overview_of(game: Game, found: Status) -> Overview:
    """What is to be said of *game* besides its status."""
    from pbem.mail import local_checks  # noqa: PLC0415 - where nothing has changed it is not needed

    return Overview(found, tuple(notes(game)), tuple(local_checks.astray(game)), tuple(local_checks.left_alone(game)))
