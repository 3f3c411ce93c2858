"""The user's cache folder: what takes long to work out from a text, kept under the digest of the text.

All of it may be deleted at any time. Nothing is read from a folder that someone else may write to, and nothing that
is not as it was written; where the folder cannot be used, everything is worked out anew.
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
"""Another one where the same text is parsed to other values than before."""
_OTHERS_WRITE = 0o022


def use() -> None:
    """Let this process keep what it works out, if there is a folder for it."""
    place = folder()
    if place is not None:
        cache.parsed, cache.templates = _parsed, place


def folder() -> Path | None:
    """`pbem` in the user's cache folder, which is made if it is not there; nothing if it cannot be used."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        place = (Path(named) if Path(named).is_absolute() else Path.home() / ".cache") / "pbem"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = place.stat()
    except (OSError, RuntimeError):  # the latter where no one knows a home
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
        if msgspec.msgpack.decode(data) == values:  # dates, say, would be texts when read again
            files.write(file, hashlib.sha256(data).digest() + data, durable=False)
    return values
