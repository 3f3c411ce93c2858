"""Looks at all that mail needs, here and on servers, and changes nothing."""

import asyncio
import imaplib
import ipaddress
from collections.abc import Callable, Iterator
from pathlib import Path
from ssl import SSLContext

import aiosmtplib

from pbem.mail import local_checks
from pbem.mail.local_checks import DoctorFinding, bad, good, unsure, untried
from pbem.mail.transport import imap, smtp
from pbem.mail.transport import server as transport_server
from pbem.mail.transport.server import ServerRefused, explained
from pbem.referee.game import Clock, Game
from pbem.settings.mail import Imap, MailSettings, ServerSettings, Smtp

_FAILURES = (ServerRefused, OSError, ValueError, OverflowError)
_NEARLY_FULL = 90

RecordLookup = Callable[[str], str | None]
"""The text of a key record in the DNS by its name: empty if there is none, None if no one answered."""


def servers(mail: MailSettings, folder: Path, seconds: float) -> Iterator[DoctorFinding]:
    """All servers of *mail*, one after the other; each step may take *seconds*."""
    if mail.intake.imap:
        yield from _at_imap(mail.intake.imap, folder, seconds)
    if mail.delivery.smtp:
        yield from _at_smtp(mail.delivery.smtp, mail, folder, seconds)
    intake, delivery = mail.intake, mail.delivery
    if not any((intake.imap, intake.maildir, intake.folder, intake.listen)):
        yield untried(
            "in", "game.yaml names no incoming mail", "mail then comes only through `pbem receive` and `pbem submit`"
        )
    if not delivery.smtp and not delivery.folder:
        yield untried("out", "game.yaml names no outgoing mail", "letters are then in letters/, to pass on")


def _at_imap(server: Imap, folder: Path, seconds: float) -> Iterator[DoctorFinding]:
    what = f"in: imap {server.host}"
    yield from _in_the_clear(what, server)
    before, imap.TIMEOUT = imap.TIMEOUT, seconds
    try:
        with imap.session(server, transport_server.password(server, folder), folder) as box:
            imap.selected(box, server)
            names = {info.name for info in box.folder.list()}
            idle, only_read = "IDLE" in box.client.capabilities, box.client.is_readonly
            filled = imap.filled(box, server)
        if server.move_to and server.move_to not in names:
            yield bad(what, f"there is no mailbox {server.move_to!r} to move emails to", "make it, or delete `move to`")
        says = f"lets {server.user} into {server.mailbox}"
        if only_read:
            yield unsure(what, f"{says}, only to read: emails are fetched, but not marked or moved")
        if filled >= _NEARLY_FULL:
            yield (bad if filled >= 100 else unsure)(
                what,
                f"{filled}% of the mailbox's space is used",
                "delete emails there: what comes to a full one bounces",
            )
        for uid, since in imap.notes_of(server, folder).read(imap.ImapSeen).lacking:
            helps = "look whether a mail program shows it; pbem goes on asking for it"
            yield unsure(what, f"it does not deliver email {uid}, since {since:%Y-%m-%d %H:%M} UTC", helps)
        yield good(what, says if idle else f"{says}; it cannot announce new mail by itself (IDLE)")
    except (*_FAILURES, imaplib.IMAP4.error) as error:
        yield bad(what, explained(server, error)[1])
    finally:
        imap.TIMEOUT = before


def _at_smtp(server: Smtp, mail: MailSettings, folder: Path, seconds: float) -> Iterator[DoctorFinding]:
    what = f"out: smtp {server.host}"
    yield from _in_the_clear(what, server)
    try:
        tls = transport_server.trusting(server, folder) if server.secured != "none" else None
        password = transport_server.password(server, folder)
    except ServerRefused as error:
        yield bad(what, error.says)
        return
    try:
        yield from asyncio.run(_visited(what, server, mail, password, tls, seconds))
    except smtp.SmtpRefusesUs as why:
        yield bad(what, str(why))


async def _visited(
    what: str, server: Smtp, mail: MailSettings, password: str, tls: SSLContext | None, seconds: float
) -> list[DoctorFinding]:
    """Begin a message to ourselves, and take it back before its text."""
    client = await smtp.entered(server, password, tls, seconds)
    found: list[DoctorFinding] = []
    try:
        most = smtp.most_bytes(client)
        if most and most < server.most_bytes:
            says = f"accepts no message above {most} bytes, game.yaml allows {server.most_bytes}"
            found.append(unsure(what, says, f"write `most bytes: {most}`; letters are far smaller"))
        sender = mail.bounces.replace("*", "doctor", 1) or mail.sender
        try:
            await client.mail(sender)
            await client.rcpt(mail.sender)
            await client.rset()
        except (aiosmtplib.SMTPException, OSError) as error:
            found.append(_not_taken(what, sender, mail.sender, error))
        else:
            who = f"lets {server.user} in and " if server.user else ""
            found.append(good(what, f"{who}accepts mail from {sender}; nothing was sent"))
    finally:
        await smtp.left(client)
    return found


def _not_taken(what: str, sender: str, recipient: str, error: Exception) -> DoctorFinding:
    if says := smtp.of_account(error):
        return bad(what, says)
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        says, remedy = f"accepts nothing from {sender}", "the account must be allowed to send as this address"
        return bad(what, f"{says}: {smtp.said(error)}", remedy)
    if isinstance(error, aiosmtplib.SMTPRecipientRefused):
        says = f"accepts nothing for {recipient}: {smtp.said(error)}"
        return (bad if error.code >= 500 else unsure)(what, says, "does it require a login first?")
    return bad(what, f"lost the connection midway: {smtp.said(error)}")


def judging(mail: MailSettings, record: RecordLookup | None) -> Iterator[DoctorFinding]:
    """Whether signatures of players can be checked where game.yaml wants that."""
    if "dkim" not in mail.trust.policy:
        return
    what = "trust: dkim"
    if mail.trust.results_from:
        yield good(what, f"trusts what {mail.trust.results_from} writes into emails")
    elif record is None:
        yield untried(what, "keys come from the DNS, which was not queried", "`pbem doctor --dns` does")
    elif record("_domainkey.example.org") is None:
        yield bad(what, "no name server replies, so no key can be fetched", "name a `resolver`, or `results from`")
    else:
        yield good(what, "a name server replies")


def _in_the_clear(what: str, server: ServerSettings) -> Iterator[DoctorFinding]:
    if server.user and server.secured == "none" and not _here(server.host):
        yield bad(what, "the password is sent unencrypted, for anyone to read", "write `security: tls` or `starttls`")


def _here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def examine(game: Game, clock: Clock, seconds: float, record: RecordLookup | None) -> Iterator[DoctorFinding]:
    """All findings about *game*, each as soon as it is known.

    Each step of a talk with a server may take *seconds*; *record* asks the DNS, without it no one is asked.
    """
    mail = game.settings.mail
    yield from local_checks.folders(game)
    yield from local_checks.locks(game)
    yield from local_checks.log(game)
    yield from local_checks.of_game(game)
    yield from local_checks.of_transports(game)
    yield from local_checks.disk(game)
    yield from local_checks.clock_checks(game, clock)
    yield from local_checks.older_keys(game)
    yield from local_checks.secrets(game)
    yield from local_checks.people(game)
    yield from local_checks.local_transports(game)
    yield from servers(mail, game.folder, seconds)
    yield from judging(mail, record)
    yield from local_checks.verdicts(game)
    yield from local_checks.waiting(game)
