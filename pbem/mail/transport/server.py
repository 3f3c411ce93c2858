"""State, troubles, addresses: what all servers have in common.

With each note stands how many emails the inbox had then. If it has fewer now, it was put back from a backup, and what
came since must come again.
"""

import ipaddress
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from pbem.errors import OF_THE_DISK, Refusal, where_and_why, why
from pbem.mail.transport.account import account_trouble
from pbem.settings.credentials import ServerRefused
from pbem.settings.mail import MailSettings, ServerSettings
from pbem.store import files
from pbem.store.outbox import DeliveryFate

if TYPE_CHECKING:
    import ssl

__all__ = ["ServerRefused"]  # what reads credentials raises it, too

CERTIFICATE_EXPIRED, CERTIFICATE_TOO_EARLY, SELF_SIGNED = 10, 9, 18
UNKNOWN_AUTHORITY = frozenset({2, 19, 20, 21, 27})
WRONG_NAME = frozenset({62, 64})
"""OpenSSL's X509_V_ERR numbers."""
LONGEST_QUOTE = 200


class NoTransport(Refusal):
    """game.yaml names no incoming mail or out, or one that is not there."""

    code = "no-road"


class TransportTrouble(msgspec.Struct, frozen=True):
    """A transport that failed: which, a word for programs, and what to do."""

    transport: str = msgspec.field(name="road")
    code: str
    says: str

    @property
    def about_one_file(self) -> bool:
        """Whether only a single file could not be read, and all else was."""
        return self.code in ("unfinished", "no-file", "no-permission", "disk")


def login_refused(server: ServerSettings, reply: object) -> ServerRefused:
    """What *server* means that does not let us in: what is wrong with the account, or with user and password."""
    said = quoted(reply)
    if found := account_trouble(said):
        return ServerRefused(found.code, found.told(said))
    helps = "check user and password. Many providers require a separate app password, made in their settings"
    if not said.isascii() or "\\x" in said:
        helps = "read what it says, which need not be about user or password. pbem tries again, until then mail waits"
    return ServerRefused("login-refused", f"it refuses the login of {server.user!r}: {said}; {helps}")


def trouble(transport: str, server: ServerSettings, error: BaseException) -> TransportTrouble:
    """What *error* means for the moderator; passwords are in none of it."""
    code, says = explained(server, error)
    return TransportTrouble(transport, code, f"{transport} {server.host}: {says}")


def explained(server: ServerSettings, error: BaseException) -> tuple[str, str]:
    """A word for *error*, and what it means."""
    import imaplib  # noqa: PLC0415 - who has no trouble with a server needs neither
    import ssl  # noqa: PLC0415

    for one in _chain(error):
        if isinstance(one, ServerRefused):
            return one.code, one.says
        if isinstance(one, ssl.SSLCertVerificationError):
            return _certificate(server, one)
        if isinstance(one, ssl.SSLError):
            return _tls(one)
        if isinstance(one, OSError):
            return _network(server, one)
        if isinstance(one, imaplib.IMAP4.error):
            return _protocol(one)
        if isinstance(one, UnicodeDecodeError):
            return "other-protocol", f"it says something that is not text: {quoted(one.object)}"
        if isinstance(one, UnicodeError | OverflowError):
            return "no-address", f"{server.host!r}{_port(server)} is not a name and port that a server could have"
    return "failed", quoted(error)


def quoted(said: object) -> str:
    """What a server said, short and on one line; bytes that are not UTF-8 are shown as numbers."""
    text = readable(said) or type(said).__name__
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:LONGEST_QUOTE]


def readable(said: object) -> str:
    """What a server said; its libraries have kept bytes that are not UTF-8 as they were, or as surrogates."""
    data = said if isinstance(said, bytes) else str(said).encode("utf-8", "surrogateescape")
    with suppress(UnicodeDecodeError):
        return data.decode()
    return data.decode("ascii", "backslashreplace")


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    for _ in range(5):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__ or seen.__context__


def _certificate(server: ServerSettings, error: "ssl.SSLCertVerificationError") -> tuple[str, str]:
    number = error.verify_code
    if number == CERTIFICATE_EXPIRED:
        return "certificate-expired", (
            "its certificate has expired; whoever runs the server must renew it (check this computer's date)"
        )
    if number == CERTIFICATE_TOO_EARLY:
        return "certificate-too-early", "its certificate is not valid yet; check this computer's date"
    if number in WRONG_NAME:
        return "certificate-name", (
            f"its certificate is for another name than {server.host}; write the name it is for as `host`"
        )
    if number == SELF_SIGNED:
        return "certificate-self-signed", (
            "its certificate is self-signed; if the server is yours, name a copy of the certificate in `certificates`"
        )
    if number in UNKNOWN_AUTHORITY:
        return "certificate-authority", (
            "no authority known here confirms its certificate; if the server is yours, name the certificate of its "
            "authority in `certificates`"
        )
    return "certificate", f"its certificate was not accepted: {quoted(error.verify_message)}"


def _tls(error: "ssl.SSLError") -> tuple[str, str]:
    import ssl  # noqa: PLC0415 - as above

    reason = getattr(error, "reason", "")  # only errors of OpenSSL itself have it
    if reason in {"WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"}:
        return "no-tls", "it does not speak TLS from the start on this port; try `security: starttls`, or another port"
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return "line-broken", "connection lost"
    return "tls", f"no encrypted connection: {quoted(reason or error)}"


def _network(server: ServerSettings, error: OSError) -> tuple[str, str]:
    import socket  # noqa: PLC0415 - as above

    if isinstance(error, socket.gaierror):
        return "unknown-host", f"no server is called {server.host}; check the spelling and the network"
    if isinstance(error, ConnectionRefusedError):
        return "not-listening", f"nothing listens there{_port(server)}; check that the server is running, and the port"
    if isinstance(error, TimeoutError):
        return "no-answer", f"it did not answer in time{_port(server)}; check port and `security`"
    if isinstance(error, ConnectionError):
        return "line-broken", "connection lost"
    if error.errno in OF_THE_DISK:
        return "disk", f"what came could not be stored here: {quoted(where_and_why(error))}"
    return "network", quoted(why(error))


def _protocol(error: Exception) -> tuple[str, str]:
    reply = error.args[0] if error.args else error
    said = quoted(reply)
    if found := account_trouble(said):
        return found.code, found.told(said)
    if "TLS not supported" in said or "STLS not supported" in said:
        return "no-starttls", "it offers no STARTTLS on this port; try `security: tls`, or another port"
    if "EOF" in said:
        return "line-broken", "connection lost"
    if said == "None" or said.startswith("unexpected response: b'220"):  # the greetings of POP3, and of SMTP and LMTP
        return "other-protocol", "the server uses another protocol; check the port"
    return "failed", said


def _port(server: ServerSettings) -> str:
    return f" (port {server.port})" if server.port else ""


class DeliveryAttempt(msgspec.Struct, frozen=True):
    """A message ready to go, with its envelope."""

    ident: str
    sender: str
    recipient: str
    data: bytes


FindingState = Literal["good", "bad", "unsure", "not tried"]


class DoctorFinding(msgspec.Struct, frozen=True):
    """One thing that was looked at: how it is, and what would help."""

    what: str
    state: FindingState
    says: str
    remedy: str = ""


def good(what: str, says: str) -> DoctorFinding:
    """Nothing need be done."""
    return DoctorFinding(what, "good", says)


def bad(what: str, says: str, remedy: str = "") -> DoctorFinding:
    """It cannot work like this."""
    return DoctorFinding(what, "bad", says, remedy)


def unsure(what: str, says: str, remedy: str = "") -> DoctorFinding:
    """It may work like this; someone should look."""
    return DoctorFinding(what, "unsure", says, remedy)


def untried(what: str, says: str, remedy: str = "") -> DoctorFinding:
    """It was not read."""
    return DoctorFinding(what, "not tried", says, remedy)


def in_the_clear(what: str, server: ServerSettings) -> Iterator[DoctorFinding]:
    """What `pbem doctor` says of a password that anyone on the way can read."""
    if server.user and server.secured == "none" and not here(server.host):
        yield bad(what, "the password is sent unencrypted, for anyone to read", "write `security: tls` or `starttls`")


def here(host: str) -> bool:
    """Whether *host* is this computer."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


Trying = Callable[[str], None]
Done = Callable[[str, DeliveryFate, str], None]


class TransportOut(msgspec.Struct, frozen=True):
    """What carries mail out: `OUT` of the module that is named like its key below `out` in game.yaml.

    *deliver* gets what game.yaml says of it, the game's folder, the messages, and whom to tell of each: just before it
    may arrive, and what became of it. *examine* looks for `pbem doctor` whether it would work, each step for at most
    some seconds, and sends nothing.
    """

    deliver: Callable[[Any, Path, Iterable[DeliveryAttempt], Trying, Done], None]
    examine: Callable[[Any, MailSettings, Path, float], Iterator[DoctorFinding]] = lambda *_: iter(())


def transport_out(name: str) -> TransportOut:
    """The transport called *name*; its libraries take a while to load, and often nothing is to be sent."""
    out: TransportOut = import_module(f"{__package__}.{name}").OUT
    return out


def ours(mail: MailSettings, address: str) -> bool:
    """Whether mail to *address* is the game's: its own, its own with a +detail, or one that bounces go to.

    Without `from` in game.yaml nothing tells, and every address is.
    """
    if not mail.sender:
        return True
    wanted = address.strip().strip("<>").casefold()
    local, _, domain = mail.sender.casefold().rpartition("@")
    patterns = [re.escape(local) + r"(\+[^@]*)?@" + re.escape(domain)]
    if mail.bounces:
        patterns.append(re.escape(mail.bounces.casefold()).replace(r"\*", "[^@]*"))
    return any(re.fullmatch(pattern, wanted) for pattern in patterns)


FOLDER = "roads"
_INBOX = "inbox"
_NUMBER = re.compile(r"(\d{4,})-")

T = TypeVar("T", bound=msgspec.Struct)


class Notes:
    """The notes of a *transport* about one mailbox; for one program at a time: the holder of a lock."""

    def __init__(self, game: Path, transport: str, mailbox: str) -> None:
        self.path = game / FOLDER / f"{transport}.json"
        self.mailbox = mailbox

    def read(self, kind: type[T]) -> T:
        """What is noted; the defaults of *kind* if nothing is, or nothing that can be read, or that still holds."""
        try:
            return kind() if self._kept() > self._in_inbox() else msgspec.convert(self._noted(), kind)
        except msgspec.ValidationError:
            return kind()

    def keep_up(self, note: msgspec.Struct) -> None:
        """Note it again if emails have come into the inbox since."""
        if self._kept() < self._in_inbox():
            self.write(note)

    def write(self, note: msgspec.Struct) -> None:
        """Note it for good. The name is not that of the store's parts, which the game's lock sweeps."""
        noted = {**msgspec.to_builtins(note), _INBOX: self._in_inbox()}
        data = msgspec.json.format(msgspec.json.encode({**self._all(), self.mailbox: noted})) + b"\n"
        files.make_folder(self.path.parent)
        part = self.path.with_suffix(".new")
        with open(part, "wb", opener=files.owned) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        files.move(part, self.path)

    def _noted(self) -> dict[str, Any]:
        found = self._all().get(self.mailbox)
        return found if isinstance(found, dict) else {}

    def _kept(self) -> int:
        """The number of the last email in the inbox when the note was written."""
        found = self._noted().get(_INBOX)
        return found if isinstance(found, int) else 0

    def _in_inbox(self) -> int:
        """The number of the last email in the inbox now."""
        names = map(_NUMBER.match, files.names(self.path.parents[1] / _INBOX))
        return max((int(found[1]) for found in names if found), default=0)

    def _all(self) -> dict[str, Any]:
        try:
            found = msgspec.json.decode(self.path.read_bytes())
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return {}
        return found if isinstance(found, dict) else {}
