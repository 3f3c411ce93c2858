"""Sealing: a file that only the holder of a key can read, and the hash by which its writer can identify it.

A sealed file keeps its name; its content becomes an armoured age file (https://age-encryption.org/v1) that
`age -d` opens too. Content is padded to full blocks first, so its size reveals little.
"""

import hashlib
import re
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from pbem.errors import Refusal, extra
from pbem.store import files

HEAD = b"-----BEGIN AGE ENCRYPTED FILE-----"
TAIL = "-----END AGE ENCRYPTED FILE-----"
BLOCK = 4096
"""Bytes: far more than a usual sheet, so that nearly all sheets look alike."""
_LENGTH = 8
_MARK = re.compile(r"---(\s.*)?|\.\.\.")


class NoKey(Refusal):
    """A key that is named or needed is missing."""


class BadSealKey(Refusal):
    """What should be a key is not one."""

    code = "bad-key"


class WrongKey(Refusal):
    """The key does not open what was sealed."""


class SheetSeal(msgspec.Struct, frozen=True):
    """What the writer of a sealed sheet is told: its hash, and the nonce that makes guessing impossible."""

    hash: str
    nonce: str


def seal(data: bytes, recipient: str, least: int = 0) -> bytes:
    """*data* as only the holder of *recipient*'s key can read it, of a size as if it had at *least* so many bytes.

    Raises `BadSealKey`.
    """
    size = -(-(max(len(data), least) + _LENGTH) // BLOCK) * BLOCK
    filled = data.ljust(size - _LENGTH, b"\0") + len(data).to_bytes(_LENGTH, "big")
    sealed: bytes = _age().encrypt(filled, [_recipient(recipient)], armored=True)
    return sealed


def unseal(data: bytes, identity: str) -> bytes:
    """What was sealed; raises `WrongKey`."""
    age = _age()
    try:
        filled: bytes = age.decrypt(data, [age.x25519.Identity.from_str(identity)])
    except age.DecryptError as error:
        raise WrongKey(f"the key does not open what was sealed: {error}") from error
    return filled[: int.from_bytes(filled[-_LENGTH:], "big")]


def is_sealed(path: Path) -> bool:
    """Whether the file at *path* is a sealed one."""
    with path.open("rb") as file:
        return file.read(len(HEAD)) == HEAD


def not_as_sealed(data: bytes) -> bytes:
    """*data* as it is kept: what someone sent that begins as a sealed file does must not be taken for one."""
    return b"\n" + data if data.startswith(HEAD) else data


def seal_file(path: Path, recipient: str) -> None:
    """Seal the file at *path* in its place, in one step; its time of change stays."""
    if not is_sealed(path):
        files.write(path, seal(path.read_bytes(), recipient), arrived=_changed(path))


def open_file(path: Path, identity: str) -> None:
    """Open the file at *path* permanently; one that the key does not open is left unchanged."""
    if not is_sealed(path):
        return
    try:
        data = unseal(path.read_bytes(), identity)
    except WrongKey:
        return
    files.write(path, data, arrived=_changed(path))


def readable(path: Path, identity: str | None) -> bool:
    """Whether `read` can get the file's content."""
    return identity is not None or not is_sealed(path)


def read(path: Path, identity: str | None) -> bytes:
    """The content of the file at *path*, sealed or not; raises `NoKey` or `WrongKey`."""
    data = path.read_bytes()
    if not data.startswith(HEAD):
        return data
    if identity is None:
        raise NoKey(f"{path} is sealed, and the key is missing")
    return unseal(data, identity)


def same(path: Path, data: bytes) -> bool:
    """Whether the file at *path*, whose name has the hash of *data*, contains it; a sealed one is assumed to."""
    return is_sealed(path) or path.read_bytes() == data


def keygen(path: Path) -> str:
    """Make a key at *path*, readable by its owner alone; return the recipient that belongs to it."""
    if path.exists():
        raise BadSealKey(f"there is already a file {path}; an overwritten key no longer opens anything")
    key = _age().x25519.Identity.generate()
    recipient = str(key.to_public())
    files.write(path, f"# public key: {recipient}\n{key}\n".encode("ascii"))
    return recipient


def checked_recipient(name: str) -> str:
    """*name*, if it is a recipient to seal for; raises `BadSealKey`."""
    _recipient(name)
    return name


def key_in(text: str) -> str:
    """The key in the *text* of a key file; raises `BadSealKey`."""
    key = next((line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"), "")
    age = _age()
    try:
        age.x25519.Identity.from_str(key)
    except age.IdentityError as error:
        raise BadSealKey(str(error)) from error
    return key


def recipient_of(identity: str) -> str:
    """The recipient whose sheets the key *identity* opens."""
    return str(_age().x25519.Identity.from_str(identity).to_public())


def new_nonce() -> str:
    """128 random bits."""
    import secrets  # noqa: PLC0415 - every command imports this module, few seal

    return secrets.token_hex(16)


def digest(nonce: str, text: str) -> str:
    """The hash of a sheet: SHA-256 over the nonce and the `lines` of the sheet, each ended by a line feed."""
    content = "".join(f"{line}\n" for line in (nonce, *lines(text)))
    return hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest()


def lines(text: str) -> list[str]:
    """The lines that a sheet's hash is about.

    Without its opening and closing lines, blank lines around it and spaces at the ends of lines, which mail programs
    add and remove; in composed characters (Unicode NFC).
    """
    found = [line.rstrip() for line in unicodedata.normalize("NFC", text).lstrip("\ufeff").splitlines()]
    while found and not (found[0] and not _MARK.fullmatch(found[0])):
        del found[0]
    while found and not (found[-1] and not _MARK.fullmatch(found[-1])):
        del found[-1]
    return found


def _age() -> Any:
    """The library for sealing; few games need it."""
    with extra("sealed"):
        import pyrage  # noqa: PLC0415
    return pyrage


def _recipient(name: str) -> Any:
    age = _age()
    try:
        return age.x25519.Recipient.from_str(name)
    except age.RecipientError as error:
        raise BadSealKey(f"{name!r} is not a recipient to seal for (mail: sealed: recipient:): {error}") from error


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)
