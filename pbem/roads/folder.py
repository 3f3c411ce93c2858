"""A folder of files as the way in: mails as .eml, sheets as SEAT.yaml or SEAT-anything.yaml."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pbem.roads.lying import Unread, oldest_first, opened, passed_over
from pbem.store import files
from pbem.store.inbox import Inbox, Item

TAKEN = "taken"


def fetch(
    folder: Path, inbox: Inbox, seats: Iterable[str], unread: Unread = passed_over
) -> tuple[list[Item], list[Path]]:
    """Take all mails and sheets in *folder*, oldest first, and move them into its `taken`.

    Returns the items that were not known, and the sheets whose names tell no seat: they stay. *unread* is told of
    files that may not be read.
    """
    taken: list[Item] = []
    strange: list[Path] = []
    for one in opened(waiting(folder), unread):
        path = one.path
        seat = seat_in(path, seats) if path.suffix == ".yaml" else ""
        if seat is None:
            strange.append(path)
            continue
        mark = f"{path.name} {one.nanoseconds}" if seat else ""
        item, new = inbox.keep(one.raw, one.arrived, seat=seat, mark=mark)
        with suppress(FileNotFoundError):  # somebody has put it away meanwhile
            files.move(path, _free(folder / TAKEN / path.name, item))
        if new:
            taken.append(item)
    return taken, strange


def waiting(folder: Path) -> list[Path]:
    """The mails and sheets in *folder*, oldest first."""
    return [path for path in oldest_first(folder) if path.suffix in {".eml", ".yaml"}]


def seat_in(path: Path, seats: Iterable[str]) -> str | None:
    """The seat that a sheet's file name starts with, the longest that fits."""
    stem = path.stem.lower()
    fitting = [seat for seat in seats if stem == seat.lower() or stem.startswith(f"{seat.lower()}-")]
    return max(fitting, key=len, default=None)


def _free(path: Path, item: Item) -> Path:
    """A name in `taken` that no other item has."""
    return path.with_name(f"{item.name}-{path.name}")
