"""A folder of files as the way in: mails as .eml, sheets as SEAT.yaml or SEAT-anything.yaml."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pbem.roads.lying import Lying, Unread, oldest_first, opened, passed_over, shown
from pbem.store import files
from pbem.store.inbox import Inbox, Item

TAKEN = "taken"
MAILS, SHEETS = frozenset({".eml"}), frozenset({".yaml", ".yml"})
LONGEST_NAME = 255
"""Bytes that the name of a file may have."""


def fetch(
    folder: Path, inbox: Inbox, seats: Iterable[str], unread: Unread = passed_over
) -> tuple[list[Item], list[Path]]:
    """Take all mails and sheets in *folder*, oldest first, and move them into its `taken`.

    Returns the items that were not known, and the sheets whose names tell no seat: they stay. *unread* is told of
    files that cannot be read or moved.
    """
    taken: list[Item] = []
    strange: list[Path] = []
    for one in opened(waiting(folder), unread):
        path = one.path
        seat = seat_in(path, seats) if path.suffix.lower() in SHEETS else ""
        if seat is None:
            strange.append(path)
            continue
        source = f"{shown(Path(path.name))} {one.nanoseconds}" if seat else ""
        item, new = inbox.keep(one.raw, one.arrived, seat=seat, source=source)
        try:
            _put_away(one, folder / TAKEN, item)
        except OSError as error:
            unread(error)
        if new:
            taken.append(item)
    return taken, strange


def waiting(folder: Path) -> list[Path]:
    """The mails and sheets in *folder*, oldest first."""
    return [path for path in oldest_first(folder) if path.suffix.lower() in MAILS | SHEETS]


def seat_in(path: Path, seats: Iterable[str]) -> str | None:
    """The seat that a sheet's file name starts with, the longest that fits."""
    stem = path.stem.lower()
    fitting = [seat for seat in seats if stem == seat.lower() or stem.startswith(f"{seat.lower()}-")]
    return max(fitting, key=len, default=None)


def _put_away(one: Lying, folder: Path, item: Item) -> None:
    """Move a file on, under a name that no other item has; one that was replaced meanwhile stays to be read."""
    name = f"{item.name}-{one.path.name}"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f"{item.name}{one.path.suffix}"
    with suppress(FileNotFoundError):  # somebody has put it away meanwhile
        if one.path.stat().st_mtime_ns == one.nanoseconds:
            files.move(one.path, folder / name)
            with suppress(PermissionError):  # it is somebody else's; the folder that it is in now is not
                (folder / name).chmod(files.FILE)
