"""Emails signed by dkimpy, which shares no code with what verifies them here."""

import base64
import hashlib
from typing import Any, NamedTuple

import dkim
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from dkim.canonicalization import CanonicalizationPolicy
from dkim.crypto import parse_pem_private_key

MAIL = (
    b"Received: from there by here; Sat, 21 Nov 2026 12:00:00 +0000\r\n"
    b"From: Anna <anna@example.org>\r\n"
    b"To: game@example.net\r\n"
    b"Subject: Re: [vienna]  Round 3\r\n {louis-3-abcdef}\r\n"
    b"Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n"
    b"Message-ID: <one@example.org>\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n"
    b"X-Mailer: Pen  and Paper\r\n"
    b"\r\n"
    b"---\r\nmoves:\r\n  G1:  Prag > Wien \r\n...\r\n\r\n\r\n"
)
HEADERS = ("from", "to", "subject", "date", "message-id", "content-type")
AT = 1795262400
"""When the mail was received, as its Date says."""


class Key(NamedTuple):
    private: Any
    record: str
    algorithm: str


class _Ed25519:
    def __init__(self, key: ed25519.Ed25519PrivateKey) -> None:
        self.key = key

    def sign(self, digest: bytes) -> Any:
        return type("Signed", (), {"signature": self.key.sign(digest)})


def rsa_key(bits: int = 1024, algorithm: str = "rsa-sha256") -> Key:
    key = rsa.generate_private_key(65537, bits)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Key(parse_pem_private_key(pem), f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}", algorithm)


def ed25519_key() -> Key:
    key = ed25519.Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    record = f"v=DKIM1; k=ed25519; p={base64.b64encode(public).decode()}"
    return Key(_Ed25519(key), record, "ed25519-sha256")


def signed(
    key: Key,
    raw: bytes = MAIL,
    domain: str = "example.org",
    selector: str = "s1",
    way: str = "relaxed/relaxed",
    headers: tuple[str, ...] = HEADERS,
    length: int | None = None,
    **tags: str,
) -> bytes:
    """*raw* under a new signature; with *length* the body is signed to there only, *tags* are added to it."""
    signer = dkim.DKIM(raw, signature_algorithm=key.algorithm.encode())
    signer.hasher = hashlib.sha1 if key.algorithm.endswith("sha1") else hashlib.sha256
    policy = CanonicalizationPolicy.from_c_value(way.encode())
    body = policy.canonicalize_body(signer.body)[:length]
    fields = {
        "v": "1",
        "a": key.algorithm,
        "c": way,
        "d": domain,
        "s": selector,
        "h": " : ".join(headers),
        **({} if length is None else {"l": str(length)}),
        **tags,
        "bh": base64.b64encode(signer.hasher(body).digest()).decode(),
        "b": "0" * 60,
    }
    include = [name.encode() for name in headers]
    pairs = [(name.encode(), text.encode()) for name, text in fields.items()]
    value = signer.gen_header(pairs, include, policy, b"DKIM-Signature", key.private)
    return bytes(b"DKIM-Signature: " + value + raw)
