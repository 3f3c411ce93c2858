"""Commands on several games: each is reported under its folder, and one that fails does not stop the others."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import names_game
from pbem.store.refusal import Refusal, where_and_why

C = TypeVar("C", bound=Callable[..., Any])
R = TypeVar("R")
FAILED = 1
"""The exit code if a game failed."""


class GameOutput(msgspec.Struct, Generic[R], frozen=True):
    """The outcome for the game in *folder*: a *result*, or what went wrong."""

    folder: Path
    result: R | None
    wrong: Refusal | None = None


class Failed(Refusal):
    """A game that failed because of the disk or a bug."""


def folders_argument(command: C) -> C:
    """Add DIR...: the folders of several games, instead of --game."""
    argument = click.argument("folders", nargs=-1, metavar="[DIR]...", type=click.Path(path_type=Path), callback=_alone)
    return argument(command)


def each(folders: Iterable[Path], work: Callable[[Path], R]) -> Iterator[GameOutput[R]]:
    """Do *work* on the games in *folders*, one by one, each once."""
    for folder in dict.fromkeys(folders):
        try:
            yield GameOutput(folder, work(folder))
        except Refusal as refusal:
            yield GameOutput(folder, None, refusal)
        except OSError as error:
            yield GameOutput(folder, None, Failed(where_and_why(error)))
        except Exception as error:  # noqa: BLE001 - the other games have nothing to do with it
            yield GameOutput(folder, None, Failed(f"a bug in pbem: {error!r}"))


def tell_wrong(one: GameOutput[Any]) -> None:
    """Print on standard error, under its folder, what went wrong with a game."""
    if one.wrong is not None:
        output.error(f"{one.folder}:")
        output.tell_why(one.wrong)


def as_data(one: GameOutput[R], shown: Callable[[R], Any]) -> dict[str, Any]:
    """The outcome for a game as data; *shown* converts a result."""
    if one.wrong is not None:
        return {"folder": str(one.folder), **output.refusal_as_data(one.wrong)}
    data = msgspec.to_builtins(shown(one.result)) if one.result is not None else {}
    return {"folder": str(one.folder), **data}


def _alone(ctx: click.Context, _argument: click.Parameter, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    if folders and names_game(ctx):
        raise click.UsageError("Name the games by --game or as DIR..., not by both.")
    return folders
