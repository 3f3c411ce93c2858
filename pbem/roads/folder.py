"""A folder of files as the way in: mails as .eml, sheets as SEAT.yaml or SEAT-anything.yaml."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from pbem.store import files
from pbem.store.inbox import Inbox, Item

TAKEN = "taken"


def fetch(folder: Path, inbox: Inbox, seats: Iterable[str]) -> tuple[list[Item], list[Path]]:
    """Take all mails and sheets in *folder*, oldest first, and move them into its `taken`.

    Returns the items that were not known, and the sheets whose names tell no seat: they stay.
    """
    taken: list[Item] = []
    strange: list[Path] = []
    for path in waiting(folder):
        seat = seat_in(path, seats) if path.suffix == ".yaml" else ""
        if seat is None:
            strange.append(path)
            continue
        stat = path.stat()
        arrived = datetime.fromtimestamp(int(stat.st_mtime), UTC)
        mark = f"{path.name} {stat.st_mtime_ns}" if seat else ""
        item, new = inbox.keep(path.read_bytes(), arrived, seat=seat, mark=mark)
        files.move(path, _free(folder / TAKEN / path.name, item))
        if new:
            taken.append(item)
    return taken, strange


def waiting(folder: Path) -> list[Path]:
    """The mails and sheets in *folder*, oldest first."""
    found = [path for path in folder.glob("*") if path.suffix in {".eml", ".yaml"} and path.name[0] != "."]
    return sorted(found, key=lambda path: (path.stat().st_mtime, path.name))


def seat_in(path: Path, seats: Iterable[str]) -> str | None:
    """The seat that a sheet's file name starts with, the longest that fits."""
    stem = path.stem.lower()
    fitting = [seat for seat in seats if stem == seat.lower() or stem.startswith(f"{seat.lower()}-")]
    return max(fitting, key=len, default=None)


def _free(path: Path, item: Item) -> Path:
    """A name in `taken` that no other item has."""
    return path.with_name(f"{item.name}-{path.name}")
