"""The files of words and templates: which there are, and when they were last changed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

WordFiles = tuple[tuple[str, int], ...]
"""The files of folders, each with the time of its last change in nanoseconds."""


_looked: ContextVar[dict[tuple[Path, ...], WordFiles] | None] = ContextVar("looked", default=None)


@contextmanager
def files_looked_at_once() -> Iterator[None]:
    """While this lasts, for the moment of one page, files that have changed are not noticed after the first look."""
    before = _looked.set({})
    try:
        yield
    finally:
        _looked.reset(before)


def changes_in(folders: tuple[Path, ...]) -> WordFiles:
    """All files in *folders*, with the times at which they were changed."""
    looked = _looked.get()
    if looked is not None and folders in looked:
        return looked[folders]
    found = tuple(changed for folder in folders for changed in _files_of(folder))
    if looked is not None:
        looked[folders] = found
    return found


def _files_of(folder: Path) -> Iterator[tuple[str, int]]:
    for place, _, names in os.walk(folder):  # for each letter anew, so without making a `Path` of each file
        for name in names:
            file = f"{place}/{name}"
            yield file, os.stat(file).st_mtime_ns  # noqa: PTH116 see above
