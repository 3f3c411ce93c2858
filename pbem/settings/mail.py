"""The part of a game.yaml that is about mail: its transports in and out, which mail it trusts, how it replies."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.engine.order import Problem
from pbem.engine.reading import late_pattern

Security = Literal["none", "starttls", "tls"]
_HERE = ("localhost", "127.", "::1")


def path_of(folder: Path, name: str) -> Path:
    """The path that game.yaml gives as *name*: `~` is a home, and what is not absolute counts from *folder*."""
    return folder / Path(name).expanduser()


class ServerSettings(msgspec.Struct, frozen=True):
    """What all servers have in common.

    *port* 0 means the usual one, and *security* `auto` what `secured` says. *password_file* keeps the secret out of
    game.yaml; *certificates* is a file of further certificates to trust, for a server with a self-signed one.
    """

    host: str
    port: int = 0
    security: Literal["auto", "none", "starttls", "tls"] = "auto"
    user: str = ""
    password_file: str = ""
    certificates: str = ""

    @property
    def secured(self) -> Security:
        """How the connection is encrypted: TLS from the start, unless game.yaml says otherwise."""
        return "tls" if self.security == "auto" else self.security


class Imap(ServerSettings, frozen=True):
    """A mailbox on an IMAP server; an email that was taken is marked as seen, or moved to *move_to*."""

    mailbox: str = "INBOX"
    move_to: str = ""


class Listen(msgspec.Struct, frozen=True):
    """Where `pbem listen` waits for a mail server to pass on mail."""

    protocol: Literal["lmtp", "smtp"] = "lmtp"
    host: str = "127.0.0.1"
    port: int = 8025


class Transports(msgspec.Struct, frozen=True):
    """Transports for mail: each is a server with a struct of its own, or the name of a folder."""

    @property
    def named(self) -> Mapping[str, Any]:
        """What game.yaml says of those that it names, by their keys."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}


class Intake(Transports, frozen=True):
    """Where mail comes in; paths count from the game's folder."""

    maildir: str = ""
    folder: str = ""
    imap: Imap | None = None
    listen: Listen | None = None


class OutServer(ServerSettings, frozen=True):
    """A server for outgoing mail: at most *per_minute* messages (0: no limit), none above *most_bytes*.

    An *uncertain* delivery, which may or may not have happened, is tried `again`, or left to the moderator.
    """

    per_minute: int = 0
    most_bytes: int = 10_000_000
    uncertain: Literal["again", "ask"] = "again"


class Smtp(OutServer, frozen=True):
    """A mail server that takes messages over SMTP."""

    @property
    def secured(self) -> Security:
        """How the connection is encrypted: not on this computer, TLS from the start on port 465, otherwise STARTTLS."""
        if self.security != "auto":
            return self.security
        if self.host.lower().startswith(_HERE):
            return "none"
        return "tls" if self.port == 465 else "starttls"


class Delivery(Transports, frozen=True):
    """Where mail goes out: to a server, or as files into a folder.

    Each is carried out by the module of its name in `pbem.mail.transport`.
    """

    smtp: Smtp | None = None
    folder: str = ""

    @property
    def server(self) -> OutServer | None:
        """The server, unless mail goes out by a folder, or not at all."""
        return next((one for one in self.named.values() if isinstance(one, OutServer)), None)


class TrustSettings(msgspec.Struct, frozen=True):
    """What shows that an email is from a seat, besides its address: all of *policy* must hold.

    An email whose own signature shows that it was *altered* on the way is held for the moderator, or just noted.
    *results_from* is the name under which our own mail server writes its Authentication-Results; *resolver* is the
    name server to ask for keys, as `127.0.0.1:5353`, instead of the usual one.
    """

    policy: tuple[Literal["token", "dkim", "moderator confirms"], ...] = ("token",)
    results_from: str = ""
    altered: Literal["hold", "tell"] = "hold"
    resolver: str = ""


class AnswerSettings(msgspec.Struct, frozen=True):
    """How many replies an address gets per day, and which unknown senders: who name the game, all, or none.

    Those to questions and trials of a seat have a number of their own, those to its sheets have none: see
    `pbem.mail.intake.receipts`.
    """

    a_day: int = 20
    questions_a_day: int = 60
    strangers: bool | Literal["named"] = "named"


class SealedSettings(msgspec.Struct, frozen=True):
    """Sheets stay encrypted to *recipient* until their stage is processed with the key in *identity_file*."""

    recipient: str = ""
    identity_file: str = "sealing-key"


class MailSettings(msgspec.Struct, frozen=True):
    """The game's own address, its incoming and outgoing mail, and how it deals with it.

    *bounces* is the address that bounces go to, with `*` where each message writes its own word
    (`game+*@example.org`); without one they come to the game's own address.
    """

    sender: str = msgspec.field(default="", name="from")
    intake: Intake = msgspec.field(default=Intake(), name="in")
    delivery: Delivery = msgspec.field(default=Delivery(), name="out")
    bounces: str = ""
    trust: TrustSettings = TrustSettings()
    answers: AnswerSettings = AnswerSettings()
    sealed: SealedSettings | None = None


ADDRESS = late_pattern(r"[!#-'*+./0-9=?A-Z^-~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_AROUND = late_pattern(r"^\s*<?(?:mailto:)?|>?\s*$", re.IGNORECASE)
_HOST = late_pattern(r"[^\s/@\\]+")
_LAST_PORT = 65_535
_OWN = ("inbox", "outbox", "sent", "sheets", "letters", "pictures", "wishes", "spool", "roads", "posts")
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
    if mail.delivery.named and not mail.sender:
        yield Problem("sender-missing", ("mail",))
    if not mail.trust.policy:
        yield Problem("no-policy", ("mail", "trust", "policy"))
    for key, number in (("a_day", mail.answers.a_day), ("questions_a_day", mail.answers.questions_a_day)):
        if number < 0:
            yield Problem("too-small", ("mail", "answers", key), args={"number": number, "least": 0})
    yield from _wrong_ways(mail.intake, mail.delivery)
    yield from _wrong_folders(mail.intake, mail.delivery, folder)


def _wrong_ways(intake: Intake, delivery: Delivery) -> Iterator[Problem]:
    if len(delivery.named) > 1:
        yield Problem("two-ways-out", ("mail", "delivery"))
    servers = [(("mail", "intake", name), server) for name, server in intake.named.items()]
    servers += [(("mail", "delivery", name), server) for name, server in delivery.named.items()]
    for path, server in servers:
        if isinstance(server, ServerSettings | Listen) and not 0 <= server.port <= _LAST_PORT:
            yield Problem("bad-port", (*path, "port"), args={"port": server.port})
        if isinstance(server, ServerSettings) and not _HOST.fullmatch(server.host):
            yield Problem("bad-host", (*path, "host"), args={"text": server.host})
        for field, least in (("per_minute", 0), ("most_bytes", 1)) if isinstance(server, OutServer) else ():
            if (number := getattr(server, field)) < least:
                yield Problem("too-small", (*path, field), args={"number": number, "least": least})


def _wrong_folders(intake: Intake, delivery: Delivery, folder: Path) -> Iterator[Problem]:
    used = [
        (("mail", way, key), name)
        for way, transports in (("intake", intake), ("delivery", delivery))
        for key, name in transports.named.items()
        if isinstance(name, str)
    ]
    taken = _own(folder) if used else set()
    for path, name in used:
        place = os.path.realpath(path_of(folder, name))
        if place in taken:
            yield Problem("folder-in-use", path, args={"text": name})
        taken.add(place)


def _own(folder: Path) -> set[str]:
    """The paths of a game's own folders, without links; a path is followed link by link only where there is one."""
    base = Path(os.path.realpath(folder))
    return {str(base), *(os.path.realpath(own) if own.is_symlink() else str(own) for own in map(base.joinpath, _OWN))}
