"""The user's cache folder: results that take long to compute from a text, stored under the digest of the text.

All of it may be deleted at any time. Nothing is read from a folder that other users may write to, and nothing that was
changed; where the folder cannot be used, everything is computed again.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.kit import cache
from pbem.store import files

_DIGEST = hashlib.sha256().digest_size
_VERSION = b"1"
"""Changes when the same text is parsed to other values than before."""
_OTHERS_WRITE = 0o022


def use() -> None:
    """Let this process store what it computes, if there is a folder for it."""
    place = folder()
    if place is not None:
        cache.parsed, cache.templates = _parsed, place


def folder() -> Path | None:
    """`pbem` in the user's cache folder, made if it is missing; None if it cannot be used."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        place = (Path(named) if Path(named).is_absolute() else Path.home() / ".cache") / "pbem"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = place.stat()
    except (OSError, RuntimeError):  # the latter if there is no home
        return None
    return place if status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE else None


def _parsed(raw: bytes, parse: cache.Parse) -> Any:
    place = folder()
    if place is None:
        return parse(raw)
    file = place / f"{hashlib.sha256(_VERSION + raw).hexdigest()}.data"
    with suppress(OSError, ValueError):
        stored = file.read_bytes()
        if hashlib.sha256(stored[_DIGEST:]).digest() == stored[:_DIGEST]:
            return msgspec.msgpack.decode(stored[_DIGEST:])
    values = parse(raw)
    with suppress(OSError, TypeError, ValueError, OverflowError):
        data = msgspec.msgpack.encode(values)
        if msgspec.msgpack.decode(data) == values:  # dates, for example, would be read back as texts
            files.write(file, hashlib.sha256(data).digest() + data, durable=False)
    return values
