"""How commands say things: plain text, tables, or JSON."""

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec

from pbem.engine.order import slug
from pbem.report.layout import printable, steers
from pbem.store.refusal import Refusal


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
    from pbem.engine.kit.lexicon import NO_NAMES
    from pbem.report.faults import as_data
    from pbem.report.words import Words
    from pbem.settings.game_settings import BadSettings

    bad = refusal.faults if isinstance(refusal, BadSettings) else ()
    problems = [as_data(Words((), NO_NAMES), fault) for fault in bad]
    return {"error": refusal.code or slug(type(refusal).__name__), "says": str(refusal), "problems": problems}


def tell_why(refusal: Refusal) -> None:
    """Print a refusal on standard error."""
    from pbem.settings.game_settings import BadSettings

    if isinstance(refusal, BadSettings):
        from pbem.engine.kit.lexicon import NO_NAMES
        from pbem.report.faults import explain
        from pbem.report.words import Words

        click.echo(f"{refusal.path} cannot be used:\n", err=True)
        click.echo(explain(Words((), NO_NAMES), refusal.text, refusal.faults), err=True)
    else:
        from pbem.report.layout import sentence

        says = re.sub(r"\s+", " ", printable(str(refusal)))
        click.echo(sentence(says).rstrip(".") + ".", err=True)
