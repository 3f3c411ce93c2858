"""A folder of files as the way in: emails as .eml, .emlx or .mbox, sheets as SEAT.yaml or SEAT-anything.yaml.

Each may have .txt behind its name.
"""

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from pbem.mail.mime import truncation
from pbem.mail.transport.mailbox_files import MAILS, emails_in, sort_of, stem, suffix
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
from pbem.referee.needs.need import Need, need
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem

TAKEN = "taken"
SHEETS = frozenset({".yaml", ".yml"})
_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".download", ".swp", "~")
LONGEST_NAME = 255
"""Bytes that the name of a file may have."""


Dated = Callable[[str, bytes, datetime], tuple[datetime, Mapping[str, bytes]]]
"""When a sheet of a seat counts as come that was put here at a time, and what is kept beside it about that."""


def _as_it_came(_seat: str, _raw: bytes, arrived: datetime) -> tuple[datetime, Mapping[str, bytes]]:
    return arrived, {}


def fetch(
    folder: Path, inbox: Inbox, seats: Iterable[str], unread: Unread = passed_over, dated: Dated = _as_it_came
) -> tuple[list[InboxItem], list[Path]]:
    """Take all emails and sheets in *folder*, oldest first, and move them into its `taken`.

    Returns the items that were not known, and the files that stay as they are: see `need_of`. *dated* says when a sheet
    came, if that is not when its file was changed. *unread* is told of files
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
        kept = _keep_sheet(one, inbox, seat, dated) if seat else _keep_emails(one, inbox)
        try:
            _put_away(one, folder / TAKEN, kept[0][0])
        except OSError as error:
            unread(error)
        taken.extend(item for item, new in kept if new)
    return taken, strange


def _keep_sheet(one: WaitingFile, inbox: Inbox, seat: str, dated: Dated) -> list[tuple[InboxItem, bool]]:
    came, beside = dated(seat, one.raw, one.arrived)
    source = f"{shown(Path(one.path.name))} {one.nanoseconds}"
    return [inbox.keep(one.raw, came, seat=seat, source=source, beside=beside)]


def _keep_emails(one: WaitingFile, inbox: Inbox) -> list[tuple[InboxItem, bool]]:
    """Keep each email of a file, with an identity of its own."""
    emails = emails_in(_ending(one.path), truncation.kept(one.raw, one.size))
    return [inbox.keep(email, one.arrived) for email in emails]


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


def need_of(path: Path) -> Need:
    """What a file is that is left alone in the folder, and what helps."""
    return need("file", path=shown(path), sort=sort_of(path, _size(path)))


def _ending(path: Path) -> str:
    """The ending by which a file is read; nothing if it is not read by its name or its size."""
    return suffix(path) if sort_of(path, _size(path)) == "other" else ""


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # whoever opens it is told why
        return 0


def seat_in(path: Path, seats: Iterable[str]) -> str | None:
    """The seat that a sheet's file name starts with, the longest that fits."""
    name = stem(path)
    fitting = [seat for seat in seats if name == seat.lower() or name.startswith(f"{seat.lower()}-")]
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
