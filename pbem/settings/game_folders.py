"""The games below a folder, found by their game.yaml."""

import os
from pathlib import Path

from pbem.store.refusal import Refusal

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
