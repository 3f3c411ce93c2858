"""Folders that many tests begin with: each is made once in a process, and copied for each test."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path

_made: dict[Hashable, Path] = {}


def copied(folder: Path, key: Hashable, make: Callable[[Path], object]) -> Path:
    """A copy at *folder* of what *make* made of an empty place for the first that asked for *key*."""
    if key not in _made:
        place = _place() / str(len(_made))
        make(place)
        _made[key] = place
    shutil.copytree(_made[key], folder)
    return folder


@cache
def _place() -> Path:
    place = Path(tempfile.mkdtemp(prefix="pbem-copied-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place
