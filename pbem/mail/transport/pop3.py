"""A mailbox on a POP3 server (RFC 1939) as the way in.

An email that stays there is known by its UIDL, which is noted when its copy is in the spool. One that is deleted there,
after its copy is in the spool, is not: the server may give its UIDL to another one (RFC 1939, section 7).
"""

import poplib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pbem.mail.mime import truncation
from pbem.mail.transport import spool
from pbem.mail.transport.account_trouble import account_trouble
from pbem.mail.transport.credentials import trusting
from pbem.mail.transport.server_state import Notes
from pbem.mail.transport.trouble import ServerRefused, login_refused, quoted
from pbem.settings.mail_settings import Pop3
from pbem.store.refusal import why

PORTS = {"none": 110, "starttls": 110, "tls": 995}
TIMEOUT = 30.0
LONGEST_LINE = 20_000_000
"""The library's own limit of 2048 bytes would shut out emails with long lines for ever."""

vars(poplib)["_MAXLINE"] = LONGEST_LINE


class Pop3Seen(msgspec.Struct, frozen=True):
    """The UIDLs of the emails that were taken and are still on the server."""

    uidls: tuple[str, ...] = ()


def collect(server: Pop3, password: str, game: Path, now: Callable[[], datetime]) -> int:
    """Bring the emails that are new on the server into the spool of *game*; return how many came.

    An email counts as received now: the server does not tell. Raises what `words.trouble` explains.
    """
    came = 0
    missing: ServerRefused | None = None
    notes = Notes(game, "pop3", f"{server.user}@{server.host}")
    with session(server, password, game) as line:
        there, nameless = _listed(line)
        sizes = _sizes(line)
        if nameless:
            missing = ServerRefused("no-uidl", f"it cannot tell email {nameless[0]} from others (UIDL)")
        before, still = notes.read(Pop3Seen).uidls, set(there.values())
        known = dict.fromkeys(uidl for uidl in before if uidl in still)
        if len(known) < len(before):
            notes.write(Pop3Seen(tuple(known)))
        notes.keep_up(Pop3Seen(tuple(known)))
        for number, uidl in there.items():
            if new := uidl not in known:
                size = sizes.get(number, 0)
                try:  # of an email that is too large only its head (RFC 1939, section 7)
                    _, lines, _ = line.retr(number) if size <= truncation.MOST_BYTES else line.top(number, 0)
                except poplib.error_proto as error:
                    missing = _not_handed_over(number, error)
                    continue
                try:
                    raw = b"".join(text + b"\r\n" for text in lines)
                    spool.keep(game / spool.NAME, raw, now(), size=size if size > truncation.MOST_BYTES else 0)
                except OSError as error:
                    raise ServerRefused("disk", f"an email could not be stored here: {why(error)}") from error
                came += 1
            if server.delete:
                line.dele(number)
                known.pop(uidl, None)
            else:
                known[uidl] = None
            if new != server.delete:
                notes.write(Pop3Seen(tuple(known)))
    if missing is not None:
        raise missing
    return came


def _not_handed_over(number: int, error: poplib.error_proto) -> ServerRefused:
    """What to tell of an email that holds up none behind it; raises *error* if it is the line that broke."""
    said = quoted(error.args[0])
    if "-ERR" not in said or account_trouble(said, of_one=True):
        raise error
    return ServerRefused("failed", f"it does not deliver email {number}: {said}")


def _listed(line: poplib.POP3) -> tuple[dict[int, str], list[int]]:
    """The UIDL of each email, with a count where several have the same, and the numbers of those that have none."""
    try:
        found = told(line, line.uidl)
    except poplib.error_proto as error:
        said = quoted(error.args[0])
        if "-ERR" not in said or account_trouble(said):
            raise
        raise ServerRefused("no-uidl", f"it cannot tell one email from another (UIDL): {said}") from error
    uidls: dict[int, str] = {}
    nameless: list[int] = []
    times: Counter[bytes] = Counter()
    for number, *rest in (one.split(None, 1) for one in found):
        if not rest:
            nameless.append(int(number))
            continue
        times[rest[0]] += 1
        uidl = rest[0].decode("latin-1")
        uidls[int(number)] = uidl if times[rest[0]] == 1 else f"{uidl} {times[rest[0]]}"
    return uidls, nameless


def told(line: poplib.POP3, asks: Callable[[], Any]) -> list[bytes]:
    """The lines of UIDL or LIST; a server may refuse them while it has no email."""
    try:
        lines: list[bytes] = asks()[1]
    except poplib.error_proto:
        if line.stat()[0]:
            raise
        return []
    return lines


def _sizes(line: poplib.POP3) -> dict[int, int]:
    """The size of each email in bytes, as the server tells it."""
    found = (one.split() for one in told(line, line.list))
    return {int(one[0]): int(one[1]) for one in found if len(one) > 1 and one[0].isdigit() and one[1].isdigit()}


class _Line(poplib.POP3):
    """The library's own stays open when it does not understand the greeting."""

    def __init__(self, *args: Any, **more: Any) -> None:
        try:
            super().__init__(*args, **more)
        except BaseException:
            with suppress(OSError, AttributeError):
                self.close()
            raise


class _Secured(_Line, poplib.POP3_SSL):
    """The same by TLS."""


@contextmanager
def session(server: Pop3, password: str, game: Path) -> Iterator[poplib.POP3]:
    """A line to the server, logged in; only its proper end deletes what was marked so."""
    line = _connected(server, game)
    try:
        try:
            line.user(server.user)
            line.pass_(password)
        except poplib.error_proto as error:
            raise login_refused(server, error.args[0]) from None
        yield line
        line.quit()
    except BaseException:
        with suppress(OSError):
            line.close()
        raise


def _connected(server: Pop3, game: Path) -> poplib.POP3:
    port = server.port or PORTS[server.secured]
    if server.secured == "tls":
        return _Secured(server.host, port, timeout=TIMEOUT, context=trusting(server, game))
    line = _Line(server.host, port, timeout=TIMEOUT)
    if server.secured == "starttls":
        try:
            line.stls(trusting(server, game))
        except BaseException:
            with suppress(OSError):
                line.close()
            raise
    return line
