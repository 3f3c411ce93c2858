"""Maildirs: a way in, and the game's own spool.

An email moves from new/ to cur/ once the game has its own copy. What another program has moved there before is taken
too and left as it lies. It is known by its name up to the flags, which stays whatever becomes of the flags; names are
noted last, and a kill before that leads to a second `keep` of equal bytes, which are one email.

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

from pbem.mail.transport.folder import (
    Unread,
    by_age,
    listed,
    moment,
    oldest_first,
    only_files,
    opened,
    passed_over,
    remove,
)
from pbem.mail.transport.server import Notes
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem, gathered, kept_of, line_end

NEW, CUR = "new", "cur"
_FLAGS = re.compile(r":2,[^:]*\Z")


class MaildirSeen(msgspec.Struct, frozen=True):
    """The emails in cur/ that are passed over: which were *taken*, and which are *older* than the game.

    The latter are those of the first look. They are never removed: an email whose flags change just when cur/ is read
    may be missing from what is read.
    """

    looked: bool = False
    taken: tuple[str, ...] = ()
    older: tuple[str, ...] = ()


def fetch(
    maildir: Path, inbox: Inbox, game: Path, since: datetime | None = None, unread: Unread = passed_over
) -> list[InboxItem]:
    """Take all emails of *maildir* that were not taken before, oldest first; return those that were not known.

    What is in cur/ when it is first looked at counts if it is not older than *since*. *unread* is told of files that
    cannot be read or moved, and of what is not a file. For the holder of the lock of *game* only.
    """
    maildir = maildir.resolve()
    taken: list[InboxItem] = []
    known, lying = _look(maildir, game, since)
    names = set(known.taken)
    for one in opened(lying, unread):
        item, new = inbox.keep(kept_of(one.raw, one.size), one.arrived)
        names.add(_name(one.path))
        if one.path.parent == maildir / NEW:
            _put_away(one.path, maildir / CUR, item, unread)
        if new:
            taken.append(item)
    now = MaildirSeen(looked=True, taken=tuple(sorted(names)), older=known.older)
    notes = _notes(maildir, game)
    if now != notes.read(MaildirSeen):
        notes.write(now)
    return taken


def waiting(maildir: Path, game: Path, since: datetime | None = None) -> list[Path]:
    """The emails of *maildir* that were not taken yet, oldest first."""
    return only_files(_look(maildir, game, since)[1])


def _look(maildir: Path, game: Path, since: datetime | None) -> tuple[MaildirSeen, list[Path]]:
    """What is known of what is in cur/ now, and all emails that are to be read.

    First new/ is looked at, then cur/: an email that goes from one to the other meanwhile is seen twice, not never.
    """
    new = listed(maildir / NEW)
    cur = {path: _name(path) for path in listed(maildir / CUR)}
    known = _notes(maildir, game).read(MaildirSeen)
    if not known.looked and since is not None:
        known = MaildirSeen(older=tuple(sorted(name for path, name in cur.items() if _is_older(path, since))))
    passed = {*known.taken, *known.older}
    there = set(cur.values())
    still = tuple(name for name in known.taken if name in there)
    unknown = [path for path, name in cur.items() if name not in passed]
    return msgspec.structs.replace(known, taken=still), by_age([*new, *unknown])


def _is_older(path: Path, than: datetime) -> bool:
    try:
        return moment(path.lstat().st_mtime) < than
    except OSError:  # it has another name by now, and is looked at the next time
        return False


def _put_away(path: Path, cur: Path, item: InboxItem, unread: Unread) -> None:
    """Move an email on as one that was read, without ever taking another's place."""
    target = cur / f"{_FLAGS.sub('', path.name)}:2,S"
    try:
        with suppress(FileNotFoundError):  # its owner has looked at it meanwhile
            files.move(path, target if not target.exists() else cur / f"{item.name}.{path.name}:2,S")
    except OSError as error:
        unread(error)


def _name(path: Path) -> str:
    """The name of an email without its flags, as text, though it need be none."""
    return os.fsencode(_FLAGS.sub("", path.name)).decode("latin-1")


def _notes(maildir: Path, game: Path) -> Notes:
    return Notes(game, "maildir", os.fsencode(maildir.resolve()).decode("latin-1"))


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
            start, length = gathered((raw,) if isinstance(raw, bytes) else raw)
            file.write(kept_of(start, max(length, size), envelope.lines(line_end(start))))
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


def spooled(spool: Path) -> list[Path]:
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
        item, new = inbox.keep(kept_of(one.raw, one.size), one.arrived)
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
