"""The mark of a game that goes on elsewhere: this copy must neither take mail in nor play."""

from datetime import datetime
from pathlib import Path

import msgspec

from pbem.store import files, records
from pbem.store.refusal import Refusal

NAME = "handed-over.json"


class GoneOn(Refusal):
    """The game was packed to go on elsewhere."""

    code = "handed-over"


class HandedOver(msgspec.Struct, frozen=True):
    """That the game was packed *at* a time, into the *package* with this *sha256*."""

    at: datetime
    package: str
    sha256: str


def mark(folder: Path, one: HandedOver) -> None:
    """From now on the game in *folder* goes on elsewhere."""
    files.write(folder / NAME, msgspec.json.format(msgspec.json.encode(one)) + b"\n")


def unmark(folder: Path) -> bool:
    """Let the game in *folder* go on here again; whether it had been handed over."""
    path = folder / NAME
    there = path.exists()
    if there:
        path.unlink()
        files.settle(folder)
    return there


def refuse(folder: Path) -> None:
    """Raise `GoneOn` if the game in *folder* goes on elsewhere."""
    path = folder / NAME
    if not path.exists():
        return
    one = records.read(path, HandedOver, "the game continues here, perhaps in two places")
    raise GoneOn(
        f"the game in {folder} was packed into {one.package} on {one.at:%Y-%m-%d %H:%M} UTC and continues elsewhere; "
        "this copy takes in no mail and plays nothing. If it was never unpacked, `pbem pack --take-back` lets it go on "
        "here"
    )
