"""What takes long to make, kept in the user's cache folder under the digest of all that it follows from.

All of it may be deleted at any time, and is made again if it is damaged. No name there ends up in a page: some follow
from what is secret.
"""

import hashlib
import os
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from pbem.store import files

FOLDER = "pages"
_DAY = 24 * 3600
_UNUSED = 120 * _DAY
"""Seconds after which what was not needed is deleted."""


def kept(make: Callable[[], bytes], *follows_from: Any, anew: bool = False) -> bytes:
    """What *make* gives, or gave before for the same plain data; *anew* whether it is to be made again."""
    place = files.folder()
    if place is None:
        return make()
    file = place / FOLDER / hashlib.sha256(msgspec.json.encode(follows_from)).hexdigest()
    if not anew:
        with suppress(OSError, zlib.error):
            found = zlib.decompress(file.read_bytes())
            if file.stat().st_mtime < time.time() - _DAY:
                os.utime(file)
            return found
    made = make()
    with suppress(OSError):
        files.write(file, zlib.compress(made), durable=False)
    return made


def tidy() -> None:
    """Delete what was not needed for a long time."""
    place = files.folder()
    if place is None:
        return
    for name in files.names(place / FOLDER):
        with suppress(OSError):
            file = place / FOLDER / name
            if file.stat().st_mtime < time.time() - _UNUSED:
                file.unlink()
