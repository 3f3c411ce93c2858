"""Checks of who may look into a game: its owner alone, but for what a mail server's pipe needs."""

import os
import shlex
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.mail.doctor.finding import DoctorFinding, bad, good, unsure
from pbem.mail.transport import maildir, spool
from pbem.referee.game import Game
from pbem.settings import game_settings
from pbem.settings.mail_settings import path_of

WHAT = "rights"
_MOST_NAMED = 5
_WRITE = 0o022


def of_game(game: Game) -> Iterator[DoctorFinding]:
    """Whether anyone but the owner can get at something in the game's folder.

    What is in a folder that no one else may enter is closed, whatever it says of itself.
    """
    folder = game.folder.resolve()
    pipe = _is_shared(folder / spool.NAME)
    closed = 0o710 if pipe else 0o700
    own = _mode(folder)
    if wider := own & 0o077 & ~closed:
        yield bad(
            WHAT,
            f"{_who(wider)} on this computer can look into {folder} (mode {own:03o})",
            f"chmod {closed:o} {folder}",
        )
    if not own & 0o077:
        yield good(WHAT, f"only its owner can enter {folder}")
        return
    wide = [path for path, mode in _entries(folder) if mode & 0o077 & ~_allowed(folder, path, pipe=pipe)]
    if wide:
        names = [str(path.relative_to(folder)) for path in wide[:_MOST_NAMED]]
        more = f" and {len(wide) - len(names)} more" if len(wide) > len(names) else ""
        yield bad(WHAT, f"not closed to others: {', '.join(names)}{more}", _remedy(folder, wide))
    if not wider and not wide:
        yield good(WHAT, f"only its owner, and the group of the spool, can enter {folder}")


def of_transports(game: Game) -> Iterator[DoctorFinding]:
    """Whether others can read, or put there, what comes and goes by folders outside of the game's."""
    mail = game.settings.mail
    for what, name in (("in: folder", mail.intake.folder), ("out: folder", mail.delivery.folder)):
        path = path_of(game.folder, name).resolve()
        if name and path.is_dir() and not path.is_relative_to(game.folder.resolve()):
            yield from _of_transport(what, path, 0o077)
    if mail.intake.maildir:
        path = path_of(game.folder, mail.intake.maildir).resolve()
        if path.is_dir() and _mode(path) & 0o007:
            for place in (maildir.NEW, maildir.CUR):
                if (path / place).is_dir():
                    yield from _of_transport(f"in: maildir, {place}", path / place, 0o007)


def _of_transport(what: str, path: Path, closed: int) -> Iterator[DoctorFinding]:
    mode = _mode(path)
    if wider := mode & closed:
        does = "put mail into" if wider & _WRITE else "look into"
        remedy = f"chmod {mode & ~closed:o} {path}; or make sure that no folder above it lets them in"
        kind = bad if wider & 0o007 else unsure
        yield kind(what, f"{_who(wider)} on this computer can {does} {path} (mode {mode:03o})", remedy)


def _entries(folder: Path) -> Iterator[tuple[Path, int]]:
    """What is in *folder*, with its mode, as far as others can get at it: into a closed folder no one looks."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_symlink():  # it has no rights of its own
            continue
        mode = stat.S_IMODE(entry.stat(follow_symlinks=False).st_mode)
        yield Path(entry.path), mode
        if mode & 0o077 and entry.is_dir(follow_symlinks=False):
            yield from _entries(Path(entry.path))


def _allowed(folder: Path, path: Path, *, pipe: bool) -> int:
    """What others than the owner may do with *path*, for a pipe of a mail server to bring mail."""
    if not pipe:
        return 0
    name = path.relative_to(folder).parts[0]
    return 0o070 if name == spool.NAME else 0o040 if path == folder / game_settings.NAME else 0


def _remedy(folder: Path, wide: Iterable[Path]) -> str:
    """The commands that close *wide*; of the spool only what its group does not need."""
    tops = dict.fromkeys(folder / path.relative_to(folder).parts[0] for path in wide)
    others = [path for path in tops if path.name != spool.NAME]
    lines = [f"chmod -R go-rwx {shlex.join(map(str, others))}"] if others else []
    return "; ".join([*lines, *(f"chmod -R o-rwx {shlex.quote(str(path))}" for path in tops if path not in others)])


def _is_shared(path: Path) -> bool:
    return path.is_dir() and bool(_mode(path) & stat.S_IWGRP)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _who(bits: int) -> str:
    return "everybody" if bits & 0o007 else "a group"
