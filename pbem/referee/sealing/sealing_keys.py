"""Whom the sheets of a game are sealed for, and the key that opens them."""

import os
from pathlib import Path

from pbem.settings.mail_settings import SealedSettings, path_of
from pbem.store import encryption
from pbem.store.encryption import BadSealKey, NoKey
from pbem.store.refusal import why

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
