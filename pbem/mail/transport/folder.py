"""A folder of files as the way in: emails as .eml, sheets as SEAT.yaml or SEAT-anything.yaml, or with .txt behind."""

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pbem.mail.mime import truncation
from pbem.mail.transport.waiting_files import (
    NoFile,
    Unread,
    WaitingFile,
    close_to_others,
    is_still,
    oldest_first,
    only_files,
    opened,
    passed_over,
    shown,
)
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem

TAKEN = "taken"
MAILS, SHEETS = frozenset({".eml"}), frozenset({".yaml", ".yml"})
_SHOWN = ".txt"
"""What some programs put behind the name of a file that they save or send."""
_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".download", ".swp", "~")
LONGEST_NAME = 255
"""Bytes that the name of a file may have."""


def fetch(
    folder: Path, inbox: Inbox, seats: Iterable[str], unread: Unread = passed_over
) -> tuple[list[InboxItem], list[Path]]:
    """Take all emails and sheets in *folder*, oldest first, and move them into its `taken`.

    Returns the items that were not known, and the files whose names tell neither that they are emails nor whose sheets:
    they stay. *unread* is told of files
    that cannot be read or moved, and of what is not a file. One that has a second name elsewhere stays too: whoever may
    not read it can have given it the name that it has here, where a sheet's name says whom it is answered to.
    """
    folder = folder.resolve()
    taken: list[InboxItem] = []
    strange: list[Path] = _others(folder)
    for one in opened(lying(folder), unread):
        path = one.path
        if one.names > 1:
            unread(NoFile(errno.EMLINK, "it has another name elsewhere (a hard link); put a copy there", str(path)))
            continue
        seat = seat_in(path, seats) if _ending(path) in SHEETS else ""
        if seat is None:
            strange.append(path)
            continue
        source = f"{shown(Path(path.name))} {one.nanoseconds}" if seat else ""
        raw = one.raw if seat else truncation.kept(one.raw, one.size)
        item, new = inbox.keep(raw, one.arrived, seat=seat, source=source)
        try:
            _put_away(one, folder / TAKEN, item)
        except OSError as error:
            unread(error)
        if new:
            taken.append(item)
    return taken, strange


def waiting(folder: Path) -> list[Path]:
    """The emails and sheets in *folder*, oldest first."""
    return only_files(lying(folder))


def lying(folder: Path) -> list[Path]:
    """Whatever in *folder* has the name of an email or a sheet, oldest first."""
    return [path for path in oldest_first(folder) if _ending(path) in MAILS | SHEETS]


def left_alone(folder: Path, seats: Iterable[str]) -> list[Path]:
    """The files in *folder* that are not taken for their names: those of no email, and of no seat's sheet."""
    sheets = (path for path in waiting(folder) if _ending(path) in SHEETS)
    return [*_others(folder), *(path for path in sheets if seat_in(path, seats) is None)]


def _others(folder: Path) -> list[Path]:
    """The files in *folder* with names of neither emails nor sheets; someone may still be writing some of them."""
    names = (path for path in oldest_first(folder) if _ending(path) not in MAILS | SHEETS)
    return only_files(path for path in names if not path.name.lower().endswith(_UNFINISHED))


def _ending(path: Path) -> str:
    return Path(path.name.lower().removesuffix(_SHOWN)).suffix


def seat_in(path: Path, seats: Iterable[str]) -> str | None:
    """The seat that a sheet's file name starts with, the longest that fits."""
    stem = Path(path.name.lower().removesuffix(_SHOWN)).stem
    fitting = [seat for seat in seats if stem == seat.lower() or stem.startswith(f"{seat.lower()}-")]
    return max(fitting, key=len, default=None)


def _put_away(one: WaitingFile, folder: Path, item: InboxItem) -> None:
    """Move a file on, under a name that no other item has; one that was replaced meanwhile stays to be read."""
    name = f"{item.name}-{one.path.name}"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f"{item.name}{one.path.suffix}"
    if folder.is_symlink():
        raise NoFile(errno.EINVAL, "it is a link, and files must stay in the folder; remove it", str(folder))
    with suppress(FileNotFoundError):  # someone has put it away meanwhile
        if is_still(one):
            files.move(one.path, folder / name)
            close_to_others(folder / name)
