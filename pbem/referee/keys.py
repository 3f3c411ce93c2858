"""The game's keys, and those that seal sheets.

The key of chance is published when the game is over, the others never. HKDF is written out here with modules that every
command has loaded: importing a library for it would slow down each of them.
"""

import hashlib
import hmac
import os
from pathlib import Path

import msgspec

from pbem.engine.table import commitment
from pbem.errors import why
from pbem.settings.mail import SealedSettings, path_of
from pbem.store import encryption
from pbem.store.encryption import BadSealKey, NoKey

_LENGTH = 32


class Keys(msgspec.Struct, frozen=True):
    """The keys of a game, each as text: 64 hexadecimal digits."""

    chance: str
    tokens: str
    message_ids: str
    bounces: str
    bots: str
    words: str

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key of chance."""
        return commitment(self.chance)


def keys_of(secret: str) -> Keys:
    """The keys of the game with this *secret*."""
    return Keys(*(derived(secret, name.replace("_", "-")) for name in Keys.__struct_fields__))


def next_chance(secret: str, number: int) -> str:
    """The key of chance after the first *number* were published."""
    return derived(secret, f"chance {number + 1}")


def new_salt() -> str:
    """A salt for keys that no one could know before."""
    import secrets  # noqa: PLC0415 - only a command that changes a game makes a salt

    return secrets.token_hex(_LENGTH)


def derived(secret: str, purpose: str, salt: str = "") -> str:
    """The key for *purpose*."""
    return hkdf(secret.encode(), salt.encode(), f"pbem {purpose}".encode(), _LENGTH).hex()


def hkdf(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869): *length* bytes, at most 8160."""
    if length > 255 * hashlib.sha256().digest_size:
        raise ValueError(f"HKDF makes no {length} bytes")
    drawn = hmac.digest(salt or bytes(hashlib.sha256().digest_size), key, "sha256")
    made = block = b""
    while len(made) < length:
        block = hmac.digest(drawn, block + info + bytes([len(made) // 32 + 1]), "sha256")
        made += block
    return made[:length]


ENVIRONMENT = "PBEM_IDENTITY"


def recipient_of(sealed: SealedSettings, folder: Path) -> str:
    """Whom the sheets of a game in *folder* are sealed for; raises `NoKey` or `BadSealKey`."""
    if sealed.recipient:
        return encryption.checked_recipient(sealed.recipient)
    identity = identity_of(sealed, folder)
    if identity is None:
        raise NoKey("sheets are sealed in this game, but game.yaml names no recipient; `pbem seal keygen` makes a key")
    return encryption.recipient_of(identity)


def identity_of(sealed: SealedSettings | None, folder: Path, given: Path | None = None) -> str | None:
    """The available key: in the file *given*, or in the one that `PBEM_IDENTITY` or game.yaml names.

    Raises `NoKey` if a requested file is missing, `BadSealKey` if it contains no key.
    """
    asked_for = given or (Path(os.environ[ENVIRONMENT]) if os.environ.get(ENVIRONMENT) else None)
    path = asked_for or usual_place(sealed, folder)
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        if asked_for:
            raise NoKey(f"the key {path} cannot be read: {why(error)}") from error
        return None
    try:
        return encryption.key_in(text)
    except BadSealKey as error:
        raise BadSealKey(f"{path} contains no key of the kind that `pbem seal keygen` makes: {error}") from error


def usual_place(sealed: SealedSettings | None, folder: Path) -> Path:
    """The path for the key of a game in *folder*, whether it exists or not."""
    return path_of(folder, (sealed or SealedSettings()).identity_file)
