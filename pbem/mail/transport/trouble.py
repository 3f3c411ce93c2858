"""What goes wrong between us and a server, in words that say what would help."""

import imaplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from pbem.mail.transport.account_trouble import account_trouble
from pbem.settings.mail_settings import ServerSettings
from pbem.store.refusal import OF_THE_DISK, Refusal, where_and_why, why

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


class ServerRefused(Exception):
    """The server or the settings are in the way; to try again at once would not help."""

    def __init__(self, code: str, says: str) -> None:
        self.code, self.says = code, says
        super().__init__(says)


def login_refused(server: ServerSettings, reply: object) -> ServerRefused:
    """What *server* means that does not let us in: what is wrong with the account, or with user and password."""
    said = quoted(reply)
    if found := account_trouble(said):
        return ServerRefused(found.code, found.told(said))
    return ServerRefused(
        "login-refused",
        f"it refuses the login of {server.user!r}: {said}; check user and password. Many providers require a separate "
        "app password, made in their settings",
    )


def trouble(transport: str, server: ServerSettings, error: BaseException) -> TransportTrouble:
    """What *error* means for the moderator; passwords are in none of it."""
    code, says = explained(server, error)
    return TransportTrouble(transport, code, f"{transport} {server.host}: {says}")


def explained(server: ServerSettings, error: BaseException) -> tuple[str, str]:
    """A word for *error*, and what it means."""
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


def _certificate(server: ServerSettings, error: ssl.SSLCertVerificationError) -> tuple[str, str]:
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


def _tls(error: ssl.SSLError) -> tuple[str, str]:
    reason = getattr(error, "reason", "")  # only errors of OpenSSL itself have it
    if reason in {"WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"}:
        return "no-tls", "it does not speak TLS from the start on this port; try `security: starttls`, or another port"
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return "line-broken", "connection lost"
    return "tls", f"no encrypted connection: {quoted(reason or error)}"


def _network(server: ServerSettings, error: OSError) -> tuple[str, str]:
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
