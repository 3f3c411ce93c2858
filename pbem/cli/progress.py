"""Progress of what takes long: on a terminal, on standard error; nothing in a pipe, nor beside JSON."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click

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
