"""What commands print: text, tables, JSON, progress, several games."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import click
import msgspec

from pbem.cli.options import names_game
from pbem.engine.order import slug
from pbem.errors import Refusal, where_and_why
from pbem.referee.game import NoGame
from pbem.report.plain import printable, steers
from pbem.settings.beginnings import game_folders


def data(value: Any) -> None:
    """Print *value* as JSON, with control and bidirectional characters escaped."""
    shown = msgspec.json.format(msgspec.json.encode(value)).decode()
    lines = (line if line.isprintable() else "".join(map(_escaped, line)) for line in shown.split("\n"))
    click.echo("\n".join(lines))


def _escaped(character: str) -> str:
    """*character* as it may be in JSON: unchanged unless it is a control character (RFC 8259, section 7)."""
    if not steers(character):
        return character
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


def text(words: str) -> None:
    """Print *words*, which may come from anyone, line by line without control characters."""
    click.echo("\n".join(printable(line) for line in words.splitlines()))


def lines(said: Iterable[str]) -> None:
    """Print each of the lines *said*."""
    for one in said:
        text(one)


_WIDEST = 1000


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, wraps: bool = True) -> None:
    """Print a table; cells are plain text, whatever brackets they contain.

    If nothing *wraps* each row is one line: a terminal shows as much of it as fits, and a pipe gets all of it.
    """
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=SIMPLE, show_edge=False, pad_edge=False)
    for head in heads:
        shown.add_column(head, no_wrap=not wraps)
    for row in rows:
        shown.add_row(*(Text(printable(str(cell))) for cell in row))
    Console(highlight=False, width=None if sys.stdout.isatty() else 120 if wraps else _WIDEST).print(shown)


def error(words: str) -> None:
    """Print *words* on standard error."""
    click.echo(printable(words), err=True)


def tell_refusal(ctx: click.Context, refusal: Refusal) -> None:
    """Say why a command did nothing."""
    if ctx.find_root().meta.get("pbem.json"):
        data(refusal_as_data(refusal))
    else:
        tell_why(refusal)


def refusal_as_data(refusal: Refusal) -> dict[str, Any]:
    """A refusal as plain data."""
    from pbem.engine.reading import NO_NAMES
    from pbem.report.returned_sheet import as_data
    from pbem.report.words import Words
    from pbem.settings.game import BadSettings

    bad = refusal.faults if isinstance(refusal, BadSettings) else ()
    problems = [as_data(Words((), NO_NAMES), fault) for fault in bad]
    return {"error": refusal.code or slug(type(refusal).__name__), "says": str(refusal), "problems": problems}


def tell_why(refusal: Refusal) -> None:
    """Print a refusal on standard error."""
    from pbem.settings.game import BadSettings

    if isinstance(refusal, BadSettings):
        from pbem.engine.reading import NO_NAMES
        from pbem.report.returned_sheet import explain
        from pbem.report.words import Words

        click.echo(f"{refusal.path} cannot be used:\n", err=True)
        click.echo(explain(Words((), NO_NAMES), refusal.text, refusal.faults), err=True)
    else:
        from pbem.report.plain import sentence

        says = re.sub(r"\s+", " ", printable(str(refusal)))
        click.echo(sentence(says).rstrip(".") + ".", err=True)


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


def each_game(folders: Iterable[Path], work: Callable[[Path], R]) -> Iterator[GameOutput[R]]:
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
            one = beside.begin(str(folder), partial(lambda place: next(each_game([place], apart.do)), folder))
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
        error(f"{one.folder}:")
        tell_why(one.wrong)


def as_data(one: GameOutput[R], shown: Callable[[R], Any]) -> dict[str, Any]:
    """The outcome for a game as data; *shown* converts a result."""
    if one.wrong is not None:
        return {"folder": str(one.folder), **refusal_as_data(one.wrong)}
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


T = TypeVar("T")


def _is_shown() -> bool:
    found = click.get_current_context(silent=True)
    return sys.stderr.isatty() and not (found and found.params.get("as_json"))


def each(items: Iterable[T], what: str, count: int) -> Iterator[T]:
    """*items* as they come, *count* of them: with a bar, how many are done, and how long the rest will take."""
    if not _is_shown() or count < 2:
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=count)
        for item in items:
            progress.advance(task)
            yield item


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show *what* is being done while it is, and for how long; of such work no one knows how much is left."""
    if not _is_shown():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        yield
