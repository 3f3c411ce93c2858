"""The part of a game.yaml that is about mail: its transports in and out, which mail it trusts, how it replies."""

from pathlib import Path
from typing import Literal

import msgspec

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


class Intake(msgspec.Struct, frozen=True):
    """Where mail comes in; paths count from the game's folder."""

    maildir: str = ""
    folder: str = ""
    imap: Imap | None = None
    listen: Listen | None = None


class Smtp(ServerSettings, frozen=True):
    """The server for outgoing mail: at most *per_minute* messages (0: no limit), none above *most_bytes*.

    An *uncertain* delivery, which may or may not have happened, is tried `again`, or left to the moderator.
    """

    per_minute: int = 0
    most_bytes: int = 10_000_000
    uncertain: Literal["again", "ask"] = "again"

    @property
    def secured(self) -> Security:
        """How the connection is encrypted: not on this computer, TLS from the start on port 465, otherwise STARTTLS."""
        if self.security != "auto":
            return self.security
        if self.host.lower().startswith(_HERE):
            return "none"
        return "tls" if self.port == 465 else "starttls"


class Delivery(msgspec.Struct, frozen=True):
    """Where mail goes out: to a server, or as files into a folder."""

    smtp: Smtp | None = None
    folder: str = ""


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
    `daily_replies`.
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
