"""A Maildir as the way in: a mail moves from new/ to cur/ once the game has its own copy."""

from contextlib import suppress
from pathlib import Path

from pbem.roads.lying import Unread, oldest_first, opened, passed_over
from pbem.store import files
from pbem.store.inbox import Inbox, Item


def fetch(maildir: Path, inbox: Inbox, unread: Unread = passed_over) -> list[Item]:
    """Take all new mails of *maildir*, oldest first; return those that were not known.

    *unread* is told of files that may not be read.
    """
    taken: list[Item] = []
    for one in opened(oldest_first(maildir / "new"), unread):
        item, new = inbox.keep(one.raw, one.arrived)
        with suppress(FileNotFoundError):  # its owner has looked at it meanwhile
            files.move(one.path, maildir / "cur" / f"{one.path.name}:2,S")
        if new:
            taken.append(item)
    return taken
