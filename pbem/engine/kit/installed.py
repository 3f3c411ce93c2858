"""What is installed beside pbem and makes itself known by entry points."""

import importlib
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from pbem.engine.kit import cache


def installed(group: str) -> dict[str, str]:
    """The entry points of *group* by their names, as `module:attribute`.

    Searching all that is installed is slow, so the result is reused while no folder of modules has changed.
    """
    changes: list[tuple[str, int]] = []
    for folder in sys.path:
        with suppress(OSError):
            changes.append((folder, Path(folder).stat().st_mtime_ns))
    found: dict[str, str] = cache.parsed(repr((group, changes)).encode(), partial(_entry_points, group))
    return found


def loaded(place: str) -> Any:
    """The object that the entry point at *place* names."""
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _entry_points(group: str, _: bytes) -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - costs 10 ms

    return {entry.name: entry.value for entry in entry_points(group=group)}
