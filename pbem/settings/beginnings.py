"""What a game was when it began; games below a folder.

Otherwise all that was played would mean something else, and no token would match.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.order import Problem
from pbem.errors import Refusal
from pbem.store import files
from pbem.store.log import GameLog

BEGAN = "began.json"
LOG = "log.jsonl"
SECRET = "secret"  # noqa: S105 - the name of a file
_WITHOUT = "it is made again from the first line of the log"


class Exchanged(Refusal):
    """Files in a game's folder do not belong together: one is from another game, or was changed."""


class Beginnings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The choices of a game when it began, by their places in game.yaml, and the commitment of its chance.

    *sha256* is that of all the rest.
    """

    choices: Mapping[str, Any]
    commitment: str
    sha256: str = ""


class _Opening(msgspec.Struct, frozen=True):
    commitment: str
    choices: Mapping[str, Any] = {}


class _First(msgspec.Struct, frozen=True):
    at: datetime
    opening: _Opening | None = None


def note(folder: Path, choices: Mapping[str, Any], commitment: str) -> None:
    """Store what the game in *folder* begins with, unless it is stored already."""
    path = folder / BEGAN
    if not path.exists():
        files.write(path, msgspec.json.format(msgspec.json.encode(_sealed(Beginnings(choices, commitment)))) + b"\n")


def noted(folder: Path) -> Beginnings | None:
    """What the game in *folder* began with: as stored, or as its log opens; raises `Damaged`."""
    path = folder / BEGAN
    if not path.exists():
        return _opening(folder / LOG)
    began = files.read(path, Beginnings, _WITHOUT)
    if began != _sealed(began):
        raise files.unusable(path, ValueError("it is not as it was written"), _WITHOUT)
    return began


def changed(folder: Path, settings: msgspec.Struct) -> Iterator[Problem]:
    """Where *settings* differ from what the game in *folder* began with."""
    began = noted(folder)
    if began is None:
        return
    for steps, value in _choices(settings):
        before = began.choices.get(".".join(steps), value)
        if before != value and not (_is_path(before) or _is_path(value)):
            yield Problem("not-as-begun", steps, args={"text": str(before)})


def check(folder: Path, log: GameLog, commitment: str) -> None:
    """Raise `Exchanged` unless the secret of the game in *folder*, which has *commitment*, fits what it began with."""
    opening, before = log.opening, noted(folder)
    if before is None and not log.lines:
        return
    began = before.commitment if before else ""
    if opening is None and log.lines:
        raise Exchanged(f"{log.path} is not the log of this game; restore the newest one that you have")
    if opening and opening.commitment != commitment == began:
        raise Exchanged(
            f"{log.path} is the log of another game: its first line does not fit {BEGAN} and the secret; restore the "
            "newest one of this game that you have"
        )
    if (opening.commitment if opening else began) != commitment:
        raise Exchanged(
            f"the secret in {folder / SECRET} is not the one that the game began with: no token of its letters would "
            "match, and later draws would differ; restore the file from a backup, there is no other way"
        )
    if opening and before and (before.commitment, before.choices) != (commitment, opening.choices):
        raise Exchanged(f"{folder / BEGAN} does not fit the first line of the log; remove it: {_WITHOUT}")


def begun(folder: Path) -> datetime | None:
    """When the game in *folder* was begun, to the second; none if there is no game yet. Older mail cannot be for it.

    That is when its secret was written. Where a copy or a backup did not keep the time of that file, the first line of
    the log has an earlier one.
    """
    secret = folder / SECRET
    if not secret.exists():
        return None
    at = datetime.fromtimestamp(int(secret.stat().st_mtime), UTC)
    first = _first(folder / LOG)
    return min(at, first.at.replace(microsecond=0)) if first else at


def choices(settings: msgspec.Struct) -> dict[str, Any]:
    """What *settings* choose that must stay, by its places in game.yaml."""
    return {".".join(steps): value for steps, value in _choices(settings)}


def _sealed(began: Beginnings) -> Beginnings:
    bare = msgspec.structs.replace(began, sha256="")
    return msgspec.structs.replace(began, sha256=hashlib.sha256(msgspec.json.encode(bare)).hexdigest())


def _opening(log: Path) -> Beginnings | None:
    first = _first(log)
    return Beginnings(first.opening.choices, first.opening.commitment) if first and first.opening else None


def _first(log: Path) -> _First | None:
    """The first line of *log*, unchecked: whoever reads the complete log checks it."""
    if not log.is_file():
        return None
    with log.open("rb") as lines:
        first = lines.readline()
    try:
        return msgspec.json.decode(first, type=_First)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _choices(settings: msgspec.Struct) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name in ("game", "rules", "settings"):
        yield from _leaves(getattr(settings, name), (name,))


def _leaves(value: Any, steps: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _leaves(getattr(value, field), (*steps, field))
    else:
        yield steps, msgspec.to_builtins(value, enc_hook=str)


def _is_path(value: Any) -> bool:
    """Whether it names a folder, which may move; the rules check its content."""
    return isinstance(value, str) and ("/" in value or "\\" in value)


NAME = "game.yaml"
DEEPEST = 4
"""How many folders below the first one a game is looked for."""


class NoFolder(Refusal):
    """There is no such folder to look for games in."""


def game_folders(top: Path, deepest: int = DEEPEST) -> tuple[Path, ...]:
    """The folders of all games in *top* and at most *deepest* folders below; a game has no other in it.

    Raises `NoFolder`.
    """
    if not top.is_dir():
        raise NoFolder(f"there is no folder {top}")
    return tuple(_found(top, deepest))


def _found(folder: Path, deeper: int) -> list[Path]:
    if (folder / NAME).is_file():
        return [folder]
    if not deeper:
        return []
    try:
        with os.scandir(folder) as entries:
            below = [entry.name for entry in entries if not entry.name.startswith(".") and _is_folder(entry)]
    except OSError:  # not ours to read
        return []
    return [game for name in sorted(below) for game in _found(folder / name, deeper - 1)]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
