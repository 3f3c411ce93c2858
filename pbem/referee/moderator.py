"""Who sees the moderator's page, what the moderator asks for a seat.

    GAMES/.desk/moderator.json

A link is for one reader: an address, for the games whose moderator has it, or `EVERYONE`, for whoever may run commands
here, for all games. A renewal makes the links and cookies of one reader void.
"""

import base64
import hmac
import os
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Literal

import msgspec

from pbem.errors import Refusal
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.referee.keys import derived, new_salt
from pbem.referee.stage import NotAsked, SeatStage
from pbem.referee.submissions import AbsenceRequest
from pbem.settings.game import FOLDER
from pbem.store import files

_FILE = "moderator.json"
EVERYONE = ""
"""The reader who has a link from the command line."""
_LENGTH = 26
_DEEPEST = 6
"""How many folders above a game are looked into."""
AccessPurpose = Literal["link", "cookie", "form"]
"""What a word is for, so that none reveals another."""


class NoDesk(Refusal):
    """No folder above the game was ever served."""

    code = "no-desk"


class DeskAccess(msgspec.Struct, frozen=True):
    """The *secret* of a folder of games, and how often the links of each reader were *renewed*."""

    secret: str
    renewed: dict[str, int] = {}

    def word(self, reader: str, purpose: AccessPurpose) -> str:
        """The word of *reader* for a purpose, until the next renewal."""
        times = self.renewed.get(reader, 0)
        made = bytes.fromhex(derived(self.secret, "\0".join(("moderator's page", purpose, reader, str(times)))))
        return base64.b32encode(made).decode().lower()[:_LENGTH]

    def reader(self, word: str, purpose: AccessPurpose) -> str | None:
        """Whose *word* it is; None if it is no one's. It takes as long whatever the word is."""
        found = None
        for reader in self.renewed:
            if hmac.compare_digest(self.word(reader, purpose).encode(), word.encode()):
                found = reader
        return found


def read(top: Path) -> DeskAccess | None:
    """Who may see the page of the games in *top*; None before the first link."""
    path = top / FOLDER / _FILE
    return files.read(path, DeskAccess, "all links to the moderator's page are void") if _is_ours(path) else None


def link_word(top: Path, reader: str, *, renew: bool = False) -> str:
    """What is secret in the link of *reader* to the page of the games in *top*; a new one if they *renew* it."""
    files.make_folder(top / FOLDER)
    with files.held(top / FOLDER):
        known = read(top) or DeskAccess(new_salt())
        after = DeskAccess(known.secret, {**known.renewed, reader: known.renewed.get(reader, 0) + renew})
        if after != known:
            files.write(top / FOLDER / _FILE, msgspec.json.encode(after))
    return after.word(reader, "link")


def begin(top: Path) -> None:
    """Make the secret of the games in *top*, if there is none: it is needed for links that are asked for by email."""
    files.make_folder(top / FOLDER)
    with files.held(top / FOLDER):
        if read(top) is None:
            files.write(top / FOLDER / _FILE, msgspec.json.encode(DeskAccess(new_salt())))


def served_above(folder: Path) -> Path:
    """The folder with the game in *folder* whose page was served before; raises `NoDesk`."""
    for top in _upwards(folder):
        if _is_ours(top / FOLDER / _FILE):
            return top
    raise NoDesk("no order desk was ever served for this game; `pbem serve GAMES` does that")


def _upwards(folder: Path) -> Iterator[Path]:
    here = folder.resolve()
    yield from (here, *here.parents[:_DEEPEST])


def _is_ours(path: Path) -> bool:
    try:
        return path.is_file() and path.lstat().st_uid == os.geteuid()
    except OSError:
        return False


def hold(game: Game, seat: str, clock: Clock, until: datetime | None = None) -> tuple[SeatStage, ...]:
    """Keep all that *seat* is asked from being processed before its deadline, or *until* then; raises `NotAsked`."""
    return _hold(game, seat, clock, held=True, until=until)


def release(game: Game, seat: str, clock: Clock) -> tuple[SeatStage, ...]:
    """Let all that *seat* is asked be processed as soon as all answers are there; raises `NotAsked`."""
    return _hold(game, seat, clock, held=False)


def away(game: Game, seat: str, first: date, last: date, clock: Clock) -> tuple[AbsenceRequest, ...]:
    """Note that the player of *seat* is away from *first* to *last*, both included; return all absences to come."""
    if not any((one.start, one.end) == (first, last) for one in _absences(game, seat, clock)):
        submissions.put_absence(game, submissions.next_of_moderator(game), AbsenceRequest(seat, clock(), first, last))
    return _absences(game, seat, clock)


def back(game: Game, seat: str, clock: Clock) -> tuple[AbsenceRequest, ...]:
    """Take back all absences of *seat*; return those to come, which are none."""
    if _absences(game, seat, clock):
        submissions.put_absence(game, submissions.next_of_moderator(game), AbsenceRequest(seat, clock()))
    return _absences(game, seat, clock)


def _hold(game: Game, seat: str, clock: Clock, *, held: bool, until: datetime | None = None) -> tuple[SeatStage, ...]:
    stages = tuple(stage for stage in game.stages(seat) if stage.pending)
    if not stages:
        raise NotAsked(f"{seat} has nothing to answer now, so there is nothing to hold")
    now = [submissions.hold_of(game, stage, clock()) for stage in stages]
    if any((one is not None) != held or (one is not None and one.until != until) for one in now):
        submissions.put_hold(game, stages, submissions.next_of_moderator(game), clock(), held=held, until=until)
    return stages


def _absences(game: Game, seat: str, clock: Clock) -> tuple[AbsenceRequest, ...]:
    today = clock().astimezone(game.settings.deadlines.zone.info).date()
    return submissions.absences(game, seat, today)
