"""How commands say things: plain text, tables, or JSON."""

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec

from pbem.engine.names import slug
from pbem.report.layout import blanked
from pbem.store.refusal import Refusal


def data(value: Any) -> None:
    """Print *value* as JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(value)).decode())


def text(words: str) -> None:
    """Print *words*, which may come from anybody, line by line without what steers a terminal."""
    click.echo("\n".join(blanked(line) for line in words.splitlines()))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; cells are plain text, whatever brackets they hold."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=SIMPLE, show_edge=False, pad_edge=False)
    for head in heads:
        shown.add_column(head)
    for row in rows:
        shown.add_row(*(Text(blanked(str(cell))) for cell in row))
    Console(highlight=False, width=None if sys.stdout.isatty() else 120).print(shown)


def tell_refusal(ctx: click.Context, refusal: Refusal) -> None:
    """Say why a command did nothing."""
    from pbem.engine.lexicon import Lexicon
    from pbem.report.faults import as_data, explain
    from pbem.report.words import Words
    from pbem.store.settings import BadSettings

    words = Words((), Lexicon({}))
    if ctx.find_root().meta.get("pbem.json"):
        faults = [as_data(words, fault) for fault in refusal.faults] if isinstance(refusal, BadSettings) else []
        data({"error": slug(type(refusal).__name__), "says": str(refusal), "problems": faults})
        return
    if isinstance(refusal, BadSettings):
        click.echo(f"{refusal.path} cannot be used:\n", err=True)
        click.echo(explain(words, refusal.text, refusal.faults), err=True)
    else:
        says = re.sub(r"\s+", " ", blanked(str(refusal)))
        click.echo(says[:1].upper() + says[1:].rstrip(".") + ".", err=True)
