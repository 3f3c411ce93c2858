"""The heartbeat of a game: a small file that says when a turn was last complete, and whether mail could be fetched.

It is beside the log, not in it: that a turn did nothing did not happen to the game. Without it the next turn begins a
new one.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from pbem.store import files
from pbem.store.editions import HEARTBEAT

A_DAY = timedelta(days=1)
_OFTEN = timedelta(minutes=5)
"""A heartbeat this young need not be written anew."""


class Heartbeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """When the last complete turn began, *at*, and *since* when none came late.

    It is *regular* once turns came for a whole day without a long gap, so that something runs them by itself; two
    such gaps within a day end that. A gap is long if it is more than *longest*. *failing* is since when incoming mail
    could not be fetched.
    """

    at: datetime
    since: datetime
    longest: timedelta
    regular: bool = False
    failing: datetime | None = None


def read(folder: Path) -> Heartbeat | None:
    """The heartbeat of the game in *folder*, if there is one that can be read."""
    try:
        return msgspec.json.decode((folder / HEARTBEAT).read_bytes(), type=Heartbeat)
    except (OSError, ValueError):
        return None


def beat(folder: Path, at: datetime, longest: timedelta | None = None) -> None:
    """Note that a turn that began *at* a time was complete; *longest* stays what it was unless it is given.

    Where that cannot be written the next turn does it: a turn that is complete does not fail for it.
    """
    last = read(folder)
    if last is None:
        if longest is not None:
            with suppress(OSError):
                _write(folder, Heartbeat(at, at, longest))
        return
    new = _after(last, at, last.longest if longest is None else longest)
    if msgspec.structs.replace(last, at=at) != new or not timedelta(0) <= at - last.at < _OFTEN:
        with suppress(OSError):
            _write(folder, new)


def fetched(folder: Path, at: datetime, *, wholly: bool) -> None:
    """Note whether all incoming mail could be fetched just now, before anything is decided."""
    last = read(folder)
    if last is not None and (last.failing is None) != wholly:
        _write(folder, msgspec.structs.replace(last, failing=None if wholly else at))


def known_until(folder: Path) -> datetime | None:
    """Up to when all mail is known to be here, where it could not be fetched since; None where it could."""
    last = read(folder)
    return last.at if last and last.failing else None


def _after(last: Heartbeat, at: datetime, longest: timedelta) -> Heartbeat:
    if at < last.at:  # the clock was set back
        return Heartbeat(at, at - (last.at - last.since), longest, last.regular)
    if at - last.at > longest:
        return Heartbeat(at, at, longest, last.regular and last.at - last.since >= A_DAY)
    return Heartbeat(at, last.since, longest, last.regular or at - last.since >= A_DAY)


def _write(folder: Path, new: Heartbeat) -> None:
    files.write(folder / HEARTBEAT, msgspec.json.encode(new) + b"\n", durable=False)
