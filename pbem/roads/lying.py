"""Files that lie in a folder and that others may put there or take away meanwhile."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from pbem.store import files

Unread = Callable[[OSError], object]


class Lying(msgspec.Struct, frozen=True):
    """A file that was read: its bytes, and when it was last changed, in nanoseconds too."""

    path: Path
    raw: bytes
    arrived: datetime
    nanoseconds: int


def oldest_first(folder: Path) -> list[Path]:
    """The files in *folder* but for the hidden ones, the oldest first; none if there is no folder."""
    found: list[tuple[float, str]] = []
    for name in files.names(folder):
        with suppress(FileNotFoundError):
            if not name.startswith("."):
                found.append(((folder / name).stat().st_mtime, name))
    return [folder / name for _, name in sorted(found)]


def opened(paths: Iterable[Path], unread: Unread) -> Iterator[Lying]:
    """Read each file; *unread* is told of one that may not be read, and one that is gone meanwhile is passed over."""
    for path in paths:
        try:
            raw, stat = path.read_bytes(), path.stat()
        except FileNotFoundError:
            continue
        except PermissionError as closed:
            unread(closed)
            continue
        yield Lying(path, raw, datetime.fromtimestamp(int(stat.st_mtime), UTC), stat.st_mtime_ns)


def passed_over(_: OSError) -> None:
    """Tell nobody of files that may not be read."""
