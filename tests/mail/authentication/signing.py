"""Signed emails: written from RFC 6376 once more, sharing no code with what verifies them here."""

import base64
import hashlib
import re
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

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
    private: rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey
    record: str
    algorithm: str

    def signature(self, data: bytes) -> bytes:
        if isinstance(self.private, ed25519.Ed25519PrivateKey):
            return self.private.sign(hashlib.sha256(data).digest())
        return self.private.sign(data, PKCS1v15(), SHA1() if self.algorithm.endswith("sha1") else SHA256())


def rsa_key(bits: int = 1024, algorithm: str = "rsa-sha256") -> Key:
    key = rsa.generate_private_key(65537, bits)
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Key(key, f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}", algorithm)


def ed25519_key() -> Key:
    key = ed25519.Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    record = f"v=DKIM1; k=ed25519; p={base64.b64encode(public).decode()}"
    return Key(key, record, "ed25519-sha256")


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
    of_headers, _, of_body = way.partition("/")
    head, _, body = raw.partition(b"\r\n\r\n")
    hashed = hashlib.new("sha1" if key.algorithm.endswith("sha1") else "sha256", _body(body, of_body)[:length])
    fields = {
        "v": "1",
        "a": key.algorithm,
        "c": way,
        "d": domain,
        "s": selector,
        "h": " : ".join(headers),
        **({} if length is None else {"l": str(length)}),
        **tags,
        "bh": base64.b64encode(hashed.digest()).decode(),
        "b": "",
    }
    value = b" " + b";\r\n ".join(f"{name}={text}".encode() for name, text in fields.items())
    data = b"".join(_field(field, of_headers) + b"\r\n" for field in _chosen(head, headers))
    data += _field(b"DKIM-Signature:" + value, of_headers)
    return b"DKIM-Signature:" + value + base64.b64encode(key.signature(data)) + b"\r\n" + raw


def _chosen(head: bytes, names: tuple[str, ...]) -> list[bytes]:
    """The fields that are signed: each name takes the last of its fields that was not taken (5.4.2)."""
    rest = re.split(rb"\r\n(?![ \t])", head)
    found: list[bytes] = []
    for name in names:
        same = [field for field in rest if field.partition(b":")[0].strip().lower() == name.lower().encode()]
        if same:
            found.append(same[-1])
            del rest[len(rest) - 1 - rest[::-1].index(same[-1])]
    return found


def _field(field: bytes, way: str) -> bytes:
    """A header field as it is signed (3.4.1, 3.4.2)."""
    if way == "simple":
        return field
    name, _, value = field.partition(b":")
    return name.strip().lower() + b":" + re.sub(rb"[ \t]+", b" ", value.replace(b"\r\n", b"")).strip()


def _body(body: bytes, way: str) -> bytes:
    """The body as it is signed (3.4.3, 3.4.4)."""
    if way == "relaxed":
        body = re.sub(rb"[ \t]+", b" ", body)
        body = re.sub(rb" (?=\r\n)", b"", body)
    body = re.sub(rb"(?:\r\n)*\Z", b"", body)
    return body + b"\r\n" if body or way != "relaxed" else b""
