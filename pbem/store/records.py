"""Data that pbem stores for itself in small JSON files, which may be damaged later."""

from pathlib import Path
from typing import TypeVar

import msgspec

from pbem.store.refusal import Refusal

T = TypeVar("T")


class Damaged(Refusal):
    """A stored file can no longer be read."""


def read(path: Path, kind: type[T], without: str) -> T:
    """The data in the file *path*; raises `Damaged`, which says what happens *without* it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise unusable(path, error, without) from error


def unusable(path: Path, why: Exception, without: str) -> Damaged:
    """The error that the file *path* cannot be used, saying what happens *without* it."""
    return Damaged(f"{path} is damaged ({why}); restore it from a backup or remove it: without it {without}")
