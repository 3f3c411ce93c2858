"""Toy games after their first letters: each is begun once by a process, and copied for every test that starts so."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.referee.game import Rulesets
from pbem.referee.opening import create
from tests.toy.game import SEED

_kept: dict[tuple[object, ...], tuple[Path, Rulesets]] = {}
"""Where each is, with its rules, which are told apart by their identity."""
_places: list[Path | None] = [None]
"""The folder that they are kept in while the program is as it is written."""


@contextmanager
def kept_in(place: Path | None) -> Iterator[None]:
    """Meanwhile they are kept in the folder *place*; without one each is begun anew, as where a test patches pbem."""
    _places.append(place)
    yield
    _places.pop()


def begin(folder: Path, text: str, rulesets: Rulesets, turn: Callable[[], object], secret: str = SEED) -> None:
    """Begin the game of *text* in *folder*; *turn*, a method of what plays there with a `clock`, is its first turn.

    A game whose files name their folder is begun anew each time.
    """
    world: Any = turn.__self__  # type: ignore[attr-defined]
    rules = tuple(sorted((name, id(each)) for name, each in rulesets.items()))
    key = folder.name, text, secret, world.clock(), type(world).turn, rules
    place = _places[-1]
    if place and key in _kept:
        shutil.copytree(_kept[key][0], folder)
        return
    create(folder, text, rulesets, secret)
    turn()
    own = str(folder.parent).encode()
    if place and not any(own in path.read_bytes() for path in folder.rglob("*") if path.is_file()):
        kept = place / str(len(_kept)) / folder.name
        shutil.copytree(folder, kept)
        _kept[key] = kept, rulesets
