"""From servers to the spool, and from there to the inbox."""

import imaplib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.errors import NO_ROOM, Refusal, why
from pbem.mail.intake import forum_posts
from pbem.mail.transport import folder, maildir
from pbem.mail.transport.folder import NoFile, Unfinished, Unread, shown
from pbem.mail.transport.server import FOLDER, NoTransport, ServerRefused, TransportTrouble, trouble
from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets
from pbem.settings.beginnings import begun
from pbem.settings.credentials import password
from pbem.settings.game import GameSettings
from pbem.settings.mail import Imap, path_of
from pbem.store import files
from pbem.store.inbox import InboxItem

_FAILURES = (ServerRefused, OSError, imaplib.IMAP4.error, ValueError, OverflowError)
PATIENCE = 60.0
"""Seconds to wait for another program that collects."""
BUSY = "another pbem has been fetching the mail for a long time; it continues alone"


class CollectResult(msgspec.Struct, frozen=True):
    """How many emails came into the spool, and the transport that failed."""

    came: int = 0
    troubles: tuple[TransportTrouble, ...] = ()


def collect(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> CollectResult:
    """Bring what is new on the server, and in the forum, that game.yaml names into the spool."""
    settings = opening.settings_in(folder, rulesets)
    server = settings.mail.intake.imap
    if server is None and not settings.forum.user:
        return CollectResult()
    files.make_folder(folder / FOLDER)
    try:
        with files.held(folder / FOLDER, patience=PATIENCE):
            came, troubles = _from_forum(folder, settings, clock) if settings.forum.user else (0, ())
            by_mail = _from_server(folder, server, clock) if server else CollectResult()
    except files.Busy:
        return CollectResult(troubles=(TransportTrouble("in", "busy", BUSY),))
    return CollectResult(came + by_mail.came, (*troubles, *by_mail.troubles))


def _from_server(folder: Path, server: Imap, clock: Clock) -> CollectResult:
    from pbem.mail.transport import imap  # noqa: PLC0415 - its libraries take a while, and most games need none

    try:
        return CollectResult(imap.collect(server, password(server, folder), folder, clock, begun(folder)))
    except _FAILURES as error:
        return CollectResult(troubles=(trouble("imap", server, error),))


def _from_forum(folder: Path, settings: GameSettings, clock: Clock) -> tuple[int, tuple[TransportTrouble, ...]]:
    from pbem.mail import member  # noqa: PLC0415 - as above

    try:
        return member.collect(folder, settings, clock)
    except (Refusal, *_FAILURES) as error:
        says = why(error) if isinstance(error, OSError) else str(error)
        return 0, (TransportTrouble("forum", "failed", says),)


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
        items.extend(maildir.drain(game.folder / maildir.NAME, game.inbox, unread))

    def by_maildir(unread: Unread) -> None:
        items.extend(maildir.fetch(_maildir(game), game.inbox, game.folder, begun(game.folder), unread))

    def by_forum(_unread: Unread) -> None:
        from pbem.mail import member  # noqa: PLC0415 - as above

        items.extend(member.drain(game, troubles))

    def by_folder(unread: Unread) -> None:
        taken, others = folder.fetch(_present(game, intake.folder), game.inbox, game.titles, unread, dated)
        items.extend(taken)
        strange.extend(others)

    def dated(seat: str, raw: bytes, arrived: datetime) -> tuple[datetime, Mapping[str, bytes]]:
        posted = forum_posts.in_file(game, seat, raw, arrived)
        return posted.at or arrived, forum_posts.beside(posted)

    for transport, named, go in (
        ("spool", maildir.NAME, by_spool),
        ("maildir", intake.maildir, by_maildir),
        ("folder", intake.folder, by_folder),
        ("forum", game.settings.forum.user, by_forum),
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
