"""Looks at all that mail and a forum need, here and on servers, and changes nothing."""

import imaplib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from pbem.errors import Refusal
from pbem.forum.member import Account, Forum, ForumTrouble, TroubleCode, visiting
from pbem.mail import local_checks
from pbem.mail.transport import imap
from pbem.mail.transport.server import (
    DoctorFinding,
    ServerRefused,
    bad,
    explained,
    good,
    here,
    in_the_clear,
    transport_out,
    unsure,
    untried,
)
from pbem.referee.game import Clock, Game
from pbem.settings.credentials import password
from pbem.settings.forum import KINDS, ForumSettings
from pbem.settings.mail import Imap, MailSettings

_FAILURES = (ServerRefused, OSError, ValueError, OverflowError)
_NEARLY_FULL = 90
_NOWHERE = "no post holds this"
_TITLE, _TEXT = "A test message of pbem", "This message shows that pbem can send private messages in this forum."
_HELPS: Mapping[TroubleCode, str] = {
    "login": "log in there by hand, correct `user` or the password file, and try again",
    "captcha": "log in there by hand, as the same member, and try again",
    "odd": "the forum may have changed its pages: see `selectors`",
    "away": "check the address in `thread`, and the network",
}

RecordLookup = Callable[[str], str | None]
"""The text of a key record in the DNS by its name: empty if there is none, None if no one answered."""


def servers(mail: MailSettings, folder: Path, seconds: float) -> Iterator[DoctorFinding]:
    """All servers of *mail*, one after the other; each step may take *seconds*."""
    if mail.intake.imap:
        yield from _at_imap(mail.intake.imap, folder, seconds)
    for name, settings in mail.delivery.named.items():
        yield from transport_out(name).examine(settings, mail, folder, seconds)
    if not mail.intake.named:
        yield untried(
            "in", "game.yaml names no incoming mail", "mail then comes only through `pbem receive` and `pbem submit`"
        )
    if not mail.delivery.named:
        yield untried("out", "game.yaml names no outgoing mail", "letters are then in letters/, to pass on")


def _at_imap(server: Imap, folder: Path, seconds: float) -> Iterator[DoctorFinding]:
    what = f"in: imap {server.host}"
    yield from in_the_clear(what, server)
    before, imap.TIMEOUT = imap.TIMEOUT, seconds
    try:
        with imap.session(server, password(server, folder), folder) as box:
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


def forum(
    settings: ForumSettings, folder: Path, names: Sequence[str] = (), *, send: bool = False
) -> Iterator[DoctorFinding]:
    """Whether the member can log in, read the thread and, with *send*, write a private message; nothing without a user.

    Where a member cannot write to itself, those called so in the forum are tried, without writing to them. Reading
    posts tells the forum that they were read, as the page of a browser does.
    """
    if not settings.user:
        return
    parts = urlsplit(settings.thread)
    what = f"forum: {settings.kind} {parts.netloc}"
    if parts.scheme == "http" and not here(parts.hostname or ""):
        yield bad(what, "the password is sent unencrypted, for anyone to read", "write the address with https://")
    try:
        with visiting(settings, folder) as member:
            account, now = member.who(), datetime.now(UTC)
            yield good(what, f"lets {account.name} in, who is number {account.ident} there")
            member.find(_NOWHERE, settings.thread, now)
            yield good(what, "the thread can be read")
            if KINDS[settings.kind].to_itself:
                yield from _with_itself(what, member, account, now, send=send)
            else:
                yield from _with_players(what, member, names, now)
    except ForumTrouble as trouble:
        yield bad(what, trouble.says, _HELPS.get(trouble.code, ""))
    except (Refusal, ServerRefused) as refused:
        yield bad(what, str(refused))


def _with_itself(what: str, member: Forum, account: Account, now: datetime, *, send: bool) -> Iterator[DoctorFinding]:
    member.find(_NOWHERE, account, now)
    yield good(what, "private messages can be read")
    if send:
        sent = member.message(account, _TITLE, _TEXT)
        yield good(what, f"a private message to {account.name} was sent: {sent.link or 'it must be approved'}")


def _with_players(what: str, member: Forum, names: Sequence[str], now: datetime) -> Iterator[DoctorFinding]:
    for name in names:
        try:
            member.find(_NOWHERE, Account("", name), now)
        except ForumTrouble as trouble:
            yield bad(what, f"{name}: {trouble.says}", _HELPS.get(trouble.code, ""))
        else:
            yield good(what, f"private messages with {name} can be read")
    yield untried(what, "a bot cannot write to itself; whether players take what it writes shows with their letters")


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


def examine(
    game: Game, clock: Clock, seconds: float, record: RecordLookup | None, *, send: bool = False
) -> Iterator[DoctorFinding]:
    """All findings about *game*, each as soon as it is known.

    Each step of a talk with a server may take *seconds*; *record* asks the DNS, without it no one is asked. Only with
    *send* is anything sent: a private message in the forum, to ourselves.
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
    there = [who.account for seat, who in game.settings.seats.items() if game.settings.in_forum(seat)]
    yield from forum(game.settings.forum, game.folder, there, send=send)
    yield from judging(mail, record)
    yield from local_checks.verdicts(game)
    yield from local_checks.waiting(game)
