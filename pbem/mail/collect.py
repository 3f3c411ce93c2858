"""Collect mail from servers into the spool: without the game's lock, so that a slow server holds no one up."""

import imaplib
import poplib
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import msgspec

from pbem.mail.transport import credentials
from pbem.mail.transport.server_state import FOLDER
from pbem.mail.transport.trouble import ServerRefused, TransportTrouble, trouble
from pbem.referee import opening
from pbem.referee.game import Clock, Rulesets
from pbem.settings.beginnings import begun
from pbem.settings.mail_settings import Imap, Pop3, ServerSettings
from pbem.store import files, lock

_FAILURES = (ServerRefused, OSError, imaplib.IMAP4.error, poplib.error_proto, ValueError, OverflowError)
PATIENCE = 60.0
"""Seconds to wait for another program that collects."""


class CollectResult(msgspec.Struct, frozen=True):
    """How many emails came into the spool, and the transports that failed."""

    came: int = 0
    troubles: tuple[TransportTrouble, ...] = ()


def collect(
    folder: Path, clock: Clock, rulesets: Rulesets | None = None, only: Collection[str] = ("imap", "pop3")
) -> CollectResult:
    """Bring what is new on the servers that game.yaml names into the spool; a transport that fails stops no other."""
    intake = opening.settings_in(folder, rulesets).mail.intake
    transports: list[tuple[str, ServerSettings, Callable[[], int]]] = []
    if intake.imap and "imap" in only:
        transports.append(("imap", intake.imap, partial(_imap, folder, intake.imap, clock)))
    if intake.pop3 and "pop3" in only:
        transports.append(("pop3", intake.pop3, partial(_pop3, folder, intake.pop3, clock)))
    if not transports:
        return CollectResult()
    files.make_folder(folder / FOLDER)
    came, troubles = 0, []
    try:
        with lock.held(folder / FOLDER, patience=PATIENCE):
            for name, server, gone in transports:
                try:
                    came += gone()
                except _FAILURES as error:
                    troubles.append(trouble(name, server, error))
    except lock.Busy:
        troubles.append(
            TransportTrouble(
                "in", "busy", "another pbem has been fetching the mail for a long time; it continues alone"
            )
        )
    return CollectResult(came, tuple(troubles))


def _imap(folder: Path, server: Imap, clock: Clock) -> int:
    from pbem.mail.transport import imap  # noqa: PLC0415 - its libraries take a while, and most games need none

    return imap.collect(server, credentials.password(server, folder), folder, clock, begun(folder))


def _pop3(folder: Path, server: Pop3, clock: Clock) -> int:
    from pbem.mail.transport import pop3  # noqa: PLC0415

    return pop3.collect(server, credentials.password(server, folder), folder, clock)
