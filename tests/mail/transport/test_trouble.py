"""What went wrong with a server, in words; what real servers give is tested with them, this is the rest."""

import errno
import imaplib
import socket
import ssl

import pytest

from pbem.mail.transport.server import LONGEST_QUOTE, ServerRefused, explained, quoted, trouble
from pbem.settings.mail import Imap

SERVER = Imap("mail.example.org", port=993)


def certificate(number: int, says: str = "unsuitable purpose") -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError("certificate verify failed")
    error.verify_code, error.verify_message = number, says
    return error


def tls(reason: str) -> ssl.SSLError:
    error = ssl.SSLError(1, "failed")
    error.reason = reason
    return error


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (ServerRefused("no-folder", "no such folder"), "no-folder", "no such folder"),
        (certificate(10), "certificate-expired", "has expired"),
        (certificate(9), "certificate-too-early", "is not valid yet"),
        (certificate(62), "certificate-name", "another name than mail.example.org"),
        (certificate(18), "certificate-self-signed", "is self-signed"),
        (certificate(20), "certificate-authority", "no authority known here"),
        (certificate(26), "certificate", "unsuitable purpose"),
        (tls("WRONG_VERSION_NUMBER"), "no-tls", "does not speak TLS"),
        (tls("NO_SHARED_CIPHER"), "tls", "NO_SHARED_CIPHER"),
        (ssl.SSLError("broken"), "tls", "broken"),
        (ssl.SSLEOFError(8, "EOF occurred"), "line-broken", "connection lost"),
        (socket.gaierror(-2, "Name or service not known"), "unknown-host", "no server is called mail.example.org"),
        (ConnectionRefusedError(), "not-listening", "nothing listens there"),
        (TimeoutError(), "no-answer", "did not answer in time"),
        (ConnectionResetError(), "line-broken", "connection lost"),
        (OSError(errno.ENOSPC, "No space left on device", "spool/1"), "disk", "spool/1: No space left on device"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk", "stored here: No space left on device"),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "network", "Network is unreachable"),
        (UnicodeError("label too long"), "no-address", "is not a name and port"),
        (imaplib.IMAP4.error("STARTTLS: TLS not supported"), "no-starttls", "offers no STARTTLS"),
        (imaplib.IMAP4.abort("socket error: EOF"), "line-broken", "connection lost"),
        (imaplib.IMAP4.error("BYE"), "failed", "BYE"),
        (ValueError("odd"), "failed", "odd"),
        (caused(ValueError("outer"), TimeoutError()), "no-answer", "did not answer in time"),
    ],
)
def test_each_error_has_a_word_and_says_what_is_wrong(error: Exception, code: str, said: str) -> None:
    found = explained(SERVER, error)

    assert found[0] == code
    assert said in found[1]
    assert trouble("imap", SERVER, error).says == f"imap mail.example.org: {found[1]}"


def test_what_a_server_says_is_quoted_short_and_without_what_steers_a_terminal() -> None:
    assert quoted(b"no\r\n\x1b[31m way\xff") == "no [31m way\\xff"
    assert quoted(ValueError()) == "ValueError"
    assert len(quoted("x" * 1000)) == LONGEST_QUOTE
