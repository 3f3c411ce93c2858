"""Data that the program keeps for itself in small files, as JSON, and that may have come to harm since."""

from pathlib import Path
from typing import TypeVar

import msgspec

from pbem.store.refusal import Refusal

T = TypeVar("T")


class Damaged(Refusal):
    """What was kept in a file cannot be read any more."""


def read(path: Path, kind: type[T], without: str) -> T:
    """What is kept in the file *path*; raises `Damaged`, which says what happens *without* it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise unusable(path, error, without) from error


def unusable(path: Path, why: Exception, without: str) -> Damaged:
    """That the file *path* cannot be used, and what happens *without* it."""
    return Damaged(f"{path} is damaged ({why}); restore it from a backup or remove it: without it {without}")
