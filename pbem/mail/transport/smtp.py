"""Hand messages to an SMTP server: the only asynchronous code.

A message is *trying* from just before the last dot of its text goes over until the server's answer is known: no server
takes one without its end (RFC 5321, 4.1.1.4). What the server answers decides; when the line breaks before it answers,
no one knows.
"""

import asyncio
import re
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from ssl import SSLContext

import aiosmtplib
from aiolimiter import AsyncLimiter

from pbem.mail.transport.account import account_trouble
from pbem.mail.transport.server import (
    DeliveryAttempt,
    DoctorFinding,
    Done,
    ServerRefused,
    TransportOut,
    Trying,
    bad,
    explained,
    good,
    in_the_clear,
    quoted,
    unsure,
)
from pbem.settings.credentials import password, trusting
from pbem.settings.mail import MailSettings, Smtp
from pbem.store.outbox import DeliveryFate

TIMEOUT = 60.0
_LONGER = 10
"""So many times as long the answer to the last dot may take: what is not awaited may arrive twice (4.5.3.2.6)."""
_LINE_END = re.compile(rb"\r\n|\r|\n")
_DOT = re.compile(rb"^\.", re.MULTILINE)
_MOMENT = 0.01
"""Seconds between two looks whether the text has gone."""
_PATIENCE = 3
"""So many messages in a row may lose the connection, or find the account in trouble, before the rest is left."""
_NOBODY = Smtp("")
_TOO_LARGE = 552
_HOST_NAME = re.compile(
    r"(?=.{1,253}\Z)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
_NAMELESS_HOST = "[]"
"""Stands for our own address until there is a connection that has one."""
_NO_EHLO = range(500, 505)
"""Not known, not implemented: what a server says that knows only HELO."""
_NAMELESS = (503, 530)
"""Wrong order of commands, login wanted: the server, not the message, is what is wrong."""


class SmtpRefusesUs(Exception):
    """The server cannot be reached or does not let us in; says why in words."""


_FAILURES = (aiosmtplib.SMTPException, OSError)


def deliver(
    server: Smtp,
    password: str,
    parcels: Iterable[DeliveryAttempt],
    trying: Trying,
    done: Done,
    *,
    tls: SSLContext | None = None,
    timeout: float = TIMEOUT,
) -> None:
    """Send *parcels* one after the other; call *trying* just before the end of each one's text goes, and *done* after.

    *tls* says whom to trust, needed unless security is `none`; *timeout* is in seconds, for each step.
    """
    asyncio.run(_deliver(server, password, tuple(parcels), trying, done, tls, timeout))


async def _deliver(
    server: Smtp,
    password: str,
    parcels: tuple[DeliveryAttempt, ...],
    trying: Trying,
    done: Done,
    tls: SSLContext | None,
    timeout: float,
) -> None:
    client: aiosmtplib.SMTP | None = None
    pace = AsyncLimiter(1, 60 / server.per_minute) if server.per_minute else None
    lost = refused = 0
    for number, parcel in enumerate(parcels):
        if size := _too_large(server.most_bytes, parcel):
            done(parcel.ident, DeliveryFate.refused, f"{size}, the limit in game.yaml")
            continue
        if pace:
            await pace.acquire()
        if client is None or not client.is_connected:
            try:
                client = await (entered(server, password, tls, timeout) if lost < _PATIENCE else _given_up())
            except SmtpRefusesUs as why:
                _leave(parcels[number:], done, str(why))
                return
        says = await _hand_over(client, parcel, trying, done, timeout)
        lost = 0 if client.is_connected else lost + 1
        refused = refused + 1 if says else 0
        if refused == _PATIENCE:
            _leave(parcels[number + 1 :], done, says)
            break
    if client is not None:
        await left(client)


def _leave(parcels: Iterable[DeliveryAttempt], done: Done, says: str) -> None:
    """Try none of *parcels* now."""
    for one in parcels:
        done(one.ident, DeliveryFate.away, says)


async def _given_up() -> aiosmtplib.SMTP:
    raise SmtpRefusesUs("the server keeps breaking the connection")


async def entered(server: Smtp, password: str, tls: SSLContext | None, timeout: float) -> aiosmtplib.SMTP:
    """A connection, secured and logged in as game.yaml says; raises `SmtpRefusesUs`."""
    client = aiosmtplib.SMTP(
        local_hostname=await asyncio.to_thread(_own_name),
        hostname=server.host,
        port=server.port or None,
        use_tls=server.secured == "tls",
        start_tls=False,
        tls_context=tls,
        timeout=timeout,
    )
    name = f"the server {server.host}{f':{server.port}' if server.port else ''}"
    try:
        await client.connect()
    except (*_FAILURES, ValueError, OverflowError) as error:
        raise SmtpRefusesUs(f"{name} cannot be reached: {said(error, server)}") from error
    try:
        await _secured(client, server, name, tls)
        await _logged_in(client, server, name, password)
    except SmtpRefusesUs:
        await left(client)
        raise
    return client


async def left(client: aiosmtplib.SMTP) -> None:
    """Take leave of the server, whatever it says, without waiting for TLS to do the same."""
    transport = client.transport
    try:
        if client.is_connected:
            await client.quit()
    except _FAILURES:
        client.close()
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
        await asyncio.sleep(0)  # its socket is closed in the next round of the loop, which may be the last


async def _secured(client: aiosmtplib.SMTP, server: Smtp, name: str, tls: SSLContext | None) -> None:
    """Go over to TLS where game.yaml asks for STARTTLS; without it nothing is said to the server."""
    try:
        await _greet(client)
    except _FAILURES as error:
        raise SmtpRefusesUs(f"{name} does not greet pbem: {said(error, server)}") from error
    if server.secured != "starttls":
        return
    if not client.supports_extension("starttls"):
        raise SmtpRefusesUs(f"{name} offers no STARTTLS; nothing is sent unencrypted")
    try:
        await client.starttls(tls_context=tls)
        await _greet(client)
    except (*_FAILURES, ValueError) as error:
        raise SmtpRefusesUs(f"no encrypted connection to {name}: {said(error, server)}") from error


async def _greet(client: aiosmtplib.SMTP) -> None:
    """Say who we are, to an old server without EHLO by HELO (RFC 5321, 3.2)."""
    if client.local_hostname == _NAMELESS_HOST and client.transport is not None:
        client.local_hostname = _literal(client.transport.get_extra_info("sockname"))
    try:
        await client.ehlo()
    except aiosmtplib.SMTPHeloError as error:
        if error.code not in _NO_EHLO or not client.is_connected:
            raise
        await client.helo()


def _own_name() -> str:
    """What this computer is called, if that is a name that a server can take."""
    try:
        name = socket.getfqdn()
    except (OSError, UnicodeError):
        return _NAMELESS_HOST
    return name if _HOST_NAME.fullmatch(name) else _NAMELESS_HOST


def _literal(address: tuple[str, ...] | None) -> str:
    """Where we send from, as one says it without a name (RFC 5321, 4.1.3)."""
    host = address[0].partition("%")[0] if address else ""
    return f"[IPv6:{host}]" if ":" in host else f"[{host or '127.0.0.1'}]"


async def _logged_in(client: aiosmtplib.SMTP, server: Smtp, name: str, password: str) -> None:
    if not server.user:
        return
    if not client.supports_extension("auth"):
        hint = "" if server.secured != "none" else "; it may do so only over TLS"
        raise SmtpRefusesUs(f"{name} offers no login{hint}")
    try:
        await client.login(server.user, password)
    except aiosmtplib.SMTPAuthenticationError as error:
        found = account_trouble(said(error))
        wrong = found.told(said(error)) if found else f"refuses the login of {server.user}: {said(error)}"
        raise SmtpRefusesUs(f"{name}{':' if found else ''} {wrong}") from error
    except (*_FAILURES, RuntimeError) as error:
        raise SmtpRefusesUs(f"no login at {name}: {said(error, server)}") from error


async def _hand_over(
    client: aiosmtplib.SMTP, parcel: DeliveryAttempt, trying: Trying, done: Done, timeout: float
) -> str:
    """Send one message; what is wrong with the account, if that is why it was not taken."""
    if size := _too_large(most_bytes(client), parcel):
        done(parcel.ident, DeliveryFate.refused, f"{size}, the server's limit")
        return ""
    options = [f"SIZE={len(parcel.data)}"] if client.supports_extension("size") else []
    try:
        await client.mail(parcel.sender, options=options)
        await client.rcpt(parcel.recipient)
        await _begin(client)
    except _FAILURES as error:
        says = of_account(error)
        done(parcel.ident, DeliveryFate.away if says else _before(error), says or _refusal(error, parcel))
        await _reset(client)
        return says
    try:
        await _all_but_the_end(client, parcel.data, timeout)
    except _FAILURES as error:
        client.close()  # in the middle of a text there are no commands
        done(parcel.ident, DeliveryFate.later, _refusal(error, parcel))
        return ""
    trying(parcel.ident)
    try:
        await _end(client, timeout)
    except _FAILURES as error:
        says = of_account(error)
        done(parcel.ident, DeliveryFate.away if says else _after(error), says or _refusal(error, parcel))
        await _reset(client)
        return says
    done(parcel.ident, DeliveryFate.taken, "")
    return ""


async def _begin(client: aiosmtplib.SMTP) -> None:
    """Ask the server for leave to send a text."""
    answer = await client.execute_command(b"DATA")
    if answer.code != aiosmtplib.SMTPStatus.start_input:
        raise aiosmtplib.SMTPDataError(answer.code, answer.message)


async def _all_but_the_end(client: aiosmtplib.SMTP, data: bytes, timeout: float) -> None:
    """Send a text without its last dot, and wait until it has gone and the line still stands.

    The library sends a text and its end at once, and so late that it would have to be marked much too early.
    """
    lines = _LINE_END.sub(b"\r\n", data)
    text = _DOT.sub(b"..", lines if lines.endswith(b"\r\n") else lines + b"\r\n")
    transport = client.transport
    if isinstance(transport, asyncio.WriteTransport):
        transport.write(text)
        async with asyncio.timeout(timeout):
            while transport.get_write_buffer_size() and client.is_connected:
                await asyncio.sleep(_MOMENT)
    await asyncio.sleep(0)  # a line that broke meanwhile is known then
    if not client.is_connected:
        raise aiosmtplib.SMTPServerDisconnected("Connection lost")


async def _end(client: aiosmtplib.SMTP, timeout: float) -> None:
    """Send the last dot, which is written like a command, and wait for the server's answer."""
    answer = await client.execute_command(b".", timeout=timeout * _LONGER)
    if not 200 <= answer.code < 300:
        raise aiosmtplib.SMTPDataError(answer.code, answer.message)


def most_bytes(client: aiosmtplib.SMTP) -> int:
    """The largest message that the server says it takes, 0 if it names no limit (RFC 1870)."""
    said = client.esmtp_extensions.get("size", "").strip()
    return int(said[:20]) if said.isdecimal() and said.isascii() else 0


def _too_large(most: int, parcel: DeliveryAttempt) -> str:
    size = len(parcel.data)
    return f"it has {size} bytes, more than {most}" if most and size > most else ""


async def _reset(client: aiosmtplib.SMTP) -> None:
    """Make the server forget a message that it did not take; without an answer, start afresh."""
    try:
        await client.rset()
    except _FAILURES:
        client.close()


def of_account(error: Exception) -> str:
    """What a reply to a message says of the account, for which the message can do nothing; empty if nothing."""
    known = isinstance(error, aiosmtplib.SMTPResponseException)
    of_sender = isinstance(error, aiosmtplib.SMTPSenderRefused)
    found = account_trouble(said(error), of_one=True, of_sender=of_sender) if known else None
    return found.told(said(error)) if found else ""


def _before(error: Exception) -> DeliveryFate:
    """The fate of a message whose text was not sent yet.

    That the server dislikes the sender is ours to fix: the message stays in line.
    """
    code = error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0
    ours = isinstance(error, aiosmtplib.SMTPSenderRefused) and code != _TOO_LARGE
    return DeliveryFate.refused if 500 <= code < 600 and not ours and code not in _NAMELESS else DeliveryFate.later


def _after(error: Exception) -> DeliveryFate:
    code = error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0
    if 500 <= code < 600:
        return DeliveryFate.refused
    return DeliveryFate.later if 400 <= code < 500 else DeliveryFate.unknown


def _refusal(error: Exception, parcel: DeliveryAttempt) -> str:
    """What the server said, with what it was said to."""
    if isinstance(error, aiosmtplib.SMTPResponseException):
        if error.code == _TOO_LARGE:
            return f"the message is too large, or the mailbox full: {said(error)}"
        if isinstance(error, aiosmtplib.SMTPSenderRefused):
            return f"the server accepts nothing from {parcel.sender}: {said(error)}"
        if isinstance(error, aiosmtplib.SMTPRecipientRefused):
            when = " now" if error.code < 500 else ""
            return f"the server accepts nothing for {parcel.recipient}{when}: {said(error)}"
        return f"the server does not accept the text: {said(error)}"
    return f"the connection was lost: {said(error)}"


def said(error: BaseException, server: Smtp | None = None) -> str:
    """What went wrong, in the server's words or, where it said nothing, in ours."""
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {quoted(error.message)}"
    inner: BaseException = error
    while isinstance(inner, aiosmtplib.SMTPException) and (cause := inner.__cause__ or inner.__context__):
        inner = cause
    told = inner if isinstance(inner, OSError | UnicodeError | OverflowError) else error
    return explained(server or _NOBODY, told)[1]


def _access(server: Smtp, folder: Path) -> tuple[str, SSLContext | None]:
    """The password and whom to trust, as far as the settings ask for them; raises `ServerRefused`."""
    tls = trusting(server, folder) if server.secured != "none" else None
    return password(server, folder), tls


def _handed_over(server: Smtp, folder: Path, parcels: Iterable[DeliveryAttempt], trying: Trying, done: Done) -> None:
    word, tls = _access(server, folder)
    deliver(server, word, parcels, trying, done, tls=tls)


def _examined(server: Smtp, mail: MailSettings, folder: Path, seconds: float) -> Iterator[DoctorFinding]:
    what = f"out: smtp {server.host}"
    yield from in_the_clear(what, server)
    try:
        yield from asyncio.run(_visited(what, server, mail, *_access(server, folder), seconds))
    except ServerRefused as error:
        yield bad(what, error.says)
    except SmtpRefusesUs as why:
        yield bad(what, str(why))


async def _visited(
    what: str, server: Smtp, mail: MailSettings, password: str, tls: SSLContext | None, seconds: float
) -> list[DoctorFinding]:
    """Begin a message to ourselves, and take it back before its text."""
    client = await entered(server, password, tls, seconds)
    found: list[DoctorFinding] = []
    try:
        most = most_bytes(client)
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
        await left(client)
    return found


def _not_taken(what: str, sender: str, recipient: str, error: Exception) -> DoctorFinding:
    if says := of_account(error):
        return bad(what, says)
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        says, remedy = f"accepts nothing from {sender}", "the account must be allowed to send as this address"
        return bad(what, f"{says}: {said(error)}", remedy)
    if isinstance(error, aiosmtplib.SMTPRecipientRefused):
        says = f"accepts nothing for {recipient}: {said(error)}"
        return (bad if error.code >= 500 else unsure)(what, says, "does it require a login first?")
    return bad(what, f"lost the connection midway: {said(error)}")


OUT = TransportOut(_handed_over, _examined)
