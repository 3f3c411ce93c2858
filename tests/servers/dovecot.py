"""A real Dovecot of the tests' own: IMAP and LMTP on free ports of loopback, any user, password `x`.

Each of its addresses has a certificate of another kind: 127.0.0.1 a valid one, the others as `CERTIFICATES` says.
"""

import imaplib
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.servers.needed import needed
from tests.servers.ports import free_ports

PASSWORD = "x"
CERTIFICATES = {"good": "127.0.0.1", "expired": "127.0.0.2", "self-signed": "127.0.0.3", "name": "127.0.0.4"}
TOLD_OF_CERTIFICATES = {
    "good": "",
    "expired": "certificate-expired",
    "self-signed": "certificate-self-signed",
    "name": "certificate-name",
}
PORTS = ("imap", "imaps", "lmtp")

CONF = """\
base_dir=@DIR@/run
login_greeting=@NAME@
log_path=@DIR@/log
protocols=imap lmtp
listen=@HOSTS@
ssl=yes
ssl_cert=<@DIR@/good.pem
ssl_key=<@DIR@/good.pem
@LOCALS@
disable_plaintext_auth=no
auth_failure_delay=0
default_internal_user=dovecot
default_login_user=dovenull
mail_location=maildir:@DIR@/mail/%u
first_valid_uid=1
mail_uid=nobody
mail_gid=nogroup
mail_max_userip_connections=50
recipient_delimiter=+
passdb {
  driver=static
  args=password=x
}
userdb {
  driver=static
  args=uid=nobody gid=nogroup home=@DIR@/mail/%u allow_all_users=yes
}
protocol lmtp {
  auth_username_format=%n
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode=0
  }
}
service imap-login {
  inet_listener imap {
    port=@imap@
  }
  inet_listener imaps {
    port=@imaps@
    ssl=yes
  }
}
service lmtp {
  inet_listener lmtp {
    address=127.0.0.1
    port=@lmtp@
  }
}
"""


class Dovecot(msgspec.Struct, frozen=True):
    """A running server; *authority* is the file of the certificate that confirms its own."""

    folder: Path
    imap: int
    imaps: int
    lmtp: int
    host: str = "127.0.0.1"

    @property
    def authority(self) -> Path:
        return self.folder / "authority.pem"

    @contextmanager
    def mailbox(self, user: str, name: str = "INBOX") -> Iterator[imaplib.IMAP4]:
        """A line of the mailbox's owner, with mailbox *name* open."""
        line = imaplib.IMAP4(self.host, self.imap, timeout=10)
        try:
            line.login(user, PASSWORD)
            line.select(name)
            yield line
        finally:
            line.logout()

    def append(self, user: str, raw: bytes, at: datetime, name: str = "INBOX") -> None:
        """Put an email into a mailbox as received at *at*."""
        with self.mailbox(user) as line:
            line.create(name)
            status, said = line.append(name, "", at, raw)
            assert status == "OK", said

    def deliver(self, user: str, raw: bytes, sender: str = "ann@example.org") -> None:
        """Deliver an email as a mail server does."""
        with smtplib.LMTP(self.host, self.lmtp) as line:
            assert line.sendmail(sender, [f"{user}@test.local"], raw) == {}

    def flags(self, user: str, name: str = "INBOX") -> list[str]:
        """The flags of each email."""
        with self.mailbox(user, name) as line:
            found = line.uid("FETCH", "1:*", "(FLAGS)")[1]
            sets = [imaplib.ParseFlags(one) for one in found if isinstance(one, bytes)]
            return [" ".join(sorted(flag.decode() for flag in flags if flag != rb"\Recent")) for flags in sets]


class DovecotServer:
    """A Dovecot for all tests of a process, begun again on the same ports and mailboxes where something ended it."""

    def __init__(self, folder: Path) -> None:
        self.program = needed("dovecot")
        self.folder = folder
        self.ports: dict[str, int] = {}
        self.process: subprocess.Popen[bytes] | None = None
        (folder / "mail").mkdir()
        shutil.chown(folder / "mail", "nobody", "nogroup")
        _certificates(folder)

    def running(self) -> Dovecot:
        if self.process is None:
            self._begin()
        elif (code := self.process.poll()) is not None:
            said = self.process.communicate()[1].decode()
            sys.stderr.write(f"Dovecot had ended with {code}: {said} {self._log()}\n")
            self._begin()
        return msgspec.convert(
            {"folder": str(self.folder), **self.ports}, Dovecot, dec_hook=lambda kind, text: kind(text)
        )

    def _begin(self) -> None:
        said = ""
        again = bool(self.ports)
        for _ in range(5):
            if not again:
                self.ports = dict(zip(PORTS, free_ports(len(PORTS)), strict=True))
            (self.folder / "conf").write_text(_conf(self.folder, self.ports))
            command = (self.program, "-F", "-c", str(self.folder / "conf"))
            self.process = subprocess.Popen(command, stderr=subprocess.PIPE)
            if _up(self.process, self.ports, self.folder):
                return
            said = self.process.communicate(timeout=20)[1].decode()
        pytest.fail(f"Dovecot does not start: {said} {self._log()}")

    def _log(self) -> str:
        log = self.folder / "log"
        return log.read_text()[-2000:] if log.exists() else ""

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate(timeout=20)


@pytest.fixture(scope="session")
def dovecot_server() -> Iterator[DovecotServer]:
    folder = Path(tempfile.mkdtemp(prefix="dc-"))
    folder.chmod(0o755)
    try:
        server = DovecotServer(folder)
        yield server
        server.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def dovecot(dovecot_server: DovecotServer) -> Dovecot:
    return dovecot_server.running()


def _conf(folder: Path, ports: dict[str, int]) -> str:
    locals_ = "\n".join(
        f"local {host} {{\n  ssl_cert=<{folder}/{kind}.pem\n  ssl_key=<{folder}/{kind}.pem\n}}"
        for kind, host in CERTIFICATES.items()
        if kind != "good"
    )
    text = CONF.replace("@LOCALS@", locals_).replace("@HOSTS@", ", ".join(CERTIFICATES.values()))
    for name, port in ports.items():
        text = text.replace(f"@{name}@", str(port))
    return text.replace("@DIR@", str(folder)).replace("@NAME@", folder.name)


def _up(process: subprocess.Popen[bytes], ports: dict[str, int], folder: Path) -> bool:
    """Whether it answers on its ports, as the one that lives in *folder*."""
    end = time.monotonic() + 20
    while time.monotonic() < end and process.poll() is None:
        try:
            for port in ports.values():
                with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
                    greeted = port == ports["imaps"] or folder.name.encode() in line.recv(1000)
                if not greeted:
                    process.terminate()
                    return False
        except OSError:
            time.sleep(0.02)
        else:
            return True
    process.terminate()
    return False


def _certificates(folder: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    day = timedelta(days=1)
    now = datetime.now(UTC)
    made = {
        "good": authority.issue_cert("127.0.0.1", "localhost"),
        "expired": authority.issue_cert(CERTIFICATES["expired"], not_before=now - 9 * day, not_after=now - day),
        "name": authority.issue_cert("mail.example.org"),
    }
    for name, certificate in made.items():
        certificate.private_key_and_cert_chain_pem.write_to_path(str(folder / f"{name}.pem"))
    (folder / "self-signed.pem").write_bytes(_signing_itself(CERTIFICATES["self-signed"]))
    for path in folder.glob("*.pem"):
        path.chmod(0o644)


def _signing_itself(host: str) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=9))
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return secret + certificate.public_bytes(encoding)
