"""What a piece of work looks at: the files that it opens, the folders that it lists, as Python itself tells."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec


class Looks(msgspec.Struct):
    """How often each file was opened, and each folder listed."""

    opened: Counter[Path] = msgspec.field(default_factory=Counter)
    listed: Counter[Path] = msgspec.field(default_factory=Counter)

    def within(self, folder: Path, suffix: str) -> dict[Path, int]:
        """The files in *folder* with *suffix* that were opened; what is written has a name of its own at first."""
        return {path: often for path, often in self.opened.items() if (path.parent, path.suffix) == (folder, suffix)}


_counted: list[Looks] = []


def _count(event: str, args: tuple[object, ...]) -> None:
    if _counted and event in ("open", "os.scandir", "os.listdir") and isinstance(args[0], str | bytes | os.PathLike):
        looks = _counted[-1]
        (looks.opened if event == "open" else looks.listed)[Path(os.fsdecode(args[0]))] += 1


sys.addaudithook(_count)


@contextmanager
def looks() -> Iterator[Looks]:
    """Count the looks of what is done meanwhile."""
    _counted.append(Looks())
    try:
        yield _counted[-1]
    finally:
        _counted.pop()
