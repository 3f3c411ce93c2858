"""pbem reach, pbem way: what players ask by mail before they order, answered as a seat or as everyone sees it."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.engine.event import PUBLIC


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--as", "seat", metavar="SEAT", help="As this seat sees it (default: as everyone does).")
@game_option
@json_option
def reach(names: Sequence[str], seat: str | None, folder: Path, as_json: bool) -> None:
    """Show where the piece called NAME can go, or with --as all pieces of a seat that act now.

    It is the answer to the command `reach` by email.
    """
    _answer("reach", names, seat, folder, as_json=as_json)


@click.command()
@click.argument("names", nargs=-1, metavar="FROM TO")
@click.option("--as", "seat", metavar="SEAT", help="As this seat sees it (default: as everyone does).")
@game_option
@json_option
def way(names: Sequence[str], seat: str | None, folder: Path, as_json: bool) -> None:
    """Show the shortest way FROM one place TO another.

    It is the answer to the command `way` by email.
    """
    _answer("way", names, seat, folder, as_json=as_json)


def _answer(word: str, names: Sequence[str], seat: str | None, folder: Path, *, as_json: bool) -> None:
    from pbem.referee.enquiries.answers import answer, enquiry_words
    from pbem.report.content.text import as_text

    game = opened(folder)
    if word not in enquiry_words(game.ruleset):
        known = ", ".join(enquiry_words(game.ruleset))
        raise click.UsageError(f"{game.ruleset.title} has no answer to {word!r}; players may ask by email: {known}.")
    who = seat_called(game, seat) if seat else PUBLIC
    text = " > ".join(names) if len(names) > 1 and word == "way" else " ".join(names)
    found = answer(game, game.view(who), who, word, text)
    said = as_text(found.text)
    if as_json:
        output.data({"ok": found.problem is None, "seat": who, "text": said})
    else:
        output.text(said)
    if found.problem is not None:
        click.get_current_context().exit(1)
