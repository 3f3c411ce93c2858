"""A Maildir as the way in: its new/ and cur/, and nothing else that is in it.

An email moves from new/ to cur/ once the game has its own copy. What another program has moved there before is taken
too and left as it lies. It is known by its name up to the flags, which stays whatever becomes of the flags; names are
noted last, and a kill before that leads to a second `keep` of equal bytes, which are one email.
"""

import os
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.mail.mime import truncation
from pbem.mail.transport.server_state import Notes
from pbem.mail.transport.waiting_files import Unread, by_age, listed, moment, only_files, opened, passed_over
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem

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
        item, new = inbox.keep(truncation.kept(one.raw, one.size), one.arrived)
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
