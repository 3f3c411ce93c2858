"""The game's own Maildir: what comes by network is durable here before its server is told so.

Keeping needs no lock of the game; draining into the inbox does. Equal bytes are one mail there, so that a kill in
between loses nothing and doubles nothing.
"""

import os
import re
import secrets
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.roads.lying import Unread, oldest_first, opened, passed_over
from pbem.store import files
from pbem.store.inbox import Inbox, Item

NAME = "spool"
PLACES = ("tmp", "new")
_SHARED = 0o660
"""The mode of a mail in a spool that a group may write to."""
STALE = 36 * 3600
"""Seconds after which a copy in tmp/ counts as given up: the custom of Maildirs."""
LONGEST_ADDRESS = 320


class Envelope(msgspec.Struct, frozen=True):
    """Who handed a mail over and for whom, as far as the road knows; an empty *sender* is the null sender."""

    sender: str | None = None
    recipients: tuple[str, ...] = ()

    def lines(self, end: bytes) -> bytes:
        """The headers that a delivery agent writes on top (RFC 5321, section 4.4)."""
        heads = [] if self.sender is None else [b"Return-Path: <%b>" % _tidy(self.sender)]
        heads += [b"Delivered-To: %b" % _tidy(address) for address in self.recipients]
        return b"".join(head + end for head in heads)


NOTHING_KNOWN = Envelope()


def keep(
    spool: Path, raw: bytes | Iterable[bytes], arrived: datetime | None = None, envelope: Envelope = NOTHING_KNOWN
) -> Path:
    """Put a mail into *spool* for good, or raise `OSError` and leave nothing.

    It is readable by the group if the spool is writable by it, and by nobody else.
    """
    prepare(spool)
    name = f"{time.time_ns()}.{os.getpid()}.{secrets.token_hex(8)}"
    part = spool / "tmp" / name
    try:
        with open(part, "xb", opener=files.owned) as file:
            os.fchmod(file.fileno(), _SHARED if spool.stat().st_mode & stat.S_IWGRP else files.FILE)
            for number, chunk in enumerate((raw,) if isinstance(raw, bytes) else raw):
                if number == 0:
                    file.write(envelope.lines(_line_end(chunk)))
                file.write(chunk)
            file.flush()
            if arrived is not None:
                os.utime(file.fileno(), (arrived.timestamp(), arrived.timestamp()))
            os.fsync(file.fileno())
        files.move(part, spool / "new" / name)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return spool / "new" / name


def prepare(spool: Path) -> None:
    """Make the folders of *spool* where they are missing, closed to others."""
    if all((spool / place).is_dir() for place in PLACES):
        return
    files.make_folder(spool)
    for place in PLACES:
        if not (spool / place).is_dir():
            files.make_folder(spool / place)
            (spool / place).chmod(stat.S_IMODE(spool.stat().st_mode))
    files.settle(spool)


def waiting(spool: Path) -> list[Path]:
    """The mails in *spool*, oldest first."""
    return oldest_first(spool / "new")


def drain(spool: Path, inbox: Inbox, unread: Unread = passed_over) -> list[Item]:
    """Move all mails of *spool* into *inbox*, oldest first; return those that were not known.

    *unread* is told of files that cannot be read or removed. For the holder of the game's lock only.
    """
    taken: list[Item] = []
    for one in opened(waiting(spool), unread):
        item, new = inbox.keep(one.raw, one.arrived)
        try:
            one.path.unlink(missing_ok=True)
        except OSError as error:
            unread(error)
        if new:
            taken.append(item)
    for part in oldest_first(spool / "tmp"):
        with suppress(FileNotFoundError):
            if part.stat().st_mtime < time.time() - STALE:
                part.unlink()
    return taken


def _line_end(start: bytes) -> bytes:
    line = start[: start.find(b"\n") + 1]
    return b"\r\n" if line.endswith(b"\r\n") else b"\n"


def _tidy(address: str) -> bytes:
    """*address* without anything that could end its header or its brackets."""
    return re.sub(r"[\x00-\x20\x7f<>]", "", address)[:LONGEST_ADDRESS].encode("utf-8", "surrogateescape")
