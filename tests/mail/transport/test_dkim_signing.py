import base64
from pathlib import Path
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from pbem.mail.transport.dkim_signing import BadDkimKey, public_record, read_key, signed
from pbem.settings.mail_settings import Dkim

MAIL = (
    b"From: Toy <game@example.org>\r\nTo: ann@example.org\r\nSubject: [toy-1] your\r\n bid\r\n"
    b"Date: Sat, 21 Nov 2026 08:00:00 +0000\r\nMessage-ID: <1@example.org>\r\n\r\nHello\r\n.\r\n\r\n"
)
SETTINGS = Dkim("example.org", "toy", "key")


def pem(key: Any) -> bytes:
    made: bytes = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made


@pytest.fixture(scope="module")
def rsa_key() -> bytes:
    return pem(rsa.generate_private_key(65537, 2048))


def good(message: bytes, folder: Path) -> bool:
    """Whether the signature holds, with the record that the domain would publish."""
    record = public_record(read_key(folder / "key")).encode()

    def answer(name: bytes, timeout: int = 5) -> bytes:
        assert name == b"toy._domainkey.example.org."
        return record

    return bool(dkim.verify(message, dnsfunc=answer))


def test_a_signature_holds_as_long_as_nothing_is_changed(tmp_path: Path, rsa_key: bytes) -> None:
    (tmp_path / "key").write_bytes(rsa_key)
    mail = signed(MAIL, SETTINGS, tmp_path)
    assert mail.endswith(MAIL)
    assert all(len(line) < 100 for line in mail.split(b"\r\n"))
    assert good(mail, tmp_path)
    assert good(mail.replace(b"your\r\n bid", b"your bid"), tmp_path)
    for old, new in [(b"Hello", b"Hallo"), (b"Toy <", b"Tox <"), (b"your\r\n bid", b"his bid"), (b"08:00", b"09:00")]:
        assert not good(mail.replace(old, new), tmp_path)


@pytest.mark.parametrize("field", ["From: eve@example.org", "Subject: other", "In-Reply-To: <x@y>"])
def test_nothing_can_be_put_in(tmp_path: Path, rsa_key: bytes, field: str) -> None:
    (tmp_path / "key").write_bytes(rsa_key)
    mail = signed(MAIL, SETTINGS, tmp_path)
    assert not good(field.encode() + b"\r\n" + mail, tmp_path)


@pytest.mark.parametrize("form", ["pem", "seed"])
def test_an_ed25519_key_signs_too(tmp_path: Path, form: str) -> None:
    key = ed25519.Ed25519PrivateKey.generate()
    raw = key.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption())
    (tmp_path / "key").write_bytes(pem(key) if form == "pem" else base64.b64encode(raw) + b"\n")

    mail = signed(MAIL, SETTINGS, tmp_path)

    assert b"a=ed25519-sha256" in mail.removesuffix(MAIL)
    record = public_record(key).encode()
    assert dkim.verify(mail, dnsfunc=lambda name, timeout=5: record)
    assert not dkim.verify(mail.replace(b"Hello", b"Hallo"), dnsfunc=lambda name, timeout=5: record)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "cannot be read"),
        (b"nonsense!", "neither PEM nor"),
        (b"-----BEGIN PRIVATE KEY-----\nabc\n", "cannot be used"),
        (pem(ec.generate_private_key(ec.SECP256R1())), "neither RSA nor"),
    ],
)
def test_a_key_that_is_none_is_said_to_be_none(tmp_path: Path, data: bytes | None, says: str) -> None:
    if data is not None:
        (tmp_path / "key").write_bytes(data)
    with pytest.raises(BadDkimKey, match=says):
        signed(MAIL, SETTINGS, tmp_path)
