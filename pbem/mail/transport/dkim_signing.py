"""DKIM signatures on mail that goes out (RFC 6376, RFC 8463)."""

import base64
import binascii
from functools import lru_cache
from pathlib import Path

from pbem.extras import extra
from pbem.settings.mail_settings import Dkim, path_of
from pbem.store.refusal import Refusal, why

with extra("mail"):
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

_SIGNED = (
    b"from", b"to", b"subject", b"date", b"message-id", b"in-reply-to", b"references", b"auto-submitted",
    b"list-id", b"mime-version", b"content-type", b"content-transfer-encoding",
)  # fmt: skip
"""Signed whether they are there or not, so that none can be put in on the way."""
_TWICE = (b"from", b"subject")
"""Signed one more time than they occur, so that no second one can be put in."""
_SEED = 32


class BadDkimKey(Refusal):
    """The key that game.yaml names for signing is missing or is not a key."""

    code = "bad-key"


def read_key(path: Path) -> RSAPrivateKey | Ed25519PrivateKey:
    """The private key in *path*: PEM, or the base64 of an Ed25519 seed; raises `BadDkimKey`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadDkimKey(f"the signing key {path} cannot be read: {why(error)}") from error
    return _key_in(data, path)


@lru_cache(maxsize=4)
def _key_in(data: bytes, path: Path) -> RSAPrivateKey | Ed25519PrivateKey:
    """The key in *data*, checked once for all the emails of a run: that takes longer than to sign one."""
    if not data.lstrip().startswith(b"-----BEGIN"):
        try:
            seed = base64.b64decode(data.strip(), validate=True)
            return Ed25519PrivateKey.from_private_bytes(seed)
        except (binascii.Error, ValueError):
            raise BadDkimKey(f"the signing key {path} is neither PEM nor the base64 of {_SEED} bytes") from None
    try:
        key = serialization.load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadDkimKey(f"the signing key {path} cannot be used: {error}") from error
    if not isinstance(key, RSAPrivateKey | Ed25519PrivateKey):
        raise BadDkimKey(f"the signing key {path} is neither RSA nor Ed25519")
    return key


def public_record(key: RSAPrivateKey | Ed25519PrivateKey) -> str:
    """What the domain's name servers must say of *key*, as text of the record (RFC 6376, 3.6.1)."""
    public = key.public_key()
    if isinstance(key, RSAPrivateKey):
        data = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        return f"v=DKIM1; k=rsa; p={base64.b64encode(data).decode()}"
    data = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return f"v=DKIM1; k=ed25519; p={base64.b64encode(data).decode()}"


def signed(message: bytes, settings: Dkim, folder: Path) -> bytes:
    """*message* with its signature in front; paths count from *folder*. Raises `BadDkimKey`."""
    key = read_key(path_of(folder, settings.key_file))
    return _signature(message, settings, key) + message


def _signature(message: bytes, settings: Dkim, key: RSAPrivateKey | Ed25519PrivateKey) -> bytes:
    with extra("mail"):
        import dkim  # noqa: PLC0415 - takes half a second, and few need it

    algorithm, private = _as_dkimpy_reads(key)
    made: bytes = dkim.sign(
        message,
        settings.selector.encode(),
        settings.domain.encode("idna"),
        private,
        signature_algorithm=algorithm,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[*_SIGNED, *_TWICE],
    )
    return made


def _as_dkimpy_reads(key: RSAPrivateKey | Ed25519PrivateKey) -> tuple[bytes, bytes]:
    """The name of the key's signatures, and the key: as PEM, or as the base64 of its seed."""
    nobody = serialization.NoEncryption()
    if isinstance(key, RSAPrivateKey):
        form = serialization.PrivateFormat.TraditionalOpenSSL
        return b"rsa-sha256", key.private_bytes(serialization.Encoding.PEM, form, nobody)
    raw = key.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw, nobody)
    return b"ed25519-sha256", base64.b64encode(raw)
