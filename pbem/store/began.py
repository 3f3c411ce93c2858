"""What a game was when it began, and must stay: its name, its rules and its own settings.

All that was played would mean something else with others, and no token of a letter would fit another name.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.problem import Problem
from pbem.store import files, kept

NAME = "began.json"


class Began(msgspec.Struct, frozen=True):
    """The choices of a game when it began, by their places in game.yaml."""

    choices: Mapping[str, Any]


def note(folder: Path, settings: msgspec.Struct) -> None:
    """Keep the choices of the game in *folder* that begins now, unless they are kept already."""
    path = folder / NAME
    if not path.exists():
        choices = {".".join(steps): value for steps, value in _choices(settings)}
        files.write(path, msgspec.json.format(msgspec.json.encode(Began(choices))) + b"\n")


def changed(folder: Path, settings: msgspec.Struct) -> Iterator[Problem]:
    """What *settings* say otherwise than the game in *folder* began with."""
    path = folder / NAME
    if not path.exists():
        return
    choices = kept.read(path, Began, "nobody can tell whether the settings are still those that the game began with")
    for steps, value in _choices(settings):
        before = choices.choices.get(".".join(steps), value)
        if before != value and not (_is_path(before) or _is_path(value)):
            yield Problem("not-as-begun", steps, args={"text": str(before)})


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
    """Whether it names a folder: that may move, and the rules look at what is in it."""
    return isinstance(value, str) and ("/" in value or "\\" in value)
