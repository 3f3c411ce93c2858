"""Keep in the inbox what is in the spool, or came in by ways on this machine."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.mail.intake import forum_posts
from pbem.mail.transport import folder, maildir, spool
from pbem.mail.transport.trouble import NoTransport, TransportTrouble
from pbem.mail.transport.waiting_files import NoFile, Unfinished, Unread, shown
from pbem.referee.game import Game
from pbem.settings.beginnings import begun
from pbem.settings.mail_settings import path_of
from pbem.store.inbox import InboxItem
from pbem.store.refusal import NO_ROOM, why


class FetchResult(msgspec.Struct, frozen=True):
    """The items that came in, files whose names tell no seat, and the transports that failed."""

    items: tuple[InboxItem, ...] = ()
    strange: tuple[Path, ...] = ()
    troubles: tuple[TransportTrouble, ...] = ()


def fetch(game: Game) -> FetchResult:
    """Keep everything that is in the spool or came in by the local transports that game.yaml names.

    What comes from servers must have been brought into the spool before (`collecting.collect`).
    """
    intake = game.settings.mail.intake
    items: list[InboxItem] = []
    strange: list[Path] = []
    troubles: list[TransportTrouble] = []

    def by_spool(unread: Unread) -> None:
        items.extend(spool.drain(game.folder / spool.NAME, game.inbox, unread))

    def by_maildir(unread: Unread) -> None:
        items.extend(maildir.fetch(_maildir(game), game.inbox, game.folder, begun(game.folder), unread))

    def by_folder(unread: Unread) -> None:
        taken, others = folder.fetch(_present(game, intake.folder), game.inbox, game.titles, unread, dated)
        items.extend(taken)
        strange.extend(others)

    def dated(seat: str, raw: bytes, arrived: datetime) -> tuple[datetime, Mapping[str, bytes]]:
        posted = forum_posts.in_file(game, seat, raw, arrived)
        return posted.at or arrived, forum_posts.beside(posted)

    for transport, named, go in (
        ("spool", spool.NAME, by_spool),
        ("maildir", intake.maildir, by_maildir),
        ("folder", intake.folder, by_folder),
    ):

        def unread(wrong: OSError, transport: str = transport) -> None:
            troubles.append(_trouble(transport, wrong))

        try:
            if named:
                go(unread)
        except NoTransport as missing:
            troubles.append(TransportTrouble(transport, "no-folder", str(missing)))
        except OSError as wrong:
            if wrong.errno in NO_ROOM:  # nothing must be played while mail cannot be kept
                raise
            unread(wrong)
    return FetchResult(tuple(items), tuple(strange), tuple(troubles))


def _trouble(transport: str, wrong: OSError) -> TransportTrouble:
    """What came in the way of a file."""
    paths = " to ".join(shown(Path(name)) for name in (wrong.filename, wrong.filename2) if name)
    where = f"{paths or 'what came could not be kept'}: "
    if isinstance(wrong, Unfinished):
        return TransportTrouble(transport, "unfinished", f"{where}{why(wrong)}; it is read when that is done")
    if isinstance(wrong, NoFile):
        return TransportTrouble(transport, "no-file", f"{where}{why(wrong)}")
    if isinstance(wrong, PermissionError):
        return TransportTrouble(
            transport, "no-permission", f"{where}{why(wrong)}; let it belong to the user who runs pbem"
        )
    return TransportTrouble(transport, "disk", f"{where}{why(wrong)}")


def _maildir(game: Game) -> Path:
    path = _present(game, game.settings.mail.intake.maildir)
    if not (path / maildir.NEW).is_dir():
        raise NoTransport(f"incoming mail is set to {path}, which is not a Maildir: it has no folder {maildir.NEW}")
    if link := next((name for name in (maildir.NEW, maildir.CUR) if (path / name).is_symlink()), None):
        raise NoTransport(f"incoming mail is set to {path}, but its folder {link} is a link; name the Maildir itself")
    return path


def _present(game: Game, name: str) -> Path:
    path = path_of(game.folder, name)
    if not path.is_dir():
        raise NoTransport(f"incoming mail is set to {path}, but there is no such folder")
    return path
