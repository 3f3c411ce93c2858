"""A Maildir as the way in: a mail moves from new/ to cur/ once the game has its own copy."""

from datetime import UTC, datetime
from pathlib import Path

from pbem.store import files
from pbem.store.inbox import Inbox, Item


def fetch(maildir: Path, inbox: Inbox) -> list[Item]:
    """Take all new mails of *maildir*, oldest first; return those that were not known."""
    taken: list[Item] = []
    for path in sorted((maildir / "new").glob("*"), key=_age):
        if path.name.startswith(".") or not path.is_file():
            continue
        arrived = datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
        item, new = inbox.keep(path.read_bytes(), arrived)
        files.move(path, maildir / "cur" / f"{path.name}:2,S")
        if new:
            taken.append(item)
    return taken


def _age(path: Path) -> tuple[float, str]:
    return path.stat().st_mtime, path.name
