"""An SMTP or LMTP server on this machine (RFC 5321 and 2033): a mail server hands mail over to it.

It says 250 only when the mail is kept for good.
"""

import asyncio
import ipaddress
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.errors import Refusal, why
from pbem.mail.transport import maildir
from pbem.settings.mail import Listen

MOST_BYTES = 50_000_000
MOST_RECIPIENTS = 1000
"""Of one email; RFC 5321 (4.5.3.1.8) wants a hundred at least, and a mail server sends the others another."""
LONGEST_LINE = 1 << 20
"""Far above the 1000 of RFC 5321: emails with longer lines are about, and are to be kept."""
_FOR_ALL = ("552 Error", "500 Line too long", "500 Error")


class NotHere(Refusal):
    """The listener may not or cannot listen where the settings say."""


class Handler:
    """Keeps mail to those recipients that are *known*, and tells *came* of it.

    *known* and *keep* may fail: then the mail server tries again later.
    """

    def __init__(
        self,
        known: Callable[[str], bool],
        keep: Callable[[bytes, maildir.SpooledMail], object],
        came: Callable[[], object] = lambda: None,
    ) -> None:
        self.known, self.keep, self.came = known, keep, came

    async def handle_RCPT(  # noqa: N802 - the server's name for it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        try:
            known = self.known(address)
        except (Refusal, OSError):
            return "451 4.3.5 the settings cannot be read now"
        if not known:
            return "550 5.1.1 no such recipient"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        about = maildir.SpooledMail((envelope.mail_from or "").strip("<>"), tuple(dict.fromkeys(envelope.rcpt_tos)))
        try:
            await asyncio.to_thread(self.keep, raw, about)
        except Exception as error:  # noqa: BLE001 - by LMTP one reply for all would be followed by those to other lines
            sys.stderr.write(f"an email could not be stored: {error}\n")
            answer = "451 4.3.0 the email cannot be stored now"
        else:
            self.came()
            answer = "250 2.0.0 kept"
        return _for_each(answer, envelope) if isinstance(server, LMTP) else answer

    async def handle_exception(self, error: Exception) -> str:
        return "451 4.3.0 something went wrong here"


class SmtpServer(SMTP):
    """An email is not lost because its lines are long."""

    line_length_limit = LONGEST_LINE


class LmtpServer(LMTP):
    """After the text each recipient has a reply of its own (RFC 2033, section 4.2)."""

    line_length_limit = LONGEST_LINE

    async def push(self, status: AnyStr) -> None:
        envelope = self.envelope
        text = status.decode() if isinstance(status, bytes) else status
        if envelope and envelope.rcpt_tos and text.startswith(_FOR_ALL):
            await super().push(_for_each(text, envelope))
        else:
            await super().push(status)


def _for_each(answer: str, envelope: Envelope) -> str:
    return "\r\n".join([answer] * len(envelope.rcpt_tos))


async def serve(
    listen: Listen,
    handler: Handler,
    ready: Callable[[str, int], object],
    stop: asyncio.Event,
    most_bytes: int = MOST_BYTES,
) -> None:
    """Listen until *stop*; call *ready* with host and port as soon as someone may connect. Raises `NotHere`."""
    if not _only_here(listen.host):
        raise NotHere(
            f"{listen.host} can be reached from other computers, so anyone could submit mail; "
            "set `listen: host` to 127.0.0.1, behind a mail server"
        )
    kind = LmtpServer if listen.protocol == "lmtp" else SmtpServer
    loop = asyncio.get_running_loop()

    def line() -> SMTP:
        return kind(handler, hostname="pbem", ident="pbem", data_size_limit=most_bytes, enable_SMTPUTF8=True)

    try:
        server = await loop.create_server(line, listen.host, listen.port)
    except OSError as error:
        raise NotHere(f"cannot listen on {listen.host}:{listen.port}: {why(error)}") from error
    host, port = server.sockets[0].getsockname()[:2]
    ready(host, port)
    try:
        await stop.wait()
    finally:
        server.close()  # without waiting for clients that stay connected, as leaving the server's context would


def _only_here(host: str) -> bool:
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False
