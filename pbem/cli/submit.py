"""pbem submit: hand in a sheet for a seat."""

from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.host import game_option, host, json_option, seat_called
from pbem.desk import desk
from pbem.store.game import Game


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "seat", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def command(file: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Hand in the sheet in FILE (- for standard input) for a seat, as if its player had sent it.

    It may be a post copied from a forum: quotations, smilies and markup around the sheet are put aside.
    """
    clock = host().clock
    with Game.held(folder, host().rulesets) as game:
        seat = seat_called(game, seat)
        desk.clear(game, clock)
        stage = game.stage(seat)
        mark = f"submit {stage.name}" if stage else "submit"
        item, new = game.inbox.keep(file.read(), clock(), seat=seat, mark=mark)
        handled = desk.handle(game, item, clock) if new else desk.known(game, item)
    if as_json:
        output.data({"verdict": handled.verdict, "answer": handled.answer, "new": new})
    else:
        sealed = not new and not handled.answer
        output.text("It was handed in before, and the answer to it is sealed." if sealed else handled.answer)
    if handled.verdict.state != "accepted":
        click.get_current_context().exit(1)
