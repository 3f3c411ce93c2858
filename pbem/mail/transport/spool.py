"""The game's own Maildir: what comes by network is durable here before its server is told so.

Keeping needs no lock of the game; draining into the inbox does. Equal bytes are one email there, so that a kill in
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

from pbem.mail.mime import truncation
from pbem.mail.transport.waiting_files import Unread, oldest_first, only_files, opened, passed_over, remove
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem

NAME = "spool"
PLACES = ("tmp", "new")
_SHARED = 0o660
"""The mode of an email in a spool that a group may write to."""
STALE = 36 * 3600
"""Seconds after which a copy in tmp/ counts as given up: the custom of Maildirs."""
LONGEST_ADDRESS = 320


class SpooledMail(msgspec.Struct, frozen=True):
    """Who handed an email over and for whom, as far as the transport knows; an empty *sender* is the null sender."""

    sender: str | None = None
    recipients: tuple[str, ...] = ()

    def lines(self, end: bytes) -> bytes:
        """The headers that a delivery agent writes on top (RFC 5321, section 4.4)."""
        heads = [] if self.sender is None else [b"Return-Path: <%b>" % _tidy(self.sender)]
        heads += [b"Delivered-To: %b" % _tidy(address) for address in self.recipients]
        return b"".join(head + end for head in heads)


NOTHING_KNOWN = SpooledMail()


def keep(
    spool: Path,
    raw: bytes | Iterable[bytes],
    arrived: datetime | None = None,
    envelope: SpooledMail = NOTHING_KNOWN,
    size: int = 0,
) -> Path:
    """Put an email into *spool* for good, or raise `OSError` and leave nothing; one that is too large is cut off.

    *size* is that of the whole email, if *raw* is only its beginning.
    It is readable by the group if the spool is writable by it, and by no one else.
    """
    prepare(spool)
    name = f"{time.time_ns()}.{os.getpid()}.{secrets.token_hex(8)}"
    part = spool / "tmp" / name
    try:
        with open(part, "xb", opener=files.owned) as file:
            os.fchmod(file.fileno(), _SHARED if spool.stat().st_mode & stat.S_IWGRP else files.FILE)
            start, length = truncation.gathered((raw,) if isinstance(raw, bytes) else raw)
            file.write(truncation.kept(start, max(length, size), envelope.lines(truncation.line_end(start))))
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
    """The emails in *spool*, oldest first."""
    return only_files(oldest_first(spool / "new"))


def drain(spool: Path, inbox: Inbox, unread: Unread = passed_over) -> list[InboxItem]:
    """Move all emails of *spool* into *inbox*, oldest first; return those that were not known.

    *unread* is told of files that cannot be read or removed, and of what is not a file. For the holder of the game's
    lock only.
    """
    spool = spool.resolve()
    taken: list[InboxItem] = []
    for one in opened(oldest_first(spool / "new"), unread):
        item, new = inbox.keep(truncation.kept(one.raw, one.size), one.arrived)
        try:
            remove(one.path)
        except OSError as error:
            unread(error)
        if new:
            taken.append(item)
    for part in oldest_first(spool / "tmp"):
        with suppress(OSError):  # else it is there a while longer
            if part.lstat().st_mtime < time.time() - STALE:
                remove(part)
    return taken


def _tidy(address: str) -> bytes:
    """*address* without anything that could end its header or its brackets."""
    return re.sub(r"[\x00-\x20\x7f<>]", "", address)[:LONGEST_ADDRESS].encode("utf-8", "surrogateescape")
