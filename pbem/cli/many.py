"""Commands on several games: each is reported under its folder, and one that fails does not stop the others."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import names_game
from pbem.referee.game import NoGame
from pbem.settings.game_folders import game_folders
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


_MOST_SECONDS = 1200.0
"""Seconds after which work on a game is ended."""
_BELOW = "pbem.all"
"""Where the context stores the games that --all has found."""


def folders_argument(command: C) -> C:
    """Add DIR... and --all: the folders of several games, instead of --game."""
    argument = click.argument("folders", nargs=-1, metavar="[DIR]...", type=click.Path(path_type=Path), callback=_alone)
    option = click.option(
        "--all",
        type=click.Path(path_type=Path),
        metavar="DIR",
        is_eager=True,
        expose_value=False,
        callback=_find,
        help="All games in DIR and below.",
    )
    return option(argument(command))


def all_option(command: C) -> C:
    """Add --all: a folder whose games are all meant, instead of --game."""
    option = click.option(
        "--all",
        "top",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=_instead,
        help="All games in DIR and below.",
    )
    return option(command)


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


class Apart(Generic[R]):
    """Does *work* on games in processes of its own: one at which it hangs or dies stops no other.

    *blamed* finds what a process died at and sets it aside; the game then has another try. It must be made while the
    program has one thread.
    """

    def __init__(self, work: Callable[[Path], R], blamed: Callable[[Path], bool]) -> None:
        from pbem.bounds.workers import MOST_BESIDE, Workers

        self._workers: Workers[Path, R] = Workers(work, MOST_BESIDE)
        self._blamed = blamed

    def do(self, folder: Path) -> R:
        """The work on the game in *folder*; raises `Failed` if it hangs or dies."""
        from pbem.bounds.workers import WorkerDied

        try:
            return self._workers.call_again(folder, _MOST_SECONDS, str(folder), partial(self._blamed, folder))
        except WorkerDied as died:
            raise Failed("the process that worked on this game died, or took too long") from died

    def close(self) -> None:
        """End all of it."""
        self._workers.close()


def each_apart(
    folders: Iterable[Path], work: Callable[[Path], R], blamed: Callable[[Path], bool]
) -> Iterator[GameOutput[R]]:
    """Do *work* on the games in *folders* `Apart`; each is told of as soon as it is done."""
    from concurrent.futures import FIRST_COMPLETED, Future, wait

    from pbem.bounds.workers import Beside

    apart = Apart(work, blamed)
    running: set[Future[GameOutput[R]]] = set()
    beside: Beside[GameOutput[R]] = Beside()
    try:
        for folder in dict.fromkeys(folders):
            one = beside.begin(str(folder), partial(lambda place: next(each([place], apart.do)), folder))
            running |= {one} if one else set()
            ready = {one for one in running if one.done()}
            running -= ready
            yield from (one.result() for one in ready)
        while running:
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in ready)
    finally:
        apart.close()
        beside.close()


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


def _find(ctx: click.Context, _option: click.Parameter, top: Path | None) -> None:
    if top is None:
        return
    found = game_folders(top)
    if not found:
        raise NoGame(f"there is no game in {top}; `pbem new {top}/NAME` makes one")
    ctx.meta[_BELOW] = found


def _alone(ctx: click.Context, _argument: click.Parameter, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    below: tuple[Path, ...] = ctx.meta.get(_BELOW, ())
    if (folders or below) and names_game(ctx):
        raise click.UsageError("Name the games by --game or as DIR... or by --all, not by several of them.")
    return (*folders, *below)


def _instead(ctx: click.Context, _option: click.Parameter, top: Path | None) -> Path | None:
    if top is not None and names_game(ctx):
        raise click.UsageError("Name the games by --game or by --all, not by both.")
    return top
