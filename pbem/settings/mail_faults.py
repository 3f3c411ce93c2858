"""Problems of the mail settings beyond their form."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pbem.engine.problem import Problem
from pbem.settings.mail_settings import Delivery, Intake, MailSettings, ServerSettings, Smtp, path_of

ADDRESS = re.compile(r"[!#-'*+./0-9=?A-Z^-~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_AROUND = re.compile(r"^\s*<?(?:mailto:)?|>?\s*$", re.IGNORECASE)
_HOST = re.compile(r"[^\s/@\\]+")
_LAST_PORT = 65_535
_OWN = ("inbox", "outbox", "sent", "sheets", "letters", "pictures", "wishes", "spool", "roads")
"""Folders of a game that pbem uses itself, which must not be used for mail."""


def wrong_address(address: str, *path: str) -> Iterator[Problem]:
    """That the *address* at *path* is none, with what it may be: its `xn--` form, or itself without `mailto:`."""
    if address and not ADDRESS.fullmatch(address):
        plain = _ascii(address)
        yield Problem("bad-address", path, args={"text": address, **({"plain": plain} if plain else {})})


def _ascii(address: str) -> str:
    """*address* as mail servers write it (RFC 5890); empty if there is none, or it says something else."""
    name, at, domain = _AROUND.sub("", address).rpartition("@")
    try:
        coded = domain.encode("idna").decode("ascii")
        same = coded.encode("ascii").decode("idna") == domain.lower()
    except UnicodeError:
        return ""
    plain = f"{name}{at}{coded}"
    return plain if same and ADDRESS.fullmatch(plain) else ""


def wrong_mail(mail: MailSettings, folder: Path) -> Iterator[Problem]:
    """What is wrong with the *mail* of the game in *folder*."""
    yield from wrong_address(mail.sender, "mail", "sender")
    start, star, rest = mail.bounces.partition("*")
    if mail.bounces and (not star or "*" in rest or not ADDRESS.fullmatch(f"{start}x{rest}")):
        yield Problem("bad-bounce-address", ("mail", "bounces"), args={"text": mail.bounces})
    if (mail.delivery.smtp or mail.delivery.folder) and not mail.sender:
        yield Problem("sender-missing", ("mail",))
    if not mail.trust.policy:
        yield Problem("no-policy", ("mail", "trust", "policy"))
    for key, number in (("a_day", mail.answers.a_day), ("questions_a_day", mail.answers.questions_a_day)):
        if number < 0:
            yield Problem("too-small", ("mail", "answers", key), args={"number": number, "least": 0})
    yield from _wrong_ways(mail.intake, mail.delivery)
    yield from _wrong_folders(mail.intake, mail.delivery, folder)


def _wrong_ways(intake: Intake, delivery: Delivery) -> Iterator[Problem]:
    if delivery.smtp and delivery.folder:
        yield Problem("two-ways-out", ("mail", "delivery"))
    for way, transport, server in (
        ("intake", "imap", intake.imap),
        ("intake", "listen", intake.listen),
        ("delivery", "smtp", delivery.smtp),
    ):
        if server and not 0 <= server.port <= _LAST_PORT:
            yield Problem("bad-port", ("mail", way, transport, "port"), args={"port": server.port})
        if isinstance(server, ServerSettings) and not _HOST.fullmatch(server.host):
            yield Problem("bad-host", ("mail", way, transport, "host"), args={"text": server.host})
    if delivery.smtp:
        yield from _wrong_limits(delivery.smtp)


def _wrong_limits(smtp: Smtp) -> Iterator[Problem]:
    for field, number, least in (("per_minute", smtp.per_minute, 0), ("most_bytes", smtp.most_bytes, 1)):
        if number < least:
            yield Problem("too-small", ("mail", "delivery", "smtp", field), args={"number": number, "least": least})


def _wrong_folders(intake: Intake, delivery: Delivery, folder: Path) -> Iterator[Problem]:
    taken = {os.path.realpath(f"{folder}/{name}") for name in ("", *_OWN)}  # at each look at a game: without a `Path`
    for way, field, name in (
        ("intake", "maildir", intake.maildir),
        ("intake", "folder", intake.folder),
        ("delivery", "folder", delivery.folder),
    ):
        place = os.path.realpath(path_of(folder, name))
        if name and place in taken:
            yield Problem("folder-in-use", ("mail", way, field), args={"text": name})
        elif name:
            taken.add(place)
