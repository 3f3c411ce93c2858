"""The keys of a club: one for each game, wrapped by a key that the database never has."""

import hmac
import os
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pbem.errors import Refusal
from pbem.store import files

VARIABLE = "PBEM_CLUB_KEY"
_NONCE = 12


class BadKey(Refusal):
    """The club's key is missing, is none, or is not the one that wrote what should be read."""


_OTHER = "was written with another key: add that key to the key file, one a line, newest first"


class ClubKey:
    """The key that wraps those of the games, the newest of *texts*; older ones still open what they wrapped."""

    def __init__(self, texts: Sequence[str]) -> None:
        try:
            self._ring = MultiFernet([Fernet(text) for text in texts])
        except ValueError as error:
            raise BadKey(f"the club's key is not a key ({error}); `pbem club init` makes one") from error

    def wrap(self, data: bytes) -> bytes:
        """*data* for the database."""
        return self._ring.encrypt(data)

    def unwrap(self, data: bytes) -> bytes:
        """What `wrap` was given; raises `BadKey`."""
        try:
            return self._ring.decrypt(data)
        except InvalidToken:
            raise BadKey(f"what is in the database {_OTHER}") from None

    def rewrap(self, data: bytes) -> bytes:
        """What was wrapped by any key of the club, wrapped by its newest; raises `BadKey`."""
        try:
            return self._ring.rotate(data)
        except InvalidToken:
            raise BadKey(f"what is in the database {_OTHER}") from None


class GameKey:
    """The key of the game *name*: seals its pieces, and names them without saying their paths."""

    def __init__(self, name: str, secret: bytes) -> None:
        self._name, self._secret, self._cipher = name.encode(), secret, AESGCM(secret)

    def seal(self, data: bytes, about: bytes) -> bytes:
        """*data* sealed for one place, which is *about* something of the game."""
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, data, self._name + b"\0" + about)

    def open(self, data: bytes, about: bytes) -> bytes:
        """What was sealed *about* that; raises `BadKey`."""
        try:
            return self._cipher.decrypt(data[:_NONCE], data[_NONCE:], self._name + b"\0" + about)
        except InvalidTag:
            raise BadKey(f"a piece of the game {self._name.decode()} in the database was changed") from None

    def digest(self, path: str) -> bytes:
        """What stands for *path* in the database."""
        return hmac.digest(self._secret, b"path\0" + path.encode(), "sha256")[:16]


def new_secret() -> bytes:
    """A new key, to be wrapped."""
    return AESGCM.generate_key(256)


def digest_of_address(secret: bytes, address: str) -> bytes:
    """What stands for an *address* in the database."""
    return hmac.digest(secret, address.strip().casefold().encode(), "sha256")


def read_key(file: Path | None) -> ClubKey:
    """The club's key: from the environment if it is there, otherwise from *file*; raises `BadKey`."""
    text = os.environ.get(VARIABLE, "")
    if not text and file is not None:
        try:
            text = file.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError) as error:
            raise BadKey(f"the club's key cannot be read: {error}; `pbem club init` makes one") from error
    if not text.split():
        raise BadKey(f"there is no key of the club: name its file as `key file`, or set {VARIABLE}")
    return ClubKey(text.split())


def make_key(file: Path) -> bool:
    """Make a key in *file* unless there is one; whether it was made."""
    if file.exists():
        return False
    files.write(file, Fernet.generate_key() + b"\n")
    return True


def add_key(file: Path) -> None:
    """Put a new key before those in *file*."""
    files.write(file, Fernet.generate_key() + b"\n" + file.read_bytes())


def drop_old_keys(file: Path) -> None:
    """Leave the newest key alone in *file*."""
    files.write(file, file.read_bytes().split()[0] + b"\n")
