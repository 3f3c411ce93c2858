"""Collect mail from servers into the spool: without the game's lock, so that a slow server holds no one up."""

import imaplib
from pathlib import Path

import msgspec

from pbem.mail.transport import credentials
from pbem.mail.transport.server_state import FOLDER
from pbem.mail.transport.trouble import ServerRefused, TransportTrouble, trouble
from pbem.referee import opening
from pbem.referee.game import Clock, Rulesets
from pbem.settings.beginnings import begun
from pbem.store import files, lock

_FAILURES = (ServerRefused, OSError, imaplib.IMAP4.error, ValueError, OverflowError)
PATIENCE = 60.0
"""Seconds to wait for another program that collects."""
BUSY = "another pbem has been fetching the mail for a long time; it continues alone"


class CollectResult(msgspec.Struct, frozen=True):
    """How many emails came into the spool, and the transport that failed."""

    came: int = 0
    troubles: tuple[TransportTrouble, ...] = ()


def collect(folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> CollectResult:
    """Bring what is new on the server that game.yaml names into the spool."""
    server = opening.settings_in(folder, rulesets).mail.intake.imap
    if server is None:
        return CollectResult()
    from pbem.mail.transport import imap  # noqa: PLC0415 - its libraries take a while, and most games need none

    files.make_folder(folder / FOLDER)
    try:
        with lock.held(folder / FOLDER, patience=PATIENCE):
            return CollectResult(
                imap.collect(server, credentials.password(server, folder), folder, clock, begun(folder))
            )
    except lock.Busy:
        return CollectResult(troubles=(TransportTrouble("in", "busy", BUSY),))
    except _FAILURES as error:
        return CollectResult(troubles=(trouble("imap", server, error),))
