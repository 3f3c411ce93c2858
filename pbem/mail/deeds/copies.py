"""Copies of a game on which something is only tried: done by the same function, and then thrown away.

Nothing is played on a copy: what chance decides is not to be seen before it counts.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.referee import opening
from pbem.referee.game import Game
from pbem.store import files

_TRIED = ".try"
_EMPTY = frozenset({"letters", "pictures", "spool"})
"""Folders of a game of which a copy needs nothing."""


@contextmanager
def tried(game: Game) -> Iterator[Game]:
    """A copy of *game*, which is held, as it is on disk; what a killed program left of an earlier one is removed."""
    place = game.folder / _TRIED
    shutil.rmtree(place, ignore_errors=True)
    files.make_folder(place)
    try:
        copy(game.folder, place / "game")
        with opening.held(place / "game", {game.ruleset.name: game.ruleset}) as other:
            yield other
    finally:
        shutil.rmtree(place, ignore_errors=True)


def copy(folder: Path, to: Path) -> None:
    """Copy the game in *folder*, which is held, without what need not be read."""
    to.mkdir(files.FOLDER)
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name in _EMPTY:
                continue
            if entry.name == "sent":  # only what there was counts, not what it said
                (to / entry.name).mkdir(files.FOLDER)
                for name in files.names(folder / entry.name):
                    (to / entry.name / name).touch(files.FILE)
            elif entry.is_dir():
                shutil.copytree(entry.path, to / entry.name, symlinks=True, ignore=_only_files)
            elif entry.is_file(follow_symlinks=False):
                shutil.copy2(entry.path, to / entry.name)


def _only_files(folder: str, names: list[str]) -> list[str]:
    """What is neither a file nor a folder: a pipe would never end."""
    return [name for name in names if not (Path(folder, name).is_file() or Path(folder, name).is_dir())]
