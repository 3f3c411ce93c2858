"""Hand messages to an SMTP server: the only asynchronous code.

A message is *trying* from just before its text goes over until the server's answer is known. What the
server answers decides; when the line breaks before it answers, nobody knows, and nothing is done.
"""

import asyncio
from collections.abc import Callable, Iterable
from enum import Enum

import aiosmtplib
import msgspec

from pbem.store.mail_settings import Smtp

TIMEOUT = 60.0


class Fate(Enum):
    """What became of a message."""

    taken = "taken"
    later = "later"
    """Not taken now: the server is away or busy."""
    refused = "refused"
    unknown = "unknown"
    """The line broke before the server answered."""


class Parcel(msgspec.Struct, frozen=True):
    """A message ready to go, with its envelope."""

    ident: str
    sender: str
    recipient: str
    data: bytes


Trying = Callable[[str], None]
Done = Callable[[str, Fate, str], None]


def deliver(server: Smtp, password: str, parcels: Iterable[Parcel], trying: Trying, done: Done) -> None:
    """Send *parcels* one after the other; call *trying* before and *done* after each one's text."""
    asyncio.run(_deliver(server, password, tuple(parcels), trying, done))


async def _deliver(server: Smtp, password: str, parcels: tuple[Parcel, ...], trying: Trying, done: Done) -> None:
    client: aiosmtplib.SMTP | None = None
    for number, parcel in enumerate(parcels):
        if client is None or not client.is_connected:
            try:
                client = await _connected(server, password)
            except (aiosmtplib.SMTPException, OSError) as error:
                for rest in parcels[number:]:
                    done(rest.ident, Fate.later, _said(error))
                return
        await _hand_over(client, parcel, trying, done)
    if client is not None and client.is_connected:
        try:
            await client.quit()
        except (aiosmtplib.SMTPException, OSError):
            client.close()


async def _connected(server: Smtp, password: str) -> aiosmtplib.SMTP:
    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port or None,
        use_tls=server.security == "tls",
        start_tls=server.security == "starttls",
        username=server.user or None,
        password=password or None,
        timeout=TIMEOUT,
    )
    await client.connect()
    return client


async def _hand_over(client: aiosmtplib.SMTP, parcel: Parcel, trying: Trying, done: Done) -> None:
    try:
        await client.mail(parcel.sender)
        await client.rcpt(parcel.recipient)
    except (aiosmtplib.SMTPException, OSError) as error:
        done(parcel.ident, _fate(error, before=True), _said(error))
        await _reset(client)
        return
    trying(parcel.ident)
    try:
        await client.data(parcel.data)
    except (aiosmtplib.SMTPException, OSError) as error:
        done(parcel.ident, _fate(error, before=False), _said(error))
        await _reset(client)
    else:
        done(parcel.ident, Fate.taken, "")


async def _reset(client: aiosmtplib.SMTP) -> None:
    """Make the server forget a message that it did not take; without an answer, start afresh."""
    try:
        await client.rset()
    except (aiosmtplib.SMTPException, OSError):
        client.close()


def _fate(error: Exception, *, before: bool) -> Fate:
    code = error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0
    if 500 <= code < 600:
        return Fate.refused
    return Fate.later if before or 400 <= code < 500 else Fate.unknown


def _said(error: Exception) -> str:
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or type(error).__name__
